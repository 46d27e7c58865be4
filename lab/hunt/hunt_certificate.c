/*
 * hunt_certificate -- a violation as a folder that anybody can check: certificate.json, data.npz (and data-b.npz) of
 * the first seed, data.py, which makes them, metric.py, the metric as a program, verify.py, which scores the data of all
 * seeds with it, all with NumPy alone, figure.svg and a README for a review
 *
 *   certificate.json has the digests of the other files and is sealed. Nothing in it is taken on trust: a check makes
 *   all of it anew from the recipes, the metric and the seeds, and names the first field or file that differs.
 */
#define _DEFAULT_SOURCE /* readdir */
#include "array.h"
#include "fnv.h"
#include "hunt.h"
#include "moments.h"
#include "recipe.h"
#include "reference.h"
#include "scoring.h"
#include "sealed_file.h"
#include "unfinished.h"

#include <dirent.h>
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>

#define CERTIFICATE "certificate.json"
static const char *const data_name[] = { "data.npz", "data-b.npz" };

static json_t *number(double x) { return isfinite(x) ? json_real(x) : json_null(); }

static const assay_output *output_of(const hunt_asked *a) { return &a->of->metric->outputs[a->output]; }

static uint32_t claims_of(const assay_score *s)
{
    const assay_metric *m = assay_metric_find(s->metric);
    for (size_t o = 0; m && o < m->n_outputs; o++)
        if (strcmp(m->outputs[o].id, s->output) == 0) return m->outputs[o].measures & 7;
    return 0;
}

/* Every cheap metric's claiming outputs on the data of the first seed: who else is fooled. */
static json_t *others(const hunt_found *f, assay_error *err)
{
    json_t *list = json_array();
    for (int side = 0; side < 2 && f->at.text[side][0]; side++) {
        assay_data data = { 0 };
        selection cheap = { 0 };
        assay_scores scores;
        assay_status status = recipe_data(f->at.text[side], f->at.rows, HUNT_FIRST_SEED, &data, err);
        const assay_rep rep = assay_data_view(&data);
        const scoring_place where = { HUNT_FIRST_SEED, "recipe", f->at.text[0] };
        if (status == ASSAY_OK) status = selection_add(&cheap, "cost:cheap", err);
        if (status == ASSAY_OK) status = score_selection(&rep, &where, 1, &cheap, &scores, err);
        for (size_t k = 0, at = 0; status == ASSAY_OK && k < scores.count; k++) {
            const assay_score *s = &scores.at[k];
            if (!claims_of(s)) continue;
            if (!side) json_array_append_new(list, json_pack("{ss ss}", "metric", s->metric, "output", s->output));
            json_object_set_new(json_array_get(list, at++), side ? "b" : "a", number(s->overall.value));
        }
        if (status == ASSAY_OK) assay_scores_free(&scores);
        assay_data_free(&data);
    }
    return list;
}

static void put_size(json_t *to, const char *suffix, const hunt_size *size)
{
    static const char *const names[] = { "violation", "low", "high", "score_a", "score_b" };
    const double value[] = { size->mean, size->low, size->high, size->score[0], size->score[1] };
    for (size_t k = 0; k < 5; k++) {
        char name[64];
        snprintf(name, sizeof name, "%s%s", names[k], suffix);
        json_object_set_new(to, name, number(value[k]));
    }
}

static json_t *range_of(const assay_output *o) { return json_pack("[oo]", number(o->low), number(o->high)); }

