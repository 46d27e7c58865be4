/*
 * hunt_certificate -- a violation as a folder that anybody can check: certificate.json, data.npz (and data-b.npz) of
 * the first seed, data.py, which makes them, metric.py, the metric as a program, verify.py, which scores the data of
 * all seeds with it, all with NumPy alone, figure.svg and a README for a review
 *
 *   certificate.json has the digests of the other files and is sealed. Nothing in it is taken on trust: a check makes
 *   all of it anew from the recipes, the metric and the seeds, and names the first field or file that differs.
 */
#define _DEFAULT_SOURCE /* readdir */
#include "array.h"
#include "fnv.h"
#include "hunt.h"
#include "moments.h"
#include "owned.h"
#include "recipe.h"
#include "reference.h"
#include "scoring.h"
#include "sealed_file.h"
#include "unfinished.h"

#include <dirent.h>
#include <errno.h>
#include <inttypes.h>

#define CERTIFICATE "certificate.json"
static const char *const data_name[] = { "data.npz", "data-b.npz" };

/* What stands in the folder as text. */
enum { DATA_A, DATA_B, METRIC, AGAINST, VERIFY, README, FIGURE, TEXTS };
static const char *const text_name[TEXTS] = { "data.py",   "data-b.py", "metric.py", "against.py",
                                              "verify.py", "README.md", "figure.svg" };

/* All that is in the folder of what was asked and found. */
typedef struct certificate {
    const hunt_asked *asked;
    const hunt_found *found;
    const assay_output *output;
    int sides; /* 2: with B */
    char metric[512], words[HUNT_SENTENCE];
    assay_data data[2]; /* of the first seed */
    char *text[TEXTS];  /* NULL: there is no such file */
    json_t *json;
} certificate;

static void certificate_free(certificate *c)
{
    for (int side = 0; side < 2; side++) assay_data_free(&c->data[side]);
    for (int k = 0; k < TEXTS; k++) free(c->text[k]);
    json_decref(c->json);
}

static void name_of(const variant *v, char to[512]) { snprintf(to, 512, "%s@%s", v->metric->id, v->id.text); }

/* With its data; without the ones that cannot be made. */
static assay_status certificate_begin(const hunt_asked *a, const hunt_found *f, certificate *to, assay_error *err)
{
    *to = (certificate){ .asked = a, .found = f, .output = &a->of->metric->outputs[a->output] };
    to->sides = f->at.text[1][0] ? 2 : 1;
    name_of(a->of, to->metric);
    for (int side = 0; side < to->sides; side++) {
        const assay_status status = recipe_data(f->at.text[side], f->at.rows, HUNT_FIRST_SEED, &to->data[side], err);
        if (status != ASSAY_OK) assay_data_free(&to->data[side]);
        ASSAY_TRY(status);
    }
    return ASSAY_OK;
}

static json_t *number(double x) { return isfinite(x) ? json_real(x) : json_null(); }

static uint32_t claims_of(const assay_score *s)
{
    const assay_metric *m = assay_metric_find(s->metric);
    for (size_t o = 0; m && o < m->n_outputs; o++)
        if (strcmp(m->outputs[o].id, s->output) == 0) return m->outputs[o].measures & 7;
    return 0;
}

/* Every cheap metric's claiming outputs on the data: who else is fooled. */
static json_t *others(const certificate *c, assay_error *err)
{
    json_t *list = json_array();
    for (int side = 0; side < c->sides; side++) {
        FREED(assay_scores_free) assay_scores scores = { 0 };
        selection cheap = { 0 };
        const assay_rep rep = assay_data_view(&c->data[side]);
        const scoring_place where = { HUNT_FIRST_SEED, "recipe", c->found->at.text[0] };
        assay_status status = selection_add(&cheap, "cost:cheap", err);
        if (status == ASSAY_OK) status = score_selection(&rep, &where, 1, &cheap, &scores, err);
        for (size_t k = 0, at = 0; status == ASSAY_OK && k < scores.count; k++) {
            const assay_score *s = &scores.at[k];
            if (!claims_of(s)) continue;
            if (!side) json_array_append_new(list, json_pack("{ss ss}", "metric", s->metric, "output", s->output));
            json_object_set_new(json_array_get(list, at++), side ? "b" : "a", number(s->overall.value));
        }
    }
    return list;
}

