/*
 * A representation into one file or a pair of them; see array.h for the three forms. Everything is built in memory,
 * then written beside its place and moved there, so a reader never meets half of it.
 */
#include "array_file.h"
#include "kinds.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static assay_status put(const char *path, array_bytes *bytes, assay_error *err)
{
    const assay_status status = array_put(path, bytes, err);
    array_bytes_free(bytes);
    return status;
}

/* X.npy: X-factors.npy and X-codes.npy. Both are written before either is put in place. */
static assay_status write_pair(const char *path, const array_bytes member[2], assay_error *err)
{
    static const char *const end[2] = { "-factors.npy", "-codes.npy" };
    unfinished_file file[2] = { 0 };
    char *name = malloc(strlen(path) + 16);
    assay_status status = name ? ASSAY_OK : assay_fail(err, ASSAY_ENOMEM, "%s: memory ran out", array_path_tail(path));
    for (int k = 0; k < 2 && status == ASSAY_OK; k++) {
        sprintf(name, "%.*s%s", (int)(strlen(path) - 4), path, end[k]);
        status = array_write(name, &member[k], &file[k], err);
    }
    for (int k = 0; k < 2 && status == ASSAY_OK; k++) status = unfinished_file_finish(&file[k], err);
    for (int k = 0; k < 2; k++) unfinished_file_discard(&file[k]);
    free(name);
    return status;
}

/* The kinds of the factors, as --kinds has them. *mixed: numbers alone do not say them, since not all are of one kind
 * or values are absent; nor which side is which, where there are fewer rows than factors. */
static assay_status build_kinds(const assay_rep *rep, int *mixed, array_bytes *to)
{
    const size_t m = rep->n_factors, wide = KIND_TEXT + sizeof "absent:";
    const char **kind = malloc((m + 1) * (sizeof *kind + wide));
    char *text = kind ? (char *)(kind + m + 1) : NULL, own[KIND_TEXT];
    int absent = 0;
    *mixed = rep->n < rep->n_factors;
    for (size_t k = 0; k < rep->n * rep->n_factors && !absent; k++) absent = isnan(rep->factors[k]);
    for (size_t i = 0; kind && i < m; i++, text += wide) {
        snprintf(text, wide, "%s%s", i == 0 && absent ? "absent:" : "", kind_of(rep, i, own));
        kind[i] = text;
        if (absent || (rep->levels[i] > 0) != (rep->levels[0] > 0) || (rep->period && rep->period[i] != 0.0))
            *mixed = 1;
    }
    const assay_status status = kind ? npy_build_words(kind, m, to) : ASSAY_ENOMEM;
    free(kind);
    return status;
}

static assay_status write_binary(const char *path, const assay_rep *rep, int pair, assay_error *err)
{
    static const char *const name[] = { "factors.npy",    "codes.npy",           "kinds.npy",
                                        "directions.npy", "true_directions.npy", "activations.npy" };
    array_bytes member[6] = { { 0 } }, whole = { 0 };
    size_t directions = 0;
    int mixed;
    assay_status status = build_kinds(rep, &mixed, &member[2]);
    if (status == ASSAY_OK)
        status = npy_build(rep->factors, rep->n, rep->n_factors, pair && rep->levels[0] > 0, &member[0]);
    if (status == ASSAY_OK) status = npy_build(rep->codes, rep->n, rep->n_codes, 0, &member[1]);
    if (status == ASSAY_OK && !pair) status = directions_build(rep, member + 3, &directions);
    if (status != ASSAY_OK) {
        assay_fail(err, status, "%s: memory ran out", array_path_tail(path));
    } else if (pair && mixed) {
        status =
            assay_fail(err, ASSAY_EUSAGE,
                       "%s: .npy cannot say which factors are classes, which values are absent, and which of fewer "
                       "rows than columns are samples; write .npz or .csv",
                       array_path_tail(path));
    } else if (pair) {
        status = write_pair(path, member, err);
    } else {
        status = npz_build(name, member, 3 + directions, &whole, err);
        if (status == ASSAY_OK) status = put(path, &whole, err);
    }
    for (size_t k = 0; k < sizeof member / sizeof *member; k++) array_bytes_free(&member[k]);
    return status;
}

assay_status labels_write(const char *path, const assay_rep *rep, const char *const *name, assay_error *err)
{
    static const char *const file[] = { "factors.npy", "kinds.npy", "names.npy" };
    array_bytes member[3] = { { 0 } }, whole = { 0 };
    int mixed;
    if (!array_path_ends(path, ".npz"))
        return assay_fail(err, ASSAY_EUSAGE, "%s: labels go with their names and kinds: write .npz",
                          array_path_tail(path));
    assay_status status = npy_build(rep->factors, rep->n, rep->n_factors, 1, &member[0]);
    if (status == ASSAY_OK) status = build_kinds(rep, &mixed, &member[1]);
    if (status == ASSAY_OK) status = npy_build_words(name, rep->n_factors, &member[2]);
    if (status != ASSAY_OK) assay_fail(err, status, "%s: memory ran out", array_path_tail(path));
    if (status == ASSAY_OK) status = npz_build(file, member, 3, &whole, err);
    if (status == ASSAY_OK) status = put(path, &whole, err);
    for (size_t k = 0; k < sizeof member / sizeof *member; k++) array_bytes_free(&member[k]);
    return status;
}

assay_status representation_write(const char *path, const assay_rep *rep, assay_error *err)
{
    if (array_path_ends(path, ".npz")) return write_binary(path, rep, 0, err);
    if (array_path_ends(path, ".npy")) return write_binary(path, rep, 1, err);
    const int standard_output = strcmp(path, "-") == 0;
    if (!standard_output && !array_path_ends(path, ".csv"))
        return assay_fail(err, ASSAY_EUSAGE,
                          "%s: what kind of file? end the name in " ARRAY_WRITES ", or write - for text on "
                          "standard output",
                          array_path_tail(path));
    array_bytes text;
    const assay_status status = csv_build(rep, &text);
    if (status != ASSAY_OK) return assay_fail(err, status, "%s: memory ran out", array_path_tail(path));
    if (!standard_output) return put(path, &text, err);
    const int fine = fwrite(text.at, 1, text.size, stdout) == text.size && fflush(stdout) == 0;
    array_bytes_free(&text);
    return fine ? ASSAY_OK
                : assay_fail(err, ASSAY_EENVIRONMENT,
                             "standard output cannot be written; is the disk full or the reader gone?");
}
