/* Models by data set, and one checkpoint; see data_sets.h. */
#include "data_sets.h"

#include "comparison.h"
#include "fnv.h"
#include "near_name.h"
#include "needed.h"
#include "orders.h"

/* By group, then by the number, or the word, of the column; else as they stood. */
typedef struct ordered {
    score_row row;
    const char *text;
    size_t group, place;
} ordered;

static int by_along(const void *a, const void *b)
{
    const ordered *x = a, *y = b;
    if (x->group != y->group) return x->group < y->group ? -1 : 1;
    const int values = order_compare(x->text, y->text), texts = values ? values : strcmp(x->text, y->text);
    return texts ? texts : (x->place > y->place) - (x->place < y->place);
}

void rows_sort_along(score_rows *rows, const char *along)
{
    ordered *all = kept(rows->count + 1, sizeof *all);
    for (size_t r = 0, group = 0; r < rows->count; r++) {
        group += r && rows->at[r].at->of->scenario != rows->at[r - 1].at->of->scenario;
        all[r] = (ordered){ rows->at[r], comparison_column(rows->at[r].at->of->representation, along), group, r };
    }
    qsort(all, rows->count, sizeof *all, by_along);
    for (size_t r = 0; r < rows->count; r++) rows->at[r] = all[r].row;
}

static const char *column_of(const stored_point *of, const char *name)
{
    return comparison_column(of->representation, name);
}

static int same_row(const stored_point *x, const stored_point *y, const char *along)
{
    return x->scenario == y->scenario && (!along || strcmp(column_of(x, along), column_of(y, along)) == 0);
}

const char *rows_at(const char *at) { return !at ? "last" : strncmp(at, "order=", 6) == 0 ? at + 6 : at; }

static const char *best_column(const char *which)
{
    return strncmp(which, "best:", 5) == 0 ? which + 5 + (which[5] == '-') : NULL;
}

/* Whether x counts in the place of y, both in one row of a table. */
static int counts_for(const stored_point *x, const stored_point *y, const char *which)
{
    const char *column = best_column(which);
    if (strcmp(column_of(x, "seed"), column_of(y, "seed")) != 0) return 0;
    const int better = order_compare(column_of(x, column), column_of(y, column));
    return better ? (which[5] == '-' ? better < 0 && *column_of(x, column) : better > 0)
                  : order_compare(column_of(x, "order"), column_of(y, "order")) > 0;
}

const char *rows_shared_order(const score_rows *rows, const char *along, const char *at)
{
    const char *which = rows_at(at);
    if (best_column(which)) return NULL;
    if (strcmp(which, "last") != 0) return which;
    if (along && strcmp(along, "order") == 0) return NULL;
    order_of *of = kept(rows->count + 1, sizeof *of);
    size_t n = 0, group = 0;
    for (size_t r = 0; r < rows->count; r++) {
        const stored_point *now = rows->at[r].at->of, *before = r ? rows->at[r - 1].at->of : NULL;
        group += before && !same_row(before, now, along);
        if (now != before) of[n++] = (order_of){ group, column_of(now, "order") };
    }
    which = order_shared(of, n);
    return which;
}

/* A mean over checkpoints is that of no model. */
size_t rows_keep_at(score_rows *rows, const char *along, const char *at)
{
    const char *which = rows_at(at), *order = rows_shared_order(rows, along, at);
    const int by_column = best_column(which) != NULL;
    const stored_point **model = kept(rows->count + 1, sizeof *model);
    size_t kept = 0, gone = 0;
    for (size_t first = 0, end; first < rows->count; first = end) {
        size_t n = 0;
        int is_ordered = 0;
        for (end = first; end < rows->count && same_row(rows->at[first].at->of, rows->at[end].at->of, along); end++)
            if (!n || model[n - 1] != rows->at[end].at->of) {
                model[n++] = rows->at[end].at->of;
                is_ordered |= *column_of(model[n - 1], "order") != '\0';
            }
        for (size_t r = first, stays = 1; r < end; r++) {
            const stored_point *of = rows->at[r].at->of;
            if (r == first || of != rows->at[r - 1].at->of) {
                stays = !order || !is_ordered || order_compare(column_of(of, "order"), order) == 0;
                for (size_t k = 0; k < n && stays && by_column; k++) stays = !counts_for(model[k], of, which);
                gone += !stays;
            }
            if (stays) rows->at[kept++] = rows->at[r];
        }
    }
    rows->count = kept;
    return gone;
}

assay_status rows_check_at(const score_rows *rows, const char *at, assay_error *err)
{
    const char *which = rows_at(at), *column = best_column(which);
    near_name near = near_to(which);
    if (!at || strcmp(which, "last") == 0) return ASSAY_OK;
    if (column) return rows_check_column(rows, "at", column, err);
    for (size_t r = 0; r < rows->count; r++) {
        if (order_compare(column_of(rows->at[r].at->of, "order"), which) == 0) return ASSAY_OK;
        if (!r || rows->at[r].at->of != rows->at[r - 1].at->of)
            near_offer(&near, column_of(rows->at[r].at->of, "order"));
    }
    return assay_fail(err, ASSAY_EUSAGE, "--at %.200s: %s", at, no_such(&near, "value", "column order", NULL));
}

