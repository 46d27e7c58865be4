/*
 * profiles -- the factors of published data sets: number, classes, joint distribution
 *
 *     a grid with K_i classes of factor i: every combination once in the data set, so a row drawn evenly has
 *     independent factors, y_i = floor(K_i u_i)
 *
 * Source   the data sets' papers, see below; numbers of classes as in the documentation of each. Scaled classes, k / (K
 *          - 1), are those of Traeuble et al. 2021, arXiv:2006.07886, section 3, and Roth et al. 2023,
 *          arXiv:2210.07347.
 * Draws    grids: n*M uniforms u, row by row. pos: of each row integers(2872800) and integers(sentences), as the
 *          scenario `pos`.
 * Known    Orientations of a square that look alike are classes of their own, as in the data sets' labels.
 */
#include "profiles.h"

#include "builders.h"
#include "counted.h"
#include "sentences.h"

#include <math.h>
#include <string.h>

assay_status profile_draw_grid(const assay_profile *self, size_t n, assay_stream *stream, double *factors)
{
    block_draw(stream, n, self->n_factors, factors);
    for (size_t i = 0; i < self->n_factors; i++) block_classify(factors + i * n, n, self->levels[i]);
    return ASSAY_OK;
}

static assay_status draw_pos(const assay_profile *self, size_t n, assay_stream *stream, double *factors)
{
    (void)self;
    pos_rows(stream, n, factors);
    return ASSAY_OK;
}

#define NAMES(...) \
    .names = (const char *const[]) { __VA_ARGS__ }
#define CYCLES(...) \
    .period = (const double[]) { __VA_ARGS__ } /* 1: classes around a circle */

#define PROFILE(name, called, of) .abi = ASSAY_ABI, .id = (name), .title = (called), .source = (of), .separable = 1
#define DRAWN_GRID .draws = "u = random((n, M)), row by row; y_i = floor(K_i u_i)"
#define GRID(name, called, of, ...)                        \
    {                                                      \
        PROFILE(name, called, of), DRAWN_GRID, __VA_ARGS__ \
    }

static const assay_profile profiles[] = {
    GRID("dsprites", "dSprites", "Matthey, Higgins, Hassabis and Lerchner 2017, the dSprites data set",
         CLASSES(3, 6, 40, 32, 32), NAMES("shape", "scale", "orientation", "position x", "position y"),
         CYCLES(0, 0, 1, 0, 0)),
    GRID("shapes3d", "3D Shapes", "Burgess and Kim 2018, the 3D Shapes data set", CLASSES(10, 10, 10, 8, 4, 15),
         NAMES("floor hue", "wall hue", "object hue", "scale", "shape", "orientation"), CYCLES(1, 1, 1, 0, 0, 0)),
    GRID("mpi3d", "MPI3D", "Gondal et al. 2019, arXiv:1906.03292", CLASSES(6, 6, 2, 3, 3, 40, 40),
         NAMES("colour", "shape", "size", "camera height", "background", "horizontal axis", "vertical axis")),
    GRID("cars3d", "Cars3D", "Reed, Zhang, Zhang and Lee 2015, as in Locatello et al. 2019, arXiv:1811.12359",
         CLASSES(4, 24, 183), NAMES("elevation", "azimuth", "car"), CYCLES(0, 1, 0)),
    GRID("smallnorb", "SmallNORB", "LeCun, Huang and Bottou 2004", CLASSES(5, 10, 9, 18, 6),
         NAMES("category", "instance", "elevation", "azimuth", "lighting"), CYCLES(0, 0, 0, 1, 0)),
    GRID("letters", "four letters", "Zhang, Prokhorov and Shareghi 2021, section 2.2", CLASSES(20, 20, 20, 20),
         NAMES("A", "B", "C", "D")),
    { PROFILE("ynoc", "year, name, occupation, city", "Zhang, Prokhorov and Shareghi 2021, section 3.1"),
      .n_factors = YNOC_FACTORS, .levels = ynoc_levels, .draw = profile_draw_grid,
      NAMES("year", "name", "occupation", "city"), DRAWN_GRID },
    { PROFILE("pos", "parts of speech, dependent and some absent",
              "Zhang, Prokhorov and Shareghi 2021, section 3.2, table 2"),
      .n_factors = POS_FACTORS, .levels = pos_levels, .names = pos_factors,
      .absent = (const unsigned char[]){ 0, 0, 1, 1, 1, 1, 1, 0 },
      .draws = "for each row integers(2872800) for the structure, integers(its sentences)", .draw = draw_pos },
};

