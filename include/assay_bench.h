/*
 * assay_bench.h -- what stands above assay.h and may do what no call of assay.h does: start processes. A program that
 * includes it links with -lassay-bench, which has all of assay.h, too, instead of -lassay.
 */
#ifndef ASSAY_BENCH_H
#define ASSAY_BENCH_H

#include "assay.h"

#ifdef __cplusplus
extern "C" {
#endif

/* As assay_score_all, with metrics from outside in the list, too:
 *
 *     python:FILE.py[:FUNCTION]   exec:COMMAND   plugin:FILE.so        `assay help validate` has their options
 *
 * MAY START PROCESSES: one for each such metric, under its time and memory limits, and a shell that kills what is left
 * of them should this program die. They end when the scores are freed. A plug-in is served by the program assay:
 * $ASSAY_PROGRAM, the one beside this library, or the one on the PATH. What goes wrong in such a process is that
 * metric's failed score. ASSAY_EINPUT where one cannot be started or described, ASSAY_EENVIRONMENT where there is no
 * Python with NumPy. */
ASSAY_API assay_status assay_bench_score_all(const assay_rep *rep, const char *metrics, uint64_t seed,
                                             const char *scenario, const char *point, uint32_t jobs, assay_scores *to,
                                             assay_error *err);

#ifdef __cplusplus
}
#endif
#endif
