/*
 * property.h -- what the rules of this room share. A property is one file, one descriptor `property_NAME` and one line in
 * properties_list.h.
 */
#ifndef ASSAY_PROPERTY_H
#define ASSAY_PROPERTY_H

#include "judge.h"

enum { MODULARITY, COMPACTNESS, EXPLICITNESS }; /* entries of a truth, in their order */

#endif
