/* assay validate -- is a metric that somebody wrote what it is meant to be? */
#define _GNU_SOURCE /* realpath */
#include "candidate.h"
#include "candidate_spec.h"
#include "kinds.h"
#include "print.h"
#include "progress.h"
#include "terminal.h"
#include "validation.h"
#include "wording.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* As a Python literal in double quotes. */
static void put_quoted(const char *text, FILE *to)
{
    fputc('"', to);
    for (const char *at = text; *at; at++) {
        if ((unsigned char)*at < ' ' || *at == '"' || *at == '\\') fprintf(to, "\\x%02x", (unsigned char)*at);
        else fputc(*at, to);
    }
    fputc('"', to);
}

/* In as few digits as give the same number. */
static void put_number(double x, FILE *to)
{
    char text[40];
    snprintf(text, sizeof text, "%.15g", x);
    fprintf(to, strtod(text, NULL) == x ? "%.15g" : "%.17g", x);
}

static void put_array(const char *name, const double *x, size_t n, size_t columns, FILE *to)
{
    fprintf(to, "%s = np.array([\n", name);
    for (size_t s = 0; s < n; s++) {
        fputs("    [", to);
        for (size_t j = 0; j < columns; j++) {
            fputs(j ? ", " : "", to);
            put_number(x[j * n + s], to);
        }
        fputs("],\n", to);
    }
    fputs("], order=\"F\")\n", to);
}

static void put_data(const validation_example *e, FILE *to)
{
    put_array("FACTORS", e->data.factors, e->data.n, e->data.n_factors, to);
    put_array("CODES", e->data.codes, e->data.n, e->data.n_codes, to);
    fputs("KINDS = [", to);
    const assay_rep rep = assay_data_view(&e->data);
    char own[KIND_TEXT];
    for (size_t i = 0; i < rep.n_factors; i++) fprintf(to, "%s\"%s\"", i ? ", " : "", kind_of(&rep, i, own));
    fprintf(to, "]\nSEED = %llu\n", (unsigned long long)e->seed);
}

static void put_test(const validation_example *e, const char *path, const char *function, double tolerance, FILE *to)
{
    fputs("\n\ndef test_smallest_difference():\n    metric = host.Metric(", to);
    put_quoted(path, to);
    fputs(", ", to);
    function ? put_quoted(function, to) : (void)fputs("None", to);
    fputs(")\n    scores = metric.by_output(metric.call(FACTORS, CODES, KINDS, SEED))\n    found = scores.get(", to);
    put_quoted(e->output, to);
    fputs(") or next(iter(scores.values()))\n", to);
    if (e->item >= 0)
        fprintf(to, "    value = found[\"items\"][%td] if \"items\" in found else \"undefined\"\n", e->item);
    else
        fputs("    value = found[\"value\"] if \"value\" in found else np.mean(found[\"items\"]) if \"items\" in found "
              "\\\n"
              "        else \"undefined\"\n",
              to);
    if (isnan(e->want)) fputs("    assert isinstance(value, str), \"the reference is undefined here\"\n", to);
    else fprintf(to, "    assert value == pytest.approx(%.17g, rel=%.3g, abs=%.3g)\n", e->want, tolerance, tolerance);
}

/* The exit status; what went wrong is said. */
static int emitted_test_write(const char *file, const char *entry, const char *against, const validation *v)
{
    const validation_example *e = &v->example;
    FREED(spec_free) candidate_spec spec = { 0 };
    cli_output output;
    if (!e->data.n) {
        terminal_say("note: no data were found that differ by themselves: %s is not written\n", file);
        return 0;
    }
    CLI_OK(spec_read(entry, strlen(entry), &spec, &cli_error));
    OWNED char *path = realpath(spec.target, NULL);
    CLI_TRY(cli_output_open(file, &output));
    fprintf(output.file, "# Against %s, on the smallest data found on which they differ (assay validate).\n", against);
    fputs("import numpy as np\nimport pytest\nfrom assay import host\n\n", output.file);
    put_data(e, output.file);
    put_test(e, path ? path : spec.target, spec.function, v->tolerance, output.file);
    return cli_output_finish(&output);
}

static void report(const validation_progress *p, void *context)
{
    meter *m = context;
    if (!meter_begin(m, p->seconds, p->done, p->all)) return;
    terminal_say("%s: %zu of %zu data sets, %s, %.0f s", p->doing, p->done, p->all, p->scenario, p->seconds);
    meter_end(m);
}

/* Two digits for people, all of them for programs. */
static void number_cell(grid *g, double x, int programs)
{
    if (programs) grid_number(g, x, 3);
    else if (x != x) grid_text(g, "%s", "");
    else if (x == 0.0) grid_text(g, "0");
    else grid_text(g, "%.2g", x);
}

