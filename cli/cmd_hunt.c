/* assay hunt -- the worst that a metric can be made to say, over recipes whose truth is certain. */
#include "cli.h"
#include "cores.h"
#include "hunt.h"
#include "json_number.h"
#include "progress.h"
#include "selection.h"
#include "terminal.h"

#include <jansson.h>
#include <string.h>

enum { EVALUATIONS = 3000 };

static void report(void *context, const char *claim, size_t done, double best)
{
    const variant *v = context;
    terminal_say("%s@%s: %s, %zu evaluations, worst %.3f\n", v->metric->id, v->id.text, claim, done,
                 best > -1.0 ? best : 0.0);
}

static int read_claims(const cli_args *args, uint32_t *to)
{
    const char *list = cli_value_or(args, "claims", "all");
    char names[256] = "", one[64];
    *to = 0;
    for (int c = 0; c < HUNT_N_CLAIMS; c++)
        snprintf(names + strlen(names), sizeof names - strlen(names), "%s%s", c ? "|" : "", hunt_claim_name(c));
    for (const char *at = list; *at; at += strcspn(at, ","), at += *at == ',') {
        snprintf(one, sizeof one, "%.*s", (int)strcspn(at, ","), at);
        uint32_t known = strcmp(one, "all") == 0 ? (1u << HUNT_N_CLAIMS) - 1 : 0;
        for (int c = 0; c < HUNT_N_CLAIMS; c++) known |= strcmp(one, hunt_claim_name(c)) == 0 ? 1u << c : 0;
        if (!known) return cli_no_choice(args, "claims", one, names);
        *to |= known;
    }
    return 0;
}

static json_t *found_json(const hunt_found *f, const char *path)
{
    return json_pack("{ss so so so so so sI ss s[ss] s[oo] ss}", "claim", hunt_claim_name(f->claim), "violation",
                     json_number(f->here.mean), "low", json_number(f->here.low), "high", json_number(f->here.high),
                     "violation_20000", json_number(f->many.mean), "low_20000", json_number(f->many.low), "rows",
                     (json_int_t)f->at.rows, "words", hunt_claim_text(f->claim), "recipes", f->at.text[0],
                     f->at.text[1], "scores", json_number(f->here.score[0]), json_number(f->here.score[1]),
                     "certificate", path);
}

static void print_found(const hunt_found *f, const char *path)
{
    printf("  %-14s %.2f (%.2f to %.2f) of the range on %zu rows, %.2f on %d: of %s\n", hunt_claim_name(f->claim),
           f->here.mean, f->here.low, f->here.high, f->at.rows, f->many.mean, HUNT_MANY_ROWS,
           f->many.low >= HUNT_LEAST(f->claim) ? "the definition" : "few rows");
    printf("    A %.3f  %s\n", f->here.score[0], f->at.text[0]);
    if (f->at.text[1][0]) printf("    B %.3f  %s\n", f->here.score[1], f->at.text[1]);
    if (path[0]) printf("    %s\n", path);
}

/* One output: hunts, certifies, prints; *worst is the largest low end so far. */
static assay_status hunt_output(const cli_args *args, const hunt_asked *a, json_t *list, double *worst,
                                assay_error *err)
{
    const char *dir = cli_value(args, "out"), *output = a->of->metric->outputs[a->output].id;
    static hunt_result r;
    const assay_status searched = hunt_search(a, &r, err);
    if (searched != ASSAY_OK && searched != ASSAY_EINTERRUPTED) return searched;
    assay_status status = ASSAY_OK;
    json_t *found = json_array();
    if (!list)
        printf("%s@%s, %s: %zu found in %zu evaluations%s%s\n", a->of->metric->id, a->of->id.text, output, r.n_found,
               r.evaluations, r.unfit[0] ? "; nothing is certified: " : "", r.unfit);
    for (size_t k = 0; k < r.n_found && status == ASSAY_OK; k++) {
        char path[1024] = "";
        if (dir) status = hunt_certify(a, &r.found[k], dir, path, sizeof path, err);
        json_array_append_new(found, found_json(&r.found[k], path));
        if (!list) print_found(&r.found[k], path);
        if (r.found[k].here.low > *worst) *worst = r.found[k].here.low;
    }
    if (!list) json_decref(found);
    else
        json_array_append_new(list, json_pack("{ss ss ss sI so ss}", "metric", a->of->metric->id, "preset",
                                              a->of->id.text, "output", output, "evaluations",
                                              (json_int_t)r.evaluations, "found", found, "unfit", r.unfit));
    return status == ASSAY_OK ? searched : status;
}

