/* store_names.h -- names that are typed to say which scores of a store are meant. */
#pragma once

#include "cli.h"
#include "store.h"

/* Lists as of --scenarios and --metrics and a factor profile; NULL: none. CLI_INPUT, with the nearest name, where
 * one is neither the store's nor assay's. Other entries ("family:information", "python:mine.py") are left to who
 * reads them. */
int store_names_check(store *scores, const char *scenarios, const char *metrics, const char *profile);
