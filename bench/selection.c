/* Lists of metrics, also from outside, and the public way in where those are scored, too. */
#include "selection.h"

#include "assay_bench.h"
#include "candidate.h"
#include "scoring.h"

assay_status selection_add(selection *to, const char *list, assay_error *err)
{
    static const metric_source candidates = { candidate_length, candidate_open, candidate_close };
    return metric_list_add(to, list, &candidates, err);
}

assay_status assay_bench_score_all(const assay_rep *rep, const char *metrics, uint64_t seed, const char *scenario,
                                   const char *point, uint32_t jobs, assay_scores *to, assay_error *err)
{
    const scoring_place where = { seed, scenario, point };
    selection chosen = { 0 };
    if (!to) return assay_fail(err, ASSAY_EUSAGE, "to is NULL: the scores have no place");
    *to = (assay_scores){ 0 };
    assay_status status = scoring_check(rep, err);
    if (status == ASSAY_OK) status = selection_add(&chosen, metrics, err);
    if (status == ASSAY_OK) return score_selection(rep, &where, jobs, &chosen, to, err);
    selection_free(&chosen);
    return status;
}
