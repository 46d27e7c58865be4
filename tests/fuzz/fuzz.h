/*
 * fuzz.h -- what the fuzz targets share. A target is a function of some bytes that reads them as one reader would and
 * calls abort where what comes out breaks the reader's promise; sanitizers see the rest. `make fuzz` gives each one to
 * libFuzzer, `test_corpora` runs the kept inputs.
 */
#ifndef ASSAY_FUZZ_H
#define ASSAY_FUZZ_H

#include "array_file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define FUZZ_REQUIRE(condition)                                                     \
    do {                                                                            \
        if (!(condition)) {                                                         \
            fprintf(stderr, "%s:%d: not so: %s\n", __FILE__, __LINE__, #condition); \
            abort();                                                                \
        }                                                                           \
    } while (0)

/* A copy with a NUL behind it and not one byte more, so that a sanitizer sees every step beyond. */
static inline array_bytes fuzz_copy(const uint8_t *data, size_t size)
{
    array_bytes bytes = { malloc(size + 1), size };
    FUZZ_REQUIRE(bytes.at);
    if (size) memcpy(bytes.at, data, size);
    bytes.at[size] = '\0';
    return bytes;
}

/* A refusal is of the input's fault, says why, and leaves nothing behind. */
static inline void fuzz_refused(assay_status status, const assay_error *err)
{
    FUZZ_REQUIRE(status == ASSAY_EINPUT || status == ASSAY_EUSAGE);
    FUZZ_REQUIRE(err->text[0]);
    FUZZ_REQUIRE(memchr(err->text, '\0', sizeof err->text));
}

static inline int fuzz_same(double a, double b) { return a == b || (a != a && b != b); }

/* What was read fits together, and comes back the same from a .npy. */
static inline void fuzz_array(assay_status status, array *a, const assay_error *err)
{
    if (status != ASSAY_OK) {
        fuzz_refused(status, err);
        FUZZ_REQUIRE(!a->value && !a->kind && !a->name);
        return;
    }
    FUZZ_REQUIRE(a->rows > 0 && a->cols > 0 && strlen(a->kind) == a->cols);
    for (size_t c = 0; c < a->cols; c++) {
        FUZZ_REQUIRE(strchr("fiubt", a->kind[c]));
        FUZZ_REQUIRE(!a->name || a->name[c][0]);
    }
    FREED(array_bytes_free) array_bytes bytes;
    FREED(array_free) array again;
    assay_error none = { "" };
    FUZZ_REQUIRE(npy_build(a->value, a->rows, a->cols, 0, &bytes) == ASSAY_OK);
    FUZZ_REQUIRE(npy_parse(&bytes, "again", &again, &none) == ASSAY_OK);
    FUZZ_REQUIRE(again.rows == a->rows && again.cols == a->cols);
    for (size_t k = 0; k < a->rows * a->cols; k++) FUZZ_REQUIRE(fuzz_same(a->value[k], again.value[k]));
    array_free(a);
}

#endif