static json_t *certificate_json(const hunt_asked *a, const hunt_found *f, assay_error *err)
{
    char metric[512];
    if (a->name) snprintf(metric, sizeof metric, "%s", a->name);
    else snprintf(metric, sizeof metric, "%s@%s", a->of->metric->id, a->of->id.text);
    json_t *to =
        json_pack("{ss ss ss ss ss sI sI sI}", "assay", ASSAY_VERSION, "claim", hunt_claim_name(f->claim), "rule",
                  hunt_claim_text(f->claim), "metric", metric, "output", output_of(a)->id, "rows",
                  (json_int_t)f->at.rows, "first_seed", (json_int_t)HUNT_FIRST_SEED, "seeds", (json_int_t)HUNT_SEEDS);
    if (a->against)
        json_object_set_new(to, "against", json_sprintf("%s@%s", a->against->metric->id, a->against->id.text));
    if (a->held_to) json_object_set_new(to, "held_to", json_string(a->held_to));
    json_object_set_new(to, "range", range_of(output_of(a)));
    if (a->against) json_object_set_new(to, "range_against", range_of(a->against->metric->outputs));
    json_object_set_new(to, "recipe_a", json_string(f->at.text[0]));
    json_object_set_new(to, "recipe_b", f->at.text[1][0] ? json_string(f->at.text[1]) : json_null());
    put_size(to, "", &f->here);
    put_size(to, "_20000", &f->many);
    json_object_set_new(to, "of", json_string(hunt_fault_of(f)));
    json_object_set_new(to, "others", others(f, err));
    return to;
}

enum { PROGRAM = 1 << 18 };

/* The data of one side; python3 FILE.py writes those of the first seed. */
static char *data_program(const hunt_found *f, int side)
{
    recipe r;
    char *text = malloc(PROGRAM);
    wording w = wording_in(text, text ? PROGRAM : 0);
    if (!text || recipe_read(f->at.text[side], NAN, &r, NULL) != ASSAY_OK) return text;
    wording_add(&w, "# %s\n", f->at.text[side]);
    recipe_program(&r, &(numpy_run){ r.n_rows, 0 }, &w);
    recipe_free(&r);
    wording_add(&w,
                "\nif __name__ == '__main__':\n    factors, codes = make(%zu, %" PRIu64
                ")\n    np.savez('%s', factors=factors, codes=codes)\n",
                f->at.rows, HUNT_FIRST_SEED, data_name[side]);
    return text;
}

/* A built-in metric as a program of NumPy alone; NULL: it has none. */
static char *metric_program(const variant *v)
{
    char name[512], *text = v && assay_metric_find(v->metric->id) == v->metric ? malloc(PROGRAM) : NULL;
    if (v) snprintf(name, sizeof name, "%s@%s", v->metric->id, v->id.text);
    if (!text || assay_metric_program(name, text, PROGRAM, NULL) == ASSAY_OK) return text;
    free(text);
    return NULL;
}

enum { STEP = 90, SIDE = 76, PANELS = 4 };

static double panels_width(const assay_data *data)
{
    return data->n ? (double)((data->n_factors < PANELS ? data->n_factors : PANELS) * STEP) + 20.0 : 0.0;
}

/* Codes over factors, of rows from the first to the last. */
static void put_panels(const assay_data *data, double left, FILE *to)
{
    const size_t m = data->n_factors < PANELS ? data->n_factors : PANELS;
    const size_t d = data->n_codes < PANELS ? data->n_codes : PANELS, stride = data->n > 150 ? data->n / 150 : 1;
    for (size_t p = 0; p < m * d; p++) {
        const double *v = data->factors + p % m * data->n, *z = data->codes + p / m * data->n;
        moments of[2] = { { 0 } };
        for (size_t s = 0; s < data->n; s++) moments_add(&of[0], v[s]), moments_add(&of[1], z[s]);
        const double x = left + (double)(p % m * STEP), y = 54.0 + (double)(p / m * STEP);
        fprintf(to,
                "<rect x='%g' y='%g' width='%d' height='%d' fill='none' stroke='#bbb'/>\n"
                "<text x='%g' y='%g'>z%zu over v%zu</text>\n<g fill='#1b5e8c'>\n",
                x, y, SIDE, SIDE, x, y - 3.0, p / m + 1, p % m + 1);
        for (size_t s = 0; s < data->n; s += stride)
            fprintf(to, "<circle cx='%.1f' cy='%.1f' r='1'/>\n",
                    x + 2.0 + (SIDE - 4) * (v[s] - of[0].least) / fmax(of[0].most - of[0].least, 1e-300),
                    y + SIDE - 2.0 - (SIDE - 4) * (z[s] - of[1].least) / fmax(of[1].most - of[1].least, 1e-300));
        fprintf(to, "</g>\n");
    }
}

