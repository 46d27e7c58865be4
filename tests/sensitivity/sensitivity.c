/*
 * make judge-sensitivity -- from which size of a defect on the judge sees it.
 *
 * A metric that says the truth, with scores that spread over seeds as a good metric's do, is given one graded defect:
 * noise, a rare failure, a factor that is left out, a share of the effect that is not seen, a bias in the number of
 * samples, an axis taken for another. For each the smallest size is searched at which, in 95 of 100 studies, the pass
 * that the truth has is withheld, and at which the verdict is a fail.
 */
#include "judge_store.h"

#include "grid.h"
#include "judge_inside.h"

#define SPREAD 0.005 /* deviation over seeds of what all points of a seed share, and of each score */

enum { STUDIES = 60, CAUGHT = 57, SIZES = 49 };

static const size_t seeds_of_studies[] = { 5, 10, 30 };
enum { SEEDS = sizeof seeds_of_studies / sizeof *seeds_of_studies };

typedef struct place {
    const made_entry *at;
    size_t output;
    double size, chance;
} place;

static int in(const place *p, const char *scenario) { return strcmp(p->at->point.scenario->id, scenario) == 0; }

static double number(const place *p, const char *parameter) { return point_number(&p->at->point.at, parameter); }

static double truth(const place *p, size_t output)
{
    return p->at->truth[output].kind == ASSAY_UNKNOWN ? 0.5 : p->at->truth[output].value;
}

/* Of what the truth falls short of 1, a share is not seen. */
static double unseen(const place *p, const char *scenario)
{
    return in(p, scenario) ? p->size * (1.0 - truth(p, p->output)) : 0.0;
}

