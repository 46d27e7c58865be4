/*
 * owned.h -- what a block of code holds is given back where the block ends, whichever way it is left.
 *
 *     FREED(array_free) array codes = { 0 };    array_free(&codes)
 *     OWNED char *path = path_of(name);         free(path), unless it was given away: given(&path)
 *
 * clang-tidy does not know of cleanup: what goes into such a variable comes out of a function here, such as zeroed.
 */
#pragma once

#include "assay.h"

#include <stdlib.h>
#include <string.h>

#define FREED(by) __attribute__((cleanup(by)))
#define OWNED FREED(owned_free)
void owned_free(void *at); /* at: the address of a pointer to memory of malloc */
void *given(void *at);     /* that pointer, which is NULL from now on */

/* Zeroed memory for `count` of this size, where they are none for one; NULL: memory ran out. */
void *zeroed(size_t count, size_t size);
char *text_copy(const char *from, size_t length); /* of so many bytes, or up to the zero */

/* "WHERE: memory ran out", of whatever where it is NULL; memory_named says so of ASSAY_ENOMEM alone. */
assay_status no_memory(const char *where, assay_error *err);
assay_status memory_named(assay_status status, const char *where, assay_error *err);

/* "WHERE: " and a sentence: what comes from outside is refused, ASSAY_EINPUT. Of WHERE at most 600 bytes. */
ASSAY_PRINTF(3, 4) assay_status bad_input(const char *where, assay_error *err, const char *format, ...);
#define BAD_INPUT(by, ...) bad_input((by)->where, (by)->err, __VA_ARGS__) /* of what knows both */
