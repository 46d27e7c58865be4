#include "study_layout.h"

#include "evidence.h"
#include "needed.h"
#include "orders.h"
#include "plain_text.h"
#include "reason.h"

#include <string.h>

enum { STAGES_KEPT = sizeof((study_cell *)0)->stage / sizeof(double) };

int study_more_is_better(const evidence_series *s)
{
    const int is_other = !s->measures && !(s->flags & ASSAY_LOSS); /* good by a standard that is none of the three */
    return is_other || s->measures & 7 || strcmp(s->family, "candidate") == 0;
}

/* So few shuffled codes that none could be better than all of them. */
static int has_few(const score_row *row)
{
    const uncertainty *c = &row->at->chance;
    return c->kind && study_more_is_better(row->of) && 1.0 / (1.0 + (double)c->draws) > 1 - c->level + 1e-9;
}

int study_at_chance(const score_row *row)
{
    const uncertainty *c = &row->at->chance;
    if (!c->kind || isnan(c->p) || !study_more_is_better(row->of) || has_few(row)) return -1;
    if (2 * c->defined < c->draws) return -1; /* what shuffled codes score is not known */
    return c->p > 1 - c->level + 1e-9;
}

int study_cell_at_chance(const study_cell *c) { return !c->few && c->chance > 1 - c->level + 1e-9; }

double study_cell_mean(const study_cell *c) { return c->mean.runs[0] ? c->mean.value : moments_mean(&c->over); }

static const char *along_text(const score_row *row, const study_by *by)
{
    return by->along ? comparison_column(row->at->of->representation, by->along) : "";
}

static const char *name_of(const score_row *row, const study_by *by)
{
    const char *model = by->file ? point_word(row->at->at, "model") : row->at->of->scenario->called;
    return model ? model : row->at->point;
}

const char *study_row_name(const study_layout *l, size_t row) { return name_of(l->row[row], &l->by); }

static const char *label_of(const score_row *row, const study_by *by)
{
    const char *along = along_text(row, by);
    return phrase("%s%s%s", name_of(row, by), along[0] ? " " : "", along);
}

static int same_row(const score_row *a, const score_row *b, const study_by *by)
{
    if (by->file) return a->at->of == b->at->of;
    return a->at->of->scenario == b->at->of->scenario && strcmp(along_text(a, by), along_text(b, by)) == 0;
}

size_t study_series_place(const study_layout *l, const evidence_series *of)
{
    size_t k = 0;
    while (k < l->n_series && l->series[k] != of) k++;
    return k;
}

size_t study_row_place(const study_layout *l, const score_row *row)
{
    size_t r = 0;
    while (r < l->n_rows && !same_row(l->row[r], row, &l->by)) r++;
    return r;
}

static int has_row(const study_layout *l, const score_row *row) { return study_row_place(l, row) < l->n_rows; }

const study_cell *study_layout_cell(const study_layout *l, const score_row *row)
{
    const size_t s = study_series_place(l, row->of), r = study_row_place(l, row);
    return r < l->n_rows && s < l->n_series ? study_cell_of(l, r, s) : NULL;
}

static void add_score(study_layout *l, study_cell *to, const score_row *row)
{
    const evidence_point *p = row->at;
    const int at_chance = study_at_chance(row);
    to->models++;
    moments_add_defined(&to->over, p->defined ? p->mean : NAN);
    to->is_part |= p->defined && p->items_undefined > 0;
    to->ends[0] = p->interval.kind ? p->interval.low : NAN;
    to->ends[1] = p->interval.kind ? p->interval.high : NAN;
    to->chance = at_chance >= 0 ? p->chance.p : NAN;
    to->level = at_chance >= 0 ? p->chance.level : STUDY_LEVEL;
    const stored_representation *r = p->of->representation;
    const int in_order = r && r->clusters == 1;
    l->unsure += p->defined && !p->interval.kind && !in_order;
    l->in_order += p->defined && !p->interval.kind && in_order;
    l->drawn += p->defined && p->interval.kind;
    if (p->interval.kind) {
        l->level[0] = l->level[0] > 0 ? fmin(l->level[0], p->interval.level) : p->interval.level;
        l->level[1] = fmax(l->level[1], p->interval.level);
    }
    l->undrawn += p->chance.kind && study_more_is_better(row->of) && p->chance.defined < p->chance.draws;
    to->few |= has_few(row);
    if (has_few(row)) {
        l->few++;
        l->few_level = fmax(l->few_level, p->chance.level);
    }
    to->staged += p->defects.draws == STAGES_KEPT && p->defects.draw;
    for (size_t k = 0; k < STAGES_KEPT && p->defects.draws == STAGES_KEPT && p->defects.draw; k++)
        to->stage[k] += (p->defects.draw[k] - to->stage[k]) / (double)to->staged;
    to->side.name = p->scenario;
    comparison_add(&to->side, row);
}

