/* Finding the points that a rule asks for, and saying what is not there. */
#include "judge_inside.h"
#include "owned.h"

#include <string.h>

const char *judged_place(const judging *j)
{
    return j->from->is_part ? "what --scenarios and --samples left of the store" : "the store";
}

uint32_t claims_asked(const evidence_series *s) { return s->measures & 7 ? s->measures & 7 : 7; }

int judged_claims(const judging *j, uint32_t mask) { return (j->series->measures & mask) != 0; }

void judging_see(judging *j, const evidence_point *p, size_t seeds)
{
    if (!j->rows[0] || p->samples < j->rows[0]) j->rows[0] = p->samples;
    if (!j->rows[1] || seeds < j->seeds) j->seeds = seeds;
    if (p->samples > j->rows[1]) j->rows[1] = p->samples;
}

static size_t seeds_least(void) { return (size_t)threshold_value("seeds"); }

/* Whether it goes before what was met so far. What does not exist on the factors asks nothing; undefined scores stay so
 * however much is run; what was not run comes before what was run too little. */
static int is_said(const judging *j, int outcome)
{
    static const int rank[VERDICT_KINDS] = {
        [VERDICT_NOT_CLAIMED] = 4, [VERDICT_UNDEFINED] = 3, [VERDICT_NOT_RUN] = 2, [VERDICT_UNDECIDED] = 1
    };
    return rank[outcome] > (j->lacking < 0 ? 0 : rank[j->lacking]);
}

void lacking(judging *j, int outcome, const char *format, ...)
{
    va_list arguments;
    if (!is_said(j, outcome)) return;
    j->lacking = outcome;
    va_start(arguments, format);
    j->lacking_why = phrase_of(format, arguments);
    va_end(arguments);
}

/* What to run for the scores that are missing. */
static void missing(judging *j, const point_name *name, uint64_t samples, size_t seeds)
{
    const evidence_series *s = j->series;
    const int outcome = seeds ? VERDICT_UNDECIDED : VERDICT_NOT_RUN;
    if (!is_said(j, outcome)) return;
    const char *what = seeds ? phrase("only %zu of %zu seeds of", seeds, seeds_least()) : "no";
    const char *size = samples ? phrase(" --samples %llu", (unsigned long long)samples) : "", *factors = "";
    if (s->profile)
        factors = assay_profile_find(s->profile) ? phrase(" --profile %s", s->profile) : " --factors-from FILE";
    const int outside = !assay_metric_find(s->metric); /* named by its file, which the store does not know */
    lacking(j, outcome, "%s has %s scenario %s%s%s; run plan quick with --scenarios %s%s%s%s%s", judged_place(j), what,
            name->scenario, name->point && *name->point ? " " : "", name->point ? name->point : "", name->scenario,
            outside ? "" : phrase(" --metrics %s", variant_text(s)), size, factors, outside ? " and this metric" : "");
}

/* How many of the points are there with enough seeds, at a number of samples. */
static size_t points_there(const judging *j, const point_name *name, size_t n, uint64_t samples)
{
    size_t count = 0;
    for (size_t k = 0; k < n; k++) {
        const evidence_point *p = evidence_find(j->series, name[k].scenario, name[k].point, samples);
        count += p && p->n >= seeds_least();
    }
    return count;
}

/* The largest number of samples with all of the points, or else with most of them; 0: the series has no point of their
 * scenarios. */
static uint64_t samples_for(const judging *j, const point_name *name, size_t n)
{
    uint64_t best = 0, last = 0;
    size_t most = 0;
    for (size_t k = 0; k < j->series->n_points; k++) {
        const evidence_point *p = &j->series->point[k];
        size_t wanted = 0;
        if (p->samples == last) continue; /* points of one size come in long runs */
        while (wanted < n && strcmp(name[wanted].scenario, p->scenario) != 0) wanted++;
        if (wanted == n) continue;
        last = p->samples;
        const size_t there = points_there(j, name, n, last);
        if (there < most || (there == most && last <= best)) continue;
        most = there;
        best = last;
    }
    return best;
}

static int truth_is_known(const evidence_series *s, const evidence_point *p)
{
    for (int k = 0; k < 3; k++)
        if (claims_asked(s) >> k & 1 && p->truth[k].kind == ASSAY_UNKNOWN) return 0;
    return 1;
}

