/*
 * `make bench`: what each piece of work costs on one core at N = 20000, M = d = 8, and how many times longer the same
 * work takes in NumPy and scikit-learn, measured on this machine in the same run by reference.py. Times are CPU
 * seconds, the least of several repetitions. Work that draws on something shared (bins, a relation) is timed alone,
 * with nothing there.
 */
#define _DEFAULT_SOURCE /* mkstemps */
#include "assay.h"
#include "scoring.h"
#include "selection.h"
#include "sentences.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { SAMPLES = 20000, MOST_REFERENCES = 64 };

typedef struct reference {
    char work[64], note[128];
    double seconds;
} reference;

static reference references[MOST_REFERENCES];
static size_t n_references;

static double cpu_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static void read_references(void)
{
    FILE *pipe = popen("/usr/bin/python3 tests/speed/reference.py 2>/dev/null", "r");
    char line[512];
    while (pipe && n_references < MOST_REFERENCES && fgets(line, sizeof line, pipe)) {
        json_t *object = json_loads(line, 0, NULL);
        const char *work, *note;
        reference *r = &references[n_references];
        if (object && json_unpack(object, "{ss sF ss}", "work", &work, "seconds", &r->seconds, "note", &note) == 0) {
            snprintf(r->work, sizeof r->work, "%s", work);
            snprintf(r->note, sizeof r->note, "%s", note);
            n_references++;
        }
        json_decref(object);
    }
    if (pipe) pclose(pipe);
    if (!n_references) printf("NumPy is not installed (python3-numpy): no ratios\n");
}

static void print_row(const char *label, const char *work, double seconds)
{
    printf("%-34s %12.3f", label, 1e3 * seconds);
    for (size_t r = 0; r < n_references; r++) {
        if (strcmp(references[r].work, work) != 0) continue;
        printf(" %14.1f %9.0fx  %s", 1e3 * references[r].seconds, references[r].seconds / seconds, references[r].note);
    }
    printf("\n");
    fflush(stdout);
}

/* The least CPU time of a list of metrics on one representation; repeated for about half a second. */
static double time_metrics(scoring *s, const assay_rep *rep, const char *list)
{
    selection metrics = { 0 };
    assay_error err;
    if (selection_add(&metrics, list, &err) != ASSAY_OK) return -1.0;
    double least = 1e9, total = 0.0;
    for (int k = 0; k < 200 && (k < 2 || total < 0.5); k++) {
        const double start = cpu_seconds();
        assay_status status = scoring_begin(s, rep, 0, "noise", "alpha=0.4");
        for (size_t v = 0; v < metrics.count && status == ASSAY_OK; v++) {
            const assay_score *scores;
            status = scoring_run(s, &metrics.at[v], &scores);
        }
        const double took = cpu_seconds() - start;
        total += took;
        if (took < least) least = took;
        if (total > 5.0) break;
    }
    selection_free(&metrics);
    return least;
}

static void bench_generation(void)
{
    for (size_t k = 0; assay_scenario_at(k); k++) {
        const char *id = assay_scenario_at(k)->id;
        assay_data data = { 0 };
        double least = 1e9;
        for (int repeat = 0; repeat < 30; repeat++) {
            const double start = cpu_seconds();
            if (assay_generate(id, NULL, SAMPLES, 0, &data, NULL) != ASSAY_OK) return;
            const double took = cpu_seconds() - start;
            if (took < least) least = took;
        }
        char label[64];
        snprintf(label, sizeof label, "generate %s", id);
        print_row(label, label, least);
        assay_data_free(&data);
    }
}

/* k = 3, all pairs of factors and codes, by pair. */
static void bench_neighbours(const assay_rep *rep)
{
    double least = 1e9;
    for (int repeat = 0; repeat < 3; repeat++) {
        assay_matrix matrix;
        const double start = cpu_seconds();
        if (assay_matrix_make(rep, "mi-knn", 0, "", "", 1, &matrix, NULL) != ASSAY_OK) return;
        const double took = cpu_seconds() - start;
        if (took < least) least = took;
        assay_matrix_free(&matrix);
    }
    print_row("nearest-neighbour MI, one pair", "nearest-neighbour MI, one pair",
              least / (double)(rep->n_factors * rep->n_codes));
}

/* A corpus into /dev/null. */
static assay_status write_sentence(void *context, const sentence *s)
{
    return fwrite(s->text, 1, s->length, context) == s->length ? ASSAY_OK : ASSAY_EENVIRONMENT;
}

