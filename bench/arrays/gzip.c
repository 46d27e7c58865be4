/*
 * Files that gzip has packed, of any format that is read.
 *
 * Source   RFC 1952; zlib. Members that follow one another are one file, as gzip has it.
 * Refused  a file that ends early or fails its checksum, and one that becomes more than the limit member-bytes.
 */
#include "array_file.h"

#include <zlib.h>

int gzip_is(const array_bytes *bytes) { return bytes->size >= 3 && memcmp(bytes->at, "\x1f\x8b\x08", 3) == 0; }

static assay_status inflate_all(z_stream *z, array_bytes *to, const char *where, assay_error *err)
{
    for (size_t room = 0;;) {
        if (!z->avail_out) { /* one more byte than there is room for would be too many */
            const size_t used = room;
            ASSAY_TRY(limit_check(LIMIT_MEMBER_BYTES, (double)used, where, err));
            room = room ? 2 * room : 1 << 16;
            char *at = realloc(to->at, room + 1);
            if (!at) return no_memory(where, err);
            to->at = at;
            z->next_out = (Bytef *)at + used;
            z->avail_out = (uInt)(room - used);
        }
        const int code = inflate(z, Z_NO_FLUSH);
        to->size = room - z->avail_out;
        if (code == Z_STREAM_END && z->avail_in == 0) break;
        if (code == Z_STREAM_END && inflateReset(z) == Z_OK) continue;
        if (code == Z_MEM_ERROR) return no_memory(where, err);
        if (code != Z_OK || (z->avail_in == 0 && z->avail_out))
            return bad_input(where, err, "is damaged or cut short (%s); save or copy it again",
                             z->msg ? z->msg : "gzip");
    }
    to->at[to->size] = '\0';
    return limit_check(LIMIT_MEMBER_BYTES, (double)to->size, where, err);
}

assay_status gzip_unpack(array_bytes *bytes, const char *where, assay_error *err)
{
    enum { GZIP = 16 };
    z_stream z = { .next_in = (Bytef *)bytes->at, .avail_in = (uInt)bytes->size };
    array_bytes unpacked = { 0 };
    ASSAY_TRY(limit_check(LIMIT_MEMBER_BYTES, (double)bytes->size, where, err));
    if (inflateInit2(&z, MAX_WBITS + GZIP) != Z_OK) return no_memory(where, err);
    const assay_status status = inflate_all(&z, &unpacked, where, err);
    inflateEnd(&z);
    array_bytes_free(status == ASSAY_OK ? bytes : &unpacked);
    if (status == ASSAY_OK) *bytes = unpacked;
    return status;
}
