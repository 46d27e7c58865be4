/*
 * A representation into one file or a pair of them; see array.h for the three forms. Everything is built in memory,
 * then written beside its place and moved there, so a reader never meets half of it.
 */
#include "array_file.h"
#include "kinds.h"

/* X.npy: X-factors.npy and X-codes.npy. Both are written before either is put in place. */
static assay_status write_pair(const char *path, const array_bytes member[2], assay_error *err)
{
    static const char *const end[2] = { "-factors.npy", "-codes.npy" };
    unfinished_file file[2] = { 0 };
    assay_status status = ASSAY_OK;
    for (int k = 0; k < 2 && status == ASSAY_OK; k++) {
        OWNED char *name = wording_made("%.*s%s", (int)(strlen(path) - 4), path, end[k]);
        status = name ? array_write(name, &member[k], &file[k], err) : no_memory(array_path_tail(path), err);
    }
    for (int k = 0; k < 2 && status == ASSAY_OK; k++) status = unfinished_file_finish(&file[k], err);
    for (int k = 0; k < 2; k++) unfinished_file_discard(&file[k]);
    return status;
}

/* The kinds of the factors, as --kinds has them. *mixed: numbers alone do not say them, since not all are of one kind
 * or values are absent; nor which side is which, where there are fewer rows than factors. */
static assay_status build_kinds(const assay_rep *rep, int *mixed, array_bytes *to)
{
    const size_t m = rep->n_factors, wide = KIND_TEXT + sizeof "absent:";
    OWNED const char **kind = zeroed(m, sizeof *kind + wide);
    if (!kind) return ASSAY_ENOMEM;
    char *text = (char *)(kind + m), own[KIND_TEXT];
    int absent = 0;
    *mixed = rep->n < rep->n_factors;
    for (size_t k = 0; k < rep->n * rep->n_factors && !absent; k++) absent = isnan(rep->factors[k]);
    for (size_t i = 0; i < m; i++, text += wide) {
        snprintf(text, wide, "%s%s", i == 0 && absent ? "absent:" : "", kind_of(rep, i, own));
        kind[i] = text;
        if (absent || (rep->levels[i] > 0) != (rep->levels[0] > 0) || (rep->period && rep->period[i] != 0.0))
            *mixed = 1;
    }
    return npy_build_words(kind, m, to);
}

/* The members of an .npz on their way. */
typedef struct members {
    array_bytes at[6], whole;
} members;

static void members_free(members *of)
{
    for (size_t k = 0; k < sizeof of->at / sizeof *of->at; k++) array_bytes_free(&of->at[k]);
    array_bytes_free(&of->whole);
}

static assay_status put_npz(const char *path, const char *const *name, members *of, size_t n, assay_error *err)
{
    ASSAY_TRY(npz_build(name, of->at, n, &of->whole, err));
    return array_put(path, &of->whole, err);
}

static assay_status write_binary(const char *path, const assay_rep *rep, int pair, assay_error *err)
{
    static const char *const name[] = { "factors.npy",    "codes.npy",           "kinds.npy",
                                        "directions.npy", "true_directions.npy", "activations.npy" };
    FREED(members_free) members of = { 0 };
    size_t directions = 0;
    int mixed;
    if (build_kinds(rep, &mixed, &of.at[2]) != ASSAY_OK ||
        npy_build(rep->factors, rep->n, rep->n_factors, pair && rep->levels[0] > 0, &of.at[0]) != ASSAY_OK ||
        npy_build(rep->codes, rep->n, rep->n_codes, 0, &of.at[1]) != ASSAY_OK ||
        (!pair && directions_build(rep, of.at + 3, &directions) != ASSAY_OK))
        return no_memory(array_path_tail(path), err);
    if (pair && mixed)
        return assay_fail(err, ASSAY_EUSAGE,
                          "%s: .npy cannot say which factors are classes, which values are absent, and which of fewer "
                          "rows than columns are samples; write .npz or .csv",
                          array_path_tail(path));
    return pair ? write_pair(path, of.at, err) : put_npz(path, name, &of, 3 + directions, err);
}

assay_status labels_write(const char *path, const assay_rep *rep, const char *const *name, assay_error *err)
{
    static const char *const file[] = { "factors.npy", "kinds.npy", "names.npy" };
    FREED(members_free) members of = { 0 };
    int mixed;
    if (!array_path_ends(path, ".npz"))
        return assay_fail(err, ASSAY_EUSAGE, "%s: labels go with their names and kinds: write .npz",
                          array_path_tail(path));
    if (npy_build(rep->factors, rep->n, rep->n_factors, 1, &of.at[0]) != ASSAY_OK ||
        build_kinds(rep, &mixed, &of.at[1]) != ASSAY_OK || npy_build_words(name, rep->n_factors, &of.at[2]) != ASSAY_OK)
        return no_memory(array_path_tail(path), err);
    return put_npz(path, file, &of, 3, err);
}

assay_status representation_write(const char *path, const assay_rep *rep, assay_error *err)
{
    if (array_path_ends(path, ".npz")) return write_binary(path, rep, 0, err);
    if (array_path_ends(path, ".npy")) return write_binary(path, rep, 1, err);
    const int standard_output = strcmp(path, "-") == 0;
    if (!standard_output && !array_path_ends(path, ".csv"))
        return assay_fail(err, ASSAY_EUSAGE,
                          "%s: what kind of file? end the name in " ARRAY_WRITES
                          ", or write - for text on standard output",
                          array_path_tail(path));
    FREED(array_bytes_free) array_bytes text;
    if (csv_build(rep, &text) != ASSAY_OK) return no_memory(array_path_tail(path), err);
    if (!standard_output) return array_put(path, &text, err);
    if (fwrite(text.at, 1, text.size, stdout) == text.size && fflush(stdout) == 0) return ASSAY_OK;
    return assay_fail(err, ASSAY_EENVIRONMENT,
                      "standard output cannot be written; is the disk full or the reader gone?");
}
