/* assay judge -- verdicts on metrics, from the scores of a store. */
#include "known.h"
#include "launch.h"
#include "needed.h"
#include "published_tables.h"
#include "print.h"
#include "property_table.h"
#include "store_args.h"
#include "wording.h"

#include <string.h>

/* The marks that papers give, next to these verdicts: --published all, else those that come out otherwise. NULL: there
 * is nothing to show. */
static grid *marks_grid(const cli_args *args, const verdicts *all, int for_people)
{
    const reproduction_part marks = { .kinds = PRINTS_MARK };
    const int asked = cli_given(args, "published");
    const reproduction_view view = { .caption = "published verdicts and ours", .differing = !asked };
    reproduction found = { 0 };
    reproduction_of(NULL, all, &marks, NULL, &found);
    if (!asked && !(for_people && found.by_status[REPRODUCTION_DIFFERS])) return NULL;
    return reproduction_grid(&found, for_people ? &view : NULL);
}

static int print_table(const cli_args *args, const verdicts *all)
{
    const int for_people = !print_is_whole(args);
    const size_t width = print_format(args) == GRID_TABLE && !cli_given(args, "all") ? print_width(args, 120) : 0;
    grid *grids[2] = { NULL };
    size_t n = 0;
    if (!cli_given(args, "published")) grids[n++] = property_table_grid(all, for_people, width);
    if (!print_lines(args) || cli_given(args, "published")) grids[n] = marks_grid(args, all, for_people);
    n += grids[n] != NULL;
    grid_head(grids[0], all->lacking);
    return print_first(args, grids, n);
}

static int print_json(const cli_args *args, const verdicts *all)
{
    cli_output output;
    CLI_TRY(cli_output_open(cli_value(args, "output"), &output));
    return cli_output_close(&output, verdicts_json(all, output.file, &cli_error));
}

/* The store that was judged, for the commands that verdicts name; "" where it is found without --db. */
static const char *store_words(const cli_args *args)
{
    if (!cli_given(args, "db")) return "";
    FILE *to = phrase_open();
    fputs(" --db ", to);
    launch_quote(cli_value(args, "db"), to);
    return phrase_close(to);
}

/* The words, and for people the command that draws what they are about. */
static grid *words_of(const verdict *v, const char *db, int for_people)
{
    const property *of = property_at(v->property);
    char text[4096];
    wording w = WORDING(text);
    grid *g = verdict_words_grid(v, db);
    if (!for_people || !property_scenario(of, 0)) return g;
    wording_add(&w, "assay plot --scenarios %s", property_scenario(of, 0));
    for (size_t k = 1; property_scenario(of, k); k++) wording_add(&w, ",%s", property_scenario(of, k));
    wording_add(&w, " --metrics %s@%s%s", v->series->metric, v->series->preset, db);
    grid_command(g, "figure", text);
    return g;
}

static size_t explain_grids(const cli_args *args, const verdict *v, const char *db, grid **to)
{
    size_t n = 0;
    to[n++] = words_of(v, db, print_format(args) == GRID_TABLE);
    if (v->n_comparisons) to[n++] = verdict_grid(v);
    if (strchr(property_at(v->property)->rule, '`')) to[n++] = thresholds_grid(property_at(v->property));
    return n;
}

/* Without a property, all are asked for. */
static int is_asked(const cli_args *args, const verdict *v)
{
    return args->n_words < 2 || strcmp(property_at(v->property)->id, args->word[1]) == 0;
}

/* One document, or one table of all comparisons, however many verdicts. */
static int explain_all(const cli_args *args, const verdicts *all)
{
    size_t n = 0;
    OWNED grid **grids = needed(calloc(3 * all->count + 1, sizeof *grids));
    const char *db = store_words(args);
    const int rows = grid_is_rows(print_format(args)), first = args->n_words < 2 && print_lines(args);
    if (first) grids[n++] = verdicts_grid(all);
    else if (rows) grids[n++] = comparisons_grid();
    for (size_t k = 0; k < all->count && !first; k++)
        if (rows) comparisons_add(grids[0], &all->at[k]);
        else n += explain_grids(args, &all->at[k], db, grids + n);
    if (n) grid_head(grids[0], all->lacking);
    return first ? print_first(args, grids, n) : print_grids(args, grids, n);
}

/* With --check: 1 where something that was asked for fails, or has no value where the rule needs one. */
static int exit_for(const cli_args *args, const verdicts *all)
{
    for (size_t k = 0; cli_given(args, "check") && k < all->count; k++) {
        const int outcome = all->at[k].outcome, bad = outcome == VERDICT_FAIL || outcome == VERDICT_UNDEFINED;
        if (bad && !property_at(all->at[k].property)->diagnostic) return CLI_FAILED;
    }
    return 0;
}

static int show(const cli_args *args, const verdicts *all)
{
    if (!all->count)
        return cli_refuse(ASSAY_EINPUT, "%s has no scores of %s; `assay status` says what it has",
                          store_args_found(args), args->n_words ? args->word[0] : "these metrics");
    const int format = print_format(args),
              table = !args->n_words && (format != GRID_JSON || cli_given(args, "published"));
    const int bad = table                 ? print_table(args, all)
                    : format == GRID_JSON ? print_json(args, all)
                                          : explain_all(args, all);
    return bad ? bad : exit_for(args, all);
}

/* All metrics are judged, since a verdict may need another variant's scores; those of the list are shown. */
static int judge(const cli_args *args, const evidence *scores, const char *list)
{
    verdicts all = { 0 };
    judge_all(scores, &all);
    OWNED verdict *some = needed(calloc(all.count + 1, sizeof *some));
    verdicts shown = { .at = some, .lacking = all.lacking };
    for (size_t k = 0; k < all.count; k++)
        if (evidence_shows(scores, all.at[k].series, list) && is_asked(args, &all.at[k]))
            shown.at[shown.count++] = all.at[k];
    return show(args, &shown);
}

/* METRIC and PROPERTY in either order: no metric is called like a property. */
static int put_in_order(const cli_args *args)
{
    const char *first = args->n_words ? args->word[0] : NULL;
    if (!first || !property_find(first) || assay_metric_find(first)) return 0;
    if (args->n_words < 2)
        return cli_usage("judge: '%s' is a property, and which metric is judged is not said: assay judge METRIC %s",
                         first, first);
    args->word[0] = args->word[1];
    args->word[1] = first;
    return 0;
}

int cmd_judge(const cli_args *args)
{
    FREED(store_args_close) store_args from = { 0 };
    FREED(evidence_free) evidence scores = { 0 };
    CLI_OK(papers_load(NULL, &cli_error));
    CLI_TRY(put_in_order(args));
    if (args->n_words > 1 && !property_find(args->word[1]))
        return cli_usage(
            "%s", known_refusal(args->word[1], "property", NULL, "assay list properties", KNOWN(known_property)));
    CLI_TRY(store_args_read(args, &from));
    if (args->n_words) CLI_TRY(store_names_check(from.scores, NULL, args->word[0], NULL));
    CLI_TRY(store_args_one_profile(args, &from));
    store_filter every = from.filter;
    every.metrics = NULL;
    CLI_OK(evidence_read(from.scores, &every, &scores, &cli_error));
    store_args_say_pairs(args, &scores);
    return judge(args, &scores, args->n_words ? args->word[0] : from.filter.metrics);
}
