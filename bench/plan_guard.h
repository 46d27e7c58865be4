/*
 * plan_guard.h -- the plan `guard`: experiments 1 to 15 of Joshi et al. 2026 at their sizes. Included by
 * plans_builtin.c only.
 *
 * Source   github.com/shrutij01/identifiability-guard, commit 0667c0f: points, sizes and seeds of its experiments.
 */
#ifndef ASSAY_PLAN_GUARD_H
#define ASSAY_PLAN_GUARD_H

/* Points of a part, the rows scored (a fifth of those drawn), those drawn, and the seeds. What is fitted is fitted to
 * the other four fifths. */
#define GUARD_METRICS                                                                                          \
    "'mcc@guard2026,mcc@guard2026:correlation=spearman,mig:rule=range:bins=20:factor-bins=20,infom@guard2026," \
    "infoc@guard2026,infom@guard2026:least-range=0,t-mex@guard2026,mcc-crossfit,mcc-crossfit@guard2026,"       \
    "dci-gbt@guard2026,mcc-rdc@guard2026'"
#define GUARD_FITTED "'r2-heldout@guard2026,r2-heldout@guard2026:train=1,r2-heldout:train=1'"
#define GUARD_OF(points, scored, drawn, seeds)                                            \
    "  - {scenarios: [{guard: {" points ", rows: [test]}}], samples: " scored seeds "}\n" \
    "  - {scenarios: [{guard: {" points ", rows: [split]}}], samples: " drawn seeds ", metrics: [" GUARD_FITTED "]}\n"
#define GUARD(points, scored, drawn) GUARD_OF(points, scored, drawn, "")
#define GUARD_TEN(points, scored, drawn) GUARD_OF(points, scored, drawn, ", seeds: 42:52")
#define EVERY_STRUCTURE "structure: [independent, correlated, redundant, two-parents]"
#define RHOS_FROM(first) "rho: [" first "0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.99]"
#define CONDITIONS "condition: [1, 2, 3, 5, 7, 10, 15, 20, 30, 50]"
#define SHARED "generators: [shared]}}], samples: 1000, metrics: [" GUARD_METRICS ", 'r2-heldout@guard2026:train=1']}\n"

