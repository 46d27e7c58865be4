/* list_catalogue.h -- one table of every metric and preset: source, claims, cost, what it takes, where it fails. */
#pragma once

#include "grid.h"

/* Kinds of factors and the fewest rows are found by trial, on data of scenarios. `verdicts` is a file of lines
 * METRIC,PRESET,OUTPUT,PROPERTY, what a stored study found to fail; NULL: that column is left out. */
assay_status catalogue_grid(const char *verdicts, grid **to, assay_error *err);
