/* The directions of a dictionary and its activations, from files of their own or from that of the representation. */
#include "array_file.h"

#include <float.h>

const char *const space_name[SPACE_PARTS] = { "directions", "true_directions", "activations",
                                              "bias",       "scale",           "reconstruction" };

static assay_status check_finite(const array *x, int which, assay_error *err)
{
    for (size_t k = 0; k < x->rows * x->cols; k++)
        if (!isfinite(x->value[k]))
            return bad_input(x->where, err,
                             "row %zu, column %zu (counted from 0) of `%s` is not finite; replace the value",
                             k % x->rows, k / x->rows, space_name[which]);
    return ASSAY_OK;
}

/* One number a dimension, in a row or a column; or one for all, where it is the scale. */
static assay_status check_numbers(const array *x, int which, size_t dims, assay_error *err)
{
    const size_t count = x->rows * x->cols;
    if ((x->rows == 1 || x->cols == 1) && (count == dims || (which == SPACE_SCALE && count == 1)))
        return check_finite(x, which, err);
    return bad_input(x->where, err,
                     "`%s` is %zu x %zu, and `directions` have %zu dimensions; it has %sone number for each",
                     space_name[which], x->rows, x->cols, dims, which == SPACE_SCALE ? "one number, or " : "");
}

static assay_status check_shapes(const array of[SPACE_PARTS], const assay_data *to, assay_error *err)
{
    static const char *const each[SPACE_PARTS] = { "code", "factor", "sample", "", "", "sample" };
    const size_t rows[SPACE_PARTS] = { to->n_codes, to->n_factors, to->n, 0, 0, to->n }, dims = of[0].cols;
    for (int k = 0; k < SPACE_PARTS; k++) {
        if (!of[k].value) continue;
        if (!rows[k]) {
            ASSAY_TRY(check_numbers(&of[k], k, dims, err));
            continue;
        }
        if (of[k].rows != rows[k])
            return bad_input(of[k].where, err, "`%s` is %zu x %zu, and there are %zu %ss; it has one row for each %s%s",
                             space_name[k], of[k].rows, of[k].cols, rows[k], each[k], each[k],
                             of[k].cols == rows[k] ? ": save its transpose, a.T" : "");
        if (of[k].cols != dims)
            return bad_input(of[k].where, err,
                             "`%s` has %zu dimensions and `directions` %zu; both lie in one space of activations",
                             space_name[k], of[k].cols, dims);
        ASSAY_TRY(check_finite(&of[k], k, err));
    }
    return ASSAY_OK;
}

/* The columns of one side by side into rows of the other: to[rows * cols]. */
static void transpose(const double *from, size_t rows, size_t cols, double *to)
{
    for (size_t r = 0; r < rows; r++)
        for (size_t c = 0; c < cols; c++) to[r * cols + c] = from[c * rows + r];
}

static int is_bias(const array *bias, const array *from, size_t s)
{
    for (size_t k = 0; k < from->cols; k++)
        if (fabs(from->value[k * from->rows + s] - bias->value[k]) > FLT_EPSILON * fabs(bias->value[k])) return 0;
    return 1;
}

/* A row that is the bias but for what single precision rounds away becomes 0. */
static void take_bias(const array *bias, array *from)
{
    for (size_t s = 0; from->value && s < from->rows; s++)
        if (is_bias(bias, from, s))
            for (size_t k = 0; k < from->cols; k++) from->value[k * from->rows + s] = bias->value[k];
    for (size_t k = 0; from->value && k < from->cols; k++)
        for (size_t s = 0; s < from->rows; s++) from->value[k * from->rows + s] -= bias->value[k];
}

static void times_scale(const array *scale, size_t count, size_t dims, double *to)
{
    const size_t step = scale->rows * scale->cols > 1;
    for (size_t j = 0; j < count; j++)
        for (size_t k = 0; k < dims; k++) to[j * dims + k] *= scale->value[k * step];
}