static assay_status hunt_all(const cli_args *args, const selection *metrics, hunt_asked *a, json_t *list, double *worst,
                             assay_error *err)
{
    assay_status status = ASSAY_OK;
    size_t hunted = 0;
    for (size_t v = 0; v < metrics->count && status == ASSAY_OK; v++) {
        const assay_metric *metric = metrics->at[v].metric;
        a->of = &metrics->at[v];
        a->context = (void *)a->of;
        for (a->output = 0; a->output < metric->n_outputs && status == ASSAY_OK; a->output++) {
            if (!metric->outputs[a->output].measures) continue;
            hunted++;
            status = hunt_output(args, a, list, worst, err);
        }
    }
    if (status == ASSAY_OK && !hunted)
        return assay_fail(err, ASSAY_EUSAGE, "no output of it claims modularity, compactness or explicitness");
    return status;
}

static int check(const cli_args *args, uint32_t threads)
{
    char why[256] = "";
    const char *folder = cli_value(args, "check");
    const int bad = cli_fail(hunt_check(folder, threads, why, sizeof why, &cli_error));
    if (bad) return bad;
    if (!why[0]) return printf("%s holds\n", folder), 0;
    terminal_say("assay: %s does not hold: %s does not match what is regenerated\n", folder, why);
    return 1;
}

static int hunt(const cli_args *args, hunt_asked *a)
{
    double fail_above = 2.0, worst = 0.0;
    selection metrics = { 0 };
    const char *name = args->word[0];
    int bad = cli_given(args, "fail-above") ? cli_fraction(args, "fail-above", 0.5, &fail_above) : 0;
    if (!bad) bad = read_claims(args, &a->claims);
    if (!bad) bad = cli_fail(selection_add(&metrics, strcmp(name, "all") == 0 ? "cost:cheap" : name, &cli_error));
    if (bad) return selection_free(&metrics), bad;
    a->name = metric_is_outside(name) ? name : NULL;
    json_t *list = cli_given(args, "json") ? json_array() : NULL;
    bad = cli_fail(hunt_all(args, &metrics, a, list, &worst, &cli_error));
    if (list) {
        json_dumpf(json_array_size(list) == 1 ? json_array_get(list, 0) : list, stdout, JSON_INDENT(1));
        putchar('\n');
    }
    json_decref(list);
    selection_free(&metrics);
    return !bad && worst > fail_above ? 1 : bad;
}

static int run(const cli_args *args)
{
    hunt_asked a = { .progress = report, .stop = &progress_stop };
    uint64_t evaluations;
    int bad = cli_number(args, "evaluations", 20, EVALUATIONS, &evaluations);
    if (!bad) bad = cli_number(args, "seed", 0, 0, &a.seed);
    if (!bad) bad = cli_jobs(args, cores_available(), &a.threads);
    if (bad) return bad;
    a.evaluations = (size_t)evaluations;
    if (evaluations > 10000000) return cli_usage("hunt: more than 10000000 evaluations; hunt with several seeds");
    if (cli_given(args, "check") == (args->n_words > 0))
        return cli_usage("hunt: a metric is wanted (or all), or --check DIR");
    progress_listen();
    bad = cli_given(args, "check") ? check(args, a.threads) : hunt(args, &a);
    return progress_stop ? progress_stopped_status() : bad;
}

const cli_command cli_command_hunt = { .most = 1, .run = run };
