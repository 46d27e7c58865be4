/*
 * The unit of work is a representation. A thread takes the next, reads it, asks the store what is missing for its
 * content, scores that, and then draws for those scores whose uncertainty is missing. The lock guards the queue, the
 * store and the progress.
 */
#include "study_run.h"

#include "array_file.h"
#include "candidate.h"
#include "clock.h"
#include "cores.h"
#include "data_warnings.h"
#include "equivalent.h"
#include "relation.h"
#include "store_study.h"
#include "study_draws.h"

#include <pthread.h>

enum { WRITE_AT_LEAST_EVERY = 1 /* second */ };

static const char plan_name[] = "study";

typedef struct running {
    const study_files *files;
    const selection *with;
    store *store;
    const study_options *options;
    int64_t *point, *variant; /* ids in the store, of files and variants */
    uint64_t *content;        /* [2 files] hashes of arrays and of their rows in any order; 0: not read */
    size_t next;
    unsigned jobs_each; /* threads that one call may use, where there are fewer files than threads */
    pthread_mutex_t lock;
    assay_status status; /* the first thing that went wrong ends the run */
    assay_error error;
    study_progress progress;
    double start;
} running;

typedef struct work {
    size_t file;
    assay_data data;
    assay_rep rep;
    uint64_t hash, hash_of_rows;
    resample_set set;
    drawn_variant *drawn;   /* [with->count] every variant; its draws are 0 where none are missing */
    double **score;         /* [with->count][most outputs of one] */
    unsigned char *there;   /* [with->count] */
    const selection *with;  /* the run's, or of a file of several code tables `own` */
    const int64_t *variant; /* [with->count] ids in the store */
    selection own;
    int64_t *own_variant;
    arena memory;              /* of all lists, for one file */
    const assay_score **found; /* [with->count] what is to be written; NULL: nothing */
    assay_error why;           /* what is wrong with the file */
} work;

static int stopped(const running *r) { return r->options->stop && *r->options->stop; }

/* Writes as one transaction, one thread at a time; not where the run has gone wrong. */
static assay_status in_transaction(running *r, work *w, assay_status (*what)(running *r, work *w))
{
    pthread_mutex_lock(&r->lock);
    if (r->status == ASSAY_OK) r->status = store_begin(r->store, &r->error);
    if (r->status == ASSAY_OK) r->status = store_end(r->store, what(r, w), &r->error);
    const assay_status status = r->status;
    pthread_mutex_unlock(&r->lock);
    return status;
}

static assay_status register_columns(running *r, size_t file)
{
    const study_entry *e = &r->files->at[file];
    const size_t most = e->n_columns + 2;
    OWNED const char **name = zeroed(2 * most, sizeof *name);
    const char **text = name + most;
    char seed[24];
    size_t n = 0;
    if (!name) return no_memory(e->name, &r->error);
    if (r->options->shuffle) {
        snprintf(seed, sizeof seed, "%llu", (unsigned long long)*r->options->shuffle);
        name[n] = "shuffle", text[n++] = seed;
    }
    if (r->options->split) name[n] = "split", text[n++] = r->options->split;
    for (size_t k = 0; e->text && k < e->n_columns; k++)
        if (e->text[k]) name[n] = e->column[k], text[n++] = e->text[k];
    return store_representation_columns(r->store, r->point[file], name, text, n, &r->error);
}

static assay_status register_variant(running *r, const variant *v, int64_t *to)
{
    return store_variant(r->store, v->metric, variant_metric_place(v), &v->id, variant_preset_place(v), to, &r->error);
}

static assay_status register_variants(running *r, const selection *with, int64_t *to)
{
    for (size_t k = 0; k < with->count; k++)
        if (!variant_of_dictionaries(&with->at[k])) ASSAY_TRY(register_variant(r, &with->at[k], &to[k]));
    return ASSAY_OK;
}