/* Undefined scores: remembered with their reason. Whether the point can be used. */
static int point_defined(judging *j, const evidence_point *p, int flags)
{
    const size_t undefined = p->n - p->defined;
    if (!undefined || flags & POINTS_UNDEFINED) return 1;
    if (undefined == p->n)
        lacking(j, VERDICT_UNDEFINED, "the score is undefined in %s %s (%.200s)", p->scenario, p->point, p->undefined);
    else
        lacking(j, VERDICT_UNDEFINED, "the score is undefined in %zu of %zu seeds in %s %s (%.200s)", undefined, p->n,
                p->scenario, p->point, p->undefined);
    return 0;
}

int series_has(const evidence_series *s, const char *scenario)
{
    for (size_t k = 0; k < s->n_points; k++)
        if (strcmp(s->point[k].scenario, scenario) == 0) return 1;
    return 0;
}

enum { PARAMETERS = 16 };

/* Why a scenario does not apply to a series; NULL: it does, at some points at least. */
static const char *not_of_series(const evidence_series *s, const assay_scenario *scenario)
{
    const assay_metric *metric = assay_metric_find(s->metric);
    const int reads = metric && metric->flags & ASSAY_DIRECTIONS;
    if (!scenario) return NULL;
    if (reads && !scenario->has_directions) return "the metric reads directions, and it has none";
    return s->profile && !scenario->codes ? scenario->own_factors : NULL;
}

/* Why a point does not exist on the factors that the series is on; NULL: it does, for all that is known. */
static const char *refusal(const evidence_series *s, const scenario_point *point)
{
    const assay_scenario *scenario = assay_scenario_find(point->scenario);
    const assay_profile *on = assay_profile_find(s->profile);
    const char *why = not_of_series(s, scenario);
    double parameter[PARAMETERS];
    if (why || !on || !scenario || scenario->n_parameters > PARAMETERS) return why;
    return point_parameters(point, scenario, parameter) ? assay_scenario_refusal(scenario, parameter, on) : NULL;
}

static void not_applicable(judging *j, const char *scenario, const char *why)
{
    const char *on = j->series->profile;
    lacking(j, VERDICT_NOT_CLAIMED, "scenario %s is not applicable%s%s: %s", scenario, on ? " on the factors " : "",
            on ? on : "", why);
}

int judged_applies(judging *j, const char *scenario)
{
    const char *why = not_of_series(j->series, assay_scenario_find(scenario));
    if (why) not_applicable(j, scenario, why);
    return !why;
}

/* Whether that a point is missing may say no more than that it does not exist on the factors of a file. */
static int may_not_exist(const judging *j, const char *scenario)
{
    const assay_scenario *known = assay_scenario_find(scenario);
    return j->series->profile && !assay_profile_find(j->series->profile) && known && known->refuse;
}

static int refused_by_name(judging *j, const point_name *name, int flags)
{
    FREED(point_free) scenario_point point = { 0 };
    if (!j->series->profile && !not_of_series(j->series, assay_scenario_find(name->scenario))) return 0;
    if (point_read(name->scenario, name->point, &point) != ASSAY_OK) return 0;
    const char *why = refusal(j->series, &point);
    if (why && !(flags & POINTS_OPTIONAL)) not_applicable(j, name->scenario, why);
    return why != NULL;
}

size_t points_named(judging *j, const point_name *name, size_t n, int flags, const evidence_point **to)
{
    const uint64_t samples = j->samples ? j->samples : samples_for(j, name, n);
    size_t count = 0;
    for (size_t k = 0; k < n; k++) {
        to[k] = NULL;
        if (refused_by_name(j, &name[k], flags)) continue;
        to[k] = samples ? evidence_find(j->series, name[k].scenario, name[k].point, samples) : NULL;
        if (to[k]) judging_see(j, to[k], to[k]->n);
        if (!to[k] || to[k]->n < seeds_least()) {
            const point_name whole = { name[k].scenario, "" };
            if (!(flags & POINTS_OPTIONAL) && (to[k] || !may_not_exist(j, name[k].scenario)))
                missing(j, series_has(j->series, name[k].scenario) ? &name[k] : &whole, samples, to[k] ? to[k]->n : 0);
            to[k] = NULL;
        } else if ((flags & POINTS_OF_TRUTH && !truth_is_known(j->series, to[k])) || !point_defined(j, to[k], flags)) {
            to[k] = NULL;
        }
        count += to[k] != NULL;
    }
    return count;
}

