/* names.h -- scores as every table and figure names them, which is also how a LIST of metrics takes them. A metric from
 * outside goes by its own name, "gap", and by "gap@d7b35523" where a store has two of that name. */
#pragma once

#include "evidence.h"

const char *variant_text(const evidence_series *s); /* "mig", "mig:bins=5", "mig@zaidi2020" */
const char *series_text(const evidence_series *s);  /* "mig", "dci-rf@zaidi2020 modularity" */
