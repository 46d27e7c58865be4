/* manual.h -- the manual page. */
#pragma once

#include "cli.h"

void manual_page(FILE *to); /* troff, for man(1) */
