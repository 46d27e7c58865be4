/* assay score -- one representation, a scenario's or one's own, scored with any metrics. */
#include "affordable.h"
#include "array.h"
#include "axis_name.h"
#include "columns.h"
#include "cores.h"
#include "data_warnings.h"
#include "declared_range.h"
#include "estimate.h"
#include "json_number.h"
#include "needed.h"
#include "relation.h"
#include "resample.h"
#include "scenario_args.h"
#include "scoring.h"
#include "selection.h"
#include "terminal.h"
#include "wording.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- what one looks at first in sparse codes: how many fire, how many never do, how many nearly always ---- */

#define DENSE 0.1 /* of the rows */

/* The share of rows in which column k is above 0 (or, of codes, not 0). */
static double rate(column_table of, size_t k, int above)
{
    const column_entries x = entries_of(&of, k);
    size_t count = 0;
    for (size_t e = 0; e < x.count; e++) count += above ? x.value[e] > 0.0 : x.value[e] != 0.0;
    return (double)count / (double)of.n;
}

/* NULL: the codes have no directions, and half of their values or more are not 0. */
static grid *sparse_counts(const assay_rep *rep)
{
    size_t dead = 0, dense = 0;
    double active = 0.0, above = DENSE; /* dense: more often than this, and than any feature that is known */
    for (size_t i = 0; rep->directions && i < rep->n_factors; i++) above = fmax(above, rate(factors_table(rep), i, 1));
    for (size_t j = 0; j < rep->n_codes; j++) {
        const double one = rate(codes_table(rep), j, 0);
        active += one;
        dead += one == 0.0;
        dense += one > above;
    }
    const double zeros = 1.0 - active / (double)rep->n_codes;
    if (!rep->directions && zeros < 0.5) return NULL;
    grid *g = grid_new("the codes");
    GRID_COLUMNS(g, { "rows", "rows", GRID_RIGHT }, { "codes", "codes", GRID_RIGHT },
                 { "zeros", "share of zeros", GRID_RIGHT }, { "active", "active per row", GRID_RIGHT },
                 { "dead", "dead", GRID_RIGHT }, { "dense", "dense", GRID_RIGHT });
    GRID_ROW(g, GRID_COUNT(rep->n), GRID_COUNT(rep->n_codes), GRID_NUMBER(zeros, 4), GRID_NUMBER(active, 2),
             GRID_COUNT(dead), GRID_COUNT(dense));
    grid_note(g, 0, "dead: 0 in every row; dense: not 0 in more than %.3g %% of the rows%s", 100.0 * above,
              above > DENSE ? ", the share of the most frequent feature" : "");
    return g;
}

#define WIDE_ALL 600.0 /* seconds of one core */
enum { BLOCKS_MOST = 8 };

/* What is scored, and how the metrics' random streams are named. */
typedef struct subject {
    assay_data data;
    const char *scenario;
    char point[POINT_TEXT];
    uint64_t seed;
    size_t tables; /* code tables that stand side by side */
    data_warning warning[DATA_WARNINGS];
    size_t n_warnings; /* none of a scenario's data: they are what it is about */
    assay_matrix blocks[BLOCKS_MOST];
    size_t n_blocks;
} subject;

static void subject_free(subject *of)
{
    for (size_t b = 0; b < of->n_blocks; b++) assay_matrix_free(&of->blocks[b]);
    assay_data_free(&of->data);
}

/* A column of --data, then, and no file. */
static int split_is_column(const cli_args *args)
{
    const char *split = cli_value(args, "split"), *data = cli_value(args, "data");
    return split && data && array_path_is_text(data) && !strchr(split, ':') && access(split, F_OK) != 0;
}

/* The files of a dictionary's arrays, and how many. */
static size_t space_paths(const cli_args *args, const char *to[SPACE_PARTS])
{
    static const char *const option[SPACE_PARTS] = { "directions", "true-directions", "activations",
                                                     "bias",       "scale",           "reconstruction" };
    size_t count = 0;
    for (size_t k = 0; k < SPACE_PARTS; k++) count += (to[k] = cli_value(args, option[k])) != NULL;
    return count;
}

