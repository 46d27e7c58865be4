/* assay advise -- which metric to report for a property, by pairs of known order. */
#include "array.h"
#include "ascending.h"
#include "choice_table.h"
#include "claim_names.h"
#include "known.h"
#include "needed.h"
#include "plain_text.h"
#include "plan.h"
#include "print.h"
#include "scenario_args.h"
#include "store_args.h"
#include "terminal.h"

#include <string.h>

/*
 * Dependence is that of the pair of factors which share most for certain: the plug-in information of their classes
 * (continuous factors: eighths of their rows), less (f + 3 sqrt(2 f)) / 2n, f = (r - 1)(c - 1), which is its mean and
 * three deviations where there is none (chi-squared); as the correlation sqrt(1 - exp(-2 I)).
 */

/* Factors that carry this much about another one are dependent: the correlation of two normal variables that share as
 * much information. The bank's dependent factors have .3 to .7. */
#define DATA_DEPENDENT 0.15

enum { CLASSES = 8 };

typedef struct classes {
    size_t count;
    size_t *of; /* [n] */
} classes;

static classes classes_of(const double *x, size_t n, int32_t levels)
{
    classes to = { levels > 0 ? (size_t)levels + 1 : CLASSES, needed(malloc((n + 1) * sizeof *to.of)) };
    double *sorted = kept(n + 1, sizeof *sorted);
    memcpy(sorted, x, n * sizeof *x);
    qsort(sorted, n, sizeof *sorted, ascending);
    for (size_t s = 0; s < n; s++) {
        size_t at = 0;
        if (levels > 0) at = x[s] >= 0.0 && x[s] < (double)levels ? (size_t)x[s] : (size_t)levels; /* absent: last */
        else
            while (at + 1 < CLASSES && x[s] >= sorted[n * (at + 1) / CLASSES]) at++;
        to.of[s] = at;
    }
    return to;
}

static double information(const classes *a, const classes *b, size_t n)
{
    double *joint = kept((a->count + 1) * (b->count + 1), sizeof *joint), nats = 0.0, seen[2] = { 0.0, 0.0 };
    double *const of_a = joint + a->count * b->count; /* margins behind the table: a, b */
    double *const of_b = of_a + a->count;
    for (size_t s = 0; s < n; s++) {
        joint[a->of[s] * b->count + b->of[s]] += 1.0;
        of_a[a->of[s]] += 1.0;
        of_b[b->of[s]] += 1.0;
    }
    for (size_t i = 0; i < a->count; i++) seen[0] += of_a[i] > 0.0;
    for (size_t j = 0; j < b->count; j++) seen[1] += of_b[j] > 0.0;
    for (size_t i = 0; i < a->count; i++)
        for (size_t j = 0; j < b->count; j++) {
            const double both = joint[i * b->count + j];
            if (both > 0.0) nats += both / (double)n * log(both * (double)n / (of_a[i] * of_b[j]));
        }
    const double free_cells = (seen[0] - 1.0) * (seen[1] - 1.0);
    return fmax(0.0, nats - (free_cells + 3.0 * sqrt(2.0 * free_cells)) / (2.0 * (double)n));
}

static double largest_dependence(const assay_data *of)
{
    double most = 0.0;
    for (size_t i = 0; i < of->n_factors; i++) {
        const classes a = classes_of(of->factors + i * of->n, of->n, of->levels[i]);
        for (size_t k = 0; k < i; k++) {
            const classes b = classes_of(of->factors + k * of->n, of->n, of->levels[k]);
            most = fmax(most, information(&a, &b, of->n));
            free(b.of);
        }
        free(a.of);
    }
    return sqrt(1.0 - exp(-2.0 * most));
}

static const char *kinds_of(const assay_data *of)
{
    size_t categorical = 0;
    for (size_t i = 0; i < of->n_factors; i++) categorical += of->levels[i] > 0;
    return !categorical ? "continuous" : categorical == of->n_factors ? "categorical" : "mixed";
}