static void bench_corpora(void)
{
    FILE *nowhere = fopen("/dev/null", "w");
    if (!nowhere) return;
    for (int pos = 0; pos < 2; pos++) {
        assay_stream stream;
        assay_stream_seed(&stream, 0);
        const double start = cpu_seconds();
        const assay_status status = (pos ? pos_sentences : ynoc_sentences)(&stream, write_sentence, nowhere);
        if (status == ASSAY_OK)
            print_row(pos ? "stream pos, 2872800 sentences" : "stream ynoc, 720000 sentences", "", cpu_seconds() - start);
    }
    fclose(nowhere);
}

static void bench_metrics(scoring *s, const assay_rep *rep)
{
    static const char *const histogram =
        "mig@zaidi2020,mig-sup@zaidi2020,jemmig@zaidi2020,dcimig@zaidi2020,modularity@zaidi2020,"
        "sap@zaidi2020,irs@zaidi2020";
    const double together = time_metrics(s, rep, histogram);
    print_row("histogram metrics together", "histogram metrics", together);
    print_row("  the same, leaner reference", "histogram metrics, bincount", together);
    for (size_t m = 0; assay_metric_at(m); m++) {
        const assay_metric *metric = assay_metric_at(m);
        if (metric->flags & ASSAY_CONTROL) continue;
        char list[128];
        snprintf(list, sizeof list, "%s@zaidi2020", metric->id);
        double seconds = time_metrics(s, rep, list);
        if (seconds < 0) { /* no such preset */
            snprintf(list, sizeof list, "%s@%s", metric->id, metric->presets[metric->n_presets - 1].id);
            seconds = time_metrics(s, rep, list);
        }
        print_row(list, metric->id, seconds);
    }
}

/* What a metric from outside costs beside its own work, by the clock on the wall: functions that do nothing, the data handed
 * over anew in each cell. */
static void bench_candidate(scoring *s, const char *label, const char *list)
{
    enum { CELLS = 200, FEW = 2000 };
    selection one = { 0 };
    assay_data data = { 0 };
    assay_error err = { "" };
    if (selection_add(&one, list, &err) != ASSAY_OK) {
        printf("%-34s %s\n", label, err.text);
        return;
    }
    double least = 1e9;
    int failed = 0;
    if (assay_generate("noise", NULL, FEW, 0, &data, NULL) == ASSAY_OK) {
        const assay_rep rep = assay_data_view(&data);
        for (int repeat = 0; repeat < 3; repeat++) {
            struct timespec start, end;
            const assay_score *score;
            clock_gettime(CLOCK_MONOTONIC, &start);
            for (uint64_t cell = 0; cell < CELLS; cell++)
                failed |= scoring_begin(s, &rep, cell, "noise", "") != ASSAY_OK ||
                          scoring_run(s, one.at, &score) != ASSAY_OK || score->status != ASSAY_OK;
            clock_gettime(CLOCK_MONOTONIC, &end);
            const double took = (double)(end.tv_sec - start.tv_sec) + 1e-9 * (double)(end.tv_nsec - start.tv_nsec);
            if (took / CELLS < least) least = took / CELLS;
        }
        if (failed) printf("%-34s failed\n", label);
        else print_row(label, "", least);
    }
    assay_data_free(&data);
    selection_free(&one);
}

static void bench_candidates(scoring *s)
{
    char file[] = "/tmp/assay-speed-XXXXXX.py", list[64];
    const int made = mkstemps(file, 3);
    static const char nothing[] = "def nothing(factors, codes):\n    return 0.5\n";
    if (made < 0) return;
    if (write(made, nothing, sizeof nothing - 1) == (ssize_t)(sizeof nothing - 1)) {
        snprintf(list, sizeof list, "python:%s", file);
        bench_candidate(s, "candidate in Python, N = 2000", list);
        bench_candidate(s, "candidate command, N = 2000", "exec:'echo 0.5 # {factors} {codes}'");
    }
    close(made);
    unlink(file);
}

int main(void)
{
    scoring *s = scoring_new();
    assay_data data = { 0 };
    if (!s || assay_generate("noise", "alpha=0.4", SAMPLES, 0, &data, NULL) != ASSAY_OK) return 1;
    const assay_rep rep = assay_data_view(&data);
    read_references();
    printf("%-34s %12s %14s %10s\n", "N = 20000, M = d = 8, one core", "assay, ms", "reference, ms", "ratio");
    bench_generation();
    bench_corpora();
    bench_neighbours(&rep);
    bench_candidates(s);
    bench_metrics(s, &rep);
    assay_data_free(&data);
    scoring_free(s);
    return 0;
}