static void put_row(grid *g, const validation_row *row, int programs)
{
    grid_row(g);
    grid_text(g, "%s", row->scenario);
    grid_count(g, row->cells);
    number_cell(g, row->largest, programs);
    number_cell(g, row->tolerance, programs);
    GRID_TEXTS(g, !row->values ? "" : row->statistical ? "statistical" : "exact", validation_verdict(row->verdict));
    grid_text(g, "%s%s%s", row->where ? row->where : "", row->where && row->why ? "; " : "", row->why ? row->why : "");
}

/* few: at most so many, those that differ first; 0: all. */
static grid *rows_grid(const validation *v, const char *candidate, const char *reference, int programs, size_t few)
{
    char caption[512];
    size_t shown = 0;
    snprintf(caption, sizeof caption, "%s against %s: %s", candidate, reference, validation_verdict(v->verdict));
    grid *g = grid_new(caption);
    GRID_COLUMNS(g, { "scenario", "scenario", GRID_LEFT }, { "cells", "cells", GRID_RIGHT },
                 { "difference", "largest difference", GRID_RIGHT }, { "tolerance", "tolerance", GRID_RIGHT },
                 { "kind", "kind", GRID_LEFT }, { "verdict", "verdict", GRID_LEFT }, { "where", "where", GRID_WRAP });
    grid_stub(g, 1);
    for (int fine = 0; few && v->n_rows > few && fine < 2; fine++)
        for (size_t k = 0; k < v->n_rows && shown < few; k++)
            if (validation_is_fine(v->row[k].verdict) == fine) put_row(g, &v->row[k], programs), shown++;
    for (size_t k = 0; k < v->n_rows && !shown; k++) put_row(g, &v->row[k], programs);
    return g;
}

/* What is said first stands above few rows, the rest below. */
static void note_lines(grid *g, const validation *v, const validation_options *o, size_t few)
{
    int statistical = 0;
    size_t fine = 0;
    for (size_t k = few && v->verdict != VALIDATION_AGREES; k < v->n_lines; k++) grid_note(g, 0, "%s", v->line[k]);
    for (size_t k = 0; k < v->n_rows; k++)
        statistical |= v->row[k].statistical, fine += (size_t)validation_is_fine(v->row[k].verdict);
    if (few && v->n_rows > few)
        grid_note(g, 0, "%zu of %zu scenarios differ, fail or are undecided; --all prints them all.", v->n_rows - fine,
                  v->n_rows);
    grid_note(g, 0, "exact: within %.2g of the output's range, item by item.", v->tolerance);
    if (statistical)
        grid_note(g, 0,
                  "statistical: a metric's random stream moves its values on some of this data; there the mean "
                  "paired difference over seeds must not leave 0 by more than the tolerance, half its Student "
                  "interval (%g, shared among all values so compared), nor the tolerance exceed %g of the range.",
                  o->level, o->resolution);
}

/* ": largest difference ..., tolerance ..., at ..." */
static void put_difference(const validation_row *row, FILE *to)
{
    fputs(validation_verdict(row->verdict), to);
    if (row->largest == row->largest)
        fprintf(to, ": largest difference %.3g, tolerance %.3g", row->largest, row->tolerance);
    if (row->where) fputs(", at ", to);
    if (row->where) grid_html_text(row->where, to);
}

static void junit_row(const validation_row *row, FILE *to)
{
    static const char *const tags[] = { [VALIDATION_DIFFERS] = "failure",
                                        [VALIDATION_UNDECIDED] = "failure",
                                        [VALIDATION_FAILED] = "error",
                                        [VALIDATION_INAPPLICABLE] = "skipped" };
    const char *tag = row->verdict == VALIDATION_AGREES ? NULL : tags[row->verdict];
    fprintf(to, "  <testcase classname=\"assay.validate\" name=\"");
    grid_html_text(row->scenario, to);
    fputs(tag ? "\">\n" : "\"/>\n", to);
    if (!tag) return;
    fprintf(to, "    <%s message=\"", tag);
    put_difference(row, to);
    fputs("\">", to);
    if (row->why) grid_html_text(row->why, to);
    fprintf(to, "</%s>\n  </testcase>\n", tag);
}