static assay_status register_all(running *r, work *none)
{
    (void)none;
    ASSAY_TRY(store_study(r->store, plan_name, &r->error));
    ASSAY_TRY(register_variants(r, r->with, r->variant));
    for (size_t k = 0; k < r->files->count; k++) {
        const study_entry *e = &r->files->at[k];
        ASSAY_TRY(store_representation(r->store, e->group, e->name, e->path, &r->point[k], &r->error));
        ASSAY_TRY(register_columns(r, k));
    }
    return store_representations_gone(r->store, (const char *const *)r->files->root, r->files->n_roots,
                                      &r->progress.gone, &r->error);
}

uint64_t study_draws_wanted(int64_t draws, int is_null, const variant *v, const assay_size *size)
{
    const uint32_t shuffled = ASSAY_CODES_ALONE | ASSAY_CONTROL; /* says the same of codes in another order */
    if (is_null && v->metric->flags & shuffled && !(v->metric->flags & ASSAY_DIRECTIONS)) return 0;
    if (draws >= 0) return (uint64_t)draws;
    const double cost = assay_metric_cost(v->metric, v->option, size);
    return !(cost <= STUDY_LITTLE) ? 0 : is_null && cost <= STUDY_LEAST ? STUDY_SHUFFLES : STUDY_DRAWS;
}

static cell_key key_of(const running *r, const work *w, size_t k)
{
    return (cell_key){ r->point[w->file], w->rep.n, r->options->seed, w->variant[k] };
}

static assay_status missing_draws(running *r, const work *w, size_t k, int which)
{
    uint64_t *draws = &w->drawn[k].draws[which];
    const uncertainty_wanted wanted = { UNCERTAIN_SUBSAMPLE + which, r->options->any_level ? 0.0 : r->options->level,
                                        *draws };
    int done = 0;
    const cell_key cell = key_of(r, w, k);
    if (*draws && w->there[k]) ASSAY_TRY(store_uncertainty_done(r->store, &cell, &wanted, &done, &r->error));
    if (done) *draws = 0;
    return ASSAY_OK;
}

/* What a defect costs a score is asked where amounts of defects are. */
static int asks_dose(const selection *of)
{
    for (size_t k = 0; k < of->count; k++)
        if (strcmp(of->at[k].metric->id, "dose") == 0) return 1;
    return 0;
}

static assay_status ask_variant(running *r, work *w, size_t k)
{
    const variant *v = &w->with->at[k];
    drawn_variant *d = &w->drawn[k];
    const assay_size size = assay_size_of(&w->rep);
    if (variant_left_out(v, &size) || (r->options->unnamed && variant_lacks_tables(v))) {
        *d = (drawn_variant){ .of = v, .index = k, .score = w->score[k] };
        w->there[k] = 1; /* nothing is wanted */
        return ASSAY_OK;
    }
    if (variant_of_dictionaries(v)) ASSAY_TRY(register_variant(r, v, &r->variant[k]));
    const cell_key cell = key_of(r, w, k);
    ASSAY_TRY(store_want(r->store, plan_name, &cell, cell.seed + 1, &r->error));
    ASSAY_TRY(store_done(r->store, &cell, &w->there[k], &r->error));
    const int undrawn = w->set.clusters == 1; /* drawn again it is the same, and so it is shuffled */
    const uint64_t draws = undrawn ? 0 : study_draws_wanted(r->options->draws, 0, v, &size);
    const uint64_t shuffles = undrawn ? 0 : study_draws_wanted(r->options->draws, 1, v, &size);
    *d = (drawn_variant){ .of = v,
                          .index = k,
                          .draws = { draws, shuffles, asks_dose(w->with) && (shuffles || undrawn) ? STAGES : 0 },
                          .score = w->score[k],
                          .interval_kind = relation_rows_may_repeat(v->metric, v->option) ? UNCERTAIN_BOOTSTRAP
                                                                                          : UNCERTAIN_SUBSAMPLE };
    r->progress.undrawn += !draws && !undrawn && r->options->draws < 0;
    for (int which = 0; which < DRAWN; which++) ASSAY_TRY(missing_draws(r, w, k, which));
    r->progress.there += w->there[k];
    return ASSAY_OK;
}

