/* hidden_files.h -- files of this process that no candidate is to read: stores that are open for writing. */
#pragma once

#include "assay.h"

assay_status hidden_add(const char *path); /* of a store: what SQLite puts next to it is hidden, too */
void hidden_remove(const char *path);

/* Another number whenever one was added. */
unsigned hidden_changes(void);

/* All of them, ended by NULL, in one block that free() frees; NULL: memory ran out. */
const char **hidden_list(void);