static int read_files(const cli_args *args, subject *to)
{
    const char *factors = cli_value(args, "factors"), *codes = cli_value(args, "codes"),
               *data = cli_value(args, "data");
    const char *kinds = cli_value_or(args, "kinds", "auto");
    char note[1024] = "";
    const char *drop = cli_value(args, "drop");
    OWNED char *but = split_is_column(args)
                          ? wording_made("%s%s%s", drop ? drop : "", drop ? "," : "", cli_value(args, "split"))
                          : NULL;
    const char *const columns[] = { factors, codes, but ? but : drop };
    const table_asked asked = { data, kinds, columns };
    if (!data && !codes)
        return cli_usage("score: what to score is one of --scenario ID, --data FILE, --factors F with --codes C, or "
                         "--codes C alone");
    if (!data && columns[2])
        return cli_usage("score: --drop belongs to --data; of two files name columns, --codes %s:-%s", codes,
                         columns[2]);
    const assay_status status =
        data       ? table_read(&asked, &to->data, &to->tables, note, sizeof note, &cli_error)
        : !factors ? side_read(codes, "codes", "auto", &to->data, note, sizeof note, &cli_error)
                   : representation_read(factors, codes, kinds, &to->data, note, sizeof note, &cli_error);
    if (note[0]) terminal_say("note: %s\n", note);
    if (status != ASSAY_OK) return cli_fail(status);
    const char *space[SPACE_PARTS];
    return space_paths(args, space) ? cli_fail(directions_read(space, &to->data, &cli_error)) : 0;
}

static int subject_read(const cli_args *args, subject *to)
{
    const char *scenario = scenario_args_id(args, cli_value(args, "scenario")), *space[SPACE_PARTS];
    if (cli_given(args, "recipe") && cli_given(args, "scenario"))
        return cli_usage("score: --recipe is a scenario of its own; leave out --scenario");
    if (scenario &&
        (cli_given(args, "data") || cli_given(args, "drop") || cli_given(args, "codes") || space_paths(args, space) ||
         ((cli_given(args, "kinds") || cli_given(args, "factors")) && !cli_given(args, "factors-from"))))
        return cli_usage("score: --scenario makes its own data; leave out --data, --factors, --codes, --kinds and "
                         "directions");
    if (scenario) {
        to->scenario = scenario;
        return scenario_args_build(args, scenario, &to->data, to->point, sizeof to->point, &to->seed);
    }
    if (cli_given(args, "set") || cli_given(args, "samples") || cli_given(args, "profile") ||
        cli_given(args, "factors-from"))
        return cli_usage("score: --set, --samples, --profile and --factors-from belong to --scenario");
    to->scenario = "";
    to->seed = cli_number(args, "seed", 0);
    return read_files(args, to);
}

/* A metric from outside whose values do not keep to the range that it declares. */
static int is_remarked(const assay_score *score) { return score->n_outside && !assay_metric_find(score->metric); }

static json_t *reason_json(const assay_item *of) { return of->undefined ? json_string(of->undefined) : json_null(); }

/* NULL where it has none. */
static json_t *items_json(const assay_score *score)
{
    json_t *values = json_array(), *reasons = score->n_undefined ? json_array() : NULL;
    for (size_t k = 0; k < score->n_items; k++) {
        json_array_append_new(values, json_number(score->items[k].value));
        if (reasons) json_array_append_new(reasons, reason_json(&score->items[k]));
    }
    json_t *items = json_pack("{ss so sI so*}", "axis", axis_name(score->axis), "values", values, "n_undefined",
                              (json_int_t)score->n_undefined, "undefined", reasons);
    if (score->n_items) return items;
    json_decref(items);
    return NULL;
}

static json_t *score_json(const assay_score *score)
{
    json_t *outside = !is_remarked(score) ? NULL
                                          : json_pack("{so so sI}", "low", json_number(score->low), "high",
                                                      json_number(score->high), "values", (json_int_t)score->n_outside);
    return json_pack("{ss ss ss so so so* so* sf}", "metric", score->metric, "preset", score->preset, "output",
                     score->output, "value", json_number(score->overall.value), "undefined",
                     reason_json(&score->overall), "items", items_json(score), "outside", outside, "seconds",
                     score->seconds);
}

