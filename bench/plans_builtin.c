/* The plans that come with assay, in the same YAML a user writes. */
#include "plan.h"
#include "plan_guard.h"

#include <stdio.h>
#include <string.h>

/* The cheap metrics that cut into bins, with as many bins for codes as for factors. */
#define BINNED(bins) "      - 'reads:factor-bins:bins=" #bins ":factor-bins=" #bins ",-cost:expensive'\n"

/* What the study did: the published code, whose codes and factors have as many. */
#define PUBLISHED(bins)                                                                                               \
    "      - 'mig@zaidi2020:bins=" #bins ":factor-bins=" #bins ",mig-sup@zaidi2020:bins=" #bins ":factor-bins=" #bins \
    ",jemmig@zaidi2020:bins=" #bins ":factor-bins=" #bins ",dcimig@zaidi2020:bins=" #bins ":factor-bins=" #bins       \
    ",modularity@zaidi2020:bins=" #bins ":factor-bins=" #bins ",irs@zaidi2020:factor-bins=" #bins                     \
    ",explicitness@zaidi2020:factor-bins=" #bins "'\n"

/* Pairs of a property and the ways to spoil it under one setting of the conditions, on kinds and dependence of
 * factors. */
#define PAIRS_OF(property, spoils, conditions) "      - {bank: {property: " property ", spoil: [" spoils "], " conditions "}}\n"
#define ALL_FACTORS "kinds: [continuous, categorical, mixed], dependence: [independent, dependent]"
#define ALL_KINDS "kinds: [continuous, categorical, mixed]"

/* Of each property what is swept, level pairs and pairs at other sizes or contaminated; noise is a spoiler of the
 * last. */
#define PAIRS_EACH(general, rotated, explicit_)                                                                       \
    PAIRS_OF("modularity", "mixing", ALL_FACTORS ", " general) PAIRS_OF("modularity", "rotation", rotated)            \
    PAIRS_OF("compactness", "mixing, copies", ALL_FACTORS ", " general) PAIRS_OF("compactness", "rotation", rotated)  \
    PAIRS_OF("explicitness", "noise", ALL_FACTORS ", noise: none, " explicit_)                                        \
    PAIRS_OF("explicitness", "missing, folding", ALL_FACTORS ", noise: [none, equal], " explicit_)

#define PAIRS_FEW(conditions)                                                                                         \
    PAIRS_OF("modularity", "mixing", ALL_KINDS ", noise: equal, " conditions)                                         \
    PAIRS_OF("compactness", "mixing, copies", ALL_KINDS ", noise: equal, " conditions)                                \
    PAIRS_OF("explicitness", "missing, folding", ALL_KINDS ", noise: equal, " conditions)

#define PAIRS_ALL(general, rotated, explicit_, level, few)                                                            \
    PAIRS_EACH("noise: [none, equal, better-side], pair: 0:" general,                                                 \
               "noise: [none, equal, better-side], pair: 0:" rotated, "pair: 0:" explicit_)                           \
    PAIRS_EACH("noise: [none, equal], order: level, pair: 0:" level, "noise: equal, order: level, pair: 0:" level,    \
               "order: level, pair: 0:" level)                                                                        \
    PAIRS_FEW("curves: none, pair: 0:" few) PAIRS_FEW("contamination: [swapped, outlier], pair: 0:" few)

