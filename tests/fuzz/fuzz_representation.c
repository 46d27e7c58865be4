/*
 * Any bytes as a whole representation in one file. What is taken is written as text and as .npz, and comes back the
 * same: values, kinds and classes.
 */
#include "fuzz.h"

#include <math.h>
#include <unistd.h>

enum { PATH = 64 };

static void in_memory(const char *end, char to[PATH])
{
    snprintf(to, PATH, "%s/assay-fuzz-%ld%s", access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp", (long)getpid(), end);
}

static void comes_back(const assay_data *data, const char *end)
{
    char path[PATH];
    FREED(assay_data_free) assay_data again = { 0 };
    assay_error err = { "" };
    const assay_rep rep = assay_data_view(data);
    in_memory(end, path);
    FUZZ_REQUIRE(representation_write(path, &rep, &err) == ASSAY_OK);
    const assay_status status = representation_read_one(path, "absent:auto", &again, NULL, NULL, 0, &err);
    unlink(path);
    FUZZ_REQUIRE(status == ASSAY_OK);
    FUZZ_REQUIRE(again.n == data->n && again.n_factors == data->n_factors && again.n_codes == data->n_codes);
    for (size_t k = 0; k < data->n * data->n_codes; k++) FUZZ_REQUIRE(again.codes[k] == data->codes[k]);
    for (size_t k = 0; k < data->n * data->n_factors; k++) FUZZ_REQUIRE(fuzz_same(again.factors[k], data->factors[k]));
}

static void check(const assay_data *data)
{
    FUZZ_REQUIRE(data->n > 0 && data->n_factors > 0 && data->n_factors <= data->n && data->n_codes > 0);
    for (size_t i = 0; i < data->n_factors; i++)
        for (size_t s = 0; s < data->n; s++) {
            const double value = data->factors[i * data->n + s];
            if (isnan(value)) continue;
            FUZZ_REQUIRE(fabs(value) <= 1e150);
            if (data->levels[i]) FUZZ_REQUIRE(value >= 0 && value < data->levels[i] && value == floor(value));
        }
    for (size_t k = 0; k < data->n * data->n_codes; k++) FUZZ_REQUIRE(fabs(data->codes[k]) <= 1e150);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char path[PATH], note[256];
    in_memory("", path);
    FILE *file = fopen(path, "wb");
    FUZZ_REQUIRE(file);
    FUZZ_REQUIRE(fwrite(data, 1, size, file) == size);
    FUZZ_REQUIRE(fclose(file) == 0);
    FREED(assay_data_free) assay_data read = { 0 };
    assay_error err = { "" };
    const assay_status status = representation_read_one(path, "absent:auto", &read, NULL, note, sizeof note, &err);
    unlink(path);
    if (status == ASSAY_OK) {
        check(&read);
        comes_back(&read, ".csv");
        comes_back(&read, ".npz");
    } else {
        fuzz_refused(status, &err);
        FUZZ_REQUIRE(!read.factors && !read.codes && !read.levels);
    }
    return 0;
}
