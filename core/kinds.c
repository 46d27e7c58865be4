#include "kinds.h"

#include <string.h>

const char *kind_of(const assay_rep *rep, size_t i, char to[KIND_TEXT])
{
    const double period = rep->period ? rep->period[i] : 0.0;
    if (rep->levels[i]) return period > 0.0 ? "cyclic" : period < 0.0 ? "ordinal" : "categorical";
    if (period == 0.0) return "continuous";
    strcpy(to, "cyclic:");
    assay_option_print(NULL, period, to + strlen(to), KIND_TEXT - strlen(to));
    return to;
}
