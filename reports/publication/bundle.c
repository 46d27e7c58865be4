#include "bundle.h"

#include "apart.h"
#include "needed.h"
#include "sealed_file.h"
#include "store_stamp.h"
#include "unfinished.h"

#include <errno.h>
#include <string.h>

#define FORMAT "assay bundle 1"

const char *const bundle_store[BUNDLE_STORES] = { "scores.db", "held-out.db", "hunt.db" };

/* Every text of a bundle that is one value, in the order of the file. */
enum { TEXTS = 5 + BUNDLE_STORES + 1 };

static void texts_of(bundle *b, char **to[TEXTS])
{
    char **const first[] = { &b->version, &b->metric, &b->variant, &b->compare, &b->seeds };
    memcpy(to, first, sizeof first);
    for (size_t k = 0; k < BUNDLE_STORES; k++) to[5 + k] = &b->digest[k];
    to[TEXTS - 1] = &b->found;
}

void bundle_free(bundle *b)
{
    char **text[TEXTS];
    texts_of(b, text);
    for (size_t k = 0; k < TEXTS; k++) free(*text[k]);
    for (size_t k = 0; k < b->n_files; k++) {
        free(b->file[k].name);
        free(b->file[k].text);
    }
    *b = (bundle){ 0 };
}

/* Not absolute, no part "" or beginning with '.', and plain characters alone. */
static int stays_below(const char *name)
{
    for (const char *at = name; *at; at++) {
        const int begins = at == name || at[-1] == '/';
        if (begins && (*at == '/' || *at == '.')) return 0;
        if ((unsigned char)*at < ' ' || *at == 127 || *at == '\\') return 0;
    }
    return *name && name[strlen(name) - 1] != '/' && strlen(name) < 256;
}

assay_status bundle_add_file(bundle *to, const char *folder, const char *path, assay_error *err)
{
    const size_t length = strlen(folder);
    const char *name = strncmp(path, folder, length) == 0 && path[length] == '/' ? path + length + 1 : "";
    size_t size;
    if (!stays_below(name))
        return assay_fail(err, ASSAY_EINPUT,
                          "%.600s: the metric needs it, and a bundle holds only what is in the metric's folder, %.600s",
                          path, folder);
    if (to->n_files == BUNDLE_FILES)
        return assay_fail(err, ASSAY_EINPUT, "%.600s: a bundle holds %d files at most", path, BUNDLE_FILES);
    bundle_file *one = &to->file[to->n_files];
    one->text = sealed_text(path, &size, err);
    if (!one->text) return ASSAY_EINPUT;
    one->name = needed(strdup(name));
    to->n_files++;
    json_t *is_text = json_stringn(one->text, size);
    const int fine = is_text && strlen(one->text) == size;
    json_decref(is_text);
    return fine ? ASSAY_OK : assay_fail(err, ASSAY_EINPUT, "%.600s: is no text in UTF-8; save it as such", path);
}

assay_status bundle_add_store(bundle *to, size_t which, const char *path, assay_error *err)
{
    store *scores = NULL;
    store_stamp is;
    assay_status status = store_open(path, STORE_READ, &scores, err);
    if (status == ASSAY_OK) status = store_stamp_of(scores, &is, err);
    store_close(scores);
    if (status == ASSAY_OK) to->digest[which] = needed(strdup(is.digest));
    return status;
}

static json_t *files_json(const bundle *of)
{
    json_t *files = json_object();
    for (size_t k = 0; k < of->n_files; k++)
        json_object_set_new(files, of->file[k].name, json_string(of->file[k].text));
    return files;
}

static json_t *digests_json(const bundle *of)
{
    json_t *digests = json_object();
    for (size_t k = 0; k < BUNDLE_STORES; k++)
        json_object_set_new(digests, bundle_store[k], json_string(of->digest[k]));
    return digests;
}

assay_status bundle_write(const bundle *of, const char *path, assay_error *err)
{
    unfinished_file to;
    json_t *whole =
        json_pack("{ss ss ss ss ss ss sI sI so so so}", "format", FORMAT, "assay", of->version, "metric", of->metric,
                  "variant", of->variant, "compare", of->compare, "seeds", of->seeds, "held_out_seed",
                  (json_int_t)of->held_out_seed, "evaluations", (json_int_t)of->evaluations, "files", files_json(of),
                  "digests", digests_json(of), "found", json_loads(of->found, 0, NULL));
    assay_status status = unfinished_file_open(path, &to, err);
    if (status == ASSAY_OK) {
        status = sealed_print(whole, to.file, err);
        if (status == ASSAY_OK) status = unfinished_file_finish(&to, err);
        else unfinished_file_discard(&to);
    }
    json_decref(whole);
    return status;
}

typedef struct request {
    const char *path;
    bundle *to;
} request;

static assay_status refuse(const request *q, const char *why, assay_error *err)
{
    return assay_fail(err, ASSAY_EINPUT, "%.600s: %s", q->path, why);
}

static assay_status take_files(const request *q, json_t *files, assay_error *err)
{
    const char *name;
    json_t *text;
    if (json_object_size(files) > BUNDLE_FILES) return refuse(q, "holds too many files", err);
    json_object_foreach(files, name, text)
    {
        if (!stays_below(name) || !json_is_string(text)) return refuse(q, "names a file outside its folder", err);
        bundle_file *one = &q->to->file[q->to->n_files++];
        one->name = needed(strdup(name));
        one->text = needed(strdup(json_string_value(text)));
    }
    return ASSAY_OK;
}