static assay_status ask_store(running *r, work *w)
{
    char hash[34], data[17], before[1024] = "";
    int changed = 0;
    const int64_t point = r->point[w->file];
    r->content[w->file] = w->hash;
    r->content[r->files->count + w->file] = w->hash_of_rows;
    snprintf(hash, sizeof hash, "%016llx-%016llx", (unsigned long long)w->hash, (unsigned long long)w->hash_of_rows);
    snprintf(data, sizeof data, "%016llx", (unsigned long long)w->set.name);
    const store_rows_drawn drawn = { data, w->set.clusters };
    ASSAY_TRY(store_representation_renamed(r->store, point, hash, before, sizeof before, &r->error));
    r->progress.renamed += before[0] != '\0';
    r->progress.gone -= before[0] != '\0';
    ASSAY_TRY(store_representation_content(r->store, point, hash, &drawn, &w->rep, &changed, &r->error));
    r->progress.changed += changed != 0;
    if (w->own.count) ASSAY_TRY(register_variants(r, &w->own, w->own_variant));
    for (size_t k = 0; k < w->with->count; k++) ASSAY_TRY(ask_variant(r, w, k));
    return ASSAY_OK;
}

typedef struct content_of {
    uint64_t hash;
    size_t file;
} content_of;

static int by_content(const void *a, const void *b)
{
    const content_of *x = a, *y = b;
    return x->hash != y->hash ? (x->hash > y->hash) - (x->hash < y->hash) : (x->file > y->file) - (x->file < y->file);
}

/* What several files hold is one model: reported once for each content, with the first two names; in the same order of
 * rows, or (of_rows) in another one. */
static void note_equal(const running *r, int of_rows)
{
    const uint64_t *content = r->content + (of_rows ? r->files->count : 0);
    OWNED content_of *all = zeroed(r->files->count, sizeof *all);
    size_t n = 0;
    for (size_t k = 0; all && k < r->files->count; k++)
        if (content[k]) all[n++] = (content_of){ content[k], k };
    if (n) qsort(all, n, sizeof *all, by_content);
    for (size_t k = 0, end; k < n; k = end) {
        int others = 0; /* orders of rows */
        for (end = k + 1; end < n && all[end].hash == all[k].hash; end++)
            others |= r->content[all[end].file] != r->content[all[k].file];
        const study_entry *first = &r->files->at[all[k].file];
        char text[1100];
        if (end - k < 2 || !r->options->note || others != of_rows) continue;
        snprintf(text, sizeof text,
                 "%zu files hold the same %s, %.400s and %.400s first: they are one model, and a group counts it once",
                 end - k, of_rows ? "rows in another order" : "arrays", first->path,
                 r->files->at[all[k + 1].file].path);
        r->options->note(first, text, STUDY_WARNING, r->options->context);
    }
}

static void tell_progress(running *r, const work *w)
{
    r->progress.model = r->files->at[w->file].name;
    r->progress.seconds = clock_seconds() - r->start;
    if (r->options->report) r->options->report(&r->progress, r->options->context);
}

/* Cells that were not there. */
static assay_status write_cells(running *r, work *w)
{
    for (size_t k = 0; k < w->with->count; k++) {
        const assay_score *found = w->found[k];
        const cell_key cell = key_of(r, w, k);
        w->found[k] = NULL;
        if (!found) continue;
        ASSAY_TRY(store_cell(r->store, &cell, found, w->with->at[k].metric->n_outputs, &r->error));
        r->progress.computed++;
        r->progress.failed += found->status != ASSAY_OK;
    }
    tell_progress(r, w);
    return ASSAY_OK;
}

static int is_drawn(const work *w, size_t k)
{
    uint64_t draws = 0;
    for (int which = 0; which < DRAWN; which++) draws |= w->drawn[k].draws[which];
    return draws != 0;
}

static int is_wanted(const work *w, size_t k) { return !w->there[k] || is_drawn(w, k); }

