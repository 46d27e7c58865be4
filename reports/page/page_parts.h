/*
 * page_parts.h -- the parts of a report: each writes its sections to a page. Links between them: "#property/ID" is
 * what a property asks, "#evidence/METRIC" the card of a metric, "#v/METRIC/PRESET/OUTPUT/PROPERTY" one of them,
 * "#curves/SCENARIO" the figures of a scenario, which the caller writes for every scenario of the evidence.
 */
#pragma once

#include "choice_table.h"
#include "judge.h"
#include "page.h"
#include "sheets.h"

/* Which metric to report: strips of a property each, and a paragraph for a paper; or why none is. */
void page_strips(page *p, const stored_choice *from, const verdicts *judged, const char *subject);

/* What was run, in a line, and what the verdicts say of the variants that `subject` lists (NULL: none), one by one,
 * with links to cards; or that scores decide nothing. */
assay_status page_extent(page *p, store *s, const store_filter *filter, assay_error *err);
void page_answers(page *p, const verdicts *all, const char *subject);

/* How to read the rest, for somebody who has never seen such a table. */
void page_reading(page *p);

/* Metric x property, verdict symbols that lead to their evidence, a legend and counts; then what each property asks. */
void page_properties(page *p, const verdicts *all);

/* A card for each metric: what it is, its scores along every scenario, every verdict in a sentence with its numbers.
 * Charts refer to curves of page_charts. */
void page_cards(page *p, const verdicts *all, const evidence *scores, const sheets *order);

/* The scores of a sheet (of order->at[which]) that are fractions as charts, a panel for each claim. A curve's number,
 * its key in the whole page, is its place in `all`. brief: of a further setting of a scenario, without what the first
 * says of both: names, words, scores that claim nothing. */
void page_charts(page *p, const evidence *all, const sheets *order, size_t which, int brief);
int page_has_charts(const sheet *s); /* whether any of its scores are fractions */

/* A small chart for the first setting that has them, of each scenario, with the outputs of one variant that are
 * fractions, or with the one that is none; refers to curves of page_charts, which the same page must have for every
 * sheet. */
void page_card_charts(page *p, const evidence *all, const sheets *order, const evidence_series *of, const char *name);
int page_same_charts(const evidence_series *a, const evidence_series *b); /* they stand in the same small charts */

/* Plans, sizes, seeds, versions, thresholds, commands: what it takes to make the same page again. */
assay_status page_settings(page *p, store *s, const store_filter *filter, const evidence *scores, assay_error *err);

/* A verdict that rests on as many rows and seeds as most do, which is said once; NULL: none rests on scores. And
 * whether another rests on as many; either may be NULL. */
const verdict *page_common_basis(const verdicts *all);
int page_rests_alike(const verdict *a, const verdict *b);

/* The class of a verdict's symbol: its colours. */
const char *page_mark_class(int outcome);

/* A link to the evidence of a verdict. class: "" for none; hint: what a pointer shows, NULL for none. */
void page_verdict_link(page *p, const verdict *v, const char *class, const char *hint, const char *text);