static double mixing_unseen(const place *p) { return unseen(p, "mixing"); }
static double copies_cost(const place *p) { return in(p, "duplicate") ? -p->size * (number(p, "copies") - 2.0) : 0.0; }
static double copies_unseen(const place *p) { return unseen(p, "duplicate"); }
static double noise_unseen(const place *p) { return unseen(p, "noise"); }
static double mixing_costs(const place *p) { return in(p, "mixing") ? -2.0 * p->size * number(p, "alpha") : 0.0; }
static double best_is_less(const place *p) { return in(p, "noise") && number(p, "alpha") == 0.0 ? -p->size : 0.0; }
static double noise_scores(const place *p) { return in(p, "noise") && number(p, "alpha") == 1.0 ? p->size : 0.0; }
static double fails_rarely(const place *p) { return p->chance < p->size ? -truth(p, p->output) : 0.0; }
static double spreads(const place *p) { return p->size * sqrt(12.0) * (p->chance - 0.5); }
static double one_factor_missed(const place *p) { return -p->size / 8.0 * truth(p, p->output); }
static double curve_costs(const place *p) { return in(p, "nonlinear") ? -p->size * number(p, "alpha") : 0.0; }
static double several_codes_cost(const place *p) { return in(p, "trig") ? -p->size : 0.0; }
static double noise_costs(const place *p)
{
    return in(p, "noise") && number(p, "alpha") < 1.0 ? -p->size * number(p, "alpha") : 0.0;
}
static double unknown_costs(const place *p)
{
    return in(p, "partial") ? -p->size * (8.0 - number(p, "known")) / 6.0 : 0.0;
}
static double option_moves(const place *p) { return strcmp(p->at->preset, MADE_VARIANT) == 0 ? p->size : 0.0; }
static double likeness_costs(const place *p)
{
    return in(p, "dependent") ? -p->size * (1.0 - number(p, "delta")) : 0.0;
}
static double independence_gains(const place *p)
{
    return in(p, "dependent") ? p->size * (number(p, "delta") - 0.25) : 0.0;
}
static double nuisance_unseen(const place *p) { return unseen(p, "nuisance"); }
static double unit_moves(const place *p)
{
    return in(p, "affine") && strcmp(point_word(&p->at->point.at, "map"), "affine") == 0 ? p->size : 0.0;
}
static double order_moves(const place *p)
{
    return in(p, "flip-permute") && strcmp(point_word(&p->at->point.at, "permute"), "yes") == 0 ? -p->size : 0.0;
}
static double dead_codes_cost(const place *p) { return in(p, "dead-code") ? -p->size * number(p, "count") / 4.0 : 0.0; }
static double dead_factors_add(const place *p)
{
    return in(p, "dead-factor") ? p->size * number(p, "count") / 8.0 : 0.0;
}
static double one_factor_less(const place *p) { return in(p, "cardinality") ? -p->size : 0.0; }
static double bias(const place *p) { return p->size * 1000.0 / (double)p->at->samples; }
static double turn_unseen(const place *p) { return unseen(p, "rotate"); }
static double explicitness_instead(const place *p) { return p->size * (truth(p, 2) - truth(p, p->output)); }
static double modularity_instead(const place *p) { return p->size * (truth(p, 0) - truth(p, p->output)); }
static double irrelevant_costs(const place *p)
{
    return in(p, "irrelevant-code") ? -p->size * number(p, "count") / 16.0 : 0.0;
}
static int guard_codes(const place *p, const char *codes)
{
    return in(p, "guard") && strcmp(point_word(&p->at->point.at, "codes"), codes) == 0;
}
/* The largest of many scores of noise goes with the root of the number of rows. */
static double few_rows_score(const place *p)
{
    const int noise = guard_codes(p, "gaussian-noise") || guard_codes(p, "uniform-noise");
    return noise ? p->size * sqrt(100.0 / (double)p->at->samples) : 0.0;
}
/* Independent factors have no curves. */
static double redundancy_costs(const place *p)
{
    const char *curves = in(p, "guard") ? point_word(&p->at->point.at, "curves") : NULL;
    return guard_codes(p, "scaled") && curves && strcmp(curves, "bounded") == 0 ? -p->size : 0.0;
}
static double pairs_unseen(const place *p) { return unseen(p, "higgins"); }
static double absence_unseen(const place *p) { return unseen(p, "kim-mnih"); }
static double halves_unseen(const place *p)
{
    return in(p, "sepliarskaia") && strcmp(point_word(&p->at->point.at, "case"), "split") == 0
               ? p->size * (1.0 - truth(p, p->output))
               : 0.0;
}
static double correlation_costs(const place *p)
{
    return in(p, "correlated") ? -p->size * fmax(0.0, 1.0 - number(p, "s")) : 0.0;
}
static double confounding_costs(const place *p)
{
    return in(p, "confounder") ? -p->size * fmax(0.0, 1.0 - number(p, "s")) : 0.0;
}
static double letters_cost(const place *p) { return in(p, "letters") ? -p->size : 0.0; }
static double tails_cost(const place *p) { return in(p, "heavy-tail") ? -p->size : 0.0; }
static double absent_costs(const place *p) { return in(p, "absent") ? -2.0 * p->size * number(p, "p") : 0.0; }
static double turned_cost(const place *p) { return in(p, "turned") && number(p, "turn") > 0.0 ? -p->size : 0.0; }
static double inputs_cost(const place *p)
{
    const char *change = in(p, "inputs") ? point_word(&p->at->point.at, "change") : "none";
    return strcmp(change, "none") == 0 || strcmp(change, "classes") == 0 ? 0.0 : -p->size;
}
static double factors_cost(const place *p)
{
    return in(p, "dimension") ? -p->size * log2(number(p, "factors") / 2.0) / 4.0 : 0.0;
}
static double words_cost(const place *p) { return in(p, "ynoc") ? -p->size * number(p, "alpha") : 0.0; }

