/* known.h -- the names that assay has, by kind: for completion, and for whoever typed another one. */
#pragma once

#include "near_name.h"

typedef const char *known_name(size_t index); /* NULL past the end */

known_name known_metric, known_scenario, known_relation, known_property, known_profile, known_plan, known_item,
    known_figure, known_command, known_claim;

/* no_such among all names of up to five kinds; one text at a time. */
const char *known_refusal(const char *typed, const char *what, const char *of, const char *remedy,
                          known_name *const kinds[5]);
#define KNOWN(...) ((known_name *const[5]){ __VA_ARGS__ })

/* The same among "table|csv". */
const char *known_choice(const char *typed, const char *of, const char *choices);