enum { COUNT = ASSAY_COUNT(profiles) };

size_t assay_profile_count(void) { return COUNT; }

const assay_profile *assay_profile_at(size_t index) { return index < COUNT ? &profiles[index] : NULL; }

const assay_profile *assay_profile_find(const char *id)
{
    for (size_t k = 0; id && k < COUNT; k++)
        if (strcmp(profiles[k].id, id) == 0) return &profiles[k];
    return NULL;
}

/* Orders: the data sets' own arrays; of cars3d, whose files are one a car, that of the loader of Locatello et al. 2019
 * (disentanglement_lib, data/ground_truth/cars3d.py: StateSpaceAtomIndex). dSprites has a factor of one class first. */
assay_status profile_grid(const char *id, assay_data *to, const char *name[GRID_COLUMNS], assay_error *err)
{
    static const char *const known[] = { "dsprites", "shapes3d", "mpi3d", "cars3d" };
    const assay_profile *of = assay_profile_find(id);
    size_t k = 0, n = 1;
    while (k < ASSAY_COUNT(known) && strcmp(id, known[k]) != 0) k++;
    if (strcmp(id, "smallnorb") == 0)
        return assay_fail(err, ASSAY_EUSAGE,
                          "smallnorb: its 48600 images are in an order of their own, which no grid gives; take the "
                          "labels from its files (smallnorb-*-cat.mat and -info.mat)");
    if (!of || k == ASSAY_COUNT(known))
        return assay_fail(err, ASSAY_EUSAGE,
                          "%s: no data set whose labels are a grid; dsprites, shapes3d, mpi3d and cars3d are", id);
    const size_t before = k == 0, m = of->n_factors + before;
    for (size_t i = 0; i < of->n_factors; i++) n *= (size_t)of->levels[i];
    if (assay_data_shape(to, n, m, 0) != ASSAY_OK) return assay_fail(err, ASSAY_ENOMEM, "%s: memory ran out", id);
    to->levels[0] = 1;
    name[0] = "color";
    for (size_t i = of->n_factors, step = 1; i-- > 0; step *= (size_t)of->levels[i]) {
        double *const x = to->factors + (i + before) * n;
        for (size_t s = 0; s < n; s++) x[s] = (double)(s / step % (size_t)of->levels[i]);
        to->levels[i + before] = of->levels[i];
        to->period[i + before] = of->period ? of->period[i] : 0.0;
        name[i + before] = of->names[i];
    }
    return ASSAY_OK;
}

static void scale_column(const assay_profile *of, size_t i, const double *y, size_t n, double *to)
{
    const int absent = of->absent && of->absent[i];
    const double low = of->levels[i] ? 0.0 : of->low[i];
    const double width = of->levels[i] ? of->levels[i] - (absent ? 0.0 : 1.0) : of->high[i] - low;
    for (size_t s = 0; s < n; s++) to[s] = isnan(y[s]) ? 1.0 : width > 0.0 ? (y[s] - low) / width : 0.0;
}

assay_status profile_draw(const assay_profile *from, size_t n, assay_stream *stream, double *value, double *scaled)
{
    ASSAY_TRY(from->draw(from, n, stream, value));
    for (size_t i = 0; i < from->n_factors; i++) scale_column(from, i, value + i * n, n, scaled + i * n);
    return ASSAY_OK;
}
