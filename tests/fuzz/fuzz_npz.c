/* Any bytes as an .npz: its only array, and the two of a representation. */
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char *const member[] = { NULL, "factors", "codes" };
    FREED(array_bytes_free) array_bytes bytes = fuzz_copy(data, size);
    for (size_t k = 0; k < 3; k++) {
        array a = { .rows = 7 };
        assay_error err = { "" };
        const assay_status status = npz_parse(&bytes, "f.npz", member[k], &a, &err);
        fuzz_array(status, &a, &err);
    }
    return 0;
}
