/* assay agree -- how far metrics rank the same representations alike, those of a store or a folder of one's own. */
#include "agreement.h"
#include "array.h"
#include "assay_bench.h"
#include "cli.h"
#include "cores.h"
#include "figure_agreement.h"
#include "names.h"
#include "print.h"
#include "progress.h"
#include "store_args.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MOST_DRAWS = 10000, STANDARD_WIDTH = 120 };

/* ---- a store ---- */

/* Controls, and metrics with other options, are compared only when they are asked for. */
static assay_status usual_series(const evidence *all, agreement_table *to, assay_error *err)
{
    evidence kept = { .at = malloc((all->count + 1) * sizeof *kept.at) };
    if (!kept.at) return assay_fail(err, ASSAY_ENOMEM, "memory ran out");
    for (size_t s = 0; s < all->count; s++)
        if (!(all->at[s].flags & ASSAY_CONTROL) && !evidence_is_variation(all, &all->at[s])) kept.at[kept.count++] = all->at[s];
    const assay_status status = agreement_table_from(&kept, to, err);
    free(kept.at);
    return status;
}

static int table_of_store(const cli_args *args, agreement_table *to)
{
    store_filter filter;
    store *scores;
    assay_error err = { "" };
    if (cli_given(args, "kinds") || cli_given(args, "jobs"))
        return cli_usage("agree: --kinds and --jobs belong to --data");
    int bad = store_args_filter(args, &filter);
    if (!bad) bad = store_args_open(args, &scores);
    if (!bad) {
        evidence found = { 0 };
        assay_status status = evidence_read(scores, &filter, &found, &err);
        if (status == ASSAY_OK)
            status = filter.metrics ? agreement_table_from(&found, to, &err) : usual_series(&found, to, &err);
        evidence_free(&found);
        store_close(scores);
        bad = cli_fail(status, &err);
    }
    store_args_filter_free(&filter);
    return bad;
}

/* ---- a folder ---- */

typedef struct names {
    char **at;
    size_t count;
} names;

static void names_free(names *n)
{
    for (size_t k = 0; k < n->count; k++) free(n->at[k]);
    free(n->at);
    *n = (names){ 0 };
}

static int by_name(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }

static assay_status add_name(names *to, const char *name, assay_error *err)
{
    char **grown = realloc(to->at, (to->count + 1) * sizeof *grown);
    if (grown) to->at = grown;
    if (!grown || !(grown[to->count] = strdup(name))) return assay_fail(err, ASSAY_ENOMEM, "memory ran out");
    to->count++;
    return ASSAY_OK;
}

/* The .npz files of a folder by name; hidden ones are not the user's. */
static assay_status list_files(const char *folder, names *to, assay_error *err)
{
    DIR *d = opendir(folder);
    if (!d) return assay_fail(err, ASSAY_EINPUT, "--data %s: %s", folder, strerror(errno));
    assay_status status = ASSAY_OK;
    for (const struct dirent *e; status == ASSAY_OK && (e = readdir(d));) {
        const size_t length = strlen(e->d_name);
        if (length > 4 && e->d_name[0] != '.' && strcmp(e->d_name + length - 4, ".npz") == 0)
            status = add_name(to, e->d_name, err);
    }
    closedir(d);
    if (status == ASSAY_OK && to->count < AGREE_LEAST)
        status = assay_fail(err, ASSAY_EINPUT, "--data %s: %zu .npz files; it takes %d representations to compare",
                            folder, to->count, AGREE_LEAST);
    if (to->count) qsort(to->at, to->count, sizeof *to->at, by_name);
    return status;
}

static char *joined(const char *a, const char *between, const char *b)
{
    const size_t size = strlen(a) + strlen(between) + strlen(b) + 1;
    char *text = malloc(size);
    if (text) snprintf(text, size, "%s%s%s", a, between, b);
    return text;
}

/* As of a store. */
static char *series_name(const assay_score *s)
{
    const size_t size = strlen(s->metric) + strlen(s->preset) + strlen(s->output) + 3;
    char *name = malloc(size);
    if (name) variant_print_output(s->metric, s->preset, s->output, name, size);
    return name;
}

typedef struct scoring {
    const cli_args *args;
    const char *folder, *kinds, *metrics;
    uint64_t seed, jobs;
    char said[1024]; /* the last note */
    agreement_table *to;
} scoring;

