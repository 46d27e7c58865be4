/* Any bytes as an .npy. */
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    FREED(array_bytes_free) array_bytes bytes = fuzz_copy(data, size);
    array a = { .rows = 7 };
    assay_error err = { "" };
    const assay_status status = npy_parse(&bytes, "f.npy", &a, &err);
    fuzz_array(status, &a, &err);
    return 0;
}