static json_t *range_of(const assay_output *o) { return json_pack("[oo]", number(o->low), number(o->high)); }

static json_t *certificate_json(const certificate *c, assay_error *err)
{
    const hunt_found *f = c->found;
    const hunt_size *few = &f->here, *many = &f->many;
    const variant *against = c->asked->against;
    char other[512];
    if (against) name_of(against, other);
    return json_pack("{ss ss ss ss ss sI sI sI ss* ss* so so* ss ss? so so so so so so so so so so ss so}", "assay",
                     ASSAY_VERSION, "claim", hunt_claim_name(f->claim), "rule", hunt_claim_text(f->claim), "metric",
                     c->asked->name ? c->asked->name : c->metric, "output", c->output->id, "rows",
                     (json_int_t)f->at.rows, "first_seed", (json_int_t)HUNT_FIRST_SEED, "seeds", (json_int_t)HUNT_SEEDS,
                     "against", against ? other : NULL, "held_to", c->asked->held_to, "range", range_of(c->output),
                     "range_against", against ? range_of(against->metric->outputs) : NULL, "recipe_a", f->at.text[0],
                     "recipe_b", c->sides > 1 ? f->at.text[1] : NULL, "violation", number(few->mean), "low",
                     number(few->low), "high", number(few->high), "score_a", number(few->score[0]), "score_b",
                     number(few->score[1]), "violation_20000", number(many->mean), "low_20000", number(many->low),
                     "high_20000", number(many->high), "score_a_20000", number(many->score[0]), "score_b_20000",
                     number(many->score[1]), "of", hunt_fault_of(f), "others", others(c, err));
}

enum { PROGRAM = 1 << 18 };

/* The data of one side; python3 FILE.py writes those of the first seed. */
static char *data_program(const hunt_found *f, int side)
{
    FREED(recipe_free) recipe r = { .step = NULL };
    char *text = malloc(PROGRAM);
    wording w = wording_in(text, text ? PROGRAM : 0);
    if (!text || recipe_read(f->at.text[side], NAN, &r, NULL) != ASSAY_OK) return text;
    wording_add(&w, "# %s\n", f->at.text[side]);
    recipe_program(&r, r.n_rows, 0, &w);
    wording_add(&w,
                "\nif __name__ == '__main__':\n    factors, codes = make(%zu, %" PRIu64
                ")\n    np.savez('%s', factors=factors, codes=codes)\n",
                f->at.rows, HUNT_FIRST_SEED, data_name[side]);
    return text;
}

