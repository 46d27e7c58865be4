/* How scores are named. */
#include "names.h"

void variant_text(const evidence_series *s, char *to, size_t size) { variant_print(s->metric, s->preset, to, size); }

void series_text(const evidence_series *s, char *to, size_t size)
{
    variant_print_output(s->metric, s->preset, s->output, to, size);
}
