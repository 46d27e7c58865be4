#include "known.h"

#include "cli.h"
#include "figure_documents.h"
#include "hunt.h"
#include "plan.h"
#include "property_table.h"
#include "relation.h"
#include "papers.h"

#define ID_OF(at) (at) ? (at)->id : NULL

const char *known_metric(size_t k) { return ID_OF(assay_metric_at(k)); }
const char *known_scenario(size_t k) { return ID_OF(assay_scenario_at(k)); }
const char *known_profile(size_t k) { return ID_OF(assay_profile_at(k)); }
const char *known_command(size_t k) { return ID_OF(cli_at(k)); }
const char *known_relation(size_t k) { return k < relation_count() ? relation_at(k)->id : NULL; }
const char *known_property(size_t k) { return k < property_count() ? property_at(k)->id : NULL; }
const char *known_claim(size_t k) { return k < HUNT_N_CLAIMS ? hunt_claim_name((int)k) : NULL; }
const char *known_item(size_t k) { return paper_asked_at(k); }
const char *known_plan(size_t k) { return k < plan_builtin_count() ? plan_builtin_names()[k] : NULL; }
const char *known_figure(size_t k) { return document_at(k) ? document_at(k)->name : NULL; }

static near_name near;

const char *known_refusal(const char *typed, const char *what, const char *of, const char *remedy,
                          known_name *const kinds[5])
{
    const char *name;
    near = near_to(typed);
    for (size_t kind = 0; kind < 5 && kinds[kind]; kind++)
        for (size_t k = 0; (name = kinds[kind](k)); k++) near_offer(&near, name);
    return no_such(&near, what, of, remedy);
}

const char *known_choice(const char *typed, const char *of, const char *choices)
{
    near = near_to(typed);
    near_offer_choices(&near, choices);
    return no_such(&near, "choice", of, NULL);
}