static assay_status attach(array of[SPACE_PARTS], assay_data *to, assay_error *err)
{
    size_t given = 0;
    for (int k = 0; k < SPACE_PARTS; k++) given += of[k].value != NULL;
    if (!given) return ASSAY_OK;
    for (int k = SPACE_CODES; k <= SPACE_FACTORS; k++)
        if (!of[k].value)
            return bad_input(of[k].where, err,
                             "`%s` is missing; directions are compared: give `directions` (codes x dimensions) "
                             "and `true_directions` (factors x dimensions)",
                             space_name[k]);
    if (of[SPACE_RECONSTRUCTION].value && !of[SPACE_ACTIVATIONS].value)
        return bad_input(of[SPACE_RECONSTRUCTION].where, err,
                         "`reconstruction` without `activations`: what was to be reconstructed is missing");
    ASSAY_TRY(check_shapes(of, to, err));
    if (assay_data_space(to, of[SPACE_CODES].cols, 0) != ASSAY_OK) return no_memory(of[SPACE_CODES].where, err);
    transpose(of[SPACE_CODES].value, to->n_codes, to->dims, to->directions);
    transpose(of[SPACE_FACTORS].value, to->n_factors, to->dims, to->true_directions);
    if (of[SPACE_SCALE].value) times_scale(&of[SPACE_SCALE], to->n_codes, to->dims, to->directions);
    if (of[SPACE_BIAS].value) {
        take_bias(&of[SPACE_BIAS], &of[SPACE_ACTIVATIONS]);
        take_bias(&of[SPACE_BIAS], &of[SPACE_RECONSTRUCTION]);
    }
    to->activations = of[SPACE_ACTIVATIONS].value;
    to->reconstruction = of[SPACE_RECONSTRUCTION].value;
    of[SPACE_ACTIVATIONS].value = of[SPACE_RECONSTRUCTION].value = NULL;
    return ASSAY_OK;
}

static void parts_free(array (*of)[SPACE_PARTS])
{
    for (int k = 0; k < SPACE_PARTS; k++) array_free(&(*of)[k]);
}

assay_status directions_inside(array_format format, const array_bytes *bytes, const char *where, assay_data *to,
                               assay_error *err)
{
    FREED(parts_free) array found[SPACE_PARTS] = { 0 }; /* .where is of those that are not there, too */
    for (int k = 0; k < SPACE_PARTS; k++) {
        const char *name = space_name[k];
        const int has = format == ARRAY_NPZ ? npz_has(bytes, name) : safetensors_has(bytes, name);
        if (has < 0) return no_memory(where, err);
        if (has) ASSAY_TRY(array_parse(format, bytes, where, name, &found[k], err));
        found[k].where = where;
    }
    return attach(found, to, err);
}

assay_status directions_read(const char *const path[SPACE_PARTS], assay_data *to, assay_error *err)
{
    FREED(parts_free) array found[SPACE_PARTS] = { 0 };
    for (int k = 0; k < SPACE_PARTS; k++) {
        if (path[k]) ASSAY_TRY(array_read(path[k], space_name[k], &found[k], err));
        found[k].where = path[k] ? array_path_tail(path[k]) : path[0] ? path[0] : "no file of directions";
    }
    return attach(found, to, err);
}

static assay_status build(const double *rows, size_t count, size_t dims, array_bytes *to)
{
    OWNED double *column = zeroed(count * dims, sizeof *column);
    if (!column) return ASSAY_ENOMEM;
    transpose(rows, dims, count, column);
    return npy_build(column, count, dims, 0, to);
}

assay_status directions_build(const assay_rep *rep, array_bytes to[3], size_t *count)
{
    *count = 0;
    if (!rep->directions) return ASSAY_OK;
    ASSAY_TRY(build(rep->directions, rep->n_codes, rep->dims, &to[(*count)++]));
    ASSAY_TRY(build(rep->true_directions, rep->n_factors, rep->dims, &to[(*count)++]));
    return rep->activations ? npy_build(rep->activations, rep->n, rep->dims, 0, &to[(*count)++]) : ASSAY_OK;
}

assay_status split_read(const char *path, assay_data *to, assay_error *err)
{
    FREED(array_free) array of;
    ASSAY_TRY(array_read(path, "split", &of, err));
    free(to->learns);
    if (!(to->learns = zeroed(of.rows, 1))) return ASSAY_ENOMEM;
    if (of.rows != to->n || of.cols != 1)
        return assay_fail(err, ASSAY_EINPUT, "--split %s: %zu rows of %zu columns; one column is needed, of %zu rows",
                          path, of.rows, of.cols, to->n);
    for (size_t s = 0; s < of.rows; s++) {
        to->learns[s] = of.value[s] == 1.0;
        if (!to->learns[s] && of.value[s] != 0.0)
            return assay_fail(err, ASSAY_EINPUT, "--split %s: %g is neither 1, learnt from, nor 0, scored", path,
                              of.value[s]);
    }
    return ASSAY_OK;
}
