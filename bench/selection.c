/* Lists of metrics, also from outside, and the public way in where those are scored, too. */
#include "selection.h"

#include "assay_bench.h"
#include "candidate.h"
#include "scoring.h"

static const metric_source candidates = { candidate_length, candidate_open, candidate_close };

assay_status selection_add(selection *to, const char *list, assay_error *err)
{
    return metric_list_add(to, list, &candidates, err);
}

static assay_status refuse(const char *entry, size_t length, const assay_metric **to, assay_error *err)
{
    (void)to;
    return assay_fail(err, ASSAY_EINPUT,
                      "%.*s: a file names it, and it would run as you; nothing was run: read it, then add --run",
                      (int)(length < 200 ? length : 200), entry);
}

assay_status selection_add_named(selection *to, const char *list, int run, assay_error *err)
{
    static const metric_source none = { candidate_length, refuse, NULL };
    return metric_list_add(to, list, run ? &candidates : &none, err);
}

assay_status assay_bench_score_all(const assay_rep *rep, const char *metrics, uint64_t seed, const char *scenario,
                                   const char *point, uint32_t jobs, assay_scores *to, assay_error *err)
{
    return score_list(rep, &(scoring_place){ seed, scenario, point }, jobs, metrics, &candidates, to, err);
}