static void junit_write(const validation *v, const char *candidate, const char *reference, FILE *to)
{
    size_t count[5] = { 0 };
    for (size_t k = 0; k < v->n_rows; k++) count[v->row[k].verdict]++;
    fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n<testsuite name=\"", to);
    grid_html_text(candidate, to);
    fputs(" against ", to);
    grid_html_text(reference, to);
    fprintf(to, "\" tests=\"%zu\" failures=\"%zu\" errors=\"%zu\" skipped=\"%zu\">\n", v->n_rows,
            count[VALIDATION_DIFFERS] + count[VALIDATION_UNDECIDED], count[VALIDATION_FAILED],
            count[VALIDATION_INAPPLICABLE]);
    for (size_t k = 0; k < v->n_rows; k++) junit_row(&v->row[k], to);
    for (size_t k = 0; k < v->n_lines; k++) {
        if (!k) fputs("  <system-out>", to);
        grid_html_text(v->line[k], to);
        fputs(k + 1 < v->n_lines ? "\n" : "\n</system-out>\n", to);
    }
    fputs("</testsuite>\n</testsuites>\n", to);
}

static int print(const cli_args *args, const validation *v, const validation_options *options)
{
    const char *candidate = args->word[0], *reference = cli_value(args, "against");
    const int format = print_format(args);
    if (format >= 0) { /* JUnit is no format of tables */
        const size_t few = format == GRID_TABLE && !cli_given(args, "all") ? 5 : 0;
        grid *g = rows_grid(v, candidate, reference, print_is_whole(args), few);
        if (few && v->verdict != VALIDATION_AGREES && v->n_lines) grid_head(g, v->line[0]);
        note_lines(g, v, options, few);
        for (size_t k = 0; grid_is_rows(format) && k < v->n_lines; k++) terminal_say("note: %s\n", v->line[k]);
        return print_grids(args, &g, 1);
    }
    cli_output output;
    CLI_TRY(cli_output_open(cli_value(args, "output"), &output));
    junit_write(v, candidate, reference, output.file);
    return cli_output_finish(&output);
}

static int read_variant(const char *what, const char *text, selection *to)
{
    CLI_OK(selection_add(to, text, &cli_error));
    if (to->count == 1) return 0;
    return cli_usage("validate: the %s '%s' names %zu metrics; one is wanted", what, text, to->count);
}

/* Where the names of a function's parameters do not say which array is which, both orders are tried: what agrees in the
 * other one was asked wrongly. */
static void try_other_order(const char *entry, const variant *candidate, const variant *reference,
                            const validation_options *options, validation *v)
{
    const char *called = candidate_tells(candidate->metric).called;
    OWNED char *other = wording_made("%s:as=codes-first", entry);
    FREED(selection_free) selection exchanged = { 0 };
    validation found;
    if (v->verdict == VALIDATION_DIFFERS && called && strstr(called, ", by their order") && other &&
        selection_add(&exchanged, other, NULL) == ASSAY_OK &&
        validation_make(exchanged.at, reference, options, &found, NULL) == ASSAY_OK) {
        validation *worse = found.verdict == VALIDATION_AGREES ? v : &found;
        validation_free(worse);
        if (worse == v) *v = found;
    }
}

static int compare(const cli_args *args, const variant *candidate, const variant *reference,
                   validation_options *options)
{
    validation v;
    meter m = meter_new();
    options->report = report;
    options->context = &m;
    const assay_status status = validation_make(candidate, reference, options, &v, &cli_error);
    if (status == ASSAY_OK) try_other_order(args->word[0], candidate, reference, options, &v);
    meter_clear(&m);
    if (status != ASSAY_OK) return cli_fail(status);
    int printed = print(args, &v, options);
    const char *test = cli_value(args, "emit-test");
    if (!printed && test) printed = emitted_test_write(test, args->word[0], cli_value(args, "against"), &v);
    const int agrees = v.verdict == VALIDATION_AGREES;
    validation_free(&v);
    return printed ? printed : agrees ? 0 : CLI_FAILED;
}

int cmd_validate(const cli_args *args)
{
    validation_options options = { .scenarios = cli_value(args, "scenarios"),
                                   .seeds = cli_value(args, "seeds"),
                                   .output = cli_value(args, "metric-output"),
                                   .samples = cli_number(args, "samples", 0),
                                   .level = cli_fraction(args, "level", 0.95),
                                   .resolution = cli_fraction(args, "resolution", 0.05),
                                   .tolerance = cli_fraction(args, "tolerance", 0) };
    if (!cli_value(args, "against"))
        return cli_usage("validate: --against METRIC[@PRESET] is missing: what %s is meant to be", args->word[0]);
    if (cli_value(args, "emit-test") && strncmp(args->word[0], "python:", 7) != 0)
        return cli_usage("validate: --emit-test writes a test of python:FILE.py, and this is '%s'", args->word[0]);
    FREED(selection_free) selection candidate = { 0 }, reference = { 0 };
    CLI_TRY(read_variant("reference", cli_value(args, "against"), &reference));
    CLI_TRY(read_variant("candidate", args->word[0], &candidate));
    return compare(args, candidate.at, reference.at, &options);
}
