#include "claim_names.h"

#include "wording.h"

const char *claim_name(uint32_t claim)
{
    static const char *const name[CLAIM_NAMES] = { "modularity", "compactness", "explicitness" };
    size_t k = 0;
    while (k + 1 < CLAIM_NAMES && !(claim >> k & 1)) k++;
    return name[k];
}

size_t claims_join(uint32_t claims, const char *between, const char *last, char *to, size_t size)
{
    size_t n = 0, count = 0;
    wording w = wording_in(to, size);
    for (size_t k = 0; k < CLAIM_NAMES; k++) n += claims >> k & 1;
    for (size_t k = 0; k < CLAIM_NAMES; k++) {
        if (!(claims >> k & 1)) continue;
        wording_join(&w, ++count < n ? between : last, claim_name(1u << k));
    }
    return n;
}

const char *claims_text(uint32_t claims)
{
    static const char *const texts[] = { "none", "M", "C", "MC", "E", "ME", "CE", "MCE" };
    return texts[claims & 7];
}
