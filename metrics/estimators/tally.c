#include "tally.h"
atomic_uint_fast64_t tally[TALLY_KINDS];
