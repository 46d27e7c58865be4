/* page_inside.h -- what a page is made of; for the files of this room that write it. */
#pragma once

#include "chart.h"
#include "page.h"

extern const char page_style[];  /* page.css, without "<" and "&" */
extern const char page_script[]; /* page.js */

FILE *page_body(page *p); /* where elements go that no function of page.h makes, well-formed as they are written */
