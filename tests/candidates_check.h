/* candidates_check.h -- what the tests of candidates share: small data, one candidate's score, whether Python is there.
 */
#ifndef ASSAY_CANDIDATES_CHECK_H
#define ASSAY_CANDIDATES_CHECK_H

#include "assay_bench.h"
#include "check.h"

static assay_data data; /* of each test anew, by small_data */

/* 50 samples of 2 factors and 3 codes, the second factor with 4 levels; never an even split. */
static inline void small_data(void)
{
    assay_stream stream;
    assay_data *to = &data;
    assert_int_equal(assay_data_shape(to, 50, 2, 3), ASSAY_OK);
    assay_stream_seed(&stream, 5);
    assay_stream_fill(&stream, to->factors, 100);
    assay_stream_fill(&stream, to->codes, 150);
    for (size_t s = 0; s < 50; s++) {
        to->factors[50 + s] = floor(4 * to->factors[50 + s]);
        to->codes[s] += to->factors[s];
    }
    to->levels[1] = 4;
}

static inline assay_scores seeded_scores(const char *list, uint64_t seed)
{
    assay_scores scores;
    assay_error err = { "" };
    const assay_rep rep = assay_data_view(&data);
    if (assay_bench_score_all(&rep, list, seed, "here", "now", 1, &scores, &err) != ASSAY_OK)
        fail_msg("%s: %s", list, err.text);
    return scores;
}

static inline const assay_score *score_named(const assay_scores *scores, const char *output)
{
    for (size_t k = 0; k < scores->count; k++)
        if (strcmp(scores->at[k].output, output) == 0) return &scores->at[k];
    fail_msg("no output %s", output);
    return NULL;
}

/* A list that cannot be scored, the status and a piece of the message. */
static inline void refused(const char *list, assay_status status, const char *piece)
{
    assay_scores scores;
    assay_error err = { "" };
    small_data();
    const assay_rep rep = assay_data_view(&data);
    const assay_status got = assay_bench_score_all(&rep, list, 0, "", "", 1, &scores, &err);
    if (got != status || !strstr(err.text, piece))
        fail_msg("%s: status %d, \"%s\"; want %d and \"%s\"", list, got, err.text, status, piece);
}

static inline int have_numpy(void)
{
    return system("{ python3 -c 'import numpy' || /usr/bin/python3 -c 'import numpy'; } >/dev/null 2>&1") == 0;
}

static inline int same_bits(double a, double b) { return memcmp(&a, &b, sizeof a) == 0; }

static inline void need_numpy(void)
{
    if (have_numpy()) return;
    print_message("# skipped: no Python with NumPy: apt-get install python3-numpy\n");
    skip();
}

#endif
