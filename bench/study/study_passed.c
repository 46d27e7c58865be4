/* What is passed over, and how files of other formats become ours. */
#include "study_passed.h"

#include "growing.h"
#include "plain_text.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

static char *plain_copy(const char *text)
{
    char *copy = strdup(text);
    if (copy) text_make_plain(copy);
    return copy;
}

/* A reader's sentence names its file first, which is said already. */
static void drop_name(char *why, const char *name)
{
    const size_t length = strlen(name);
    if (strncmp(why, name, length) == 0 && strncmp(why + length, ": ", 2) == 0)
        memmove(why, why + length + 2, strlen(why + length + 2) + 1);
}

assay_status study_pass(study_passed *to, const char *path, const char *why, int missing, assay_error *err)
{
    passed_over *at = grown(to->at, sizeof *at, to->count, &to->room);
    if (!at) return assay_fail(err, ASSAY_ENOMEM, "memory ran out");
    to->at = at;
    at += to->count++;
    *at = (passed_over){ plain_copy(path), why ? plain_copy(why) : NULL, missing };
    if (at->path && at->why) drop_name(at->why, at->path);
    to->missing += missing != 0;
    return at->path && (at->why || !why) ? ASSAY_OK : assay_fail(err, ASSAY_ENOMEM, "memory ran out");
}

void study_passed_free(study_passed *p)
{
    for (size_t k = 0; k < p->count; k++) {
        free(p->at[k].path);
        free(p->at[k].why);
    }
    free(p->at);
    *p = (study_passed){ 0 };
}

const char *study_ending(const char *path)
{
    const char *slash = strrchr(path, '/'), *file = slash ? slash + 1 : path, *dot = strrchr(file, '.');
    return dot && dot > file ? dot : "";
}

const char *study_export_line(const char *ending)
{
#define PAIR "numpy.savez(\"FILE.npz\", factors=d[\"factors\"], codes=d[\"codes\"])"
#define TORCH "import numpy, torch; d = torch.load(\"FILE\", map_location=\"cpu\"); " PAIR
#define HDF5 "import numpy, h5py; d = {k: v[()] for k, v in h5py.File(\"FILE\").items()}; " PAIR
#define PICKLE "import numpy, pickle; d = pickle.load(open(\"FILE\", \"rb\")); " PAIR
    static const char *const known[][2] = {
        { ".pt", TORCH },
        { ".pth", TORCH },
        { ".ckpt", TORCH },
        { ".h5", HDF5 },
        { ".hdf5", HDF5 },
        { ".pkl", PICKLE },
        { ".pickle", PICKLE },
        { ".joblib", "import numpy, joblib; d = joblib.load(\"FILE\"); " PAIR },
        { ".mat", "import numpy, scipy.io; d = scipy.io.loadmat(\"FILE\"); " PAIR },
        { ".parquet", "import pandas; pandas.read_parquet(\"FILE\").to_csv(\"FILE.csv\", index=False)" },
        { ".feather", "import pandas; pandas.read_feather(\"FILE\").to_csv(\"FILE.csv\", index=False)" },
        { ".xlsx", "import pandas; pandas.read_excel(\"FILE\").to_csv(\"FILE.csv\", index=False)" },
    };
    for (size_t k = 0; k < sizeof known / sizeof *known; k++)
        if (strcasecmp(ending, known[k][0]) == 0) return known[k][1];
    return NULL;
}