static const char *const plans[] = {
    "name: quick\n"
    "title: every scenario and every metric at a small size, in a minute or two\n"
    "samples: 1000\n"
    "seeds: 0:10\n"
    "scenarios: all\n"
    "metrics: cost:cheap\n"
    "parts:\n"
    "  - {}\n"
    "  - seeds: 0:5  # fewer than five seeds give no verdict\n"
    "    scenarios: [noise, mixing, nonlinear, trig, duplicate, partial]\n"
    "    metrics: cost:expensive\n"
    "  - samples: [200, 500, 2000, 5000]  # what a score owes to the number of samples\n"
    "    scenarios: [sample-size]\n"
    "  - scenarios: [bins]  # and to the number of bins\n"
    "    metrics:\n"
    BINNED(5) BINNED(20) BINNED(50)
    "      - 'reads:batch,reads:batch:batch=50'\n"
    "  - samples: [100, 200, 500, 1000]  # what codes of noise score\n"
    "    scenarios: [{guard: {structure: [independent], codes: [gaussian-noise, uniform-noise], width: [20]}}]\n"
    "  - scenarios:  # perfect codes of factors that follow from others, and of the same that do not\n"
    "    - {guard: {structure: [redundant], codes: [scaled], derived: [2], curves: [bounded, apart]}}\n"
    "    - {guard: {structure: [two-parents], codes: [scaled], curves: [bounded, apart]}}\n",

    "name: thesis\n"
    "title: figures 3.2 to 3.7 and table 3.1 of Boilard 2022, at the size of the study\n"
    "samples: 20000\n"
    "seeds: 0:100\n"
    "scenarios: [noise, mixing, nonlinear, {trig: {order: [interleaved, peer]}}, duplicate, partial]\n"
    "metrics: [all@zaidi2020]\n"
    "parts:\n"
    "  - {}\n"
    "  - seeds: 0:10  # the options one has to choose, chosen otherwise\n"
    "    scenarios: [{noise: {alpha: [0.2, 0.6]}}, {mixing: {alpha: [0.2]}}]\n"
    "    metrics:\n"
    PUBLISHED(5) PUBLISHED(20)
    "      - 'z-diff@zaidi2020:batch=50,z-min-var@zaidi2020:batch=50,z-max-var@zaidi2020:batch=50'\n"
    "      - 'dci-rf@zaidi2020:trees=5'\n",

    "name: dependent\n"
    "title: figures 2 and 3 of Almudevar and Ortega 2025\n"
    "samples: 20000\n"
    "seeds: 0:10\n"
    "scenarios: [dependent, nuisance]\n"
    "metrics: [minimality, sufficiency, all@almudevar2025]\n",

    "name: text\n"
    "title: table 1 of Zhang, Prokhorov and Shareghi 2021, on its test rows\n"
    "samples: 32000\n"
    "seeds: 0:10\n"
    "scenarios: [{letters: {rows: published, book: [published, reread]}}]\n"
    "metrics: [all@zhang2021]\n",

    "name: bins\n"
    "title: few bins and many, on the same data\n"
    "samples: 20000\n"
    "seeds: 0:10\n"
    "scenarios: [bins]\n"
    "metrics:\n"
    "      - 'family:information,reads:factor-bins,-cost:expensive'\n"
    BINNED(5) BINNED(20) BINNED(50) BINNED(100),

    "name: sample-size\n"
    "title: few samples and many, for what a score owes to them\n"
    "samples: [200, 500, 1000, 2000, 5000, 20000]\n"
    "seeds: 0:30\n"
    "scenarios: [sample-size]\n"
    "metrics: ['all,-dci-rf,-dci-gbt,-rf1-acc']\n",

    "name: dimension\n"
    "title: few factors and many, and codes that belong to none\n"
    "samples: 20000\n"
    "seeds: 0:10\n"
    "scenarios: [{dimension: {width: [1, 2, 4]}}]\n"
    "metrics: ['all,-dci-rf,-dci-gbt,-rf1-acc']\n",

    "name: audit\n"
    "title: what a verdict on one metric needs, at a small size\n"
    "samples: 2000\n"
    "seeds: 0:8\n"
    "scenarios: [noise, mixing, nonlinear, {trig: {order: [interleaved, peer]}}, duplicate, partial, nuisance,\n"
    "    rotate, flip-permute, affine, dead-code, noisy-copy, irrelevant-code, cardinality, sample-size,\n"
    "    {dependent: {alpha: [0.25, 0.55, 0.85, 1]}}]\n"
    "metrics: cost:3e6\n"
    "parts:\n"
    "  - {}\n"
    "  - seeds: 0:5  # what the other scenarios state of their points, those that come later included\n"
    "    scenarios: all\n"
    "  - samples: [200, 500, 1000, 5000]\n"
    "    scenarios: [sample-size]\n"
    "  - samples: [100, 200, 500, 1000]\n"
    "    scenarios: [{guard: {structure: [independent], codes: [gaussian-noise, uniform-noise], width: [20]}}]\n"
    "  - scenarios:  # perfect codes of factors that follow from others, and of the same that do not\n"
    "    - {guard: {structure: [redundant], codes: [scaled], derived: [2], curves: [bounded, apart]}}\n"
    "    - {guard: {structure: [two-parents], codes: [scaled], curves: [bounded, apart]}}\n",

    "name: audit-pairs\n"
    "title: a sample of the pairs of plan bank, seconds for one metric more (`assay audit`)\n"
    "samples: 1000\n"
    "seeds: 0:1\n"
    "metrics: ['cost:3e6', 'family:control']\n"
    "scenarios:\n"
    PAIRS_EACH("noise: [none, equal, better-side], pair: 0:2", "noise: [none, equal, better-side], pair: 0:4",
               "pair: 0:2")
    PAIRS_EACH("noise: [none, equal], order: level, pair: 0:2", "noise: equal, order: level, pair: 0:2",
               "order: level, pair: 0:2"),

    "name: null\n"
    "title: codes of noise in few rows and many, and few of them and many\n"
    "samples: [50, 100, 200, 500, 1000, 2000, 5000]\n"
    "seeds: 0:10\n"
    "scenarios: [{guard: {structure: [independent], codes: [gaussian-noise], width: [2, 0, 10, 20, 50]}}]\n"
    "metrics: cost:cheap\n",

    guard_plan,

    "name: explain\n"
    "title: what a score is worth, by ideal codes with noise, mixed, copied and dropped, dose by dose "
    "(`study --explain`)\n"
    "samples: 1000\n"
    "seeds: 0:8\n"
    "scenarios:\n"
    "  - {noise: {alpha: [0, 0.025, 0.05, 0.1, 0.15, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1]}}\n"
    "  - {mixing: {alpha: [0, 0.025, 0.05, 0.075, 0.1, 0.125, 0.15, 0.175, 0.2, 0.225, 0.25, 0.275, 0.3,\n"
    "      0.35, 0.4, 0.45, 0.5]}}\n"
    "  - {duplicate: {copies: [1, 2, 3, 4, 6, 8], factors: [4]}}\n"
    "  - {dropped: {count: [0, 1, 2, 3, 4, 5, 6, 7, 8]}}\n"
    "metrics: cost:cheap\n",

    "name: bank\n"
    "title: pairs of known order, for the question which metric to report (`assay advise`)\n"
    "samples: 1000\n"
    "seeds: 0:1\n"
    "metrics: ['cost:cheap', 'family:control']\n"
    "scenarios:\n"
    PAIRS_ALL("8", "20", "8", "3", "10")
    "parts:\n"
    "  - {}\n"
    "  - samples: [200, 5000]\n"
    "    scenarios:\n"
    PAIRS_FEW("pair: 0:10"),

    "name: bank-full\n"
    "title: the same pairs and more at 20000 rows, every metric, for a night or a cluster\n"
    "samples: 20000\n"
    "seeds: 0:3\n"
    "metrics: [all, 'family:control']\n"
    "scenarios:\n"
    PAIRS_ALL("24", "60", "24", "8", "24")
    "parts:\n"
    "  - {}\n"
    "  - samples: [200, 1000, 5000]\n"
    "    scenarios:\n"
    PAIRS_FEW("pair: 0:24"),

    "name: all\n"
    "title: every scenario, every metric, every preset, at full size\n"
    "samples: 20000\n"
    "seeds: 0:100\n"
    "scenarios: all\n"
    "metrics: ['all@*']\n",
};

size_t plan_builtin_count(void) { return sizeof plans / sizeof *plans; }

void plan_builtin_name(size_t index, char to[PLAN_NAME])
{
    const char *name = plans[index] + strlen("name: "); /* how each begins */
    snprintf(to, PLAN_NAME, "%.*s", (int)strcspn(name, "\n"), name);
}

const char *plan_builtin_text(size_t index) { return index < plan_builtin_count() ? plans[index] : NULL; }
