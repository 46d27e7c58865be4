/* undefined.h -- undefined values as metrics and relations give them: a word, and a sentence as of printf. */
#pragma once

#include "assay.h"

/* Of factor i or code j, which "#" stands for. */
#define FACTOR_UNDEFINED(call, i, ...) (call)->undefined_of(call, ASSAY_PER_FACTOR, i, __VA_ARGS__)
#define CODE_UNDEFINED(call, j, ...) (call)->undefined_of(call, ASSAY_PER_CODE, j, __VA_ARGS__)

/* What many give. */
static inline double constant_factor(assay_call *call, size_t i)
{
    return FACTOR_UNDEFINED(call, i, "constant-factor", "factor # is constant");
}

static inline double constant_code(assay_call *call, size_t j)
{
    return CODE_UNDEFINED(call, j, "constant-code", "code # is constant");
}

static inline double no_second_factor(assay_call *call)
{
    return call->undefined(call, "one-factor", "there is no second factor to compare with");
}

static inline double no_second_code(assay_call *call)
{
    return call->undefined(call, "one-code", "there is no second code to compare with");
}
