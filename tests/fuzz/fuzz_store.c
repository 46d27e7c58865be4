/* Any bytes as a store: opened and read through everything that reads one. */
#include "fuzz.h"
#include "store.h"

#include <unistd.h>

static assay_status row(const store_row *r, void *context)
{
    FUZZ_REQUIRE(r->scenario && r->point && r->metric && r->preset && r->output);
    return ++*(size_t *)context < 1000 ? ASSAY_OK : ASSAY_EINPUT;
}

static assay_status summary(const store_summary *s, void *context)
{
    FUZZ_REQUIRE(s->scenario && s->scenario_title && s->symbol && s->point && s->metric && s->metric_title && s->family &&
                 s->preset && s->output && s->defined <= s->seeds);
    return ++*(size_t *)context < 1000 ? ASSAY_OK : ASSAY_EINPUT;
}

static assay_status progress(const store_progress *p, void *context)
{
    FUZZ_REQUIRE(p->plan && p->scenario && p->metric && p->preset);
    return ++*(size_t *)context < 1000 ? ASSAY_OK : ASSAY_EINPUT;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char path[64];
    snprintf(path, sizeof path, "%s/assay-fuzz-%ld.db", access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp",
             (long)getpid());
    FILE *file = fopen(path, "wb");
    FUZZ_REQUIRE(file);
    FUZZ_REQUIRE(fwrite(data, 1, size, file) == size);
    FUZZ_REQUIRE(fclose(file) == 0);
    store *s = NULL;
    assay_error err = { "" };
    if (store_open(path, STORE_READ, &s, &err) == ASSAY_OK) {
        size_t rows = 0, summaries = 0, cells = 0;
        store_rows(s, NULL, row, &rows, &err);
        store_summaries(s, NULL, summary, &summaries, &err);
        store_status(s, progress, &cells, &err);
        store_close(s);
    } else {
        FUZZ_REQUIRE(err.text[0] && !s);
    }
    unlink(path);
    return 0;
}
