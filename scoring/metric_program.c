/* The NumPy program that defines a metric, with the options of a variant for constants; see reference.h. */
#include "metric_list.h"
#include "owned.h"
#include "reference.h"
#include "wording.h"

/* OPTIONS = {"relation": "mi", "bins": 15} */
static void add_options(const variant *v, wording *to)
{
    for (size_t k = 0; k < v->metric->n_options; k++) {
        const assay_option *option = &v->metric->options[k];
        char value[64];
        assay_option_print(option, v->option[k], value, sizeof value);
        const char *quote = option->words ? "\"" : "";
        wording_add(to, "    \"%s\": %s%s%s,\n", option->id, quote, value, quote);
    }
}

static assay_status program_of(const variant *v, char *to, size_t size, assay_error *err)
{
    char head[4096];
    wording w = WORDING(head);
    wording_add(&w,
                "\"\"\"%s@%s, %s: what it is, as a program of NumPy alone.\n\nscore(factors, codes, kinds, seed=0) "
                "gives {output: {value, items, reason, reasons}}; python3 FILE.py DATA.npz prints it.\n%s\n\"\"\"\n"
                "METRIC = \"%s\"\nOPTIONS = {\n",
                v->metric->id, v->id.text, v->metric->title, v->preset->source, v->metric->id);
    add_options(v, &w);
    wording_add(&w, "}\n");
    return reference_program("metrics", v->metric->id, head, "command", to, size, err);
}

assay_status assay_metric_program(const char *metric, char *to, size_t size, assay_error *err)
{
    FREED(selection_free) selection named = { 0 };
    if (!metric || !to) return assay_fail(err, ASSAY_EUSAGE, "%s is NULL", metric ? "to" : "metric");
    ASSAY_TRY(metric_list_add(&named, metric, NULL, err));
    if (named.count == 1) return program_of(named.at, to, size, err);
    return assay_fail(err, ASSAY_EUSAGE, "'%s' names %zu metrics; a program is of one", metric, named.count);
}