/* NULL where there are none. */
static json_t *names_json(const char *const *name, size_t n)
{
    json_t *list = name ? json_array() : NULL;
    for (size_t k = 0; list && k < n; k++) json_array_append_new(list, name[k] ? json_string(name[k]) : json_null());
    return list;
}

static json_t *numbers_json(const double *x, size_t n)
{
    json_t *list = json_array();
    for (size_t k = 0; x && k < n; k++) json_array_append_new(list, json_number(x[k]));
    return list;
}

static size_t count_absent(const assay_data *data, size_t i)
{
    size_t absent = 0;
    for (size_t s = 0; data->factors && s < data->n; s++) absent += isnan(data->factors[i * data->n + s]) != 0;
    return absent;
}

/* How many samples lack each factor; NULL where none does. */
static json_t *absent_json(const assay_data *data)
{
    json_t *list = NULL;
    for (size_t i = 0; i < data->n_factors; i++)
        if (count_absent(data, i)) list = list ? list : json_array();
    for (size_t i = 0; list && i < data->n_factors; i++)
        json_array_append_new(list, json_integer((json_int_t)count_absent(data, i)));
    return list;
}

static void note_absent(grid *g, const assay_data *data)
{
    const assay_rep rep = assay_data_view(data);
    for (size_t i = 0; i < data->n_factors; i++) {
        const size_t absent = count_absent(data, i);
        if (absent)
            grid_note(g, 0, "factor %s has no value in %zu of %zu samples; they are left out for it",
                      NAME_OF(&rep, ASSAY_PER_FACTOR, i), absent, data->n);
    }
}

static void text_few_bins(const assay_data *data, const assay_scores *scores, char *to, size_t size)
{
    few_bins few = { .count = 0 };
    for (size_t k = 0; k < scores->count; k++)
        few_bins_add(&few, scores->at[k].metric, scores->at[k].preset, data->levels, data->n_factors);
    const assay_rep rep = assay_data_view(data);
    few_bins_text(&few, &rep, to, size);
}

static json_t *matrix_json(const char *name, const assay_relation *r)
{
    json_t *rows = json_array();
    for (size_t i = 0; i < r->n_factors; i++)
        json_array_append_new(rows, numbers_json(r->value + i * r->n_codes, r->n_codes));
    return json_pack("{ss so so so so}", "relation", name, "values", rows, "factor_total",
                     numbers_json(r->factor_total, r->n_factors), "code_total", numbers_json(r->code_total, r->n_codes),
                     "quality", r->quality ? numbers_json(r->quality, r->n_factors) : json_null());
}

static grid *matrix_grid(const char *name, const assay_rep *rep, const assay_relation *r)
{
    grid *g = grid_new(phrase("%.120s", name));
    grid_column(g, "factor", "factor", GRID_LEFT);
    grid_stub(g, 1);
    for (size_t j = 0; j < r->n_codes; j++) {
        const char *code = NAME_OF(rep, ASSAY_PER_CODE, j);
        grid_column(g, code, code, GRID_RIGHT);
    }
    for (size_t i = 0; i < r->n_factors; i++) {
        grid_row(g);
        grid_text(g, "%s", NAME_OF(rep, ASSAY_PER_FACTOR, i));
        for (size_t j = 0; j < r->n_codes; j++) grid_number(g, r->value[i * r->n_codes + j], 4);
    }
    return g;
}

/* Before anything is scored, so that a mistake in them costs no time. */
static int make_blocks(const cli_args *args, const assay_rep *rep, unsigned jobs, subject *to)
{
    const char *id, *of_factors = cli_value(args, "factor-blocks"), *of_codes = cli_value(args, "code-blocks");
    if (!of_factors && !of_codes) return 0;
    while ((id = assay_block_matrix_at(to->n_blocks)) != NULL && to->n_blocks < BLOCKS_MOST) {
        CLI_OK(assay_block_matrix_make(rep, id, of_factors, of_codes, to->seed, jobs, &to->blocks[to->n_blocks],
                                       &cli_error));
        to->n_blocks++;
    }
    return 0;
}

