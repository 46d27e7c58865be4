/* store_list.h -- several stores, as words of a command line: files, or folders with files that end in .db. */
#pragma once

#include "cli.h"

typedef struct store_list {
    char **path; /* [count] */
    size_t count;
} store_list;

/* In the order of the words, folders by name. A file that is `but` (NULL: none) is left out of folders and lists. The
 * exit status; has explained what was wrong: a folder without a store. Zero-initialise before; free with
 * store_list_free, also after an error. */
int store_list_read(const char *const *word, size_t n, const char *but, store_list *to);
void store_list_free(store_list *list);