assay_status rows_check_column(const score_rows *rows, const char *option, const char *column, assay_error *err)
{
    near_name near = near_to(column ? column : "");
    for (size_t r = 0; column && r < rows->count; r++) {
        const stored_representation *of = rows->at[r].at->of->representation;
        const stored_representation *before = r ? rows->at[r - 1].at->of->representation : NULL;
        for (size_t k = 0; of && k < of->n_columns; k++) {
            if (strcmp(of->column[k], column) == 0) return ASSAY_OK;
            if (!before || before->n_columns != of->n_columns) near_offer(&near, of->column[k]); /* each once */
        }
    }
    return !column ? ASSAY_OK
                   : assay_fail(err, ASSAY_EUSAGE, "--%s %.200s: %s", option, column,
                                no_such(&near, "column", "the manifests", NULL));
}

/* A model. Where nobody declared its data set, and its rows have one model of a group at most, `cover` is the number of
 * groups that have one, and `alike` is the same for rows that are as many, of as many factors, in the same groups. */
typedef struct set_model {
    const stored_point *of;
    const char *each; /* what parts the models; "" */
    size_t set, cover;
    uint64_t alike;
} set_model;

static const char *data_of(const set_model *m) { return m->of->representation ? m->of->representation->data : ""; }

static const char *declared_of(const set_model *m) { return comparison_column(m->of->representation, "data"); }

static int by_model(const void *a, const void *b)
{
    const set_model *x = a, *y = b;
    return (x->of > y->of) - (x->of < y->of);
}

static int by_each(const set_model *x, const set_model *y)
{
    const int values = order_compare(x->each, y->each);
    return values ? values : strcmp(x->each, y->each);
}

static int by_data(const void *a, const void *b)
{
    const set_model *x = a, *y = b;
    if (by_each(x, y) != 0) return by_each(x, y);
    const int names = strcmp(declared_of(x), declared_of(y)), rows = names ? names : strcmp(data_of(x), data_of(y));
    return rows ? rows : (x->of->scenario > y->of->scenario) - (x->of->scenario < y->of->scenario);
}

static int are_on_same(const set_model *x, const set_model *y)
{
    return strcmp(declared_of(x), declared_of(y)) == 0 && strcmp(data_of(x), data_of(y)) == 0;
}

static int by_set(const void *a, const void *b)
{
    const set_model *x = a, *y = b;
    if (by_each(x, y) != 0) return by_each(x, y);
    if (x->cover != y->cover) return x->cover < y->cover ? -1 : 1;
    if (x->cover) return (x->alike > y->alike) - (x->alike < y->alike);
    return are_on_same(x, y) ? 0 : by_data(a, b);
}

static size_t list_models(const score_rows *rows, const char *each, set_model *to)
{
    size_t n = 0;
    for (size_t r = 0; r < rows->count; r++)
        if (!n || to[n - 1].of != rows->at[r].at->of)
            to[n++] = (set_model){ .of = rows->at[r].at->of, .each = each ? column_of(rows->at[r].at->of, each) : "" };
    return n;
}

/* Rows that are drawn anew for every seed are no other data: where each of them has one model of the same groups, no
 * group is ahead by its rows. A model alone on its rows is compared with others of its kind, whatever their groups. */
static void mark_covers(set_model *m, size_t n)
{
    for (size_t first = 0, end; first < n; first = end) {
        const stored_representation *rows = m[first].of->representation;
        const uint64_t shape[2] = { rows ? rows->factors : 0, rows ? rows->rows : 0 };
        size_t cover = 1, twice = *declared_of(&m[first]) != '\0';
        uint64_t groups = fnv_text(FNV_START, m[first].of->scenario->name);
        for (end = first + 1; end < n && are_on_same(&m[first], &m[end]) && !by_each(&m[first], &m[end]); end++) {
            const stored_point *now = m[end].of, *before = m[end - 1].of;
            if (now->scenario == before->scenario) {
                twice |= strcmp(now->representation->hash, before->representation->hash) != 0;
            } else {
                groups = fnv_bytes(fnv_text(groups, now->scenario->name), "", 1);
                cover++;
            }
        }
        const uint64_t alike = cover > 1 ? fnv_bytes(groups, shape, sizeof shape) : shape[0];
        for (size_t k = first; k < end; k++) m[k].cover = twice ? 0 : cover, m[k].alike = alike;
    }
}