static grid *blocks_grid(const assay_matrix *of, const char *id)
{
    const size_t d = of->relation.n_codes;
    grid *g = grid_new(phrase("blocks, %s", id));
    grid_column(g, "factors", "factors", GRID_LEFT);
    grid_stub(g, 1);
    for (size_t j = 0; j < d; j++) grid_column(g, of->code_blocks[j], of->code_blocks[j], GRID_RIGHT);
    for (size_t k = 0; k < of->relation.n_factors * d; k++) {
        if (k % d == 0) grid_row(g);
        if (k % d == 0) grid_text(g, "%s", of->factor_blocks[k / d]);
        grid_number(g, of->relation.value[k], 4);
        if (of->undefined[k] && (k % d == 0 || !of->undefined[k - 1]))
            grid_note(g, 0, "%s, %s: %s", of->factor_blocks[k / d], of->code_blocks[k % d], of->undefined[k]);
    }
    return g;
}

/* NULL where there are none. */
static json_t *blocks_json(const subject *what)
{
    json_t *list = what->n_blocks ? json_array() : NULL;
    for (size_t b = 0; b < what->n_blocks; b++) {
        const assay_matrix *of = &what->blocks[b];
        const size_t m = of->relation.n_factors, d = of->relation.n_codes;
        json_t *values = json_array(), *reasons = json_array();
        for (size_t i = 0; i < m; i++) {
            json_array_append_new(values, numbers_json(of->relation.value + i * d, d));
            json_array_append_new(reasons, names_json(of->undefined + i * d, d));
        }
        json_array_append_new(list, json_pack("{ss so so so so}", "blocks", assay_block_matrix_at(b), "factors",
                                              names_json(of->factor_blocks, m), "codes", names_json(of->code_blocks, d),
                                              "values", values, "undefined", reasons));
    }
    return list;
}

/* NULL where there are none. */
static json_t *warnings_json(const subject *what)
{
    json_t *list = what->n_warnings ? json_array() : NULL;
    for (size_t k = 0; k < what->n_warnings; k++)
        json_array_append_new(list,
                              json_pack("{ss ss}", "warning", what->warning[k].word, "text", what->warning[k].text));
    return list;
}

/* Every --relation, as a JSON list or as grids. */
static int make_matrices(const cli_args *args, const subject *what, uint32_t jobs, json_t *list, grid **grids,
                         size_t *n_grids)
{
    const assay_rep rep = assay_data_view(&what->data);
    const char *name;
    for (size_t k = 0; (name = cli_repeat(args, "relation", k)); k++) {
        assay_matrix matrix;
        CLI_OK(assay_matrix_make(&rep, name, what->seed, what->scenario, what->point, jobs, &matrix, &cli_error));
        if (list) json_array_append_new(list, matrix_json(name, &matrix.relation));
        else grids[(*n_grids)++] = matrix_grid(name, &rep, &matrix.relation);
        assay_matrix_free(&matrix);
    }
    return 0;
}

static int print_json(const cli_args *args, const subject *what, uint32_t jobs, const assay_scores *scores)
{
    const assay_rep rep = assay_data_view(&what->data);
    json_t *list = json_array(), *matrices = cli_given(args, "relation") ? json_array() : NULL;
    char remark[768];
    cli_output output;
    for (size_t k = 0; k < scores->count; k++) json_array_append_new(list, score_json(&scores->at[k]));
    text_few_bins(&what->data, scores, remark, sizeof remark);
    int bad = make_matrices(args, what, jobs, matrices, NULL, NULL);
    json_t *root =
        json_pack("{ss sI sI sI so* so* so so* so* so* so* ss*}", "assay", ASSAY_VERSION, "n", (json_int_t)rep.n,
                  "n_factors", (json_int_t)rep.n_factors, "n_codes", (json_int_t)rep.n_codes, "factor_names",
                  names_json(rep.factor_names, rep.n_factors), "code_names", names_json(rep.code_names, rep.n_codes),
                  "scores", list, "relations", matrices, "blocks", blocks_json(what), "absent",
                  absent_json(&what->data), "warnings", warnings_json(what), "remark", remark[0] ? remark : NULL);
    if (!bad && !root) bad = cli_fail(ASSAY_ENOMEM);
    if (!bad) bad = cli_output_open(cli_value(args, "output"), &output);
    if (!bad) {
        json_dumpf(root, output.file, JSON_INDENT(1));
        fputc('\n', output.file);
        bad = cli_output_finish(&output);
    }
    json_decref(root);
    return bad;
}