/* Of a group: its mean, and whether one shuffle of the rows for all of its models does as well. */
static void find_mean(study_cell *c, const evidence_series *of)
{
    size_t undefined;
    comparison_make(&c->side, NULL, STUDY_LEVEL, &c->mean);
    c->ends[0] = c->mean.low;
    c->ends[1] = c->mean.high;
    c->chance = study_more_is_better(of) ? comparison_chance(&c->side, &undefined) : NAN;
}

/* Nothing is the best where nothing says that more is better, where all are alike, or at chance; nor of several
 * checkpoints (at: those of one value of `order`). */
static int find_best_of(study_layout *l, size_t series, const char *at)
{
    compared_side *side = kept(l->n_rows + 1, sizeof *side);
    study_cell **cell = kept(l->n_rows + 1, sizeof *cell);
    unsigned char *is_best = kept(l->n_rows + 1, 1);
    size_t n = 0, below = 0;
    for (size_t r = 0; r < l->n_rows; r++) {
        if (at && order_compare(along_text(l->row[r], &l->by), at) != 0) continue;
        cell[n] = study_cell_of(l, r, series);
        side[n] = cell[n]->side;
        n++;
    }
    const int known = comparison_best(side, n, STUDY_LEVEL, is_best);
    for (size_t r = 0; r < n; r++) below += known && !cell[r]->mean.refused && !is_best[r];
    for (size_t r = 0; r < n; r++) cell[r]->is_best = below && is_best[r] && !study_cell_at_chance(cell[r]);
    l->ranked[series] |= below > 0;
    return known;
}

static void find_best(study_layout *l, size_t series)
{
    const int by_order = l->by.along && strcmp(l->by.along, "order") == 0;
    int known = 0;
    for (size_t r = 0; r < (by_order ? l->n_rows : 1); r++) {
        const char *at = by_order ? along_text(l->row[r], &l->by) : NULL;
        size_t before = 0;
        while (before < r && order_compare(along_text(l->row[before], &l->by), at) != 0) before++;
        if (before == r) known |= find_best_of(l, series, at);
    }
    l->alike += known && !l->ranked[series];
}

static void lay_out_rows(const score_rows *from, study_layout *to)
{
    to->series = kept(from->count + 1, sizeof *to->series);
    to->row = kept(from->count + 1, sizeof *to->row);
    to->label = kept(from->count + 1, sizeof *to->label);
    to->ranked = kept(from->count + 1, 1);
    const stored_point *model = NULL;
    for (size_t r = 0; r < from->count; r++) {
        const evidence_series *of = from->at[r].of;
        if (study_series_place(to, of) == to->n_series) to->series[to->n_series++] = of;
        if (!r || !same_row(&from->at[r], &from->at[r - 1], &to->by)) {
            to->label[to->n_rows] = label_of(&from->at[r], &to->by);
            to->row[to->n_rows++] = &from->at[r];
        }
        to->models += from->at[r].at->of != model;
        model = from->at[r].at->of;
    }
    qsort(to->series, to->n_series, sizeof *to->series, evidence_by_series);
    to->cell = kept(to->n_rows * to->n_series + 1, sizeof *to->cell);
    for (size_t r = 0, row = 0; r < from->count; r++) {
        row += r && !same_row(&from->at[r], &from->at[r - 1], &to->by);
        add_score(to, study_cell_of(to, row, study_series_place(to, from->at[r].of)), &from->at[r]);
        const char *why = from->at[r].at->undefined;
        size_t k = why ? 0 : 3;
        to->undefined += why != NULL;
        while (k < 3 && to->why[k] && strncmp(to->why[k], why, strcspn(why, ":") + 1) != 0) k++;
        if (k < 3) to->why[k] = why;
    }
    for (size_t k = 0; k < to->n_rows * to->n_series && !to->by.file; k++)
        if (to->cell[k].models) find_mean(&to->cell[k], to->series[k % to->n_series]);
    for (size_t s = 0; s < to->n_series; s++)
        if (study_more_is_better(to->series[s])) find_best(to, s);
}

