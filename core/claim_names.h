/* claim_names.h -- the properties of a representation by name, in the order of their bits and of a truth's three. */
#pragma once

#include <stddef.h>
#include <stdint.h>

enum { CLAIM_NAMES = 3 };

const char *claim_name(uint32_t claim); /* one: ASSAY_MODULARITY is "modularity" */

/* "modularity, compactness and explicitness" with `between` ", " and `last` " and "; "" of none. Returns how many. */
size_t claims_join(uint32_t claims, const char *between, const char *last, char *to, size_t size);

/* The letters of the properties in a mask: "M", "MCE"; "none". */
const char *claims_text(uint32_t claims);