/* The output's id where the metric has another one. */
static const char *output_name(const json_t *score, const char **metric)
{
    const char *output = json_string_value(json_object_get(score, "output"));
    *metric = json_string_value(json_object_get(score, "metric"));
    return strcmp(*metric, output) ? output : "";
}

static void draw_figure(const char *title, const assay_data data[2], FILE *to)
{
    double left = 10.0;
    fprintf(to,
            "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 %g 440' font-family='sans-serif' font-size='9'>\n"
            "<rect width='100%%' height='100%%' fill='white'/>\n<text x='10' y='18' font-size='12'>%s</text>\n",
            fmax(600.0, panels_width(&data[0]) + panels_width(&data[1]) + 20.0), title);
    for (int side = 0; side < 2 && data[side].n; left += panels_width(&data[side++])) {
        fprintf(to, "<text x='%g' y='36' font-size='11'>%s</text>\n", left, side ? "B" : "A");
        put_panels(&data[side], left, to);
    }
    fprintf(to, "</svg>\n");
}

static assay_status write_figure(const hunt_asked *a, const hunt_found *f, FILE *to, assay_error *err)
{
    char words[HUNT_SENTENCE], title[HUNT_SENTENCE + 200];
    assay_data data[2] = { { 0 }, { 0 } };
    assay_status status = ASSAY_OK;
    hunt_words(f, words);
    snprintf(title, sizeof title, "%s@%s, %s: %s", a->of->metric->id, a->of->id.text, output_of(a)->id, words);
    for (int side = 0; side < 2 && f->at.text[side][0] && status == ASSAY_OK; side++)
        status = recipe_data(f->at.text[side], f->at.rows, HUNT_FIRST_SEED, &data[side], err);
    if (status == ASSAY_OK) draw_figure(title, data, to);
    for (int side = 0; side < 2; side++) assay_data_free(&data[side]);
    return status;
}

static void write_score(const json_t *score, FILE *to)
{
    if (json_is_number(score)) fprintf(to, " %.3f |", json_number_value(score));
    else fprintf(to, score ? " undefined |" : " |");
}

/* Three sentences for a paper, every score, and what to cite. */
static void write_readme(const hunt_asked *a, const hunt_found *f, const json_t *others, const char *digest, FILE *to)
{
    const int pair = f->at.text[1][0] != '\0';
    const char *id = a->of->metric->id, *preset = a->of->id.text, *output;
    char words[HUNT_SENTENCE];
    size_t k;
    json_t *one;
    hunt_words(f, words);
    fprintf(to, "# %s@%s, %s: %s\n\n", id, preset, output_of(a)->id, hunt_claim_name(f->claim));
    fprintf(to, "The output %s of %s@%s %s: a case of \"%s\". ", output_of(a)->id, id, preset, words,
            hunt_claim_text(f->claim));
    fprintf(to,
            "The violation is %.3f of the range (%.3f to %.3f; %d fresh seeds of %zu rows), and %.3f (%.3f to %.3f) "
            "on %d rows: a fault of %s. ",
            f->here.mean, f->here.low, f->here.high, HUNT_SEEDS, f->at.rows, f->many.mean, f->many.low, f->many.high,
            HUNT_MANY_ROWS, hunt_fault_of(f));
    fprintf(to, "The data are A, `%s`%s%s%s; `python3 verify.py` makes and scores them with NumPy alone.\n\n",
            f->at.text[0], pair ? ", and B, `" : "", f->at.text[1], pair ? "`" : "");
    fprintf(to, "| metric | A |%s\n|---|---|%s\n| **%s@%s, %s**, all seeds | %.3f |", pair ? " B |" : "",
            pair ? "---|" : "", id, preset, output_of(a)->id, f->here.score[0]);
    fprintf(to, pair ? " %.3f |\n" : "\n", f->here.score[1]);
    json_array_foreach(others, k, one)
    {
        output = output_name(one, &id);
        fprintf(to, "| %s%s%s |", id, *output ? ", " : "", output);
        write_score(json_object_get(one, "a"), to);
        if (pair) write_score(json_object_get(one, "b"), to);
        fprintf(to, "\n");
    }
    id = a->of->metric->id;
    fprintf(to,
            "\n    @misc{assay-%s-%s-%.8s,\n      title = {A certificate: %s of %s@%s, output %s},\n"
            "      howpublished = {assay %s, hunt},\n      note = {SHA-256 of %s: %s}\n    }\n",
            id, hunt_claim_name(f->claim), digest, hunt_claim_name(f->claim), id, preset, output_of(a)->id,
            ASSAY_VERSION, data_name[pair], digest);
}

