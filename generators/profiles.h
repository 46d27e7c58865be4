/*
 * profiles.h -- named factor profiles: the factors of the data sets that this field publishes on, for assay.h's
 * assay_profile_find; and their rows, scaled for codes to be made of.
 */
#pragma once

#include "assay.h"

/* Of a profile: factors that are so many classes each, every combination as often as any other. */
#define CLASSES(...)                                                         \
    .n_factors = sizeof((const int32_t[]){ __VA_ARGS__ }) / sizeof(int32_t), \
    .levels = (const int32_t[]){ __VA_ARGS__ }, .draw = profile_draw_grid
assay_status profile_draw_grid(const assay_profile *self, size_t n, assay_stream *stream, double *factors);

/* n rows, and the same scaled for codes to be made of, [n_factors * n] each. n is the profile's own number of rows
 * where it has one. */
assay_status profile_draw(const assay_profile *from, size_t n, assay_stream *stream, double *value, double *scaled);

/* The labels of a published data set, every combination of its classes once, in the order of its own loader: the last
 * factor varies fastest. No codes. name: of each factor, room for GRID_COLUMNS. ASSAY_EUSAGE where there is none. */
enum { GRID_COLUMNS = 8 };
assay_status profile_grid(const char *id, assay_data *to, const char *name[GRID_COLUMNS], assay_error *err);
