/* unfinished_inside.h -- inside this room: names that carry their owner, shared by files and folders in the making. */
#pragma once

#include "unfinished.h"

#define UNFINISHED_PREFIX ".assay-"

assay_status unfinished_join(char to[UNFINISHED_PATH], const char *folder, const char *name, assay_error *err);

/* The template of a name of ours in a folder, as mkstemp wants it. */
assay_status unfinished_own_name(const char *folder, char to[UNFINISHED_PATH], assay_error *err);

/* Removes what processes of this machine and user that are gone have left in a folder. */
void unfinished_sweep(const char *folder);

/* A file, or a folder with all that is in it; links are not followed. */
void unfinished_remove(const char *path);
