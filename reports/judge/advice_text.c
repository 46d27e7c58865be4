/* Sentences on which scores to report. */
#include "advice_text.h"

#include "names.h"

#include <stdlib.h>
#include <string.h>

enum { NAMED = 3 }; /* scores that are left out by name, for each property */

static void put_name(const evidence_series *s, FILE *to)
{
    char name[256];
    series_text(s, name, sizeof name);
    fputs(name, to);
}

/* The properties of a score with an outcome (passes: earned ones), by name: "calibrated, nonlinear". */
static size_t put_properties(const standing *s, int outcome, FILE *to)
{
    size_t n = 0;
    for (size_t k = 0; k < property_count(); k++) {
        const verdict *v = &s->of[k];
        if (property_at(v->property)->diagnostic || v->outcome != outcome) continue;
        if (outcome == VERDICT_PASS && v->free) continue;
        if (to) fprintf(to, "%s%s", n ? ", " : "", property_at(v->property)->id);
        n++;
    }
    return n;
}

/* ---- what it rests on ---- */

static void put_factors(const evidence_series *s, FILE *to)
{
    const assay_profile *on = assay_profile_find(s->profile);
    if (!s->profile) fputs("On the factors that the scenarios draw themselves", to);
    else if (!on) fprintf(to, "On the factors of a file (%s)", s->profile);
    else {
        fprintf(to, "On the factors of %s (", on->title);
        for (size_t i = 0; i < on->n_factors; i++)
            fprintf(to, "%s%d", !i ? "" : i + 1 < on->n_factors ? ", " : " and ", (int)on->levels[i]);
        fputs(" classes)", to);
    }
}

static void put_basis(const verdicts *all, FILE *to)
{
    uint64_t rows[2] = { 0, 0 };
    size_t seeds[2] = { 0, 0 };
    for (size_t k = 0; k < all->count; k++) {
        const verdict *v = &all->at[k];
        if (!v->samples[1]) continue;
        if (!rows[0] || v->samples[0] < rows[0]) rows[0] = v->samples[0];
        if (v->samples[1] > rows[1]) rows[1] = v->samples[1];
        if (!seeds[0] || v->seeds < seeds[0]) seeds[0] = v->seeds;
        if (v->seeds > seeds[1]) seeds[1] = v->seeds;
    }
    fprintf(to, ", with %llu", (unsigned long long)rows[0]);
    if (rows[1] > rows[0]) fprintf(to, " to %llu", (unsigned long long)rows[1]);
    fprintf(to, " rows and %zu", seeds[0]);
    if (seeds[1] > seeds[0]) fprintf(to, " to %zu", seeds[1]);
    fputs(" seeds, scores were held against representations whose modularity, compactness and explicitness are known "
          "(assay " ASSAY_VERSION "). ", to);
}

/* ---- what to report ---- */

static void put_best(const advice *a, FILE *to)
{
    for (size_t k = 0; k < a->n_best; k++) {
        fputs(!k ? "" : k + 1 < a->n_best ? ", " : " or ", to);
        put_name(a->best[k].of->series, to);
    }
}

static void put_standing(const standing *s, FILE *to)
{
    static const struct {
        int outcome;
        const char *word;
    } open[] = { { VERDICT_UNDEFINED, "undefined" },
                 { VERDICT_UNDECIDED, "undecided" },
                 { VERDICT_NOT_RUN, "not run" } };
    fprintf(to, " passes %zu of the %zu properties asked of it, %zu of them because of what it measures (", s->passed,
            s->asked, s->earned);
    put_properties(s, VERDICT_PASS, to);
    fputs(")", to);
    if (s->failed) {
        fputs(", and fails ", to);
        put_properties(s, VERDICT_FAIL, to);
    }
    for (size_t k = 0; k < sizeof open / sizeof *open; k++) {
        if (!put_properties(s, open[k].outcome, NULL)) continue;
        fprintf(to, "; %s: ", open[k].word);
        put_properties(s, open[k].outcome, to);
    }
    fputs(". ", to);
}