static const struct graded {
    const char *property;
    size_t output;
    const char *text;
    double (*add)(const place *p);
} graded[] = {
    { "modularity-coherent", 0, "this share of what mixing takes is not seen", mixing_unseen },
    { "modularity-coherent", 0, "two copies more cost twice this", copies_cost },
    { "modularity-coherent", 0, "this share of the score is explicitness", explicitness_instead },
    { "compactness-coherent", 1, "this share of what mixing takes is not seen", mixing_unseen },
    { "compactness-coherent", 1, "this share of what copies take is not seen", copies_unseen },
    { "compactness-coherent", 1, "this share of the score is explicitness", explicitness_instead },
    { "explicitness-coherent", 2, "this share of what noise takes is not seen", noise_unseen },
    { "explicitness-coherent", 2, "full mixing costs this", mixing_costs },
    { "explicitness-coherent", 2, "this share of the score is modularity", modularity_instead },
    { "calibrated", 0, "the best score is this much less", best_is_less },
    { "calibrated", 0, "noise scores this", noise_scores },
    { "calibrated", 0, "one factor of eight is left out, to this share", one_factor_missed },
    { "calibrated", 0, "in this share of seeds the score is 0", fails_rarely },
    { "calibrated", 0, "scores spread over seeds with this deviation", spreads },
    { "nonlinear", 0, "the strongest curve costs this", curve_costs },
    { "multi-code", 0, "sine and cosine cost this", several_codes_cost },
    { "noise-robust", 0, "noise costs this times its share", noise_costs },
    { "noise-robust", 0, "this share of the score is explicitness", explicitness_instead },
    { "unmeasured-factors", 0, "six unknown factors of eight cost this", unknown_costs },
    { "stable-options", 0, "other options move the score by this", option_moves },
    { "dependent-complete", 0, "wholly alike factors cost this", likeness_costs },
    { "dependent-ordered", 0, "wholly independent factors gain this", independence_gains },
    { "nuisance-sensitive", 0, "this share of the nuisance is not seen", nuisance_unseen },
    { "rescaling-invariant", 0, "other units move the score by this", unit_moves },
    { "permutation-invariant", 0, "another order costs this", order_moves },
    { "dead-code-safe", 0, "four dead codes cost this", dead_codes_cost },
    { "constant-factor", 0, "eight constant factors add this", dead_factors_add },
    { "cardinality-fair", 1, "one factor of six scores this much less", one_factor_less },
    { "small-sample-bias", 0, "a bias of this at 1000 samples, as 1/N", bias },
    { "rotation", 0, "this share of a turn is not seen", turn_unseen },
    { "null-safe", 0, "codes of noise score this in 100 rows, less by the root in more", few_rows_score },
    { "redundancy-fair", 0, "factors that are functions of others cost this", redundancy_costs },
    { "missing-factor", 2, "this share of what a factor without a code takes is not seen", absence_unseen },
    { "mixed-pairs", 0, "this share of what mixed pairs take is not seen", pairs_unseen },
    { "high-and-low", 1, "this share of what split codes take is not seen", halves_unseen },
    { "correlated-factors", 0, "correlation of the factors costs this times 1 - s", correlation_costs },
    { "confounded-factors", 0, "a confounder of the factors costs this times 1 - s", confounding_costs },
    { "many-values", 0, "factors of many classes cost this", letters_cost },
    { "irrelevant-codes", 0, "sixteen codes of noise cost this", irrelevant_costs },
    { "heavy-tails", 0, "heavy tails cost this", tails_cost },
    { "absent-values", 0, "values absent in half of the rows cost this", absent_costs },
    { "turned-angle", 0, "angles counted from elsewhere cost this", turned_cost },
    { "any-units", 0, "other units cost this", inputs_cost },
    { "any-names", 0, "other names of classes cost this", inputs_cost },
    { "any-law", 0, "Gaussian factors cost this", inputs_cost },
    { "any-shares", 0, "unbalanced and merged classes cost this", inputs_cost },
    { "any-kind", 0, "some factors of classes cost this", inputs_cost },
    { "any-bijection", 0, "codes that are not monotone cost this", inputs_cost },
    { "factor-twice", 1, "a factor that stands twice costs this", inputs_cost },
    { "one-outlier", 0, "one outlier costs this", inputs_cost },
    { "swapped-rows", 0, "swapped rows cost this", inputs_cost },
    { "any-dimension", 0, "32 factors instead of two cost this", factors_cost },
    { "coherent-elsewhere", 0, "noise on codes of words costs this times its share", words_cost },
};

/* Of items the fourth alone is changed: rules on items compare factors. */
static void spoil(made *m, const struct graded *g, double size, assay_stream *stream)
{
    for (size_t k = 0; k < m->count; k++)
        for (size_t s = 0; s < m->seeds; s++) {
            const place p = { &m->at[k], g->output, size, assay_stream_uniform(stream) };
            const double by = g->add(&p);
            m->at[k].value[g->output][s] += by;
            if (m->at[k].n_items) m->at[k].item[g->output][s][3] += by;
        }
}

