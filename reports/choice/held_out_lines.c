/* The interval of a difference is Newcombe's (1998, Statistics in Medicine 17, p. 873, method 10): the two intervals'
 * distances to their estimates, added in squares. */
#include "choice_table.h"

#include "claim_names.h"
#include "needed.h"
#include "student.h"

#include <inttypes.h>
#include <string.h>

enum { MANY = 1000000000 }; /* degrees of freedom: Student's distribution is the normal one */

/* Of the two ends of an interval at 95 % that `asked` of them share. */
static double normal_quantile_for(double asked) { return student_quantile(1.0 - 0.025 / asked, MANY); }

static int same_series(const evidence_series *a, const evidence_series *b)
{
    return strcmp(a->metric, b->metric) == 0 && strcmp(a->preset, b->preset) == 0 && strcmp(a->output, b->output) == 0;
}

/* What is known against one of its variants there; NULL: nothing. */
static const char *remark_in(const evidence *e, const evidence_series *of)
{
    for (size_t k = 0; k < e->count; k++)
        if (e->at[k].remark && same_series(&e->at[k], of)) return e->at[k].remark;
    return NULL;
}

/* One side of the comparison, as if nothing were known against it: numbers of a remark are none, and follow from no
 * seed. */
typedef struct side {
    evidence bare;
    choice made;
} side;

static side side_make(const evidence *scores)
{
    side to = { .bare = *scores };
    to.bare.at = kept(scores->count + 1, sizeof *to.bare.at);
    for (size_t k = 0; k < scores->count; k++) {
        to.bare.at[k] = scores->at[k];
        to.bare.at[k].remark = NULL;
    }
    choice_make(&to.bare, NULL, &to.made);
    return to;
}

static concordance concordance_at(const choice_property *p, const evidence_series *of)
{
    for (size_t k = 0; k < p->n_strips; k++)
        if (same_series(p->strip[k].of, of)) return p->strip[k].all;
    return (concordance){ 0, NAN, NAN, NAN };
}

static void line_change(held_out_line *l, double asked)
{
    const double wider = normal_quantile_for(asked) / normal_quantile_for(1.0);
    const concordance *a = &l->published, *b = &l->held_out;
    l->change = b->value - a->value;
    l->low = l->change - wider * hypot(b->value - b->low, a->high - a->value);
    l->high = l->change + wider * hypot(b->high - b->value, a->value - a->low);
}

void held_out_lines_make(const evidence *published, const evidence *held_out, held_out_lines *to)
{
    side before = side_make(published), now = side_make(held_out);
    to->line = kept(3 * held_out->count + 1, sizeof *to->line);
    to->rows = now.made.rows;
    to->count = 0;
    for (int p = 0; p < 3; p++)
        for (size_t k = 0; k < now.made.property[p].n_strips; k++) {
            const choice_strip *strip = &now.made.property[p].strip[k];
            const char *known = remark_in(published, strip->of);
            to->line[to->count++] = (held_out_line){ .of = &held_out->at[strip->of - now.bare.at],
                                                     .claim = now.made.property[p].claim,
                                                     .published = concordance_at(&before.made.property[p], strip->of),
                                                     .held_out = strip->all,
                                                     .remark = known ? known : remark_in(held_out, strip->of) };
        }
    for (size_t k = 0; k < to->count; k++) line_change(&to->line[k], (double)to->count);
}

int held_out_failed(const held_out_lines *lines)
{
    int failed = 0;
    for (size_t k = 0; k < lines->count; k++) failed |= lines->line[k].high < 0.0 || lines->line[k].remark;
    return failed;
}

static const char *result_of(const held_out_line *l, int with_remarks)
{
    static const char no_function[] = "not a function of its input";
    if (l->remark && with_remarks) return strstr(l->remark, no_function) ? no_function : "falls on fresh rows";
    return l->high < 0.0 ? "falls on new pairs" : "no certain fall";
}

static void add_line(grid *g, const held_out_line *l, int with_remarks)
{
    GRID_ROW(g, GRID_TEXT(series_text(l->of)), GRID_TEXT(claim_name(l->claim)), GRID_NUMBER(l->published.value, 2),
             GRID_NUMBER(l->held_out.value, 2));
    grid_written(g, l->change, grid_interval_text(l->change, (const double[]){ l->low, l->high }, 2));
    grid_text(g, "%s", result_of(l, with_remarks));
}

/* Every output of a variant has its remark. */
static int is_first_with(const held_out_lines *lines, size_t k)
{
    size_t first = 0;
    while (lines->line[first].remark != lines->line[k].remark) first++;
    return first == k;
}

grid *held_out_grid(const held_out_lines *lines, int with_remarks)
{
    grid *g = grid_new(phrase("Held-out check %" PRIu64 ": concordance on published pairs of known order, and on pairs "
                              "that nobody had seen (%" PRIu64 " rows)",
                              lines->seed, lines->rows));
    GRID_COLUMNS(g, { "metric", "Metric", GRID_LEFT }, { "property", "Property", GRID_LEFT },
                 { "published", "Published", GRID_RIGHT }, { "held_out", "New pairs", GRID_RIGHT },
                 { "change", "Change", GRID_RIGHT }, { "result", "Result", GRID_WRAP });
    for (size_t k = 0; k < lines->count; k++) {
        const char *remark = with_remarks ? lines->line[k].remark : NULL;
        add_line(g, &lines->line[k], with_remarks);
        if (remark && is_first_with(lines, k)) grid_note(g, 0, "%s.", remark);
    }
    grid_note(g, 0,
              "Change: new pairs minus published, 95 %% for all lines together; pairs that share their draws "
              "count as one.");
    return g;
}
