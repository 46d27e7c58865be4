/* Tables of verdicts: each mark next to the verdict of the store. */
#include "reproduction_inside.h"

#include "wording.h"

#include <string.h>

const paper_entry *published_mark(const evidence_series *s, const char *asked)
{
    const paper_entry *e;
    for (size_t k = 0; !s->profile && (e = published_at(k)); k++)
        if (e->kind == PRINTS_MARK && strcmp(e->of.metric, s->metric) == 0 && strcmp(e->property, asked) == 0) return e;
    return NULL;
}

void published_mark_text(const paper_entry *mark, char *to, size_t size)
{
    wording w = wording_in(to, size);
    wording_add(&w, "%s (%s)", published_marks[mark->mark], mark->source);
    if (mark->remark) wording_add(&w, "; the paper against itself: %s", mark->remark);
}

static int outcome_of(int mark)
{
    return mark == MARK_YES                             ? VERDICT_PASS
           : mark == MARK_NO || mark == MARK_NO_BY_BINS ? VERDICT_FAIL
                                                        : VERDICT_NOT_CLAIMED;
}

/* ---- the verdict that speaks for a metric of several outputs ---- */

static int weight(int outcome)
{
    static const int of[VERDICT_KINDS] = {
        [VERDICT_FAIL] = 5,      [VERDICT_UNDEFINED] = 4, [VERDICT_NOT_RUN] = 3,
        [VERDICT_UNDECIDED] = 2, [VERDICT_PASS] = 1,      [VERDICT_NOT_CLAIMED] = 0,
    };
    return of[outcome];
}

static int is_about(const verdict *v, const paper_entry *e)
{
    return !v->series->profile && strcmp(v->series->metric, e->of.metric) == 0 &&
           strcmp(v->series->preset, e->of.preset) == 0 && strcmp(property_at(v->property)->id, e->property) == 0;
}

static const verdict *find_verdict(const paper_entry *e, const verdicts *all)
{
    const verdict *found = NULL;
    for (size_t k = 0; k < all->count; k++)
        if (is_about(&all->at[k], e) && (!found || weight(all->at[k].outcome) > weight(found->outcome)))
            found = &all->at[k];
    return found;
}

/* ---- why it is another one ---- */

static int fails_alone(const paper_entry *e, const verdicts *all)
{
    for (size_t k = 0; k < all->count; k++) {
        const verdict *v = &all->at[k];
        if (is_about(v, e) && (v->outcome == VERDICT_FAIL) != (strcmp(v->series->output, e->alone) == 0)) return 0;
    }
    return 1;
}

/* What a reason says must be so in this store: it is given where its numbers hold, and nowhere else. */
static int reason_holds(const paper_entry *e, const verdict *v, const verdicts *all)
{
    const comparison *of = &v->comparison[v->deciding];
    if (e->verdict >= 0 && v->outcome != e->verdict) return 0;
    if (e->alone && !fails_alone(e, all)) return 0;
    if (e->where) {
        size_t k = 0;
        while (k < v->n_comparisons && v->comparison[k].outcome != VERDICT_FAIL) k++;
        of = &v->comparison[k];
        if (k == v->n_comparisons || !strstr(of->text, e->where)) return 0;
    }
    return v->outcome == VERDICT_NOT_CLAIMED || (v->n_comparisons && of->value >= e->from && of->value <= e->to);
}

static void say_reason(const paper_entry *e, const verdict *v, const verdicts *all, reproduction_row *row)
{
    const char *ours = v->text ? v->text : "", *doubt = e->remark ? e->remark : "";
    const char *left_out = e->mark == MARK_EXCLUDED ? "the paper leaves it out; ours: " : "";
    const char *against = e->remark ? "the paper against itself: " : "", *gap = e->remark ? "; " : "";
    const char *why = e->reason && reason_holds(e, v, all) ? e->reason : ours;
    if (row->status == REPRODUCTION_DIFFERS) row_say(&row->reason, "%s%s%s%s%s", left_out, why, gap, against, doubt);
    else if (row->status != REPRODUCTION_DONE) row_say(&row->reason, "no verdict: %s", ours);
    else if (e->remark) row_say(&row->reason, "%s%s", against, doubt);
}

void mark_judge(const paper_entry *e, const verdicts *all, reproduction_row *row)
{
    const verdict *v = all ? find_verdict(e, all) : NULL;
    *row = row_begun(e);
    row->outcome = v ? v->outcome : VERDICT_NOT_RUN;
    if (!v) return;
    const int open =
        v->outcome == VERDICT_UNDECIDED || v->outcome == VERDICT_NOT_RUN || v->outcome == VERDICT_UNDEFINED;
    row->status = v->outcome == outcome_of(e->mark) ? REPRODUCTION_DONE
                  : !open                           ? REPRODUCTION_DIFFERS
                  : v->n_comparisons                ? REPRODUCTION_WITHIN_ERROR
                                                    : REPRODUCTION_MISSING;
    say_reason(e, v, all, row);
    row_say(&row->evidence, "%s%s%s", verdict_word(v->outcome), v->text ? ": " : "", v->text ? v->text : "");
    if (!v->n_comparisons) return;
    row->ours = v->comparison[v->deciding].value;
    row->low = v->comparison[v->deciding].low;
    row->high = v->comparison[v->deciding].high;
    row->seeds = v->comparison[v->deciding].seeds;
}