static assay_status write_text(const unfinished_folder *folder, const char *name, const char *text, assay_error *err)
{
    FILE *file;
    ASSAY_TRY(unfinished_folder_create(folder, name, &file, err));
    fputs(text, file);
    return unfinished_folder_written(folder, name, file, ASSAY_OK, err);
}

static assay_status write_data(const unfinished_folder *folder, const hunt_found *f, int side, assay_error *err)
{
    assay_data data = { 0 };
    char path[UNFINISHED_PATH];
    assay_status status = recipe_data(f->at.text[side], f->at.rows, HUNT_FIRST_SEED, &data, err);
    const assay_rep rep = assay_data_view(&data);
    if (status == ASSAY_OK) status = unfinished_folder_path(folder, data_name[side], path, err);
    if (status == ASSAY_OK) status = representation_write(path, &rep, err);
    assay_data_free(&data);
    return status;
}

/* What stands in the folder as text, with the scores of all cheap metrics that certificate.json has; to be freed. NULL:
 * there is no such file. */
enum { DATA_A, DATA_B, METRIC, AGAINST, VERIFY, README, FIGURE, TEXTS };
static const char *const text_name[TEXTS] = { "data.py",   "data-b.py", "metric.py", "against.py",
                                              "verify.py", "README.md", "figure.svg" };

static assay_status make_texts(const char *folder, const hunt_asked *a, const hunt_found *f, const json_t *others,
                               char *to[TEXTS], assay_error *err)
{
    char path[UNFINISHED_PATH], digest[SEALED_DIGEST];
    snprintf(path, sizeof path, "%s/%s", folder, data_name[f->at.text[1][0] != '\0']);
    assay_status status = sealed_digest_of(path, digest, err);
    size_t size = 0;
    const char *verify = reference_file("reference/hunt/verify.py", &size);
    for (int side = 0; side < 2 && f->at.text[side][0]; side++) to[DATA_A + side] = data_program(f, side);
    to[METRIC] = metric_program(a->of);
    to[AGAINST] = metric_program(a->against);
    to[VERIFY] = strndup(verify, size);
    for (int k = README; k < TEXTS && status == ASSAY_OK; k++) {
        FILE *text = open_memstream(&to[k], &size);
        if (!text) break;
        if (k == README) write_readme(a, f, others, digest, text);
        else status = write_figure(a, f, text, err);
        fclose(text);
    }
    return status != ASSAY_OK || to[FIGURE] ? status : assay_fail(err, ASSAY_ENOMEM, "memory ran out");
}