static int outcome_of(const struct graded *g, double size, size_t seeds, uint64_t study)
{
    assay_stream stream;
    FREED(evidence_free) evidence e = { 0 };
    verdict v;
    size_t p = 0, s = 0;
    FREED(made_freed) made *m = made_new(seeds);
    assay_stream_seed(&stream, study);
    made_oracle(m, &stream, SPREAD, SPREAD);
    spoil(m, g, size, &stream);
    made_evidence(m, &e);
    while (strcmp(property_at(p)->id, g->property) != 0) p++;
    while (strcmp(e.at[s].output, made_metric()->outputs[g->output].id) != 0 || strcmp(e.at[s].preset, "default") != 0)
        s++;
    judge_at(&e, &e.at[s], p, 0, &v);
    const int outcome = v.outcome;
    return outcome;
}

/* 1, .89, .79, ...: twenty to a factor of ten; size 0 is the largest. */
static double size_at(size_t k) { return pow(10.0, -(double)k / 16.0); }

static int is_caught(const struct graded *g, size_t k, size_t seeds, int fails)
{
    size_t caught = 0, missed = 0;
    for (uint64_t study = 0; study < STUDIES && missed <= STUDIES - CAUGHT; study++) {
        const int outcome = outcome_of(g, size_at(k), seeds, study);
        const int is = fails ? outcome == VERDICT_FAIL : outcome != VERDICT_PASS;
        caught += is != 0;
        missed += !is;
    }
    return caught >= CAUGHT;
}

/* The smallest size that is caught, by halving; NaN: not even the whole is; 0: the smallest looked at is. Larger
 * defects are caught more easily. */
static double caught_from(const struct graded *g, size_t seeds, int fails)
{
    size_t yes = 0, no = SIZES - 1;
    if (!is_caught(g, yes, seeds, fails)) return NAN;
    if (is_caught(g, no, seeds, fails)) return 0.0;
    while (no - yes > 1) {
        const size_t middle = (yes + no) / 2;
        if (is_caught(g, middle, seeds, fails)) yes = middle;
        else no = middle;
    }
    return size_at(yes);
}

/* ---- */

static int is_asked(const struct graded *g, const char *only) { return !only || strcmp(g->property, only) == 0; }

static void size_cell(grid *g, double size)
{
    if (isnan(size)) grid_text(g, "never");
    else if (size == 0.0) grid_text(g, "any");
    else grid_text(g, "%.2g", size);
}

static grid *sizes_grid(void)
{
    grid *g =
        grid_new("from which size on a defect is seen in 95 of 100 studies: the pass is withheld, the verdict a fail");
    grid_column(g, "property", "property", GRID_LEFT);
    grid_column(g, "defect", "defect", GRID_LEFT);
    for (size_t k = 0; k < SEEDS; k++) {
        char withheld[48], failed[48];
        snprintf(withheld, sizeof withheld, "%zu seeds: no pass", seeds_of_studies[k]);
        snprintf(failed, sizeof failed, "fail");
        grid_column(g, withheld, withheld, GRID_RIGHT);
        grid_column(g, failed, failed, GRID_RIGHT);
    }
    return g;
}

static int has_row(const char *id)
{
    for (size_t k = 0; k < sizeof graded / sizeof *graded; k++)
        if (strcmp(graded[k].property, id) == 0) return 1;
    return 0;
}

static void note_others(grid *g)
{
    for (size_t p = 0; p < property_count(); p++)
        if (!has_row(property_at(p)->id)) grid_note(g, 0, "no graded defect: %s", property_at(p)->id);
}

int main(int argc, char **argv)
{
    assay_error err = { "" };
    grid *g = sizes_grid();
    const int format = argc > 1 ? grid_format(argv[1]) : GRID_TABLE;
    for (size_t k = 0; k < sizeof graded / sizeof *graded; k++) {
        if (!is_asked(&graded[k], argc > 2 ? argv[2] : NULL)) continue;
        grid_row(g);
        grid_text(g, "%s", graded[k].property);
        grid_text(g, "%s", graded[k].text);
        for (size_t s = 0; s < SEEDS; s++)
            for (int fails = 0; fails < 2; fails++) size_cell(g, caught_from(&graded[k], seeds_of_studies[s], fails));
    }
    note_others(g);
    const assay_status status = grid_print(g, format < 0 ? GRID_TABLE : format, 0, stdout, &err);
    grid_free(g);
    if (status != ASSAY_OK) fprintf(stderr, "%s\n", err.text);
    return status != ASSAY_OK;
}
