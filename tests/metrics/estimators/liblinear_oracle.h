/* liblinear_oracle.h -- liblinear as an oracle, loaded at run time; absent: the caller skips with a word. */
#ifndef ASSAY_LIBLINEAR_ORACLE_H
#define ASSAY_LIBLINEAR_ORACLE_H

#include "estimator_data.h"

#if defined __has_include
#if __has_include(<linear.h>)
#define HAVE_LIBLINEAR 1
#endif
#endif

#ifdef HAVE_LIBLINEAR
#include <dlfcn.h>
#include <linear.h>

typedef struct oracle {
    void *library;
    struct model *(*train)(const struct problem *, const struct parameter *);
    double (*coefficient)(const struct model *, int, int);
    double (*bias)(const struct model *, int);
    void (*quiet)(void (*)(const char *));
    void (*discard)(struct model **);
} oracle;

SHARED void oracle_say_nothing(const char *text) { (void)text; }

/* POSIX: a function's address as an object pointer; copied, not cast. */
SHARED void oracle_symbol(void *library, const char *name, void *function)
{
    void *const at = dlsym(library, name);
    memcpy(function, &at, sizeof at);
}

SHARED int oracle_open(oracle *to)
{
    memset(to, 0, sizeof *to);
    to->library = dlopen("liblinear.so.4", RTLD_NOW);
    if (!to->library) return 0;
    oracle_symbol(to->library, "train", &to->train);
    oracle_symbol(to->library, "get_decfun_coef", &to->coefficient);
    oracle_symbol(to->library, "get_decfun_bias", &to->bias);
    oracle_symbol(to->library, "set_print_string_function", &to->quiet);
    oracle_symbol(to->library, "free_and_destroy_model", &to->discard);
    if (!to->train || !to->coefficient || !to->bias || !to->quiet || !to->discard) return 0;
    to->quiet(oracle_say_nothing);
    return 1;
}

typedef struct oracle_options {
    int solver;
    size_t n_classes;
    double strength;
    const double *class_weight; /* [n_classes]; NULL: all 1 */
} oracle_options;

/* weight [n_classes * (d + 1)], intercept last, of the primal (trust region) solver, which draws no random numbers.
 * Labels 0 .. n_classes-1 must first appear in that order: liblinear numbers classes by first appearance. */
SHARED void oracle_fit(const oracle *by, const double *codes, size_t n, size_t d, const int32_t *label,
                       const oracle_options *options, double *weight)
{
    const size_t n_classes = options->n_classes;
    struct feature_node *nodes = malloc(n * (d + 2) * sizeof *nodes), **rows = malloc(n * sizeof *rows);
    double *y = doubles(n), *weights = doubles(n_classes);
    int *names = malloc(n_classes * sizeof *names);
    if (!nodes || !rows || !names) abort();
    for (size_t s = 0; s < n; s++) {
        rows[s] = nodes + s * (d + 2);
        for (size_t j = 0; j < d; j++) rows[s][j] = (struct feature_node){ (int)j + 1, codes[j * n + s] };
        rows[s][d] = (struct feature_node){ (int)d + 1, 1.0 };
        rows[s][d + 1] = (struct feature_node){ -1, 0.0 };
        y[s] = label[s];
    }
    for (size_t k = 0; k < n_classes; k++)
        names[k] = (int)k, weights[k] = options->class_weight ? options->class_weight[k] : 1.0;
    const struct problem problem = { .l = (int)n, .n = (int)d + 1, .y = y, .x = rows, .bias = 1.0 };
    const struct parameter how = { .solver_type = options->solver,
                                   .eps = 1e-12,
                                   .C = options->strength,
                                   .nr_weight = (int)n_classes,
                                   .weight_label = names,
                                   .weight = weights,
                                   .p = 0.1 };
    struct model *model = by->train(&problem, &how);
    for (size_t k = 0; k < n_classes; k++) {
        for (size_t j = 0; j < d; j++) weight[k * (d + 1) + j] = by->coefficient(model, (int)j + 1, (int)k);
        weight[k * (d + 1) + d] = by->bias(model, (int)k);
    }
    by->discard(&model);
    free(nodes), free(rows), free(y), free(weights), free(names);
}
#endif

#endif