/* clang-format off */
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Woverlength-strings" /* more than ISO C asks of a compiler */
static const char guard_plan[] =
    "name: guard\n"
    "title: experiments 1 to 15 of Joshi et al. 2026 at their sizes, and the seeds and rows they scored\n"
    "samples: 200\n"
    "seeds: 42:47\n"
    "scenarios: [guard]\n"
    "metrics: [" GUARD_METRICS "]\n"
    "parts:\n"
    /* exp01 */
    GUARD(EVERY_STRUCTURE ", codes: [scaled], factors: [5, 10, 20]", "200", "1000")
    /* exp02 */
    GUARD("structure: [independent], codes: [curved], factors: [5, 10], alpha: [0, 0.005, "
          "0.01, 0.02, 0.03, 0.05, 0.08, 0.1, 0.2, 0.3, 0.5, 0.7, 1]", "200", "1000")
    /* exp03 */
    GUARD("structure: [correlated], codes: [scaled, dense], factors: [2], "
          RHOS_FROM("-0.99, -0.9, -0.8, -0.7, -0.6, -0.5, -0.4, -0.3, -0.2, -0.1, "), "20", "100")
    GUARD("structure: [correlated], codes: [scaled, dense], factors: [5], " RHOS_FROM("-0.2, -0.1, "), "200", "1000")
    GUARD("structure: [correlated], codes: [scaled, dense], factors: [10], " RHOS_FROM("-0.1, "), "200", "1000")
    /* exp04 */
    GUARD("structure: [correlated], codes: [dense], factors: [2], rho: [-0.9, -0.5, -0.3, "
          "0, 0.3, 0.5, 0.9], " CONDITIONS, "20", "100")
    GUARD("structure: [correlated], codes: [dense], factors: [5, 10], rho: [0, 0.3, 0.5, 0.9], " CONDITIONS,
          "200", "1000")
    /* exp05 */
    "  - {scenarios: [{guard: {structure: [correlated], codes: [scaled], factors: "
    "[5, 10], rho: [0, 0.02, 0.05, 0.08, 0.1, 0.2, 0.3, 0.5, 0.7, 0.9, 0.99], " SHARED
    "  - {scenarios: [{guard: {structure: [redundant], codes: [scaled], factors: [5, "
    "10], copy: [0, 0.02, 0.05, 0.08, 0.1, 0.2, 0.3, 0.5, 0.7, 0.9, 0.99, 1], " SHARED
    /* exp06, exp12 */
    GUARD(EVERY_STRUCTURE ", codes: [fewer], factors: [10], width: [1, 2, 3, 4, 5, 6, 7, 8, 0]", "200", "1000")
    GUARD("structure: [independent, correlated], codes: [scaled], factors: [3]", "200", "1000")
    GUARD("structure: [independent, correlated], codes: [fewer], factors: [5, 6, 7, 8, 9, 11], width: [3]",
          "200", "1000")
    GUARD("structure: [independent, correlated], codes: [fewer], factors: [4], width: [0]", "200", "1000")
    /* exp07 */
    GUARD("structure: [redundant, two-parents], codes: [fewer], factors: [10], width: [3, "
          "4, 5, 6, 7, 8, 0], derived: [2, 3, 4]", "200", "1000")
    /* exp08, exp09 */
    GUARD(EVERY_STRUCTURE ", codes: [dense, copies, curved-copies, wide, intervals]", "200", "1000")
    GUARD("structure: [independent], codes: [copies, curved-copies, intervals], factors: [20]", "200", "1000")
    GUARD("structure: [independent], codes: [dense, copies, curved-copies, wide, intervals], factors: [20]",
          "320", "1600")
    GUARD("structure: [independent], codes: [copies, curved-copies], width: [8, 10, 15, 25, 50]", "200", "1000")
    GUARD("structure: [independent], codes: [wide], width: [8, 15, 25, 50]", "200", "1000")
    GUARD("structure: [independent], codes: [intervals], parts: [3, 5, 10]", "200", "1000")
    /* exp10; sinh leaves the range of a double where two parents meet curved codes */
    GUARD(EVERY_STRUCTURE ", codes: [scaled, dense, wide]",
          "[10, 20, 40, 100, 400, 1000]", "[50, 100, 200, 500, 2000, 5000]")
    GUARD("structure: [independent, correlated, redundant], codes: [curved]",
          "[10, 20, 40, 100, 200, 400, 1000]", "[50, 100, 200, 500, 1000, 2000, 5000]")
    /* exp11, as published and with the codes it claims */
    GUARD("structure: [independent, correlated], codes: [gaussian-noise, uniform-noise]",
          "[10, 20, 40, 100, 200, 400, 1000, 2000]", "[50, 100, 200, 500, 1000, 2000, 5000, 10000]")
    GUARD("structure: [independent], codes: [gaussian-noise], width: [50, 200]",
          "[10, 20, 40, 100, 200, 400, 1000, 2000]", "[50, 100, 200, 500, 1000, 2000, 5000, 10000]")
    /* exp12 */
    GUARD(EVERY_STRUCTURE ", codes: [copies], factors: [10], width: [0, 12, 13, 14, 15, 16, 17, 18, 19, "
          "20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30]", "200", "1000")
    GUARD("structure: [independent, correlated], codes: [copies], factors: [1], width: [3]", "200", "1000")
    GUARD("structure: [independent, correlated], codes: [copies], factors: [2]", "200", "1000")
    /* InfoE as it is, and in sample: the published one, of rows held out, is not among what is compared */
    "  - {scenarios: [{guard: {" EVERY_STRUCTURE ", codes: [scaled, fewer, copies], factors: [10], rows: "
    "[test]}}], metrics: ['infoe,infoe@guard2026']}\n"
    /* exp13 */
    GUARD_TEN("structure: [independent], codes: [scaled], factors: [3]", "[3, 6, 12, 30]", "[15, 30, 60, 150]")
    GUARD_TEN("structure: [independent], codes: [scaled]", "[5, 10, 20, 50]", "[25, 50, 100, 250]")
    GUARD_TEN("structure: [independent], codes: [scaled], factors: [10]", "[10, 20, 40, 100]", "[50, 100, 200, 500]")
    GUARD_TEN("structure: [independent], codes: [scaled], factors: [20]",
          "[20, 40, 80, 200]", "[100, 200, 400, 1000]")
    /* exp14 */
    GUARD_TEN("structure: [independent], codes: [fewer], factors: [10], width: [1, 3, 5, 7, 0]", "200", "1000")
    GUARD_TEN("structure: [independent], codes: [fewer], factors: [10], width: [5]",
          "[10, 20, 40, 100, 400]", "[50, 100, 200, 500, 2000]")
    /* exp15 */
    GUARD("structure: [independent], codes: [gaussian-noise, uniform-noise], factors: "
          "[100, 25, 10, 5], width: [50]", "[2, 5, 10, 20, 100, 200, 1000]", "[10, 25, 50, 100, 500, 1000, 5000]")
    GUARD("structure: [independent], codes: [gaussian-noise, uniform-noise], factors: [50]",
          "[2, 5, 10, 20, 100, 200, 1000]", "[10, 25, 50, 100, 500, 1000, 5000]")
    "  - {scenarios: [{guard: {structure: [independent], codes: [gaussian-noise, uniform-noise], factors: [10], width: "
    "[0, 50, 200], rows: [test]}}], samples: [4, 10, 20, 40, 100, 200, 400, 1000]}\n"
    /* the published null codes, drawn from the factors' seed; mixing ordered by an angle; a split of 50000 rows */
    "  - {scenarios: [{guard: {structure: [independent], codes: [gaussian-noise], " SHARED
    GUARD("structure: [independent], codes: [turned], angle: [0, 10, 20, 30, 40]", "200", "1000")
    "  - {scenarios: [{guard: {structure: [independent], codes: [gaussian-noise], rows: [test]}}], metrics: "
    "[mcc-rdc]}\n"
    "  - {scenarios: [{affine: {map: [none, affine]}}], samples: 1000, metrics: ['r2-heldout@guard2026,r2-heldout']}\n"
    "  - {scenarios: [{guard: {structure: [independent], codes: [scaled], rows: [test]}}], samples: 10000}\n";
#pragma GCC diagnostic pop
/* clang-format on */

#endif
