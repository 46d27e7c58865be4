/* The plans that come with assay, in the same YAML a user writes. */
#include "plan.h"

static const char *const plans[] = {
    "name: quick\n"
    "title: every scenario and every metric at a small size, in a minute or two\n"
    "samples: 2000\n"
    "seeds: 0:10\n"
    "scenarios: all\n"
    "metrics: [all]\n",

    "name: thesis\n"
    "title: figures 3.2 to 3.7 and table 3.1 of Boilard 2022, at the size of the study\n"
    "samples: 20000\n"
    "seeds: 0:100\n"
    "scenarios: [noise, mixing, nonlinear, {trig: {order: [interleaved, peer]}}, duplicate, partial]\n"
    "metrics: [all@zaidi2020]\n",

    "name: dependent\n"
    "title: figures 2 and 3 of Almudevar and Ortega 2025\n"
    "samples: 20000\n"
    "seeds: 0:10\n"
    "scenarios: [dependent, nuisance]\n"
    "metrics: [minimality, sufficiency, all@almudevar2025]\n",

    "name: all\n"
    "title: every scenario, every metric, every preset, at full size\n"
    "samples: 20000\n"
    "seeds: 0:100\n"
    "scenarios: all\n"
    "metrics: ['all@*']\n",
};

size_t plan_builtin_count(void) { return sizeof plans / sizeof *plans; }

const char *plan_builtin_text(size_t index) { return index < plan_builtin_count() ? plans[index] : NULL; }