/* 0: the file has none. */
static size_t codes_in(const char *path, const char *factors)
{
    FREED(assay_data_free) assay_data data = { 0 };
    assay_error none;
    const table_asked asked = { path, "auto", (const char *const[3]){ factors } };
    return table_read(&asked, &data, NULL, NULL, 0, &none) == ASSAY_OK ? data.n_codes : 0;
}

/* Sets kinds, dependence and rows as a file has them; what is set already stays. `kinds` as for `assay score`. */
static assay_status data_like(const char *path, const char *kinds, choice_like *to, assay_error *err)
{
    char note[1024] = "";
    FREED(assay_data_free) assay_data of = { 0 };
    ASSAY_TRY(side_read(path, "factors", kinds, &of, note, sizeof note, err));
    const double dependence = largest_dependence(&of);
    if (!to->kinds) to->kinds = kinds_of(&of);
    if (!to->rows) to->rows = of.n;
    if (!to->dependence) to->dependence = dependence > DATA_DEPENDENT ? "dependent" : "independent";
    for (size_t i = 0; i < of.n_factors; i++) to->cyclic |= !of.levels[i] && of.period[i] > 0.0;
    if (note[0]) terminal_say("note: %s\n", note);
    terminal_say("%s: %zu %s factors, %zu rows; ", path, of.n_factors, kinds_of(&of), of.n);
    if (dependence < 0.005) terminal_say("no two factors are certainly dependent.\n");
    else terminal_say("the most dependent two have a correlation of at least %.2f.\n", dependence);
    return ASSAY_OK;
}

/* Without a file: what factors of these kinds would be. */
static int kinds_like(const cli_args *args, const char *kinds, choice_like *to)
{
    size_t n = 0, numbers = 0;
    char word[32];
    for (const char *at = kinds; list_next(&at, word, sizeof word); n++) {
        const int angle = strncmp(word, "cyclic:", 7) == 0;
        if (!angle && !list_has("continuous,categorical,ordinal,cyclic", word))
            return cli_no_choice(args, "kinds", word, "continuous|categorical|ordinal|cyclic|cyclic:P");
        to->cyclic |= angle;
        numbers += angle || strcmp(word, "continuous") == 0;
    }
    to->kinds = !numbers ? "categorical" : numbers == n ? "continuous" : "mixed";
    return 0;
}

static void say_left_out(void)
{
    const assay_metric *metric;
    size_t n = 0;
    for (size_t k = 0; (metric = assay_metric_at(k)); k++)
        if ((claims_of_outputs(metric) & 7u) && !(metric->flags & CHOICE_CYCLIC))
            terminal_say("%s%s",
                         n++ ? ", " : "no pairs have an angle; left out, since they do not take one: ", metric->id);
    terminal_say("\n");
}

/* On a screen that has no room for tables: an answer for each property. */
static grid *answers_grid(const choice *made)
{
    grid *g = grid_new("Which metric to report");
    GRID_COLUMNS(g, { "property", "for", GRID_LEFT }, { "answer", "report", GRID_WRAP });
    for (const choice_property *p = made->property; p < made->property + 3; p++) {
        if (!p->n_strips && !p->too_few) continue;
        GRID_WORDS(g, claim_name(p->claim), strchr(choice_sentence(p), ' ') + 1);
    }
    grid_note(g, 0, "all scores of one: `assay advise modularity`; all tables: --all");
    return g;
}

static int print_tables(const cli_args *args, const choice *made)
{
    grid *grids[3];
    size_t count = 0;
    const char *wanted = args->n_words ? args->word[0] : NULL;
    const size_t most = print_format(args) == GRID_LATEX && !cli_given(args, "all") ? 16 : SIZE_MAX;
    for (int p = 0; p < 3; p++) {
        const choice_property *property = &made->property[p];
        if (property->n_strips || property->too_few) grids[count++] = choice_grid(made, property, most);
    }
    if (!count)
        return cli_refuse(ASSAY_EINPUT,
                          "%s: no pairs of %s are compared in general, and nothing is recommended without "
                          "them. Score them first: assay run bank --db %s",
                          store_args_found(args), wanted ? wanted : "known order", store_args_found(args));
    if (count > 1 && print_lines(args)) {
        while (count) grid_free(grids[--count]);
        grids[count++] = answers_grid(made);
    }
    if (!grid_is_rows(print_format(args))) return print_first(args, grids, count);
    grids[0] = choice_rows_grid(made); /* for programs: one table, with all that is known */
    return print_first(args, grids, 1);
}