/* The digests of the texts, and those of the data in a folder. */
static assay_status put_digests(char *const text[TEXTS], const char *folder, const hunt_found *f, json_t *to,
                                assay_error *err)
{
    char digest[SEALED_DIGEST], path[UNFINISHED_PATH];
    assay_status status = ASSAY_OK;
    json_t *files = json_object();
    for (int k = 0; k < TEXTS; k++) {
        if (!text[k]) continue;
        sealed_digest(text[k], strlen(text[k]), digest);
        json_object_set_new(files, text_name[k], json_string(digest));
    }
    for (int side = 0; side < 2 && f->at.text[side][0] && status == ASSAY_OK; side++) {
        snprintf(path, sizeof path, "%s/%s", folder, data_name[side]);
        status = sealed_digest_of(path, digest, err);
        json_object_set_new(files, data_name[side], json_string(digest));
    }
    json_object_set_new(to, "files", files);
    return status;
}

static assay_status write_files(const unfinished_folder *folder, const hunt_asked *a, const hunt_found *f,
                                assay_error *err)
{
    FILE *file;
    char *text[TEXTS] = { NULL };
    json_t *json = certificate_json(a, f, err);
    assay_status status = ASSAY_OK;
    for (int side = 0; side < 2 && f->at.text[side][0] && status == ASSAY_OK; side++)
        status = write_data(folder, f, side, err);
    if (status == ASSAY_OK) status = make_texts(folder->making, a, f, json_object_get(json, "others"), text, err);
    for (int k = 0; k < TEXTS && status == ASSAY_OK; k++)
        if (text[k]) status = write_text(folder, text_name[k], text[k], err);
    if (status == ASSAY_OK) status = put_digests(text, folder->making, f, json, err);
    if (status == ASSAY_OK) status = unfinished_folder_create(folder, CERTIFICATE, &file, err);
    if (status == ASSAY_OK)
        status = unfinished_folder_written(folder, CERTIFICATE, file, sealed_print(json, file, err), err);
    json_decref(json);
    for (int k = 0; k < TEXTS; k++) free(text[k]);
    return status;
}

assay_status hunt_certify(const hunt_asked *a, const hunt_found *f, const char *dir, char *to, size_t size,
                          assay_error *err)
{
    uint64_t hash = fnv_text(FNV_START, a->of->id.text);
    hash = fnv_text(fnv_text(fnv_text(hash, output_of(a)->id), f->at.text[0]), f->at.text[1]);
    hash = fnv_bytes(hash, &f->at.rows, sizeof f->at.rows);
    char name[64];
    snprintf(name, sizeof name, "%s", a->of->metric->id);
    for (char *c = name; *c; c++)
        if (!strchr("abcdefghijklmnopqrstuvwxyz0123456789_-.", *c)) *c = '-';
    snprintf(to, size, "%s/%s-%s-%08" PRIx32, dir, name, hunt_claim_name(f->claim), (uint32_t)(hash ^ hash >> 32));
    unfinished_folder folder;
    assay_status status = unfinished_folder_open(to, &folder, err);
    if (status != ASSAY_OK) return status;
    status = write_files(&folder, a, f, err);
    if (status == ASSAY_OK) status = unfinished_folder_move(&folder, err);
    unfinished_folder_close(&folder);
    return status;
}

static int text_of(const json_t *json, const char *key, char *to, size_t size)
{
    const char *text = json_string_value(json_object_get(json, key));
    return text && snprintf(to, size, "%s", text) < (int)size;
}

static int claim_of(const json_t *json)
{
    const char *name = json_string_value(json_object_get(json, "claim"));
    int claim = 0;
    while (name && claim < HUNT_N_CLAIMS && strcmp(name, hunt_claim_name(claim)) != 0) claim++;
    return name && claim < HUNT_N_CLAIMS ? claim : -1;
}

