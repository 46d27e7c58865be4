/* browser_json.h -- one answer in JSON, kept until the next begins. */
#pragma once

#include "assay.h"

#include <stdio.h>

FILE *json_begin(void); /* memory that runs out ends the program, which the page reports */
const char *json_end(void);

void json_text(FILE *to, const char *text);       /* in quotes; NULL is "" */
void json_number(FILE *to, double value);         /* NaN and infinity: null */
const char *json_refusal(const assay_error *err); /* {"refused": "..."}, in the place of what was begun */
