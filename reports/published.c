/* The published numbers. Those of one table stand together, in the order of its columns. */
#include "published.h"

#include "student.h"
#include "summaries.h"

#include <math.h>
#include <string.h>

/*
 * Boilard 2022, table 3.1, one decimal, means over 100 seeds at 20000 samples. duplicate-4 is scored with two factors: the text
 * says four, but only two give the printed compactness of the forest (1 - log 4/log 8 = .33 in theory; four give .5).
 */
#define PEER_ORDER                                                                                                     \
    "the published code puts all cosines before all sines and ends its loop over codes at the first dead one; without that "  \
    "the lasso's modularity is .98"
#define TABLE_3_1(metric, output, trig_point, trig, duplicate2, duplicate4, remark)                                    \
    { "thesis-table-3.1", "trig", trig_point, metric, "zaidi2020", output, trig, 0.05, 100, remark },                       \
    { "thesis-table-3.1", "duplicate", "copies=2;factors=4", metric, "zaidi2020", output, duplicate2, 0.05, 100, NULL },    \
    { "thesis-table-3.1", "duplicate", "copies=4;factors=2", metric, "zaidi2020", output, duplicate4, 0.05, 100, NULL }
#define INTERLEAVED "order=interleaved"

/*
 * Zhang, Prokhorov and Shareghi 2021, table 1, per cent with two decimals, one run on the published test rows. The published mig of
 * the second example comes out on coordinates read back from text by a parser that is wrong in the last bit (book=reread).
 */
#define ONE "dims=1;rows=published;book=published"
#define TWO "dims=2;rows=published;book=published"
#define TWO_REREAD "dims=2;rows=published;book=reread"
#define ZHANG(metric, output, point, value, remark)                                                                    \
    { "zhang-table-1", "letters", point, metric, "zhang2021", output, value, 0.00005, 1, remark }

static const published numbers[] = {
    TABLE_3_1("z-diff", "z-diff", INTERLEAVED, 1.0, 1.0, 1.0, NULL),
    TABLE_3_1("z-min-var", "z-min-var", INTERLEAVED, 1.0, 1.0, 1.0, NULL),
    TABLE_3_1("z-max-var", "z-max-var", INTERLEAVED, 1.0, 1.0, 1.0, NULL),
    TABLE_3_1("irs", "irs", INTERLEAVED, 0.8, 0.9, 0.9, NULL),
    TABLE_3_1("dci-lasso", "modularity", "order=peer", 0.8, 1.0, 1.0, PEER_ORDER),
    TABLE_3_1("dci-lasso", "compactness", INTERLEAVED, 1.0, 1.0, 1.0, NULL),
    TABLE_3_1("dci-lasso", "explicitness", INTERLEAVED, 0.6, 1.0, 1.0, NULL),
    TABLE_3_1("dci-rf", "modularity", INTERLEAVED, 1.0, 1.0, 1.0, NULL),
    TABLE_3_1("dci-rf", "compactness", INTERLEAVED, 0.7, 0.7, 0.4, NULL),
    TABLE_3_1("dci-rf", "explicitness", INTERLEAVED, 1.0, 1.0, 1.0, NULL),
    TABLE_3_1("explicitness", "explicitness", INTERLEAVED, 1.0, 1.0, 1.0, NULL),
    TABLE_3_1("sap", "sap", INTERLEAVED, 0.6, 0.0, 0.0, NULL),
    TABLE_3_1("mig", "mig", INTERLEAVED, 0.0, 0.0, 0.0, NULL),
    TABLE_3_1("mig-sup", "mig-sup", INTERLEAVED, 0.7, 1.0, 1.0, NULL),
    TABLE_3_1("jemmig", "jemmig", INTERLEAVED, 0.4, 0.5, 0.5, NULL),
    TABLE_3_1("modularity", "modularity", INTERLEAVED, 1.0, 1.0, 1.0, NULL),
    TABLE_3_1("dcimig", "dcimig", INTERLEAVED, 0.6, 1.0, 1.0, NULL),
    ZHANG("z-diff", "z-diff", ONE, 1.0, NULL),
    ZHANG("z-diff", "z-diff", TWO, 1.0, NULL),
    ZHANG("modularity", "modularity", ONE, 1.0, NULL),
    ZHANG("modularity", "modularity", TWO, 1.0, NULL),
    ZHANG("z-min-var", "z-min-var", ONE, 1.0, NULL),
    ZHANG("z-min-var", "z-min-var", TWO, 1.0, NULL),
    ZHANG("mig", "mig", ONE, 0.8105, NULL),
    ZHANG("mig", "mig", TWO_REREAD, 0.0573, "an artefact: the last edge is rounded below the maximum of two codes, whose rows "
                                            "are lost; .0541 with all rows, .0554 on the coordinates as drawn"),
    ZHANG("dci-rfc", "modularity", ONE, 0.6647, NULL),
    ZHANG("dci-rfc", "modularity", TWO, 0.6345, NULL),
    ZHANG("sap", "sap", ONE, 0.0468, NULL),
    ZHANG("sap", "sap", TWO, 0.0398, NULL),
};

size_t published_count(void) { return sizeof numbers / sizeof *numbers; }

const published *published_at(size_t index) { return index < published_count() ? &numbers[index] : NULL; }

const char *published_verdict_text(int verdict)
{
    static const char *const texts[] = { "reproduced", "within error", "differs", "undefined", "not in this store" };
    return texts[verdict];
}

static int same_cell(const published *p, const store_summary *row)
{
    return strcmp(p->scenario, row->scenario) == 0 && strcmp(p->point, row->point) == 0 &&
           strcmp(p->metric, row->metric) == 0 && strcmp(p->preset, row->preset) == 0 && strcmp(p->output, row->output) == 0;
}

static published_check check(const published *p, const store_summary *row)
{
    published_check c = { .mean = row->mean, .half_width = student_half_width(row->sd, row->defined, 0.95), .seeds = row->defined,
                          .samples = row->samples };
    const double off = fabs(row->mean - p->value);
    const double of_both = c.half_width * sqrt(1.0 + (double)row->defined / (double)p->runs); /* the published mean errs too */
    if (!row->defined) c.verdict = PUBLISHED_UNDEFINED;
    else if (off <= p->half) c.verdict = PUBLISHED_REPRODUCED;
    else if (off - p->half <= of_both) c.verdict = PUBLISHED_WITHIN_ERROR; /* not so where the width is NaN */
    else c.verdict = PUBLISHED_DIFFERS;
    return c;
}

assay_status published_compare(store *s, published_check *to, assay_error *err)
{
    summaries rows = { 0 };
    const assay_status status = summaries_read(s, NULL, &rows, err);
    for (size_t k = 0; k < published_count(); k++) {
        to[k] = (published_check){ .verdict = PUBLISHED_MISSING, .mean = NAN, .half_width = NAN };
        for (size_t r = 0; r < rows.count; r++)
            if (same_cell(&numbers[k], &rows.at[r]) && rows.at[r].samples >= to[k].samples) to[k] = check(&numbers[k], &rows.at[r]);
    }
    summaries_free(&rows);
    return status;
}