/* By group, then by content: equal models count as one. */
static int by_content(const void *a, const void *b)
{
    const stored_point *x = *(const stored_point *const *)a, *y = *(const stored_point *const *)b;
    if (x->scenario != y->scenario) return x->scenario < y->scenario ? -1 : 1;
    if (!x->representation || !y->representation) return 0;
    return strcmp(hash_of_rows(x->representation->hash), hash_of_rows(y->representation->hash));
}

static void list_kept(study_layout *l)
{
    l->kept = kept(l->distinct.count + 1, sizeof *l->kept);
    for (size_t r = 0; r < l->distinct.count; r++)
        if (!r || l->distinct.at[r].at->of != l->distinct.at[r - 1].at->of)
            l->kept[l->n_kept++] = l->distinct.at[r].at->of;
    qsort(l->kept, l->n_kept, sizeof *l->kept, by_content);
}

int study_is_left_out(const study_layout *l, const score_row *row)
{
    return !l->by.file && l->earlier && !bsearch(&row->at->of, l->kept, l->n_kept, sizeof *l->kept, by_content);
}

/* Which checkpoints count, and by name the groups that have none of these (before: all). */
static const char *at_text(const study_layout *l, const score_rows *before, const char *order)
{
    const char *which = rows_at(l->by.at);
    const int is_last = strcmp(which, "last") == 0;
    size_t absent = 0;
    FILE *to = phrase_open();
    if (order) fprintf(to, "those of order %s count%s", order, is_last ? ", the last that all groups have" : "");
    else
        fprintf(to, "the one of each run with the %s %s counts", which[5] == '-' ? "lowest" : "highest",
                which + 5 + (which[5] == '-'));
    for (size_t r = 0, k = 0; r < before->count; r++) {
        const int stays = k < l->distinct.count && before->at[r].at == l->distinct.at[k].at;
        const int is_next = !r || !same_row(&before->at[r], &before->at[r - 1], &l->by);
        const int is_there = k < l->distinct.count && same_row(&before->at[r], &l->distinct.at[k], &l->by);
        k += stays && before->at[r].of == l->distinct.at[k].of;
        if (is_next && !is_there)
            fprintf(to, "%s%s", absent++ ? ", " : is_last ? " but " : ", not of ", label_of(&before->at[r], &l->by));
    }
    return phrase_close(to);
}

/* Models of one seed in one row are one run, and those without a seed of one method: columns in which they differ,
 * unless these are of the design, and the row. NULL: none. */
static const char *find_differing(const study_layout *l)
{
    const score_rows *of = &l->distinct;
    const score_row *differs = NULL, **model = kept(of->count + 1, sizeof *model);
    const char *list = "";
    for (size_t r = 0, n = 0, k; r < of->count; r++) {
        const stored_representation *now = of->at[r].at->of->representation;
        if (n && !same_row(model[n - 1], &of->at[r], &l->by)) n = 0;
        if (!now || (n && model[n - 1]->at->of == of->at[r].at->of)) continue;
        for (k = 0; k < n && strcmp(comparison_column(now, "seed"),
                                    comparison_column(model[k]->at->of->representation, "seed")) != 0;)
            k++;
        for (size_t c = 0; c < now->n_columns && k < n; c++) {
            const char *column = now->column[c];
            if (strcmp(now->text[c], comparison_column(model[k]->at->of->representation, column)) == 0 ||
                list_has(list, column) || list_has("seed,order,data,cluster,shuffle,split", column))
                continue;
            list = phrase_join(list, ",", column);
            if (!differs) differs = &of->at[r];
        }
        model[n++] = &of->at[r];
    }
    return differs ? phrase("Models of one seed in group %s differ in %s, and count in one mean; --each COLUMN parts "
                            "them, or groups of their own.",
                            label_of(differs, &l->by), list)
                   : NULL;
}

void study_notes(grid *g, const study_layout *l)
{
    if (*l->lacks) grid_note(g, 0, "Not on %s: %s.", l->data->name, l->lacks);
    if (l->at_said) grid_note(g, 0, "Of checkpoints %s; --along order has a row of each.", l->at_said);
    if (l->differs) grid_note(g, 0, "%s", l->differs);
}

int study_has_column(const study_layout *l, size_t series, int only_better)
{
    size_t models = 0;
    if (only_better && !study_more_is_better(l->series[series])) return 0;
    for (size_t r = 0; r < l->n_rows; r++) {
        const study_cell *c = study_cell_of(l, r, series);
        if (c->models && !isnan(study_cell_mean(c))) return 1;
        models += c->models;
    }
    return !models; /* what is not in the store is none of the store's undefined scores */
}