/* For the methods of a paper: what was chosen, and whom to cite. */
static int print_paper(const cli_args *args, const choice *made)
{
    const char *text = choice_paragraph(made);
    if (!text[0])
        return cli_refuse(ASSAY_EINPUT, "nothing leads for %s; `assay advise` says why",
                          args->n_words ? args->word[0] : "any property");
    return print_text(args, phrase("%s\n\n%s", text, choice_references(made)));
}

static int check_property(const char *word)
{
    for (uint32_t p = 0; p < 3; p++)
        if (!word || strcmp(word, claim_name(1u << p)) == 0) return 0;
    return cli_usage("%s", known_choice(word, "PROPERTY", "modularity|compactness|explicitness"));
}

/* What the data are like, as far as it was said; of a file what it shows. */
static int read_like(const cli_args *args, choice_like *to)
{
    static const char *const dependence[] = { "low", "independent", "high", "dependent" };
    const char *depends = cli_value(args, "dependence"), *file = cli_value(args, "like"),
               *kinds = cli_value(args, "kinds");
    const int is_list = kinds && (file ? !strstr(kinds, "mixed") : strstr(kinds, "cyclic") || strstr(kinds, "ordinal"));
    OWNED char *path = NULL;
    CLI_TRY(factors_path(args, "like", &path));
    *to = (choice_like){ .kinds = is_list ? NULL : kinds,
                         .expect = cli_value(args, "expect"),
                         .rows = cli_number(args, "rows", 0),
                         .codes = (size_t)cli_number(args, "codes", 0) };
    if (is_list && !file) CLI_TRY(kinds_like(args, kinds, to));
    for (size_t k = 0; depends && k < 4; k += 2)
        if (strcmp(depends, dependence[k]) == 0) to->dependence = dependence[k + 1];
    if (cli_value(args, "seeds"))
        CLI_OK(plan_seeds(cli_value(args, "seeds"), &to->seed_first, &to->seed_end, &cli_error));
    if (depends && !to->dependence) return cli_no_choice(args, "dependence", depends, "low|high");
    const char *why = choice_like_refusal(to);
    if (why) return cli_usage("%s", why);
    if (file) CLI_OK(data_like(path, is_list ? kinds : "auto", to, &cli_error));
    if (file && !to->codes) to->codes = codes_in(file, cli_value(args, "factors"));
    if (to->cyclic) say_left_out();
    return 0;
}

int cmd_advise(const cli_args *args)
{
    FREED(store_dropped) store *from = NULL;
    choice_like like = { 0 };
    FREED(stored_choice_free) stored_choice of = { 0 };
    const char *wanted = args->n_words ? args->word[0] : NULL;
    CLI_TRY(check_property(wanted));
    CLI_TRY(read_like(args, &like));
    CLI_TRY(store_args_open(args, &from));
    CLI_TRY(store_args_choice(args, from, &like, &of));
    choice shown = of.made; /* of the property that is asked for alone */
    for (int p = 0; p < 3; p++)
        if (wanted && strcmp(wanted, claim_name(shown.property[p].claim)) != 0)
            shown.property[p].n_strips = shown.property[p].leaders = 0, shown.property[p].too_few = 0;
    if (cli_given(args, "paper")) return print_paper(args, &shown);
    if (print_format(args) != GRID_JSON) return print_tables(args, &shown);
    cli_output output;
    CLI_TRY(cli_output_open(cli_value(args, "output"), &output));
    return cli_output_close(&output, choice_json(&shown, output.file, &cli_error));
}
