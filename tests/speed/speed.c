/*
 * `make bench`: what each piece of work costs on one core at N = 20000, M = d = 8, and how many times longer the same
 * work takes in NumPy, scikit-learn, XGBoost and ranger, done by reference.py in the same rounds on the same machine.
 * A round does every piece once here and once there, so that a machine that changes its pace changes both; work that
 * takes long is in fewer rounds. Times are CPU seconds, of several threads those of the clock on the wall, beside one
 * thread; what is printed are medians over the rounds, with the least and the greatest.
 * Work that draws on something shared (bins, a relation) is timed alone, with nothing there.
 *
 *   speed [FILE.json [PART]]  the table, and every single time into FILE.json; only work with PART in its name
 *   speed compare A B         two such files: ends with status 1 where work is slower in B, beyond both spreads
 */
#define _DEFAULT_SOURCE /* mkstemps */
#include "relation.h"
#include "scoring.h"
#include "selection.h"
#include "sentences.h"
#include "timing.h"
#include "ascending.h"

#include <jansson.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { SAMPLES = 20000, FEW = 2000, ROUNDS_MOST = 7, WORKS_MOST = 160 };
static const double least_sample = 0.03, most_work = 12.0; /* seconds */

typedef struct bench bench;
typedef struct work work;

/* One piece of work. do_once: its seconds; below 0: it cannot be done, and is left out. */
struct work {
    char label[96], argument[128], reference[64], note[128];
    double (*do_once)(bench *b, const work *w);
    double (*other_once)(bench *b, const work *w); /* NULL: reference.py is asked */
    double own[ROUNDS_MOST], other[ROUNDS_MOST], spent;
    size_t rounds, others;
    int over;
};

struct bench {
    scoring *scores;
    assay_data data, few;
    work works[WORKS_MOST];
    size_t count;
    FILE *ask, *answer; /* reference.py; NULL: not there */
    pid_t peer;
};

static double generate_once(bench *b, const work *w)
{
    (void)b;
    assay_data data = { 0 };
    const double start = cpu_seconds();
    const assay_status status = assay_generate(w->argument, NULL, SAMPLES, 0, &data, NULL);
    const double took = cpu_seconds() - start;
    assay_data_free(&data);
    return status == ASSAY_OK ? took : -1.0;
}

/* A list of metrics on one representation, their relations shared. */
static double metrics_once(bench *b, const work *w)
{
    selection metrics = { 0 };
    assay_error err;
    if (selection_add(&metrics, w->argument, &err) != ASSAY_OK) return -1.0;
    const assay_rep rep = assay_data_view(&b->data);
    const double start = cpu_seconds();
    assay_status status = scoring_begin(b->scores, &rep, 0, "noise", "alpha=0.4");
    for (size_t v = 0; v < metrics.count && status == ASSAY_OK; v++) {
        const assay_score *scores;
        status = scoring_run(b->scores, &metrics.at[v], &scores);
    }
    const double took = cpu_seconds() - start;
    selection_free(&metrics);
    return status == ASSAY_OK ? took : -1.0;
}

/* By the clock on the wall. */
static double threads_once(bench *b, const work *w, uint32_t threads)
{
    scoring_jobs(b->scores, threads);
    const double start = seconds_on(CLOCK_MONOTONIC), done = metrics_once(b, w);
    const double took = seconds_on(CLOCK_MONOTONIC) - start;
    scoring_jobs(b->scores, 1);
    return done < 0 ? done : took;
}

static double one_thread_once(bench *b, const work *w) { return threads_once(b, w, 1); }

static double two_threads_once(bench *b, const work *w) { return threads_once(b, w, 2); }

static double relation_once(bench *b, const work *w)
{
    const assay_rep rep = assay_data_view(&b->data);
    assay_matrix matrix;
    const double start = cpu_seconds();
    if (assay_matrix_make(&rep, w->argument, 0, "", "", 1, &matrix, NULL) != ASSAY_OK) return -1.0;
    const double took = cpu_seconds() - start;
    assay_matrix_free(&matrix);
    return took;
}

static double pair_once(bench *b, const work *w)
{
    return relation_once(b, w) / (double)(b->data.n_factors * b->data.n_codes);
}

