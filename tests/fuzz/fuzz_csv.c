/* Any bytes as text. */
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    FREED(array_bytes_free) array_bytes bytes = fuzz_copy(data, size);
    array a = { .rows = 7 };
    assay_error err = { "" };
    const assay_status status = csv_parse(&bytes, "f.csv", &a, &err);
    for (size_t c = 1; status == ASSAY_OK && a.name && c < a.cols; c++) FUZZ_REQUIRE(strcmp(a.name[c - 1], a.name[c]));
    fuzz_array(status, &a, &err);
    return 0;
}