static assay_status keep_items(work *w, size_t k, const assay_score *found)
{
    drawn_variant *d = &w->drawn[k];
    size_t n = 0, outputs = d->draws[DRAWN_NULL] ? w->with->at[k].metric->n_outputs : 0;
    for (size_t o = 0; o < outputs; o++) n += found[o].n_items;
    if (!(d->items = arena_alloc(&w->memory, n, sizeof *d->items))) return ASSAY_ENOMEM;
    for (size_t o = 0; o < outputs; o++)
        for (size_t i = 0; i < found[o].n_items; i++) d->items[d->n_items++] = found[o].items[i].value;
    return ASSAY_OK;
}

/* Scores what is missing, and once more what is there and lacks draws: draws are held against the score itself. */
static assay_status score_cells(running *r, scoring *s, work *w)
{
    ASSAY_TRY(scoring_begin(s, &w->rep, r->options->seed, "", ""));
    double since = clock_seconds();
    for (size_t k = 0; k < w->with->count && !stopped(r); k++) {
        const assay_score *found = NULL;
        if (!is_wanted(w, k)) continue;
        ASSAY_TRY(scoring_run(s, &w->with->at[k], &found));
        for (size_t o = 0; o < w->with->at[k].metric->n_outputs; o++) w->score[k][o] = found[o].overall.value;
        ASSAY_TRY(keep_items(w, k, found));
        if (!w->there[k]) w->found[k] = found;
        if (clock_seconds() - since < WRITE_AT_LEAST_EVERY) continue;
        ASSAY_TRY(in_transaction(r, w, write_cells));
        since = clock_seconds();
    }
    return in_transaction(r, w, write_cells);
}

/* What is drawn: rows, or clusters of them. */
static size_t units_of(const work *w) { return w->set.clusters ? w->set.clusters : w->rep.n; }

static assay_status write_draws(running *r, const work *w, const drawn_variant *d)
{
    const assay_metric *metric = d->of->metric;
    const cell_key cell = key_of(r, w, d->index);
    for (int which = 0; which < DRAWN; which++)
        for (size_t o = 0; o < metric->n_outputs && d->draws[which]; o++) {
            const uncertainty u = study_draws_say(d, o, which, units_of(w), r->options->level);
            ASSAY_TRY(store_uncertainty(r->store, &cell, metric->outputs[o].id, &u, &r->error));
        }
    return ASSAY_OK;
}

/* p of every item, of outputs that have items and shuffled codes. */
static assay_status write_items(running *r, const work *w, const drawn_variant *d)
{
    const assay_metric *metric = d->of->metric;
    const cell_key cell = key_of(r, w, d->index);
    const size_t each[] = { 0, w->rep.n_factors, w->rep.n_codes };
    for (size_t o = 0, first = 0, count; o < metric->n_outputs && d->n_items; o++, first += count) {
        count = each[metric->outputs[o].axis];
        if (!count || first + count > d->n_items) continue;
        OWNED double *p = zeroed(count + d->draws[DRAWN_NULL], sizeof *p);
        if (!p) continue;
        const uncertainty u = study_draws_items(d, first, count, p);
        ASSAY_TRY(store_uncertainty(r->store, &cell, metric->outputs[o].id, &u, &r->error));
    }
    return ASSAY_OK;
}

static assay_status write_all_draws(running *r, work *w)
{
    for (size_t k = 0; k < w->with->count; k++) ASSAY_TRY(write_draws(r, w, &w->drawn[k]));
    for (size_t k = 0; k < w->with->count; k++) ASSAY_TRY(write_items(r, w, &w->drawn[k]));
    return ASSAY_OK;
}

static assay_status draw_cells(running *r, scoring *s, work *w)
{
    const size_t n = w->with->count;
    assay_status status = study_draws_make(s, &w->rep, &w->set, w->drawn, n, r->options->stop, &w->why);
    if (status == ASSAY_OK) status = in_transaction(r, w, write_all_draws);
    study_draws_free(w->drawn, n);
    return status == ASSAY_EINTERRUPTED ? ASSAY_OK : status; /* told at the end; the scores are kept */
}