/* The relation r2 of 5,000 rows, 1,000 factors and so many codes: one product of two tables, and what goes with it. */
static double product_once(bench *b, const work *w)
{
    bench wide = { .count = 0 };
    assay_stream stream;
    (void)b;
    if (assay_data_shape(&wide.data, 5000, 1000, strtoul(w->reference + 8, NULL, 10)) != ASSAY_OK) return -1.0;
    assay_stream_seed(&stream, 0);
    assay_stream_fill(&stream, wide.data.factors, wide.data.n * wide.data.n_factors);
    assay_stream_fill(&stream, wide.data.codes, wide.data.n * wide.data.n_codes);
    const double took = relation_once(&wide, w);
    assay_data_free(&wide.data);
    return took;
}

static assay_status write_sentence(void *context, const sentence *s)
{
    return fwrite(s->text, 1, s->length, context) == s->length ? ASSAY_OK : ASSAY_EENVIRONMENT;
}

/* A corpus into /dev/null. */
static double corpus_once(bench *b, const work *w)
{
    (void)b;
    FILE *const nowhere = fopen("/dev/null", "w");
    assay_stream stream;
    if (!nowhere) return -1.0;
    assay_stream_seed(&stream, 0);
    const double start = cpu_seconds();
    const assay_status status =
        (strcmp(w->argument, "pos") == 0 ? pos_sentences : ynoc_sentences)(&stream, write_sentence, nowhere);
    const double took = cpu_seconds() - start;
    fclose(nowhere);
    return status == ASSAY_OK ? took : -1.0;
}

/* What a metric from outside costs beside its own work, by the clock on the wall: a function that does nothing, the
 * data handed over anew in each of many cells. */
static double candidate_once(bench *b, const work *w)
{
    enum { CELLS = 50 };
    selection one = { 0 };
    assay_error err;
    if (selection_add(&one, w->argument, &err) != ASSAY_OK) return -1.0;
    const assay_rep rep = assay_data_view(&b->few);
    int failed = 0;
    const double start = seconds_on(CLOCK_MONOTONIC);
    for (uint64_t cell = 0; cell < CELLS; cell++) {
        const assay_score *score;
        failed |= scoring_begin(b->scores, &rep, cell, "noise", "") != ASSAY_OK ||
                  scoring_run(b->scores, one.at, &score) != ASSAY_OK || score->status != ASSAY_OK;
    }
    const double took = (seconds_on(CLOCK_MONOTONIC) - start) / CELLS;
    selection_free(&one);
    return failed ? -1.0 : took;
}

static void add(bench *b, double (*do_once)(bench *, const work *), const char *label, const char *argument,
                const char *reference)
{
    if (b->count == WORKS_MOST) return;
    work *const w = &b->works[b->count++];
    w->do_once = do_once;
    snprintf(w->label, sizeof w->label, "%s", label);
    snprintf(w->argument, sizeof w->argument, "%s", argument);
    snprintf(w->reference, sizeof w->reference, "%s", reference);
}

/* The preset of Zaidi et al., or the last there is. */
static void add_metric(bench *b, const assay_metric *metric)
{
    const char *preset = metric->presets[metric->n_presets - 1].id;
    char list[128];
    for (size_t p = 0; p < metric->n_presets; p++)
        if (strcmp(metric->presets[p].id, "zaidi2020") == 0) preset = "zaidi2020";
    snprintf(list, sizeof list, "%s@%s", metric->id, preset);
    add(b, metrics_once, list, list, metric->id);
}

static void add_threads(bench *b, const char *list)
{
    char label[96];
    snprintf(label, sizeof label, "%s, 2 threads", list);
    const size_t at = b->count;
    add(b, two_threads_once, label, list, "");
    if (b->count == at) return;
    b->works[at].other_once = one_thread_once;
    snprintf(b->works[at].note, sizeof b->works[at].note, "one thread, both by the clock on the wall");
}

static double python_once(bench *b, const work *w);

/* A call from Python beside the leanest program there, and the score itself beside the call. */
static void add_calls(bench *b)
{
    static const char *const called[] = { "dictionary", "mcc", "r2-heldout", "explicitness", "z-diff", "t-mex", "mig" };
    for (size_t k = 0; k < sizeof called / sizeof *called; k++) {
        char label[96], lean[64];
        snprintf(label, sizeof label, "python %s", called[k]);
        snprintf(lean, sizeof lean, "lean %s", called[k]);
        add(b, python_once, label, called[k], lean);
        snprintf(label, sizeof label, "  the score itself, python %s", called[k]);
        add(b, metrics_once, label, called[k], "");
        b->works[b->count - 1].other_once = python_once;
    }
}