/* A built-in metric as a program of NumPy alone; NULL: it has none. */
static char *metric_program(const variant *v)
{
    char name[512];
    if (!v || assay_metric_find(v->metric->id) != v->metric) return NULL;
    OWNED char *text = zeroed(PROGRAM, 1);
    name_of(v, name);
    return text && assay_metric_program(name, text, PROGRAM, NULL) == ASSAY_OK ? given(&text) : NULL;
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
        const moments of[2] = { moments_of(v, data->n), moments_of(z, data->n) };
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

static void write_figure(const certificate *c, FILE *to)
{
    const assay_data *data = c->data;
    double left = 10.0;
    fprintf(to,
            "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 %g 440' font-family='sans-serif' font-size='9'>\n"
            "<rect width='100%%' height='100%%' fill='white'/>\n<text x='10' y='18' font-size='12'>%s, %s: %s</text>\n",
            fmax(600.0, panels_width(&data[0]) + panels_width(&data[1]) + 20.0), c->metric, c->output->id, c->words);
    for (int side = 0; side < c->sides; left += panels_width(&data[side++])) {
        fprintf(to, "<text x='%g' y='36' font-size='11'>%s</text>\n", left, side ? "B" : "A");
        put_panels(&data[side], left, to);
    }
    fprintf(to, "</svg>\n");
}

static void write_score(const json_t *score, FILE *to)
{
    if (json_is_number(score)) fprintf(to, " %.3f |", json_number_value(score));
    else fprintf(to, score ? " undefined |" : " |");
}

/* Three sentences for a paper, every score, and what to cite. */
static void write_readme(const certificate *c, const char *digest, FILE *to)
{
    const hunt_found *f = c->found;
    const int pair = c->sides > 1;
    const char *claim = hunt_claim_name(f->claim);
    size_t k;
    json_t *one;
    fprintf(to, "# %s, %s: %s\n\n", c->metric, c->output->id, claim);
    fprintf(to, "The output %s of %s %s: a case of \"%s\". ", c->output->id, c->metric, c->words,
            hunt_claim_text(f->claim));
    fprintf(to,
            "The violation is %.3f of the range (%.3f to %.3f; %d fresh seeds of %zu rows), and %.3f (%.3f to %.3f) "
            "on %d rows: a fault of %s. ",
            f->here.mean, f->here.low, f->here.high, HUNT_SEEDS, f->at.rows, f->many.mean, f->many.low, f->many.high,
            HUNT_MANY_ROWS, hunt_fault_of(f));
    fprintf(to, "The data are A, `%s`%s%s%s; `python3 verify.py` makes and scores them with NumPy alone.\n\n",
            f->at.text[0], pair ? ", and B, `" : "", f->at.text[1], pair ? "`" : "");
    fprintf(to, "| metric | A |%s\n|---|---|%s\n| **%s, %s**, all seeds | %.3f |", pair ? " B |" : "",
            pair ? "---|" : "", c->metric, c->output->id, f->here.score[0]);
    fprintf(to, pair ? " %.3f |\n" : "\n", f->here.score[1]);
    json_array_foreach(json_object_get(c->json, "others"), k, one)
    {
        const char *id = json_string_value(json_object_get(one, "metric"));
        const char *output = json_string_value(json_object_get(one, "output"));
        const int other = strcmp(id, output) != 0; /* a name that says more than the metric's */
        fprintf(to, "| %s%s%s |", id, other ? ", " : "", other ? output : "");
        write_score(json_object_get(one, "a"), to);
        if (pair) write_score(json_object_get(one, "b"), to);
        fprintf(to, "\n");
    }
    fprintf(to,
            "\n    @misc{assay-%s-%s-%.8s,\n      title = {A certificate: %s of %s, output %s},\n"
            "      howpublished = {assay %s, hunt},\n      note = {SHA-256 of %s: %s}\n    }\n",
            c->asked->of->metric->id, claim, digest, claim, c->metric, c->output->id, ASSAY_VERSION, data_name[pair],
            digest);
}

static assay_status digest_in(const char *folder, const char *name, char to[SEALED_DIGEST], assay_error *err)
{
    char path[UNFINISHED_PATH];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return sealed_digest_of(path, to, err);
}

/* Its scores and texts, whose digests it has, too, and those of the data in the folder. */
static assay_status certificate_fill(certificate *c, const char *folder, assay_error *err)
{
    char digest[SEALED_DIGEST], data[2][SEALED_DIGEST];
    size_t size = 0;
    c->json = certificate_json(c, err);
    hunt_words(c->found, c->words);
    for (int side = 0; side < c->sides; side++) {
        ASSAY_TRY(digest_in(folder, data_name[side], data[side], err));
        c->text[DATA_A + side] = data_program(c->found, side);
    }
    c->text[METRIC] = metric_program(c->asked->of);
    c->text[AGAINST] = metric_program(c->asked->against);
    const char *verify = reference_file("reference/hunt/verify.py", &size);
    c->text[VERIFY] = strndup(verify, size);
    for (int k = README; k < TEXTS; k++) {
        FILE *text = open_memstream(&c->text[k], &size);
        if (!text) return no_memory(NULL, err);
        if (k == README) write_readme(c, data[c->sides - 1], text);
        else write_figure(c, text);
        fclose(text);
    }
    json_t *files = json_object();
    for (int k = 0; k < TEXTS; k++) {
        if (!c->text[k]) continue;
        sealed_digest(c->text[k], strlen(c->text[k]), digest);
        json_object_set_new(files, text_name[k], json_string(digest));
    }
    for (int side = 0; side < c->sides; side++) json_object_set_new(files, data_name[side], json_string(data[side]));
    json_object_set_new(c->json, "files", files);
    return ASSAY_OK;
}

static assay_status write_files(const unfinished_folder *folder, certificate *c, assay_error *err)
{
    char path[UNFINISHED_PATH];
    FILE *file;
    for (int side = 0; side < c->sides; side++) {
        const assay_rep rep = assay_data_view(&c->data[side]);
        ASSAY_TRY(unfinished_folder_path(folder, data_name[side], path, err));
        ASSAY_TRY(representation_write(path, &rep, err));
    }
    ASSAY_TRY(certificate_fill(c, folder->making, err));
    for (int k = 0; k < TEXTS; k++) {
        if (!c->text[k]) continue;
        ASSAY_TRY(unfinished_folder_create(folder, text_name[k], &file, err));
        fputs(c->text[k], file);
        ASSAY_TRY(unfinished_folder_written(folder, text_name[k], file, ASSAY_OK, err));
    }
    ASSAY_TRY(unfinished_folder_create(folder, CERTIFICATE, &file, err));
    return unfinished_folder_written(folder, CERTIFICATE, file, sealed_print(c->json, file, err), err);
}

assay_status hunt_certify(const hunt_asked *a, const hunt_found *f, const char *dir, char *to, size_t size,
                          assay_error *err)
{
    FREED(certificate_free) certificate c = { .sides = 0 };
    FREED(unfinished_folder_close) unfinished_folder folder = { .directory = NULL };
    ASSAY_TRY(certificate_begin(a, f, &c, err));
    uint64_t hash = fnv_text(FNV_START, a->of->id.text);
    hash = fnv_text(fnv_text(fnv_text(hash, c.output->id), f->at.text[0]), f->at.text[1]);
    hash = fnv_bytes(hash, &f->at.rows, sizeof f->at.rows);
    char name[64];
    snprintf(name, sizeof name, "%s", a->of->metric->id);
    for (char *k = name; *k; k++)
        if (!strchr("abcdefghijklmnopqrstuvwxyz0123456789_-.", *k)) *k = '-';
    snprintf(to, size, "%s/%s-%s-%08" PRIx32, dir, name, hunt_claim_name(f->claim), (uint32_t)(hash ^ hash >> 32));
    ASSAY_TRY(unfinished_folder_open(to, &folder, err));
    ASSAY_TRY(write_files(&folder, &c, err));
    return unfinished_folder_move(&folder, err);
}

static int text_of(const json_t *json, const char *key, char *to, size_t size)
{
    const char *text = json_string_value(json_object_get(json, key));
    return text && snprintf(to, size, "%s", text) < (int)size;
}

/* What the certificate says was asked and found, without its scores; the first field that cannot be is named. */
static const char *read_witness(const json_t *json, const selection *metrics, hunt_asked *a, hunt_found *f)
{
    const json_int_t rows = json_integer_value(json_object_get(json, "rows"));
    const char *output = json_string_value(json_object_get(json, "output"));
    const char *claim = json_string_value(json_object_get(json, "claim"));
    const assay_metric *metric = metrics->at[0].metric;
    a->of = &metrics->at[0];
    a->against = metrics->count > 1 ? &metrics->at[1] : NULL;
    a->held_to = json_string_value(json_object_get(json, "held_to"));
    while (output && a->output < metric->n_outputs && strcmp(metric->outputs[a->output].id, output) != 0) a->output++;
    while (claim && f->claim < HUNT_N_CLAIMS && strcmp(claim, hunt_claim_name(f->claim)) != 0) f->claim++;
    f->at.rows = (size_t)rows;
    if (!output || a->output == metric->n_outputs) return "output";
    if (!claim || f->claim == HUNT_N_CLAIMS) return "claim";
    if (rows < 10 || rows > 10000000) return "rows";
    if (!text_of(json, "recipe_a", f->at.text[0], HUNT_WORDS)) return "recipe_a";
    if (!json_is_null(json_object_get(json, "recipe_b")) && !text_of(json, "recipe_b", f->at.text[1], HUNT_WORDS))
        return "recipe_b";
    if ((f->claim == HUNT_LENIENT) != (a->against != NULL)) return "against";
    if (!hunt_measures(a)) return a->held_to ? "held_to" : "output";
    if (!hunt_is_certain(f->claim, hunt_measures(a), &f->at)) return "claim: its truth is not certain by the rules";
    return NULL;
}

static int same_data(const char *folder, const char *name, const assay_data *data)
{
    char path[UNFINISHED_PATH];
    FREED(array_free) array factors = { 0 };
    FREED(array_free) array codes = { 0 };
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return array_read(path, "factors", &factors, NULL) == ASSAY_OK &&
           array_read(path, "codes", &codes, NULL) == ASSAY_OK && factors.rows == data->n && codes.rows == data->n &&
           factors.cols == data->n_factors && codes.cols == data->n_codes &&
           memcmp(factors.value, data->factors, data->n * data->n_factors * sizeof(double)) == 0 &&
           memcmp(codes.value, data->codes, data->n * data->n_codes * sizeof(double)) == 0;
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
    char digest[SEALED_DIGEST];
    const char *stated = json_string_value(json_object_get(files, name));
    ASSAY_TRY(digest_in(folder, name, digest, err));
    if (!why->used && (!stated || strcmp(digest, stated) != 0)) wording_add(why, "%s", name);
    return ASSAY_OK;
}

/* All of them, and the data against the recipes. */
static assay_status check_files(const char *folder, const certificate *c, const json_t *files, wording *why,
                                assay_error *err)
{
    ASSAY_TRY(check_names(folder, files, err));
    for (int k = 0; k < TEXTS; k++)
        if (json_object_get(files, text_name[k])) ASSAY_TRY(check_file(folder, text_name[k], files, why, err));
    for (int side = 0; side < c->sides; side++) {
        ASSAY_TRY(check_file(folder, data_name[side], files, why, err));
        if (!why->used && !same_data(folder, data_name[side], &c->data[side])) wording_add(why, "%s", data_name[side]);
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
static assay_status check_scores(const char *folder, json_t *json, hunt_asked *a, hunt_found *f, certificate *c,
                                 wording *why, assay_error *err)
{
    hunt_log log;
    a->log = &log;
    hunt_log_open(a, &log);
    const int holds = hunt_confirm(a, f);
    const assay_status status = hunt_log_close(&log);
    if (status != ASSAY_OK) return assay_fail(err, status, "it could not be scored again");
    ASSAY_TRY(certificate_fill(c, folder, err));
    json_object_del(json, "seal");
    const char *field = differs(c->json, json);
    if (field) wording_add(why, "%s", field);
    else if (!holds) wording_add(why, "low: nothing is violated");
    return ASSAY_OK;
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
    FREED(json_dropped) json_t *json = NULL;
    FREED(selection_free) selection metrics = { 0 };
    FREED(certificate_free) certificate c = { .sides = 0 };
    hunt_asked a = { .threads = threads };
    hunt_found f = { .claim = 0 };
    wording w = wording_in(why, size);
    snprintf(path, sizeof path, "%s/" CERTIFICATE, folder);
    ASSAY_TRY(sealed_read(path, &json, err));
    ASSAY_TRY(read_metrics(path, json, run, &metrics, err));
    const char *metric = json_string_value(json_object_get(json, "metric"));
    a.name = metric && metric_is_outside(metric) ? metric : NULL;
    const char *field = read_witness(json, &metrics, &a, &f);
    if (field) wording_add(&w, "%s", field);
    if (field) return ASSAY_OK;
    (void)certificate_begin(&a, &f, &c, NULL); /* what cannot be made is not what is in the folder */
    ASSAY_TRY(check_files(folder, &c, json_object_get(json, "files"), &w, err));
    return w.used ? ASSAY_OK : check_scores(folder, json, &a, &f, &c, &w, err);
}
