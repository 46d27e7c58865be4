/* Lists of metrics, also from outside. */
#include "selection.h"

#include "candidate.h"

assay_status selection_add(selection *to, const char *list, assay_error *err)
{
    static const metric_source candidates = { candidate_length, candidate_open, candidate_close };
    return metric_list_add(to, list, &candidates, err);
}
