/* The plans that come with assay, in the same YAML a user writes. */
#include "plan.h"

/* The binned metrics with as many bins for codes as for factors. */
#define BINNED(bins)                                                                                                   \
    "  - mig:bins=" #bins ":factor-bins=" #bins ",mig-sup:bins=" #bins ":factor-bins=" #bins ",jemmig:bins=" #bins     \
    ":factor-bins=" #bins ",dcimig:bins=" #bins ":factor-bins=" #bins ",modularity:bins=" #bins ":factor-bins=" #bins  \
    ",minimality:bins=" #bins ":factor-bins=" #bins ",sufficiency:bins=" #bins ":factor-bins=" #bins                   \
    ",irs:factor-bins=" #bins "\n"

static const char *const plans[] = {
    "name: quick\n"
    "title: every scenario and every metric at a small size, in a minute or two\n"
    "samples: 1000\n"
    "seeds: 0:10\n"
    "scenarios: all\n"
    "metrics: ['all,-dci-rf,-dci-rfc,-dci-gbt,-rf-acc,-rf1-acc,-z-diff,-explicitness,-infoe,-infom,-infoc']\n"
    "parts:\n"
    "  - {}\n"
    "  - seeds: 0:3  # what takes a tenth of a second and more\n"
    "    scenarios: [noise, mixing, nonlinear, trig, duplicate, partial]\n"
    "    metrics: [dci-rf, dci-rfc, dci-gbt, rf-acc, rf1-acc, z-diff, explicitness, infoe, infom, infoc]\n",

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
    "  - 'family:information,-rmig,irs'\n"
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

    "name: all\n"
    "title: every scenario, every metric, every preset, at full size\n"
    "samples: 20000\n"
    "seeds: 0:100\n"
    "scenarios: all\n"
    "metrics: ['all@*']\n",
};

size_t plan_builtin_count(void) { return sizeof plans / sizeof *plans; }

const char *plan_builtin_text(size_t index) { return index < plan_builtin_count() ? plans[index] : NULL; }