/* What the certificate says was asked and found, without its scores; the first field that cannot be is named. */
static const char *read_witness(const json_t *json, const selection *metrics, hunt_asked *a, hunt_found *f)
{
    const json_int_t rows = json_integer_value(json_object_get(json, "rows"));
    const char *output = json_string_value(json_object_get(json, "output"));
    const assay_metric *metric = metrics->at[0].metric;
    a->of = &metrics->at[0];
    a->against = metrics->count > 1 ? &metrics->at[1] : NULL;
    a->held_to = json_string_value(json_object_get(json, "held_to"));
    while (output && a->output < metric->n_outputs && strcmp(metric->outputs[a->output].id, output) != 0) a->output++;
    f->claim = claim_of(json);
    f->at.rows = (size_t)rows;
    if (!output || a->output == metric->n_outputs) return "output";
    if (f->claim < 0) return "claim";
    if (rows < 10 || rows > 10000000) return "rows";
    if (!text_of(json, "recipe_a", f->at.text[0], HUNT_WORDS)) return "recipe_a";
    if (!json_is_null(json_object_get(json, "recipe_b")) && !text_of(json, "recipe_b", f->at.text[1], HUNT_WORDS))
        return "recipe_b";
    if ((f->claim == HUNT_LENIENT) != (a->against != NULL)) return "against";
    if (!hunt_measures(a)) return a->held_to ? "held_to" : "output";
    if (!hunt_is_certain(f->claim, hunt_measures(a), &f->at)) return "claim: its truth is not certain by the rules";
    return NULL;
}

static int same_data(const char *folder, const hunt_found *f, int side)
{
    char path[UNFINISHED_PATH];
    assay_data data = { 0 };
    array held[2] = { { 0 }, { 0 } };
    snprintf(path, sizeof path, "%s/%s", folder, data_name[side]);
    int same = recipe_data(f->at.text[side], f->at.rows, HUNT_FIRST_SEED, &data, NULL) == ASSAY_OK &&
               array_read(path, "factors", &held[0], NULL) == ASSAY_OK &&
               array_read(path, "codes", &held[1], NULL) == ASSAY_OK && held[0].rows == data.n &&
               held[1].rows == data.n && held[0].cols == data.n_factors && held[1].cols == data.n_codes;
    same = same && memcmp(held[0].value, data.factors, data.n * data.n_factors * sizeof(double)) == 0 &&
           memcmp(held[1].value, data.codes, data.n * data.n_codes * sizeof(double)) == 0;
    array_free(&held[0]);
    array_free(&held[1]);
    assay_data_free(&data);
    return same;
}

/* Nothing else is in the folder. */
static assay_status check_names(const char *folder, const json_t *files, assay_error *err)
{
    DIR *names = opendir(folder);
    assay_status status = names ? ASSAY_OK : assay_fail(err, ASSAY_EINPUT, "%.600s: %s", folder, strerror(errno));
    for (const struct dirent *one; status == ASSAY_OK && (one = readdir(names));) {
        const char *name = one->d_name;
        if (strcmp(name, ".") == 0 || strcmp(name, "..") == 0 || strcmp(name, CERTIFICATE) == 0) continue;
        if (!json_object_get(files, name))
            status = assay_fail(err, ASSAY_EINPUT, "%.600s/%s: the certificate does not name it; take it away", folder,
                                name);
    }
    if (names) closedir(names);
    return status;
}

/* A file against its digest. */
static assay_status check_file(const char *folder, const char *name, const json_t *files, wording *why,
                               assay_error *err)
{
    char path[UNFINISHED_PATH], digest[SEALED_DIGEST];
    const char *stated = json_string_value(json_object_get(files, name));
    snprintf(path, sizeof path, "%s/%s", folder, name);
    ASSAY_TRY(sealed_digest_of(path, digest, err));
    if (!why->used && (!stated || strcmp(digest, stated) != 0)) wording_add(why, "%s", name);
    return ASSAY_OK;
}