static assay_status write_problem(running *r, work *w)
{
    const char *why = w->why.text;
    r->progress.unreadable++;
    if (r->options->note) r->options->note(&r->files->at[w->file], why, STUDY_PROBLEM, r->options->context);
    return store_representation_problem(r->store, r->point[w->file], why, &r->error);
}

/* What a file is scored with: of several code tables what compares tables. */
static assay_status choose(const running *r, work *w, size_t tables)
{
    assay_error said = { "" };
    selection_free(&w->own);
    w->with = r->with;
    w->variant = r->variant;
    if (tables < 2) return ASSAY_OK;
    const assay_status status = selection_of_tables(r->with, tables, &w->own, &said);
    if (status == ASSAY_EUSAGE) return bad_input(r->files->at[w->file].path, &w->why, "%s", said.text);
    w->with = &w->own;
    w->variant = w->own_variant;
    return status;
}

/* A study comes back to its files, which a pipe or a device is not made for; and it would wait for one for ever. */
static assay_status check_files(const study_entry *e, assay_error *why)
{
    const char *files[2 + SPACE_PARTS] = { e->factors, e->codes };
    memcpy(files + 2, e->space, sizeof e->space);
    const int is_whole = e->codes || array_path_ends(e->factors, ".npz"); /* which may hold named arrays */
    OWNED char *partner = is_whole ? NULL : study_name_beside(e->factors, "codes", "factors", NULL);
    if (partner)
        return bad_input(e->factors, why,
                         "codes without factors: %.600s is not there, nor is factors.npy or factors.csv in "
                         "its folder or one above",
                         partner);
    for (size_t k = 0; k < sizeof files / sizeof *files; k++)
        if (files[k] && array_path_is_stream(files[k]))
            return bad_input(files[k], why, "is a pipe or a device; write it to a file first");
    return ASSAY_OK;
}

/* One number of each row, which a file holds. */
static assay_status read_clusters(const char *path, size_t n, array *to, assay_error *why)
{
    ASSAY_TRY(array_read(path, "cluster", to, why));
    if (to->rows * to->cols != n)
        return assay_fail(why, ASSAY_EINPUT,
                          "%.300s have %zu values and the representation %zu rows; give one number for each row", path,
                          to->rows * to->cols, n);
    for (size_t s = 0; s < n; s++)
        if (isnan(to->value[s])) return bad_input(path, why, "row %zu (counted from 0) has no cluster", s);
    return ASSAY_OK;
}

/* The rows that are drawn of it: by the data set and the clusters that its manifest names. Rows that follow one another
 * in some order, and that nobody shuffled or put into clusters, are not known to be independent: all are one cluster,
 * of which nothing is drawn. */
static assay_status read_set(const running *r, work *w)
{
    const study_entry *e = &r->files->at[w->file];
    const uint64_t *shuffle = r->options->shuffle;
    const size_t n = w->rep.n;
    OWNED char *path = study_entry_numbers(e, e->cluster ? e->cluster : r->options->cluster);
    FREED(array_free) array cluster = { 0 };
    resample_set_free(&w->set);
    if (path) {
        assay_error of = w->why;
        const assay_status status = read_clusters(path, n, &cluster, &of);
        if (status == ASSAY_EINPUT)
            return assay_fail(&w->why, status, "%.300s: its clusters: %.600s", e->path, of.text);
        if (status != ASSAY_OK) return assay_fail(&w->why, status, "%s", of.text);
        if (shuffle) ASSAY_TRY(resample_shuffle_numbers(cluster.value, n, *shuffle));
    } else if (!shuffle && rows_stand_in_order(&w->rep)) {
        ASSAY_TRY(array_shape(&cluster, n, 1));
        memset(cluster.value, 0, n * sizeof *cluster.value);
    }
    return resample_set_make(&w->rep, study_entry_text(e, "data"), cluster.value, &w->set);
}

