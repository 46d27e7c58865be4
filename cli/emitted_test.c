/* A test of one's own, for pytest: the smallest data on which a Python candidate and the reference differed. */
#define _GNU_SOURCE /* realpath */
#include "emitted_test.h"

#include "candidate_spec.h"
#include "cli.h"
#include "terminal.h"

#include <math.h>
#include <stdio.h>
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

/* A row a sample. */
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
    for (size_t i = 0; i < e->data.n_factors; i++)
        fprintf(to, "%s\"%s\"", i ? ", " : "", e->data.levels[i] ? "categorical" : "continuous");
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

int emitted_test_write(const char *file, const char *entry, const char *against, const validation *v)
{
    const validation_example *e = &v->example;
    candidate_spec spec;
    cli_output output;
    if (!e->data.n) {
        terminal_say("note: nothing differs on data that could be shown: %s is not written\n", file);
        return 0;
    }
    const assay_status status = spec_read(entry, strlen(entry), &spec, &cli_error);
    if (status != ASSAY_OK) return cli_fail(status);
    char *path = realpath(spec.target, NULL);
    int bad = cli_output_open(file, &output);
    if (!bad) {
        fprintf(output.file, "# Against %s, on the smallest data found on which they differ (assay validate).\n", against);
        fputs("import numpy as np\nimport pytest\nfrom assay import host\n\n", output.file);
        put_data(e, output.file);
        put_test(e, path ? path : spec.target, spec.function, v->tolerance, output.file);
        bad = cli_output_finish(&output);
    }
    free(path);
    spec_free(&spec);
    return bad;
}