/* Of a defined value: what was left out of it, and whether it keeps to its range. */
static void add_row(grid *g, const assay_score *score, const char *item, const assay_item *value)
{
    const int is_item = item[0] != '\0';
    const char *remark = value->undefined ? value->undefined : "";
    GRID_ROW(g, GRID_TEXT(phrase("%s@%s", score->metric, score->preset)), GRID_TEXT(score->output), GRID_TEXT(item),
             GRID_NUMBER(value->value, 4));
    if (!value->undefined && !is_item && score->n_undefined)
        remark = phrase("%zu of %zu items undefined, left out", score->n_undefined, score->n_items);
    if (!value->undefined && is_remarked(score) &&
        (!is_item || is_outside_range(value->value, score->low, score->high)))
        remark = phrase_join(remark, "; ",
                             phrase("%zu of %zu values outside %g to %g, the range of the output",
                                    is_item ? 1 : score->n_outside, is_item ? 1 : score->n_items + 1, score->low,
                                    score->high));
    if (*remark) grid_text(g, "%s", remark);
}

static int print_table(const cli_args *args, const subject *what, uint32_t jobs, const assay_scores *scores)
{
    const assay_rep rep = assay_data_view(&what->data);
    grid *g =
        grid_new(what->scenario[0] ? phrase("%s %.600s, %zu samples, seed %llu", what->scenario, what->point, rep.n,
                                            (unsigned long long)what->seed)
                                   : phrase("%zu samples, %zu factors, %zu codes", rep.n, rep.n_factors, rep.n_codes));
    GRID_COLUMNS(g, { "metric", "metric", GRID_LEFT }, { "output", "output", GRID_LEFT }, { "item", "item", GRID_LEFT },
                 { "value", "score", GRID_RIGHT }, { "remark", "", GRID_WRAP });
    for (size_t k = 0; k < scores->count; k++) {
        const assay_score *score = &scores->at[k];
        add_row(g, score, "", &score->overall);
        for (size_t i = 0; cli_given(args, "items") && i < score->n_items; i++)
            add_row(g, score, NAME_OF(&rep, score->axis, i), &score->items[i]);
    }
    note_absent(g, &what->data);
    char remark[768];
    text_few_bins(&what->data, scores, remark, sizeof remark);
    if (remark[0]) grid_note(g, 0, "%s", remark);
    grid *first =
        print_format(args) == GRID_TABLE && (!what->scenario[0] || rep.directions) ? sparse_counts(&rep) : NULL;
    grid *grids[CLI_REPEATS + BLOCKS_MOST + 2] = { first ? first : g, g };
    size_t n_grids = first ? 2 : 1;
    for (size_t b = 0; b < what->n_blocks; b++)
        grids[n_grids++] = blocks_grid(&what->blocks[b], assay_block_matrix_at(b));
    const int failed = make_matrices(args, what, jobs, NULL, grids, &n_grids);
    if (!failed) return print_grids(args, grids, n_grids);
    for (size_t k = 0; k < n_grids; k++) grid_free(grids[k]);
    return failed;
}

/* What to score with; of several code tables the metrics that compare tables. */
static assay_status choose(const cli_args *args, const subject *what, selection *to, assay_error *err)
{
    const assay_rep rep = assay_data_view(&what->data);
    FREED(selection_free) selection all = { 0 };
    ASSAY_TRY(selection_add(&all, cli_value_or(args, "metrics", "all"), err));
    const size_t asked = all.count;
    selection_fit(&all, &rep);
    if (!rep.n_factors && all.count < asked)
        terminal_say("note: codes alone: %zu metrics that need factors are left out\n", asked - all.count);
    if (asked && !all.count)
        return assay_fail(err, ASSAY_EUSAGE, "no metric asked for scores codes alone; family:unsupervised does");
    if (what->tables > 1) return selection_of_tables(&all, what->tables, to, err);
    *to = all;
    all = (selection){ 0 };
    return ASSAY_OK;
}

