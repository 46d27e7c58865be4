/*
 * option_list.h -- a table of options from one list, which also gives their places in it, so that neither can get out
 * of step with the other:
 *
 *     #define OPTIONS(OPTION)
 *         OPTION(BINS, OPTION_BINS(20))
 *         OPTION(WEIGHTS, { "weights", "plain mean, or weighted", 0, 0, 1, 1, WORDS("none", "deviation") })
 *     OPTION_TABLE(OPTIONS);
 *
 * (a line of a macro ends in a backslash) stands for
 *
 *     enum { BINS, WEIGHTS };
 *     static const assay_option options[] = { OPTION_BINS(20), { "weights", ... } };
 *
 * and call->option[WEIGHTS] is what was chosen. A list may hold another one: DCI_OPTIONS(OPTION) in it puts all the
 * options of dci.h there. An option that comes in by two lists is a redeclared enumerator, which does not compile.
 */
#pragma once

#include "assay.h"
#include "counted.h"

#define OPTION_PLACE(place, ...) place,
#define OPTION_ENTRY(place, ...) __VA_ARGS__,

#define OPTION_TABLE(LIST)       \
    enum { LIST(OPTION_PLACE) }; \
    static const assay_option options[] = { LIST(OPTION_ENTRY) }

/* The place of the option that is called so; n: there is none. */
size_t option_called(const assay_option *options, size_t n, const char *id);

/* The named choices of an option. */
#define WORDS(...) \
    (const char *const[]) { __VA_ARGS__, NULL }
