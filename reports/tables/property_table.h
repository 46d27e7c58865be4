/*
 * property_table.h -- verdicts as tables: metric x property, one verdict in full, and JSON for programs.
 */
#pragma once

#include "grid.h"
#include "judge.h"
#include "evidence.h"

/* Metrics down, properties across as numbers, which the notes spell out. width: of a terminal, which gets what fits
 * into one block and is asked; 0: everything. for_people 0: a row for each verdict with its evidence (CSV). */
grid *property_table_grid(const verdicts *all, int for_people, size_t width);

/* Every comparison of one verdict. */
/* Those of one metric, a line each: what fails first. */
grid *verdicts_grid(const verdicts *all);
grid *verdict_grid(const verdict *v);

/* One verdict in words: what it is, its evidence, what was asked, the rule and its source. db: what ends a command. */
grid *verdict_words_grid(const verdict *v, const char *db);

/* For programs: a row for each comparison of the verdicts added, one with empty numbers where a verdict has none. */
grid *comparisons_grid(void);
void comparisons_add(grid *g, const verdict *v);

/* {"verdicts": [{"metric", "preset", "output", "property", "claims", "verdict", "free", "samples", "seeds", "sizes":
 * [{"samples", "verdict"}], "evidence": {"text", "value", "low", "high", "threshold", "points"}, "published"}]};
 * samples: the largest it rests on, null for none; sizes: what is decided at each, where there are several; published
 * is null where table 3.2 of Boilard 2022 says nothing. */
assay_status verdicts_json(const verdicts *all, FILE *to, assay_error *err);

/* Whether a threshold is one of the property's. */
int property_uses(const property *of, const char *id);

/* The thresholds of all rules, or of one property. */
grid *thresholds_grid(const property *of);