/* Of wide codes, where nobody says which, what takes a minute at most, and ten in all. */
static assay_status leave_out(const cli_args *args, const assay_rep *rep, selection *to, assay_error *err)
{
    const assay_size size = assay_size_of(rep);
    if (rep->n_codes <= WIDE_CODES || cli_given(args, "metrics") || cli_given(args, "all")) return ASSAY_OK;
    const char *list = affordable_metrics(&(work_asked){ to, NULL, &size, 1, whole_tables_fit(rep), WIDE_ALL });
    if (!list || cli_given(args, "estimate")) return ASSAY_OK; /* which lists all, and what is left out is said */
    selection_free(to);
    return selection_add(to, list, err);
}

static int score_subject(const cli_args *args, subject *what)
{
    const assay_rep rep = assay_data_view(&what->data);
    const scoring_place where = { what->seed, what->scenario, what->point };
    const unsigned jobs = cli_jobs(args, cores_available());
    FREED(selection_free) selection chosen = { 0 };
    FREED(estimate_free) estimate e = { 0 };
    FREED(assay_scores_free) assay_scores scores = { 0 };
    CLI_OK(scoring_check(&rep, &cli_error));
    CLI_OK(choose(args, what, &chosen, &cli_error));
    if (what->tables < 2) CLI_OK(leave_out(args, &rep, &chosen, &cli_error));
    if (!what->scenario[0]) what->n_warnings = data_warnings(&rep, &chosen, what->warning);
    for (size_t k = 0; k < what->n_warnings; k++) terminal_say("warning: %s\n", what->warning[k].text);
    const assay_size size = assay_size_of(&rep);
    const int fit = whole_tables_fit(&rep);
    double *times = kept(chosen.count + 1, sizeof *times); /* 0: it needs whole tables, which are too many */
    for (size_t v = 0; v < chosen.count; v++)
        times[v] = fit || relation_takes_sparse(chosen.at[v].metric, chosen.at[v].option);
    estimate_add(&e, &chosen, &size, times); /* in the place of scoring, or where that takes long */
    if (cli_given(args, "estimate")) return estimate_print(args, &e);
    estimate_warn(&e);
    CLI_TRY(make_blocks(args, &rep, jobs, what));
    CLI_OK(score_selection(&rep, &where, jobs, &chosen, &scores, &cli_error));
    const int bad = (print_format(args) == GRID_JSON ? print_json : print_table)(args, what, jobs, &scores);
    print_candidates();
    return bad;
}

/* Whether all relations are ones, with options that they have; of the smallest table, since the data may take long. */
static int check_relations(const cli_args *args)
{
    static const double column[] = { 0, 1, 2, 3, 0, 1, 2, 3 };
    const assay_rep few = {
        .abi = ASSAY_ABI, .n = 8, .n_factors = 1, .n_codes = 1, .factors = column, .codes = column
    };
    const char *name;
    int bad = 0;
    for (size_t k = 0; !bad && (name = cli_repeat(args, "relation", k)); k++) {
        assay_matrix made;
        const assay_status status = assay_matrix_make(&few, name, 0, "", "", 1, &made, &cli_error);
        if (status == ASSAY_OK) assay_matrix_free(&made);
        else if (status == ASSAY_EUSAGE) bad = cli_fail(status);
    }
    return bad;
}

int cmd_score(const cli_args *args)
{
    FREED(subject_free) subject what = { .data = { .keeps_sparse = 1 } };
    CLI_TRY(check_relations(args));
    CLI_TRY(subject_read(args, &what));
    const char *split = cli_value(args, "split"), *data = cli_value(args, "data");
    OWNED char *path =
        !split ? NULL : needed(split_is_column(args) ? columns_path(data, split, NULL, NULL) : strdup(split));
    if (split) CLI_OK(split_read(path, &what.data, &cli_error));
    if (cli_given(args, "shuffle")) CLI_OK(resample_shuffle(&what.data, cli_number(args, "shuffle", 0)));
    return score_subject(args, &what);
}
