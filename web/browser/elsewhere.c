/* What readers need a library for that is not here. The page unpacks archives itself and hands over what is in them. */
#include "apart.h"
#include "array_file.h"

#include <string.h>

static assay_status refuse(const char *where, const char *what, assay_error *err)
{
    return assay_fail(err, ASSAY_EINPUT, "%s: this page reads no %s; `assay score --data` does", where, what);
}

assay_status npz_parse(const array_bytes *bytes, const char *where, const char *member, array *to, assay_error *err)
{
    (void)bytes;
    (void)member;
    *to = (array){ 0 };
    return refuse(where, ".npz inside another file", err);
}

assay_status npz_code_tables(const array_bytes *bytes, const char *where, size_t *to, assay_error *err)
{
    (void)bytes;
    *to = 0;
    return refuse(where, ".npz inside another file", err);
}

assay_status safetensors_parse(const array_bytes *bytes, const char *where, const char *member, array *to,
                               assay_error *err)
{
    (void)bytes;
    (void)member;
    *to = (array){ 0 };
    return refuse(where, ".safetensors", err);
}

assay_status npz_words(const array_bytes *bytes, const char *where, const char *member, char **to, assay_error *err)
{
    (void)bytes;
    (void)member;
    *to = NULL;
    return refuse(where, ".npz inside another file", err);
}

/* The page is given no lists of shards. */
assay_status shards_find(const char *path, const char *member, int needed, char **to, assay_error *err)
{
    (void)path;
    (void)member;
    (void)needed;
    (void)err;
    *to = NULL;
    return ASSAY_OK;
}

static int holds_none(const array_bytes *bytes, const char *member)
{
    (void)bytes;
    (void)member;
    return 0;
}

int npz_has(const array_bytes *bytes, const char *member) { return holds_none(bytes, member); }
int safetensors_has(const array_bytes *bytes, const char *member) { return holds_none(bytes, member); }

int gzip_is(const array_bytes *bytes) { return bytes->size > 1 && !memcmp(bytes->at, "\x1f\x8b", 2); }

assay_status gzip_unpack(array_bytes *bytes, const char *where, assay_error *err)
{
    (void)bytes;
    return refuse(where, "file packed twice", err);
}

/* A page is locked in as it is: files are read here, and nothing passes through a pipe. */
assay_status apart_read(const apart_job *job, assay_error *err) { return job->read(job->what, err); }

void carry(carrier *c, void *at, size_t size)
{
    (void)at;
    c->bad = size > 0;
}

void carry_size(carrier *c, size_t *at, size_t most)
{
    (void)most;
    carry(c, at, sizeof *at);
}

void carry_block(carrier *c, void **at, size_t size) { carry(c, at, size); }

void carry_words(carrier *c, char *at, size_t size) { carry(c, at, size); }