static void list_works(bench *b)
{
    static const char *const histogram =
        "mig@zaidi2020,mig-sup@zaidi2020,jemmig@zaidi2020,dcimig@zaidi2020,modularity@zaidi2020,"
        "sap@zaidi2020,irs@zaidi2020";
    char label[96];
    for (size_t k = 0; assay_scenario_at(k); k++) {
        snprintf(label, sizeof label, "generate %s", assay_scenario_at(k)->id);
        add(b, generate_once, label, assay_scenario_at(k)->id, label);
    }
    add(b, corpus_once, "stream pos, 2872800 sentences", "pos", "");
    add(b, corpus_once, "stream ynoc, 720000 sentences", "ynoc", "");
    for (size_t k = 0; k < relation_count(); k++) {
        snprintf(label, sizeof label, "relation %s", relation_at(k)->id);
        add(b, relation_once, label, relation_at(k)->id, label);
    }
    add(b, pair_once, "nearest-neighbour MI, one pair", "mi-knn", "nearest-neighbour MI, one pair");
    add(b, metrics_once, "histogram metrics together", histogram, "histogram metrics");
    add(b, metrics_once, "  one np.bincount matrix a metric", histogram, "histogram metrics, bincount");
    add(b, metrics_once, "  one np.bincount matrix for all", histogram, "histogram metrics, bincount shared");
    for (size_t m = 0; assay_metric_at(m); m++)
        if (!(assay_metric_at(m)->flags & ASSAY_CONTROL)) add_metric(b, assay_metric_at(m));
    add(b, metrics_once, "sap by trees", "sap:relation=tree-accuracy", "relation tree-accuracy");
    add(b, metrics_once, "dci-rf, ranger", "dci-rf@zaidi2020", "dci-rf, ranger");
    add(b, metrics_once, "dci-rfc, ranger", "dci-rfc@zhang2021", "dci-rfc, ranger");
    add(b, metrics_once, "rf-acc, ranger", "rf-acc@almudevar2025", "rf-acc, ranger");
    add(b, metrics_once, "dci-gbt, scikit-learn", "dci-gbt@locatello2019", "dci-gbt, scikit-learn");
    add(b, metrics_once, "dci-gbt, XGBoost exact", "dci-gbt@locatello2019", "dci-gbt, XGBoost exact");
    add(b, metrics_once, "dci-gbt, XGBoost hist", "dci-gbt@locatello2019", "dci-gbt, XGBoost hist");
    add(b, product_once, "product, 5000 x 1000 x 1024", "r2", "product 1024");
    add(b, product_once, "product, 5000 x 1000 x 4096", "r2", "product 4096");
    add(b, product_once, "product, 5000 x 1000 x 16384", "r2", "product 16384");
    add_threads(b, "dci-rf@zaidi2020");
    add_threads(b, "dci-rfc");
    add_threads(b, "dci-gbt@locatello2019");
    add_calls(b);
}

/* Two metrics from outside; returns the file to remove, or an empty string. */
static void list_candidates(bench *b, char file[32])
{
    static const char nothing[] = "def nothing(factors, codes):\n    return 0.5\n";
    char list[64];
    snprintf(file, 32, "/tmp/assay-speed-XXXXXX.py");
    const int made = mkstemps(file, 3);
    if (made < 0) {
        file[0] = '\0';
        return;
    }
    if (write(made, nothing, sizeof nothing - 1) == (ssize_t)(sizeof nothing - 1)) {
        snprintf(list, sizeof list, "python:%s", file);
        add(b, candidate_once, "candidate in Python, N = 2000", list, "");
        add(b, candidate_once, "candidate command, N = 2000", "exec:'echo 0.5 # {factors} {codes}'", "");
    }
    close(made);
}

/* reference.py, which does the work that it is asked for, line by line. */
static void peer_start(bench *b)
{
    int to[2], from[2];
    signal(SIGPIPE, SIG_IGN); /* one that has ended is noticed by its answer */
    if (pipe(to) != 0 || pipe(from) != 0) return;
    b->peer = fork();
    if (b->peer == 0) {
        dup2(to[0], STDIN_FILENO);
        dup2(from[1], STDOUT_FILENO);
        close(to[1]);
        close(from[0]);
        execl("/usr/bin/python3", "python3", "tests/speed/reference.py", (char *)NULL);
        _exit(127);
    }
    close(to[0]);
    close(from[1]);
    b->ask = fdopen(to[1], "w");
    b->answer = fdopen(from[0], "r");
}

