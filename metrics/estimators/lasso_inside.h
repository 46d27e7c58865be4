/* lasso_inside.h -- what the files of lasso.h share. */
#pragma once

#include "lasso.h"

/* lasso_fit of more codes than rows, by active sets; options as lasso_fit has checked them. */
assay_status lasso_fit_wide(const double *codes, const double *factors, size_t n, size_t d, size_t m,
                            const lasso_options *options, const lasso_result *result);