static assay_status take_whole(const request *q, json_t *whole, assay_error *err)
{
    bundle *b = q->to;
    const char *format, *text[5], *digest[BUNDLE_STORES], *seal;
    json_int_t seed, evaluations;
    json_t *files, *found;
    json_error_t why;
    const int bad = json_unpack_ex(whole, &why, JSON_STRICT, "{ss ss ss ss ss ss sI sI so s{ss ss ss} so ss}", "format",
                                   &format, "assay", &text[0], "metric", &text[1], "variant", &text[2], "compare",
                                   &text[3], "seeds", &text[4], "held_out_seed", &seed, "evaluations", &evaluations,
                                   "files", &files, "digests", bundle_store[0], &digest[0], bundle_store[1], &digest[1],
                                   bundle_store[2], &digest[2], "found", &found, "seal", &seal);
    if (bad) return refuse(q, why.text, err);
    if (strcmp(format, FORMAT) != 0) return refuse(q, "is of a format that this version does not know", err);
    if (seed < 1 || evaluations < 1) return refuse(q, "its numbers are not above 0", err);
    char **to[TEXTS];
    texts_of(b, to);
    for (size_t k = 0; k < 5; k++) *to[k] = needed(strdup(text[k]));
    for (size_t k = 0; k < BUNDLE_STORES; k++) b->digest[k] = needed(strdup(digest[k]));
    b->found = needed(json_dumps(found, JSON_INDENT(2)));
    b->held_out_seed = (uint64_t)seed;
    b->evaluations = (uint64_t)evaluations;
    return json_is_object(files) ? take_files(q, files, err) : refuse(q, "its files are no object", err);
}

static assay_status read_apart(void *what, assay_error *err)
{
    const request *q = what;
    json_t *whole;
    ASSAY_TRY(sealed_read(q->path, &whole, err));
    const assay_status status = take_whole(q, whole, err);
    json_decref(whole);
    return status;
}

static void carry_text(carrier *c, char **at)
{
    size_t length = *at ? strlen(*at) : 0;
    carry_size(c, &length, SEALED_BYTES);
    carry_block(c, (void **)at, length);
}

static void carry_bundle(carrier *c, void *what)
{
    bundle *b = ((const request *)what)->to;
    char **text[TEXTS];
    texts_of(b, text);
    for (size_t k = 0; k < TEXTS; k++) {
        carry_text(c, text[k]);
        c->bad |= !*text[k];
    }
    carry(c, &b->held_out_seed, sizeof b->held_out_seed);
    carry(c, &b->evaluations, sizeof b->evaluations);
    carry_size(c, &b->n_files, BUNDLE_FILES);
    for (size_t k = 0; k < b->n_files; k++) {
        carry_text(c, &b->file[k].name);
        carry_text(c, &b->file[k].text);
        c->bad |= !b->file[k].name || !b->file[k].text || !stays_below(b->file[k].name);
    }
}

static void drop_bundle(void *what) { bundle_free(((const request *)what)->to); }

assay_status bundle_read(const char *path, bundle *to, assay_error *err)
{
    request q = { path, to };
    return apart_read(&(apart_job){ { path }, read_apart, carry_bundle, drop_bundle, &q }, err);
}

assay_status bundle_unpack(const bundle *of, const char *folder, assay_error *err)
{
    char path[UNFINISHED_PATH];
    assay_status status = ASSAY_OK;
    for (size_t k = 0; k < of->n_files && status == ASSAY_OK; k++) {
        snprintf(path, sizeof path, "%s/%s", folder, of->file[k].name);
        status = folder_make_for(path, err);
        FILE *file = status == ASSAY_OK ? fopen(path, "wbx") : NULL;
        const int failed = !file || fputs(of->file[k].text, file) < 0;
        if ((file && fclose(file) != 0) || (failed && status == ASSAY_OK))
            status = assay_fail(err, ASSAY_EENVIRONMENT, "%.600s: %s", path, strerror(errno));
    }
    return status;
}

/* Of a line without the comma at its end. */
static int line_length(const char *line)
{
    const size_t length = strcspn(line, "\n");
    return (int)(length && line[length - 1] == ',' ? length - 1 : length);
}

/* The first line in which two texts differ. */
static int lines_differ(const char *a, const char *b, char *words, size_t size)
{
    size_t k = 0, start = 0;
    for (; a[k] && a[k] == b[k]; k++)
        if (a[k] == '\n') start = k + 1;
    if (a[k] == b[k]) return 0;
    start += strspn(a + start, " ");
    if (start > k) start = k;
    snprintf(words, size, "found: the bundle states %.*s, the replay gives %.*s", line_length(a + start), a + start,
             line_length(b + start), b + start);
    return 1;
}

int bundle_differs(const bundle *stated, const bundle *replayed, char *words, size_t size)
{
    if (lines_differ(stated->found, replayed->found, words, size)) return 1;
    for (size_t k = 0; k < BUNDLE_STORES; k++) {
        if (strcmp(stated->digest[k], replayed->digest[k]) == 0) continue;
        snprintf(words, size, "digests: the bundle states %.16s for %s, the replay gives %.16s", stated->digest[k],
                 bundle_store[k], replayed->digest[k]);
        return 1;
    }
    return 0;
}