static void say_notes(running *r, const work *w, const char *note)
{
    const study_entry *e = &r->files->at[w->file];
    few_bins few = { .count = 0 };
    char remark[768], text[2048];
    wording said = WORDING(text);
    data_warning warning[DATA_WARNINGS];
    if (!r->options->note) return;
    int by_order = 0;
    for (size_t k = 0; k < w->with->count; k++) by_order |= variant_by_order(&w->with->at[k]);
    size_t warnings = data_warnings(&w->rep, by_order ? w->with : NULL, warning);
    if (!by_order && warnings < DATA_WARNINGS) warnings += split_warnings(&w->rep, w->with, &warning[warnings]);
    for (size_t k = 0; k < w->with->count; k++)
        few_bins_add(&few, w->with->at[k].metric->id, w->with->at[k].id.text, w->rep.levels, w->rep.n_factors);
    few_bins_text(&few, &w->rep, remark, sizeof remark);
    if (note[0]) wording_join(&said, "; ", note);
    if (remark[0]) wording_join(&said, "; ", remark);
    pthread_mutex_lock(&r->lock);
    if (text[0]) r->options->note(e, text, STUDY_NOTE, r->options->context);
    for (size_t k = 0; k < warnings; k++)
        if (by_order || !(e->cluster || r->options->cluster) || strcmp(warning[k].word, "rows-in-order") != 0)
            r->options->note(e, warning[k].text, STUDY_WARNING, r->options->context);
    pthread_mutex_unlock(&r->lock);
}

static assay_status read_all(const running *r, work *w, char *note, size_t size)
{
    const study_entry *e = &r->files->at[w->file];
    const study_options *o = r->options;
    size_t tables = 1;
    OWNED char *split = study_entry_numbers(e, o->split);
    ASSAY_TRY(check_files(e, &w->why));
    ASSAY_TRY(study_entry_read(e, o->kinds, &w->data, &tables, note, size, &w->why));
    if (split) ASSAY_TRY(split_read(split, &w->data, &w->why));
    if (o->shuffle) ASSAY_TRY(resample_shuffle(&w->data, *o->shuffle));
    w->rep = assay_data_view(&w->data);
    ASSAY_TRY(scoring_check(&w->rep, &w->why));
    ASSAY_TRY(choose(r, w, tables));
    return read_set(r, w);
}

/* 1: it is there to be scored. What no memory or option can be had for is not the file's fault. */
static int read_file(running *r, work *w, assay_status *status)
{
    char note[1024] = "";
    *status = read_all(r, w, note, sizeof note);
    if (*status == ASSAY_EINPUT || (*status == ASSAY_EUSAGE && r->files->count > 1)) {
        *status = in_transaction(r, w, write_problem);
        return 0;
    }
    if (*status != ASSAY_OK) return 0;
    w->hash = resample_hash(&w->rep);
    w->hash_of_rows = resample_hash_of_rows(&w->rep);
    say_notes(r, w, note);
    w->rep.factor_names = w->rep.code_names = NULL; /* a store counts columns, which models may call apart */
    return 1;
}

static assay_status score_file(running *r, scoring *s, work *w)
{
    assay_status status;
    int scores = 0, draws = 0;
    if (!read_file(r, w, &status)) return status;
    status = in_transaction(r, w, ask_store);
    for (size_t k = 0; k < w->with->count; k++) {
        scores |= is_wanted(w, k);
        draws |= is_drawn(w, k);
    }
    if (status == ASSAY_OK && scores) status = score_cells(r, s, w);
    if (status == ASSAY_OK && draws && !stopped(r)) status = draw_cells(r, s, w);
    return status;
}

static int take(running *r, size_t *file)
{
    pthread_mutex_lock(&r->lock);
    const int more = r->status == ASSAY_OK && !stopped(r) && r->next < r->files->count;
    if (more) *file = r->next++;
    pthread_mutex_unlock(&r->lock);
    return more;
}

static void end_file(running *r, const work *w, assay_status status)
{
    pthread_mutex_lock(&r->lock);
    if (r->status == ASSAY_OK && status != ASSAY_OK) {
        r->status = status;
        r->error = w->why;
    }
    r->progress.done += status == ASSAY_OK && !stopped(r);
    if (r->status == ASSAY_OK) tell_progress(r, w);
    pthread_mutex_unlock(&r->lock);
}