/* Numbers the sets of the models, and sorts these by model. */
static void number_sets(data_sets *to)
{
    set_model *m = to->model;
    qsort(m, to->n_models, sizeof *m, by_model);
    size_t n = 0;
    for (size_t k = 0; k < to->n_models; k++)
        if (!n || m[n - 1].of != m[k].of) m[n++] = m[k];
    to->n_models = n;
    qsort(m, n, sizeof *m, by_data);
    mark_covers(m, n);
    qsort(m, n, sizeof *m, by_set);
    for (size_t k = 0; k < n; k++) {
        if (!k || by_set(&m[k - 1], &m[k]) != 0) to->n++;
        m[k].set = to->n - 1;
    }
}

/* How many bytes the paths of these models begin with in common. */
static size_t common_path(const set_model *m, size_t n)
{
    const char *path = m->of->representation ? m->of->representation->path : "";
    size_t common = strlen(path);
    for (size_t k = 1; k < n; k++)
        while (common && (!m[k].of->representation || strncmp(path, m[k].of->representation->path, common) != 0))
            common--;
    return common;
}

/* Of the n models of a set, of which other sets share so much of their paths. Several groups on one and the same rows
 * are a data set like any other; what nobody called anything is named by what its paths have in common, and those of
 * others have not. */
static void name_set(const set_model *m, size_t n, size_t shared, data_set *set)
{
    const stored_representation *r = m->of->representation;
    const size_t common = common_path(m, n);
    const char *declared = declared_of(m);
    if (set->drawn_for) set->name = phrase("rows of their own (%zu factors)", r ? (size_t)r->factors : 0);
    else if (*declared) set->name = phrase("data set %s", declared);
    else if (common > shared)
        set->name = phrase("data set %zu (%.*s...)", set->number, common < 400 ? (int)common : 400, r->path);
    else set->name = phrase("data set %zu", set->number);
    set->is_declared = *declared && !set->drawn_for;
}

/* Sorted by set. */
static void name_sets(data_sets *to)
{
    const set_model *m = to->model;
    const size_t shared = to->n_models ? common_path(m, to->n_models) : 0;
    for (size_t first = 0, end; first < to->n_models; first = end) {
        int several = m[first].cover == 1;
        for (end = first + 1; end < to->n_models && m[end].set == m[first].set; end++)
            several |= m[end].cover && !are_on_same(&m[end], &m[end - 1]);
        data_set *set = &to->at[m[first].set];
        set->drawn_for = several ? m[first].cover : 0;
        set->number = m[first].set + 1;
        set->each = m[first].each;
        name_set(&m[first], end - first, shared, set);
    }
}

/* "data set digits, beta 4"; where all are of one data set, "beta 4". */
static void name_each(data_sets *to, const char *each)
{
    size_t others = 0;
    for (size_t k = 1; k < to->n_models; k++) others += !are_on_same(&to->model[k - 1], &to->model[k]);
    for (data_set *set = to->at; set < to->at + to->n; set++)
        set->name = phrase("%s%s%s%s%s%s", others ? set->name : "", others ? ", " : "", *set->each ? "" : "no ", each,
                           *set->each ? " " : "", set->each);
}

/* Those of one name follow each other. */
static void number_names(data_sets *to)
{
    for (size_t k = 1, first = 0; k < to->n; k++)
        if (strcmp(to->at[first].name, to->at[k].name) != 0) first = k;
        else to->at[k].name = phrase("%s (%zu)", to->at[k].name, k - first + 1);
}

size_t data_sets_of(const data_sets *sets, const score_row *row)
{
    const set_model key = { .of = row->at->of };
    const set_model *found = bsearch(&key, sets->model, sets->n_models, sizeof key, by_model);
    return found ? found->set : 0;
}

/* The rows of each set, in their order. */
static void part_rows(const data_sets *to, const score_rows *from, int doses)
{
    size_t *count = kept(to->n + 1, sizeof *count);
    for (size_t r = 0; r < from->count; r++) count[data_sets_of(to, &from->at[r])]++;
    for (size_t k = 0; k < to->n; k++) to->at[k].rows[doses].at = kept(count[k] + 1, sizeof *from->at);
    for (size_t r = 0; r < from->count; r++) {
        score_rows *rows = &to->at[data_sets_of(to, &from->at[r])].rows[doses];
        rows->at[rows->count++] = from->at[r];
    }
}

void data_sets_make(const score_rows *scores, const score_rows *doses, const char *each, data_sets *to)
{
    const score_rows none = { 0 };
    if (!doses) doses = &none;
    *to = (data_sets){ .model = kept(scores->count + doses->count + 1, sizeof *to->model) };
    to->n_models = list_models(scores, each, to->model);
    to->n_models += list_models(doses, each, to->model + to->n_models);
    number_sets(to);
    to->at = kept(to->n + 1, sizeof *to->at);
    name_sets(to);
    if (!each) number_names(to);
    for (size_t k = 0; k < to->n; k++) to->at[k].word = to->at[k].name + to->at[k].is_declared * strlen("data set ");
    if (each) name_each(to, each), number_names(to);
    qsort(to->model, to->n_models, sizeof *to->model, by_model);
    part_rows(to, scores, 0);
    part_rows(to, doses, 1);
}
