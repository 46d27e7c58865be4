/* manual.h -- the manual page. */
#ifndef ASSAY_MANUAL_H
#define ASSAY_MANUAL_H

#include "cli.h"

void manual_page(FILE *to); /* troff, for man(1) */

#endif