static size_t sweep_points(const assay_scenario *scenario)
{
    size_t n = 1;
    for (size_t p = 0; p < scenario->n_parameters; p++) n *= scenario->sweeps[p].n_at;
    return n;
}

/* The k-th point of the standard sweep, the last parameter fastest. */
static assay_status sweep_point(const assay_scenario *scenario, size_t k, const char *profile, scenario_point *to)
{
    double parameter[PARAMETERS];
    for (size_t p = scenario->n_parameters; p-- > 0; k /= scenario->sweeps[p].n_at)
        parameter[p] = scenario->sweeps[p].at[k % scenario->sweeps[p].n_at];
    return point_make_on(scenario, parameter, profile, to);
}

int point_has_word(const scenario_point *point, const char *parameter, const char *word)
{
    const char *has = point_word(point, parameter);
    return has && strcmp(has, word) == 0;
}

/* Whether a point is looked at: it is wanted, exists, and was not named before, as points are that differ in the number
 * of factors alone, which a profile says. */
static int point_counts(const judging *j, const scenario_point *point, size_t first, size_t n,
                        int (*wanted)(const scenario_point *point), const char **refused)
{
    const char *why = refusal(j->series, &point[n]);
    if (why) *refused = why;
    for (size_t k = first; k < n && j->series->profile; k++)
        if (point_equal(&point[k], &point[n])) return 0;
    return !why && (!wanted || wanted(&point[n]));
}

/* The names of a scenario's points that are wanted, behind the `first` that are there already; the new count. They
 * point into `point`, to be freed from there on. *refused: why one does not exist; stays where all do. */
static size_t name_sweep(judging *j, const assay_scenario *known, int (*wanted)(const scenario_point *point),
                         size_t first, scenario_point *point, point_name *name, const char **refused)
{
    size_t n = first;
    for (size_t k = 0; k < sweep_points(known) && n < POINTS_MOST; k++) {
        needed_status(sweep_point(known, k, j->series->profile, &point[n]));
        name[n] = (point_name){ known->id, point[n].set.text };
        if (point_counts(j, point, first, n, wanted, refused)) n++;
        else point_free(&point[n]);
    }
    return n;
}

/* The names of a scenario's stored points, of any size; of one whose points are its user's there are no others. */
static size_t name_stored(judging *j, const char *scenario, int (*wanted)(const scenario_point *point), size_t first,
                          scenario_point *point, point_name *name)
{
    size_t n = first;
    for (size_t k = 0; k < j->series->n_points; k++) {
        const evidence_point *p = &j->series->point[k];
        size_t there = first;
        while (there < n && strcmp(name[there].point, p->point) != 0) there++;
        if (there < n || strcmp(p->scenario, scenario) != 0 || (wanted && !wanted(p->at))) continue;
        if (n == POINTS_MOST) {
            lacking(j, VERDICT_UNDECIDED, "%s has more than %d points: judge a store of fewer", scenario, POINTS_MOST);
            break;
        }
        point[n] = (scenario_point){ 0 };
        name[n++] = (point_name){ p->scenario, p->point };
    }
    return n;
}

size_t points_of(judging *j, const char *scenario, int (*wanted)(const scenario_point *point), int flags,
                 const evidence_point **to, const evidence_point **ideal)
{
    const assay_scenario *known = assay_scenario_find(scenario);
    const size_t first = ideal != NULL;
    const evidence_point *found[POINTS_MOST];
    scenario_point point[POINTS_MOST];
    point_name name[POINTS_MOST] = { IDEAL_CODE };
    size_t count = 0;
    if (ideal) *ideal = NULL;
    if (!known || known->n_parameters > PARAMETERS) {
        lacking(j, VERDICT_NOT_RUN, "there is no scenario %s", scenario);
        return 0;
    }
    const char *refused = NULL;
    const size_t n = known->is_asked_for ? name_stored(j, scenario, wanted, first, point, name)
                                         : name_sweep(j, known, wanted, first, point, name, &refused);
    if (n == first && refused && !(flags & POINTS_OPTIONAL)) not_applicable(j, scenario, refused);
    points_named(j, name, n, flags, found);
    if (ideal) *ideal = found[0];
    for (size_t k = first; k < n; k++) {
        if (found[k]) to[count++] = found[k];
        point_free(&point[k]);
    }
    return count;
}