static assay_status take_scores(scoring *s, const names *files, size_t row, const assay_scores *scores,
                                assay_error *err)
{
    if (row == 0) {
        assay_status status = agreement_table_shape(s->to, files->count, scores->count, err);
        for (size_t k = 0; status == ASSAY_OK && k < scores->count; k++)
            if (!(s->to->series[k] = series_name(&scores->at[k])))
                status = assay_fail(err, ASSAY_ENOMEM, "memory ran out");
        if (status != ASSAY_OK) return status;
        s->to->n_clusters = files->count;
    }
    if (scores->count != s->to->n_series)
        return assay_fail(err, ASSAY_EINTERNAL, "%s: %zu scores where the first file has %zu", files->at[row],
                          scores->count, s->to->n_series);
    for (size_t k = 0; k < scores->count; k++) s->to->value[k * files->count + row] = scores->at[k].overall.value;
    s->to->cluster[row] = row;
    s->to->row[row] = strdup(files->at[row]);
    return s->to->row[row] ? ASSAY_OK : assay_fail(err, ASSAY_ENOMEM, "memory ran out");
}

/* A metric that failed is a gap in the table, and said; one that left its score undefined is only a gap. */
static void tell(scoring *s, const char *file, const char *note, const assay_scores *scores)
{
    if (note[0] && strcmp(note, s->said) != 0) {
        fprintf(stderr, "note: %s: %s\n", file, note);
        snprintf(s->said, sizeof s->said, "%s", note);
    }
    for (size_t k = 0; k < scores->count; k++)
        if (scores->at[k].status != ASSAY_OK && (k == 0 || strcmp(scores->at[k].metric, scores->at[k - 1].metric) != 0))
            fprintf(stderr, "note: %s: %s failed: %s\n", file, scores->at[k].metric,
                    scores->at[k].overall.undefined ? scores->at[k].overall.undefined : "without a reason");
}

static assay_status score_file(scoring *s, const names *files, size_t row, assay_error *err)
{
    assay_data data = { 0 };
    assay_scores scores = { 0 };
    char note[1024] = "";
    char *path = joined(s->folder, "/", files->at[row]);
    if (!path) return assay_fail(err, ASSAY_ENOMEM, "memory ran out");
    assay_status status = representation_read_one(path, s->kinds, &data, note, sizeof note, err);
    if (status == ASSAY_OK) {
        const assay_rep rep = assay_data_view(&data);
        status = assay_bench_score_all(&rep, s->metrics, s->seed, "", "", (uint32_t)s->jobs, &scores, err);
        if (status == ASSAY_OK) {
            tell(s, files->at[row], note, &scores);
            status = take_scores(s, files, row, &scores, err);
            assay_scores_free(&scores);
        }
    }
    assay_data_free(&data);
    free(path);
    return status;
}

static assay_status score_files(scoring *s, const names *files, assay_error *err)
{
    const int progress = progress_on_terminal();
    assay_status status = ASSAY_OK;
    for (size_t row = 0; row < files->count && status == ASSAY_OK; row++) {
        if (progress) {
            progress_bar(row, files->count);
            fprintf(stderr, "%zu of %zu  %s", row + 1, files->count, files->at[row]);
            fflush(stderr);
        }
        status = score_file(s, files, row, err);
        if (progress) progress_clear();
    }
    return status;
}

static int table_of_folder(const cli_args *args, uint64_t seed, agreement_table *to)
{
    names files = { 0 };
    assay_error err = { "" };
    scoring s = { .args = args, .folder = cli_value(args, "data"), .seed = seed, .to = to };
    s.kinds = cli_value(args, "kinds") ? cli_value(args, "kinds") : "auto";
    s.metrics = cli_value(args, "metrics") ? cli_value(args, "metrics") : "all";
    if (cli_given(args, "db") || cli_given(args, "scenarios") || cli_given(args, "samples"))
        return cli_usage("agree: --data has its own representations; leave out --db, --scenarios and --samples");
    const int bad = cli_number(args, "jobs", 1, cores_available(), &s.jobs);
    if (bad) return bad;
    if (s.jobs > CLI_MOST_JOBS) s.jobs = CLI_MOST_JOBS;
    assay_status status = list_files(s.folder, &files, &err);
    if (status == ASSAY_OK) status = score_files(&s, &files, &err);
    names_free(&files);
    return cli_fail(status, &err);
}

/* ---- what both come to ---- */

static int draw_figure(const agreement_table *t, const agreement *a, const char *directory)
{
    char name[64];
    figures drawn;
    assay_error err = { "" };
    snprintf(name, sizeof name, "agreement-%s", agree_word(a->kind));
    const int bad = cli_fail(figure_agreement_draw(t, a, name, "Agreement between metrics", directory,
                                                   FIGURE_PDF | FIGURE_SVG | FIGURE_PNG, &drawn, &err), &err);
    if (bad) return bad;
    if (drawn.warnings[0]) fprintf(stderr, "gnuplot: %s\n", drawn.warnings);
    fprintf(stderr, "figure: %s/%s.pdf .svg .png; to restyle it: edit %s.gp there and run gnuplot %s.gp\n", directory,
            drawn.at[0].name, drawn.at[0].name, drawn.at[0].name);
    figures_free(&drawn);
    return 0;
}

