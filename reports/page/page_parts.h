/*
 * page_parts.h -- the parts of a report: each writes its sections to a page. Links between them: "#evidence.METRIC" is
 * the card of a metric, "#METRIC.PRESET.OUTPUT.PROPERTY" a verdict on it.
 */
#pragma once

#include "choice_table.h"
#include "judge.h"
#include "page.h"
#include "sheets.h"

/* Which metrics are shown first, the others on demand: those that lead, and those that papers print. */
enum { FRONT = 12 };
typedef struct page_front {
    const char *subject; /* variants, a list; NULL: none */
    const char *metric[FRONT];
    size_t n;
} page_front;
int page_is_first(const page_front *front, const evidence_series *s); /* also what is from outside */

/* Which metric to report: the best outputs for each property; or why none is named. */
void page_strips(page *p, const stored_choice *from, const verdicts *judged, const page_front *front);
/* The paragraph, and all outputs under each condition; nothing where none is recommended. */
void page_strips_in_full(page *p, const stored_choice *from, const verdicts *judged, const page_front *front);

/* What was run, in a line. */
assay_status page_extent(page *p, store *s, const store_filter *filter, assay_error *err);

/* What the verdicts say of the variants of the subject, one by one, with links to cards. */
void page_answers(page *p, const verdicts *all, const page_front *front);

/* Metric x property: verdict symbols, a legend, and what has neither row nor column. */
void page_properties(page *p, const verdicts *all, const page_front *front);

/* A card for each metric: what it is, how well it orders pairs, every verdict in a sentence with its numbers. */
void page_cards(page *p, const verdicts *all, const choice *ordered);

/* Plans, sizes, seeds, versions, thresholds, commands: what it takes to make the same page again. */
assay_status page_settings(page *p, store *s, const store_filter *filter, const evidence *scores, assay_error *err);

/* A verdict that rests on as many rows and seeds as most do, which is said once; NULL: none rests on scores. And
 * whether another rests on as many; either may be NULL. */
const verdict *page_common_basis(const verdicts *all);
int page_rests_alike(const verdict *a, const verdict *b);

int page_says(const verdict *v);                        /* whether anything was run and is claimed of it */
int page_is_said(const verdicts *all, size_t property); /* of some score */

/* The class of a verdict's symbol: its colours. */
const char *page_mark_class(int outcome);