static void peer_end(bench *b)
{
    if (b->ask) fclose(b->ask);
    if (b->answer) fclose(b->answer);
    if (b->peer > 0) waitpid(b->peer, NULL, 0);
}

/* The seconds that the reference takes; below 0: it has no such work, or is not installed. */
static double peer_once(bench *b, work *w)
{
    char line[512];
    double seconds = -1.0, took = 0.0;
    if (!b->ask || !b->answer || !w->reference[0]) return -1.0;
    fprintf(b->ask, "%s\n", w->reference);
    if (fflush(b->ask) != 0 || !fgets(line, sizeof line, b->answer)) {
        fclose(b->ask);
        b->ask = NULL;
        printf("NumPy is not installed (python3-numpy): no ratios\n");
        return -1.0;
    }
    json_t *const object = json_loads(line, 0, NULL);
    const char *note = "";
    if (object && json_unpack(object, "{s:F, s:F, s:s}", "seconds", &seconds, "took", &took, "note", &note) == 0)
        snprintf(w->note, sizeof w->note, "%s", note);
    w->spent += took;
    json_decref(object);
    return seconds;
}

/* The seconds of a call of the package, which is asked of the peer. */
static double python_once(bench *b, const work *w)
{
    work asked = { .spent = 0.0 };
    snprintf(asked.reference, sizeof asked.reference, "call %.40s", w->argument);
    return peer_once(b, &asked);
}

/* Seconds of one time, as the mean of as many as take long enough to be measured; the peer's are such a mean. */
static double sample(bench *b, const work *w, double (*once)(bench *, const work *))
{
    double total = 0.0;
    size_t times = 0;
    do {
        const double took = once(b, w);
        if (took < 0) return -1.0;
        total += took, times++;
    } while (once != python_once && total < least_sample && times < 10000);
    return total / (double)times;
}

static void work_round(bench *b, work *w)
{
    const double start = cpu_seconds(), own = sample(b, w, w->do_once);
    if (own < 0) {
        w->over = 1;
        return;
    }
    w->own[w->rounds++] = own;
    const double other = w->other_once ? sample(b, w, w->other_once) : peer_once(b, w);
    w->spent += cpu_seconds() - start;
    if (other >= 0) w->other[w->others++] = other;
    w->over = w->spent > most_work;
}

/* Sorts; returns the median. */
static double median(double *value, size_t count)
{
    qsort(value, count, sizeof *value, ascending);
    return count ? (value[(count - 1) / 2] + value[count / 2]) / 2 : 0.0;
}

static void work_print(const work *w)
{
    double own[ROUNDS_MOST], other[ROUNDS_MOST], ratio[ROUNDS_MOST];
    if (w->rounds == 0) return;
    memcpy(own, w->own, sizeof own);
    memcpy(other, w->other, sizeof other);
    for (size_t r = 0; r < w->others; r++) ratio[r] = w->other[r] / w->own[r];
    const double middle = median(own, w->rounds);
    printf("%-38s %4zu %11.3f %9.3f .. %-9.3f", w->label, w->rounds, 1e3 * middle, 1e3 * own[0],
           1e3 * own[w->rounds - 1]);
    if (w->others) {
        const double reference = median(other, w->others), times = median(ratio, w->others);
        printf(" %12.1f %8.1fx %7.1f .. %-7.1f %s", 1e3 * reference, times, ratio[0], ratio[w->others - 1], w->note);
    } else if (assay_metric_find(w->reference)) {
        printf(" %12s", "no published program here");
    }
    printf("\n");
}

static json_t *doubles_json(const double *value, size_t count)
{
    json_t *const list = json_array();
    for (size_t k = 0; k < count; k++) json_array_append_new(list, json_real(value[k]));
    return list;
}

static int results_write(const bench *b, const char *file)
{
    json_t *const rows = json_array();
    for (size_t k = 0; k < b->count; k++) {
        const work *const w = &b->works[k];
        if (w->rounds == 0) continue;
        json_t *const own = doubles_json(w->own, w->rounds), *const other = doubles_json(w->other, w->others);
        json_array_append_new(rows, json_pack("{s:s, s:o, s:s, s:s, s:o}", "work", w->label, "seconds", own,
                                              "reference", w->reference, "note", w->note, "reference_seconds", other));
    }
    json_t *const all = json_pack("{s:s, s:i, s:o}", "assay", ASSAY_VERSION, "samples", SAMPLES, "rows", rows);
    const int failed = !all || json_dump_file(all, file, JSON_INDENT(1)) != 0;
    json_decref(all);
    if (failed) fprintf(stderr, "speed: cannot write %s\n", file);
    return failed;
}