static int print_agreement(const cli_args *args, const agreement_table *t, const agreement *a, int format)
{
    grid *g = agreement_grid(t, a, a->kind, format != GRID_JSON && format != GRID_CSV);
    if (!g) return cli_fail(ASSAY_ENOMEM, NULL);
    const int bad = print_grids(args, &g, 1, format);
    return bad || !cli_given(args, "figure") ? bad : draw_figure(t, a, cli_value(args, "figure"));
}

static int compare(const cli_args *args, const agreement_table *t, int kind, uint64_t draws, uint64_t seed, int format)
{
    agreement found;
    assay_error err = { "" };
    if (t->n_rows < AGREE_LEAST || t->n_series < 2)
        return cli_fail(assay_fail(&err, ASSAY_EINPUT,
                                   "nothing to compare: %zu scores on %zu representations; it takes 2 on %d or more "
                                   "(controls and variations of options count where --metrics names them)",
                                   t->n_series, t->n_rows, AGREE_LEAST), &err);
    int bad = cli_fail(agreement_compute(t, kind, (size_t)draws, seed, &found, &err), &err);
    if (bad) return bad;
    bad = print_agreement(args, t, &found, format);
    agreement_free(&found);
    return bad;
}

static int run(const cli_args *args)
{
    const char *word = cli_value(args, "kind") ? cli_value(args, "kind") : "kendall";
    const int kind = agree_kind(word);
    agreement_table table = { 0 };
    uint64_t draws, seed;
    int format;
    if (kind < 0) return cli_usage("agree: --kind %s: one of kendall, spearman, pearson", word);
    int bad = print_format(args, &format);
    if (!bad) bad = cli_number(args, "draws", 0, AGREE_DRAWS, &draws);
    if (!bad && draws > MOST_DRAWS) bad = cli_usage("agree: --draws: at most %d", MOST_DRAWS);
    if (!bad) bad = cli_number(args, "seed", 0, 0, &seed);
    if (bad) return bad;
    bad = cli_given(args, "data") ? table_of_folder(args, seed, &table) : table_of_store(args, &table);
    if (!bad) bad = compare(args, &table, kind, draws, seed, format);
    agreement_table_free(&table);
    return bad;
}

static const cli_option options[] = {
    STORE_OPTION,
    STORE_FILTER_OPTIONS,
    { "data", "DIR", "your own instead: every .npz in the folder, with arrays `factors` and `codes`", 0 },
    { "kinds", "K", "of the factors in --data: auto|continuous|categorical, or one per factor (auto)", 0 },
    { "jobs", "J", "threads that score --data (all cores)", 'j' },
    { "kind", "KIND", "kendall|spearman|pearson (kendall)", 'k' },
    { "draws", "N", "bootstrap samples for the intervals, 0 for none (200)", 0 },
    { "seed", "S", "of the bootstrap, and of metrics that draw on --data (0)", 's' },
    { "figure", "DIR", "a map of colours too: pdf, svg, png, and gnuplot's script and data", 0 },
    PRINT_OPTIONS,
};
const cli_command cli_command_agree = {
    .id = "agree",
    .summary = "compare how metrics rank the same representations",
    .synopsis = "([--db FILE] [--scenarios LIST] [--samples N] | --data DIR) [--metrics LIST] [--kind KIND]",
    .details = "Kendall's tau-b, Spearman's or Pearson's correlation of every two scores over the representations\n"
               "that both are defined on: of a store scenario x point x samples x seed, of a folder its files. In\n"
               "the table columns go by number, and below it stand the pairs that agree least. json and csv have\n"
               "a row for each pair: a, b, kind, value, low, high, n.\n\n"
               "low and high are a 95 % percentile interval over bootstrap samples. Seeds and sizes of one point\n"
               "are repeats, not further representations, so whole points are drawn with all their rows; of a\n"
               "folder its files. Same seed, same bits. --metrics is `all` for a folder, and what is there for a\n"
               "store, in both cases without controls.\n\n"
               "How far two metrics should agree depends on the representations: on those that differ in one\n"
               "property only, metrics of another have nothing to rank.\n",
    .example = "  assay agree --db out/quick/scores.db --metrics all --figure out/figures\n"
               "  assay agree --data models/ --metrics mig,dci-rf,sap --kind spearman --format csv -o agree.csv\n",
    .options = options,
    .n_options = sizeof options / sizeof *options,
    .least = 0,
    .most = 0,
    .run = run,
};
