/* archive_bytes.h -- archives of .npz with one deflated member, and places in their bytes. */
#pragma once

#include "array_file.h"
#include "scratch.h"
#include "testing.h"

#include <zip.h>

static inline size_t find_bytes(const array_bytes *in, const char *what, size_t length)
{
    for (size_t k = 0; k + length <= in->size; k++)
        if (memcmp(in->at + k, what, length) == 0) return k;
    fail_msg("a pattern is not in the archive");
    return 0;
}

/* A deflated member, whose memory goes. */
static inline array_bytes deflated(array_bytes member)
{
    zip_t *zip = zip_open(scratch_path("deflated.npz"), ZIP_CREATE | ZIP_TRUNCATE, NULL);
    assert_non_null(zip);
    assert_int_equal(zip_file_add(zip, "codes.npy", zip_source_buffer(zip, member.at, member.size, 0), 0), 0);
    assert_int_equal(zip_set_file_compression(zip, 0, ZIP_CM_DEFLATE, 9), 0);
    assert_int_equal(zip_close(zip), 0);
    array_bytes archive;
    assay_error err;
    assert_int_equal(array_bytes_read(scratch_path("deflated.npz"), &archive, &err), ASSAY_OK);
    array_bytes_free(&member);
    return archive;
}