static int bench_run(const char *file, const char *part)
{
    static bench b;
    char candidate[32];
    b.scores = scoring_new();
    if (!b.scores || assay_generate("noise", "alpha=0.4", SAMPLES, 0, &b.data, NULL) != ASSAY_OK ||
        assay_generate("noise", NULL, FEW, 0, &b.few, NULL) != ASSAY_OK)
        return 1;
    list_works(&b);
    list_candidates(&b, candidate);
    for (size_t k = 0; k < b.count; k++) b.works[k].over = !strstr(b.works[k].label, part);
    peer_start(&b);
    for (size_t round = 0; round < ROUNDS_MOST; round++)
        for (size_t k = 0; k < b.count; k++)
            if (!b.works[k].over) work_round(&b, &b.works[k]);
    peer_end(&b);
    if (candidate[0]) unlink(candidate);
    printf("%-38s %4s %11s %9s    %-9s %12s %9s %7s    %s\n", "N = 20000, M = d = 8, one core", "runs", "median, ms",
           "least", "greatest", "reference", "ratio", "least", "greatest");
    for (size_t k = 0; k < b.count; k++) work_print(&b.works[k]);
    assay_data_free(&b.data);
    assay_data_free(&b.few);
    scoring_free(b.scores);
    return file ? results_write(&b, file) : 0;
}

/* The sorted times of a row; returns how many. */
static size_t row_times(const json_t *row, double to[ROUNDS_MOST])
{
    const json_t *const list = json_object_get(row, "seconds");
    size_t count = json_array_size(list);
    if (count > ROUNDS_MOST) count = ROUNDS_MOST;
    for (size_t k = 0; k < count; k++) to[k] = json_number_value(json_array_get(list, k));
    median(to, count);
    return count;
}

static const json_t *row_of(const json_t *rows, const char *label)
{
    size_t k;
    const json_t *row;
    json_array_foreach(rows, k,
                       row) if (strcmp(json_string_value(json_object_get(row, "work")), label) == 0) return row;
    return NULL;
}

/* Single runs have no spread: then a quarter counts as one. */
static int rows_compare(const char *label, const json_t *a, const json_t *b)
{
    double before[ROUNDS_MOST], after[ROUNDS_MOST];
    const size_t n = row_times(a, before), m = row_times(b, after);
    if (!n || !m) return 0;
    const double ratio = median(after, m) / median(before, n), reach = n > 1 && m > 1 ? 1.05 : 1.25;
    const int slower = ratio > reach && after[0] > before[n - 1];
    const int faster = ratio * reach < 1 && after[m - 1] < before[0];
    printf("%-38s %12.3f %12.3f %8.2f  %s\n", label, 1e3 * median(before, n), 1e3 * median(after, m), ratio,
           slower   ? "slower"
           : faster ? "faster"
                    : "");
    return slower;
}

static int results_compare(const char *file_a, const char *file_b)
{
    json_error_t error = { .text = "" };
    json_t *const a = json_load_file(file_a, 0, &error), *const b = a ? json_load_file(file_b, 0, &error) : NULL;
    const json_t *const rows_a = json_object_get(a, "rows"), *const rows_b = json_object_get(b, "rows"), *row;
    size_t k, slower = 0;
    if (!rows_a || !rows_b) {
        fprintf(stderr, "speed: %s: %s\n", a ? file_b : file_a,
                error.text[0] ? error.text : "not a file of make bench");
        json_decref(a);
        json_decref(b);
        return 2;
    }
    printf("%-38s %12s %12s %8s\n", "medians, ms", "A", "B", "B / A");
    json_array_foreach(rows_a, k, row)
    {
        const char *const label = json_string_value(json_object_get(row, "work"));
        const json_t *const other = label ? row_of(rows_b, label) : NULL;
        if (other) slower += (size_t)rows_compare(label, row, other);
    }
    json_decref(a);
    json_decref(b);
    printf("%zu slower\n", slower);
    return slower > 0;
}

int main(int argc, char **argv)
{
    if (argc == 4 && strcmp(argv[1], "compare") == 0) return results_compare(argv[2], argv[3]);
    return bench_run(argc > 1 && argv[1][0] ? argv[1] : NULL, argc > 2 ? argv[2] : "");
}
