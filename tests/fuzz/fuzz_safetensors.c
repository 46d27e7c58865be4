/* Any bytes as a .safetensors, and as what gzip has packed: the only array, and the two of a representation. */
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char *const member[] = { NULL, "factors", "codes" };
    FREED(array_bytes_free) array_bytes bytes = fuzz_copy(data, size);
    assay_error err = { "" };
    if (gzip_is(&bytes) && gzip_unpack(&bytes, "f.gz", &err) != ASSAY_OK && !err.text[0]) __builtin_trap();
    for (size_t k = 0; k < 3; k++) {
        array a = { .rows = 7 };
        err.text[0] = '\0';
        const assay_status status = safetensors_parse(&bytes, "f.safetensors", member[k], &a, &err);
        fuzz_array(status, &a, &err);
    }
    return 0;
}