/* All of them, and the data against the recipes. */
static assay_status check_files(const char *folder, const hunt_found *f, const json_t *files, wording *why,
                                assay_error *err)
{
    ASSAY_TRY(check_names(folder, files, err));
    for (int k = 0; k < TEXTS; k++)
        if (json_object_get(files, text_name[k])) ASSAY_TRY(check_file(folder, text_name[k], files, why, err));
    for (int side = 0; side < 2 && f->at.text[side][0]; side++) {
        ASSAY_TRY(check_file(folder, data_name[side], files, why, err));
        if (!why->used && !same_data(folder, f, side)) wording_add(why, "%s", data_name[side]);
    }
    return ASSAY_OK;
}

/* The first member of one that the other has not, or has otherwise; a file for all files. */
static const char *differs(json_t *now, const json_t *held)
{
    const char *key;
    json_t *value;
    json_object_foreach(now, key, value)
    {
        const json_t *other = json_object_get(held, key);
        if (!json_equal(value, other))
            return strcmp(key, "files") == 0 && json_is_object(other) ? differs(value, other) : key;
    }
    return json_object_size(now) == json_object_size(held) ? NULL : "a field more or less";
}

/* Scores all of it again, and compares every field. */
static assay_status check_scores(const char *folder, json_t *json, hunt_asked *a, hunt_found *f, wording *why,
                                 assay_error *err)
{
    char *text[TEXTS] = { NULL };
    hunt_log log;
    a->log = &log;
    assay_status status = hunt_log_open(a, &log);
    if (status == ASSAY_OK) status = hunt_log_close(&log, hunt_confirm(a, f));
    if (status != ASSAY_OK) return assay_fail(err, status, "it could not be scored again");
    json_t *now = certificate_json(a, f, err);
    status = make_texts(folder, a, f, json_object_get(now, "others"), text, err);
    if (status == ASSAY_OK) status = put_digests(text, folder, f, now, err);
    json_object_del(json, "seal");
    const char *field = status == ASSAY_OK ? differs(now, json) : NULL;
    if (field) wording_add(why, "%s", field);
    else if (!(f->here.low >= HUNT_LEAST(f->claim))) wording_add(why, "low: nothing is violated");
    json_decref(now);
    for (int k = 0; k < TEXTS; k++) free(text[k]);
    return status;
}

/* The metric, and the one that it is held against. */
static assay_status read_metrics(const char *path, const json_t *json, int run, selection *to, assay_error *err)
{
    static const char *const keys[] = { "metric", "against" };
    assay_error why = { "it names no metric" };
    for (int k = 0; k < 2; k++) {
        const json_t *name = json_object_get(json, keys[k]);
        if (k && !name) continue;
        const char *text = json_string_value(name);
        const assay_status status = text ? selection_add_named(to, text, run && !k, &why) : ASSAY_EINPUT;
        if (status != ASSAY_OK) return assay_fail(err, status, "%.600s: %s", path, why.text);
    }
    return ASSAY_OK;
}

assay_status hunt_check(const char *folder, uint32_t threads, int run, char *why, size_t size, assay_error *err)
{
    char path[UNFINISHED_PATH];
    json_t *json;
    hunt_asked a = { .threads = threads };
    hunt_found f = { .claim = 0 };
    selection metrics = { 0 };
    wording w = wording_in(why, size);
    snprintf(path, sizeof path, "%s/" CERTIFICATE, folder);
    ASSAY_TRY(sealed_read(path, &json, err));
    assay_status status = read_metrics(path, json, run, &metrics, err);
    const char *metric = json_string_value(json_object_get(json, "metric"));
    a.name = metric && metric_is_outside(metric) ? metric : NULL;
    const char *field = status == ASSAY_OK ? read_witness(json, &metrics, &a, &f) : NULL;
    if (field) wording_add(&w, "%s", field);
    else if (status == ASSAY_OK) status = check_files(folder, &f, json_object_get(json, "files"), &w, err);
    if (status == ASSAY_OK && !w.used) status = check_scores(folder, json, &a, &f, &w, err);
    selection_free(&metrics);
    json_decref(json);
    return status;
}
