#include "owned.h"

void *given(void *at)
{
    void *block;
    memcpy(&block, at, sizeof block);
    memset(at, 0, sizeof block);
    return block;
}

void owned_free(void *at) { free(given(at)); }

void *zeroed(size_t count, size_t size) { return calloc(count ? count : 1, size); }

char *text_copy(const char *from, size_t length) { return strndup(from, length); }

assay_status no_memory(const char *where, assay_error *err)
{
    return assay_fail(err, ASSAY_ENOMEM, "%s%smemory ran out", where ? where : "", where ? ": " : "");
}

assay_status memory_named(assay_status status, const char *where, assay_error *err)
{
    return status == ASSAY_ENOMEM ? no_memory(where, err) : status;
}