static void work_free(work *w)
{
    arena_free(&w->memory);
    selection_free(&w->own);
    resample_set_free(&w->set);
    assay_data_free(&w->data);
}

/* Empty lists for the next file. */
static assay_status work_begin(const selection *with, work *to)
{
    const size_t n = with->count;
    size_t outputs = 0; /* of any: of several code tables others stand at these places */
    for (size_t k = 0; k < n; k++)
        if (with->at[k].metric->n_outputs > outputs) outputs = with->at[k].metric->n_outputs;
    arena_reset(&to->memory);
    to->drawn = arena_alloc(&to->memory, n, sizeof *to->drawn);
    to->there = arena_alloc(&to->memory, n, 1);
    to->score = arena_alloc(&to->memory, n, sizeof *to->score);
    to->found = arena_alloc(&to->memory, n, sizeof *to->found);
    to->own_variant = arena_alloc(&to->memory, n, sizeof *to->own_variant);
    if (!to->drawn || !to->there || !to->score || !to->found || !to->own_variant) return ASSAY_ENOMEM;
    for (size_t k = 0; k < n; k++)
        if (!(to->score[k] = arena_alloc(&to->memory, outputs, sizeof **to->score))) return ASSAY_ENOMEM;
    return ASSAY_OK;
}

static void *worker(void *context)
{
    running *r = context;
    FREED(work_free) work w = { .data = { .keeps_sparse = 1 }, .why = { "memory ran out" } };
    scoring *s = scoring_new();
    assay_status status = s ? ASSAY_OK : ASSAY_ENOMEM;
    if (s) scoring_jobs(s, r->jobs_each);
    else end_file(r, &w, status);
    while (status == ASSAY_OK && take(r, &w.file)) {
        no_memory(NULL, &w.why); /* unless something else is said */
        status = work_begin(r->with, &w);
        if (status == ASSAY_OK) status = score_file(r, s, &w);
        end_file(r, &w, status);
    }
    scoring_free(s);
    candidate_leave();
    return NULL;
}

/* Once all is read, so that a renamed file has taken its scores. */
static assay_status prune(running *r, work *none)
{
    (void)none;
    r->progress.gone = 0;
    return store_representations_prune(r->store, &r->progress.pruned, &r->error);
}

static assay_status run_all(running *r, arena *room)
{
    r->point = arena_alloc(room, r->files->count, sizeof *r->point);
    r->variant = arena_alloc(room, r->with->count, sizeof *r->variant);
    r->content = arena_alloc(room, 2 * r->files->count, sizeof *r->content);
    if (!r->point || !r->variant || !r->content) return no_memory(NULL, &r->error);
    ASSAY_TRY(in_transaction(r, NULL, register_all));
    const unsigned jobs = r->options->jobs ? r->options->jobs : cores_available();
    const unsigned used = r->files->count < jobs ? (unsigned)r->files->count : jobs;
    r->jobs_each = used ? jobs / used : 1;
    cores_work(used, worker, r);
    ASSAY_TRY(r->status);
    for (int of_rows = 0; of_rows < 2; of_rows++) note_equal(r, of_rows);
    if (r->options->prune) ASSAY_TRY(in_transaction(r, NULL, prune));
    return store_check_file(r->store, &r->error);
}

assay_status study_run(const study_files *files, const selection *with, store *s, const study_options *options,
                       study_progress *last, assay_error *err)
{
    running r = { .files = files,
                  .with = with,
                  .store = s,
                  .options = options,
                  .start = clock_seconds(),
                  .progress = { .files = files->count } };
    FREED(arena_free) arena room = { 0 };
    pthread_mutex_init(&r.lock, NULL);
    r.status = run_all(&r, &room);
    r.progress.seconds = clock_seconds() - r.start;
    if (r.status == ASSAY_OK && stopped(&r) && r.progress.done < r.progress.files)
        r.status = assay_fail(&r.error, ASSAY_EINTERRUPTED, "stopped; every finished cell is kept");
    *last = r.progress;
    if (r.status != ASSAY_OK && err) *err = r.error;
    pthread_mutex_destroy(&r.lock);
    return r.status;
}
