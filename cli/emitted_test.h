/* emitted_test.h -- what `assay validate --emit-test FILE.py` writes. */
#pragma once

#include "validation.h"

/* The exit status; what went wrong is said. */
int emitted_test_write(const char *file, const char *entry, const char *against, const validation *v);