static void put_report(const advice *a, FILE *to)
{
    fprintf(to, "For %s ", claim_name(a->claim));
    if (!a->n_best) {
        fprintf(to,
                a->candidates ? "we report no score: none of the %zu that claim it passes a property because of what "
                                "it measures. "
                              : "nothing can be said: no score that claims it was decided on anything. ",
                a->candidates);
        return;
    }
    if (a->fit) fputs("we report ", to);
    else fputs("no score passes everything that is asked of it; the nearest is ", to);
    put_best(a, to);
    fputs(a->n_best > 1 ? ", alike in rank; the first" : ", which", to);
    put_standing(&a->best[0], to);
}

/* ---- what to leave out ---- */

static int compare_failed(const void *a, const void *b)
{
    const standing *x = a, *y = b;
    if (x->failed != y->failed) return x->failed < y->failed ? 1 : -1;
    return x->of < y->of ? -1 : x->of > y->of;
}

static int is_best(const advice *a, const standing *s)
{
    for (size_t k = 0; k < a->n_best; k++)
        if (a->best[k].of == s->of) return 1;
    return 0;
}

/* Scores that fail more than the best, those that fail most first, each with its furthest failure. */
static void put_left_out(const verdicts *all, const advice *a, standing *room, FILE *to)
{
    size_t n = 0;
    for (size_t k = 0; k < all->count; k += property_count()) {
        const standing one = standing_of(&all->at[k]);
        const evidence_series *s = one.of->series;
        if (!(s->measures & a->claim) || s->flags & ASSAY_CONTROL || is_best(a, &one)) continue;
        if (one.failed > (a->n_best ? a->best[0].failed : 0)) room[n++] = one;
    }
    if (!n) return;
    qsort(room, n, sizeof *room, compare_failed);
    fprintf(to, "We leave out for %s ", claim_name(a->claim));
    for (size_t k = 0; k < n && k < NAMED; k++) {
        const verdict *worst = verdicts_worst(room[k].of, property_count());
        fputs(k ? "; " : "", to);
        put_name(room[k].of->series, to);
        fprintf(to, ", which fails %zu of %zu", room[k].failed, room[k].asked);
        if (worst) fprintf(to, ", %s furthest (%s)", property_at(worst->property)->id, worst->text ? worst->text : "");
    }
    if (n > NAMED) fprintf(to, "; and %zu more that fail more than what is reported", n - NAMED);
    fputs(". ", to);
}

/* ---- the paragraph ---- */

static void compose(const verdicts *all, standing *room, FILE *to)
{
    static const uint32_t claims[] = { ASSAY_MODULARITY, ASSAY_COMPACTNESS, ASSAY_EXPLICITNESS };
    put_factors(all->at[0].series, to);
    put_basis(all, to);
    for (size_t c = 0; c < sizeof claims / sizeof *claims; c++) {
        advice a;
        advice_make(all, claims[c], &a);
        put_report(&a, to);
        put_left_out(all, &a, room, to);
    }
    fputs("Marks rest on intervals over seeds that hold together in 95 of 100 studies.\n", to);
}

static void put_wrapped(const char *text, size_t width, FILE *to)
{
    size_t column = 0;
    while (*text) {
        const size_t length = strcspn(text, " \n");
        if (column && column + 1 + length > width) {
            fputc('\n', to);
            column = 0;
        }
        fprintf(to, "%s%.*s", column ? " " : "", (int)length, text);
        column += length + (column > 0);
        text += length;
        text += strspn(text, " \n");
    }
    fputc('\n', to);
}

assay_status advice_write(const verdicts *all, size_t width, FILE *to, assay_error *err)
{
    char *text = NULL;
    size_t size = 0;
    standing *room = calloc(all->count / property_count() + 1, sizeof *room);
    FILE *memory = room && all->count ? open_memstream(&text, &size) : NULL;
    if (memory) compose(all, room, memory);
    const int full = memory && fclose(memory) != 0;
    if (memory && !full) put_wrapped(text, width, to);
    free(text);
    free(room);
    if (!memory || full) return assay_fail(err, ASSAY_ENOMEM, "memory ran out");
    return ferror(to) ? assay_fail(err, ASSAY_EENVIRONMENT, "writing failed") : ASSAY_OK;
}