void study_undefined(grid *g, const study_layout *l, int only_better)
{
    const char *all = "";
    for (size_t s = 0; s < l->n_series; s++)
        if (!study_has_column(l, s, only_better) && (!only_better || study_more_is_better(l->series[s])))
            all = phrase_join(all, ", ", series_text(l->series[s]));
    if (*all) grid_note(g, 0, "Undefined for all %s: %s.", l->by.file ? "models" : "groups", all);
    const char *text = "";
    for (size_t k = 0; k < 3 && l->why[k]; k++)
        text = phrase_join(text, "; ", reason_read(l->why[k]).text ? reason_read(l->why[k]).text : l->why[k]);
    if (l->undefined)
        grid_note(g, 0, "%zu score%s undefined and left out, for reasons such as: %s.", l->undefined,
                  l->undefined == 1 ? " is" : "s are", text);
}

/* Of groups each content counts once, and of checkpoints the last. */
static void layout_make(const data_sets *sets, size_t set, int doses, const study_by *by, study_layout *to)
{
    const score_rows *from = &sets->at[set].rows[doses];
    *to = (study_layout){ .by = *by, .data = &sets->at[set], .of_sets = sets->n, .lacks = "" };
    if (!by->file) {
        groups_distinct(from, &to->distinct, &to->equal);
        if (by->along) rows_sort_along(&to->distinct, by->along);
        score_rows all = { .at = kept(to->distinct.count + 1, sizeof *all.at), .count = to->distinct.count };
        memcpy(all.at, to->distinct.at, all.count * sizeof *all.at);
        to->earlier = rows_keep_at(&to->distinct, by->along, by->at);
        if (to->earlier) to->at_said = at_text(to, &all, rows_shared_order(&all, by->along, by->at));
        to->differs = find_differing(to);
        list_kept(to);
    }
    lay_out_rows(by->file ? from : &to->distinct, to);
}

const study_layout *study_sets_of(const study_sets *sets, const score_row *row)
{
    return &sets->at[data_sets_of(&sets->of, row)].scores;
}

/* Rows that other data sets have, by name. */
static const char *lacking(const study_sets *sets, size_t set)
{
    const study_layout *l = &sets->at[set].scores;
    const char *text = "";
    for (size_t k = 0; k < sets->n && !l->by.file; k++)
        for (size_t r = 0, j; r < sets->at[k].scores.n_rows; r++) {
            const score_row *row = sets->at[k].scores.row[r];
            if (has_row(l, row)) continue;
            for (j = 0; j < k && !has_row(&sets->at[j].scores, row);) j++;
            if (j == k) text = phrase_join(text, ", ", sets->at[k].scores.label[r]); /* once */
        }
    return text;
}

void study_sets_make(const score_rows *scores, const score_rows *doses, const study_by *by, study_sets *to)
{
    data_sets_make(scores, doses, by->each, &to->of);
    to->n = to->of.n;
    to->at = kept(to->n + 1, sizeof *to->at);
    for (size_t k = 0; k < to->n; k++) {
        layout_make(&to->of, k, 0, by, &to->at[k].scores);
        layout_make(&to->of, k, 1, by, &to->at[k].doses);
    }
    for (size_t k = 0; k < to->n && to->n > 1; k++) to->at[k].scores.lacks = lacking(to, k);
}

void study_grid_row(grid *g, const study_layout *l, size_t row)
{
    grid_row(g);
    if (l->by.file) grid_text(g, "%s", l->row[row]->at->of->scenario->called);
    grid_text(g, "%s", study_row_name(l, row));
    if (l->by.along) grid_text(g, "%s", comparison_column(l->row[row]->at->of->representation, l->by.along));
}

const char *study_title(const study_layout *l, const char *title)
{
    return l->of_sets > 1 ? phrase_join(title, ", ", l->data->name) : title;
}

grid *study_grid(const study_layout *l, const char *caption)
{
    grid *g = grid_new(study_title(l, caption));
    if (l->by.file) grid_column(g, "group", "Group", GRID_LEFT);
    grid_column(g, l->by.file ? "model" : "group", l->by.file ? "Model" : "Group", GRID_LEFT);
    if (l->by.along) grid_column(g, l->by.along, l->by.along, GRID_LEFT);
    return g;
}
