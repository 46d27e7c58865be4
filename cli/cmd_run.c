/* assay run -- the missing cells of a plan. */
#include "clock.h"
#include "judge.h"
#include "evidence.h"
#include "needed.h"
#include "print.h"
#include "run_store.h"
#include "scenario_args.h"
#include "store_args.h"
#include "terminal.h"

#include <inttypes.h>
#include <string.h>

/*
 * A plan run with as many seeds as its verdicts need: all points with UNTIL_FIRST seeds (those of
 * --seeds where it is given and says more), then those points with more whose verdicts the judge leaves open or decides
 * on too few (judge.h: fewer than the plan has, or UNTIL_USUAL), look by look, until none is open that seeds
 * would decide, or the seeds are used up.
 *
 * Looks are taken at numbers of seeds that are fixed beforehand: those at first, then twice as many each time, up to
 * the most. The judge shares its level among them (store_look), so that it holds whatever stops the run. What the looks
 * decide depends on the seeds of the looks alone, so that a run that was stopped goes on as if it had not been.
 */
typedef struct until_decided {
    const cli_args *args;
    plan *asked;
    const char *db;
    unsigned jobs;
    uint64_t first, end; /* the seeds there may be; end 0: from the plan's first seed on, UNTIL_MOST */
} until_decided;

enum { UNTIL_MOST = 100, UNTIL_FIRST = 5, UNTIL_USUAL = 10 };

/* ---- looks at the verdicts of a plan, and the seeds that follow from them ---- */

enum { LOOKS = 64 };

typedef struct looking {
    const until_decided *what;
    cells cells;
    uint64_t *seeds;      /* [n_groups * n_variants] how many a group has of a variant; 0: it is not asked for */
    uint64_t *next;       /* the same in the next round */
    uint64_t *usual;      /* the same of a verdict that no others bear out */
    uint64_t look[LOOKS]; /* numbers of seeds, rising */
    size_t n_looks;
    plan round;
    evidence scores;
    verdicts all;
} looking;

static uint64_t first_seed(const looking *l) { return l->what->asked->part[0].seed_first; }

static uint64_t *seeds_of(const looking *l, size_t group, size_t v)
{
    return &l->seeds[group * l->cells.n_variants + v];
}

static void add_look(looking *l, uint64_t seeds)
{
    size_t place = l->n_looks;
    while (place > 0 && l->look[place - 1] > seeds) place--;
    if ((place > 0 && l->look[place - 1] == seeds) || l->n_looks == LOOKS) return;
    memmove(l->look + place + 1, l->look + place, (l->n_looks++ - place) * sizeof *l->look);
    l->look[place] = seeds;
}

/* What a part has of so many: fewer than at first give no verdict. */
static uint64_t usual_seeds(const looking *l, uint64_t count)
{
    if (count < UNTIL_FIRST) return UNTIL_FIRST;
    return count > UNTIL_USUAL && !cli_given(l->what->args, "seeds") ? UNTIL_USUAL : count;
}

static uint64_t first_look(const looking *l, uint64_t usual)
{
    return usual > UNTIL_FIRST && !cli_given(l->what->args, "seeds") ? UNTIL_FIRST : usual;
}

/* All parts begin with one seed, so that points are paired by it, and have their usual number, none more than the
 * most. */
static void place_seeds(looking *l)
{
    plan *asked = l->what->asked;
    uint64_t first = UINT64_MAX, end = l->what->end, largest = 0;
    for (size_t p = 0; p < asked->n_parts; p++)
        if (asked->part[p].seed_first < first) first = asked->part[p].seed_first;
    if (end) first = l->what->first;
    else end = first + UNTIL_MOST;
    for (size_t p = 0; p < asked->n_parts; p++) {
        plan_part *part = &asked->part[p];
        uint64_t count = usual_seeds(l, part->seed_end - part->seed_first);
        if (count > end - first) count = end - first;
        part->seed_first = first;
        part->seed_end = first + count;
        if (count > largest) largest = count;
        add_look(l, first_look(l, count));
        add_look(l, count);
    }
    for (; largest < end - first; largest *= 2) add_look(l, largest);
    add_look(l, end - first);
}

static uint64_t next_look(const looking *l, uint64_t seeds)
{
    size_t k = 0;
    while (k < l->n_looks && l->look[k] <= seeds) k++;
    return k < l->n_looks ? l->look[k] : seeds;
}

static void count_seeds(looking *l)
{
    OWNED cell_interval *room = needed(calloc(l->what->asked->n_parts + 1, sizeof *room));
    const size_t size = l->cells.n_groups * l->cells.n_variants + 1;
    l->seeds = needed(calloc(size, sizeof *l->seeds));
    l->next = needed(calloc(size, sizeof *l->next));
    l->usual = needed(calloc(size, sizeof *l->usual));
    for (size_t k = 0; k + 1 < size; k++)
        if (cells_intervals(&l->cells, &l->cells.group[k / l->cells.n_variants], k % l->cells.n_variants, room)) {
            l->usual[k] = room[0].end - room[0].first;
            l->seeds[k] = first_look(l, l->usual[k]);
        }
}

static void round_free(looking *l)
{
    for (size_t k = 0; k < l->round.n_parts; k++) {
        free(l->round.part[k].point);
        free(l->round.part[k].samples);
        free(l->round.part[k].metrics.at);
    }
    free(l->round.part);
    l->round = (plan){ 0 };
}

/* The points that have a variant at a number of samples with this many seeds, as a part; what it names is the
 * plan's. */
static void add_part(looking *l, size_t v, uint64_t samples, uint64_t seeds)
{
    plan_part *part = &l->round.part[l->round.n_parts];
    *part = (plan_part){ .point = needed(calloc(l->cells.n_groups, sizeof *part->point)),
                         .n_samples = 1,
                         .samples = needed(malloc(sizeof *part->samples)),
                         .seed_first = first_seed(l),
                         .seed_end = first_seed(l) + seeds,
                         .metrics = { needed(malloc(sizeof *part->metrics.at)), 1 } };
    l->round.n_parts++;
    part->samples[0] = samples;
    part->metrics.at[0] = *l->cells.variant[v];
    for (size_t g = 0; g < l->cells.n_groups; g++)
        if (l->cells.group[g].samples == samples && *seeds_of(l, g, v) == seeds)
            part->point[part->n_points++] = *l->cells.group[g].point;
}

/* Whether an earlier group has the variant at the same number of samples with as many seeds. */
static int is_added(const looking *l, size_t group, size_t v)
{
    for (size_t g = 0; g < group; g++)
        if (l->cells.group[g].samples == l->cells.group[group].samples && *seeds_of(l, g, v) == *seeds_of(l, group, v))
            return 1;
    return 0;
}

static int run_round(looking *l)
{
    const plan *asked = l->what->asked;
    l->round = (plan){ .name = asked->name, .title = asked->title, .text = asked->text };
    l->round.part = needed(calloc(l->cells.n_groups * l->cells.n_variants + 1, sizeof *l->round.part));
    for (size_t v = 0; v < l->cells.n_variants; v++)
        for (size_t g = 0; g < l->cells.n_groups; g++)
            if (*seeds_of(l, g, v) && !is_added(l, g, v)) add_part(l, v, l->cells.group[g].samples, *seeds_of(l, g, v));
    const int bad = run_store(&l->round, l->what->db, l->what->jobs);
    round_free(l);
    return bad;
}

static int write_looks(const looking *l)
{
    FREED(store_dropped) store *s = NULL;
    CLI_OK(store_open(l->what->db, STORE_WRITE, &s, &cli_error));
    CLI_OK(store_begin(s, &cli_error));
    return cli_fail(store_end(s, store_look(s, l->what->asked->name, l->look, l->n_looks, &cli_error), &cli_error));
}

static size_t group_of(const looking *l, const evidence_point *p)
{
    size_t g = 0;
    while (g < l->cells.n_groups &&
           (l->cells.group[g].samples != p->samples || !point_equal(&l->cells.group[g].point->at, p->at)))
        g++;
    return g;
}

static size_t variant_of(const looking *l, const evidence_series *s)
{
    size_t v = 0;
    while (v < l->cells.n_variants && (strcmp(l->cells.variant[v]->metric->id, s->metric) != 0 ||
                                       strcmp(l->cells.variant[v]->id.text, s->preset) != 0))
        v++;
    return v;
}

/* The seeds that this look is at, and no others that the store may have. */
static int is_looked_at(const evidence_series *s, const evidence_point *p, const void *context, uint64_t seeds[2])
{
    const looking *l = context;
    const size_t g = group_of(l, p), v = variant_of(l, s);
    if (g == l->cells.n_groups || v == l->cells.n_variants || !*seeds_of(l, g, v)) return 0;
    seeds[0] = first_seed(l);
    seeds[1] = first_seed(l) + *seeds_of(l, g, v);
    return 1;
}

static int judge_look(looking *l)
{
    FREED(store_dropped) store *s = NULL;
    const store_filter every = { 0 };
    evidence_free(&l->scores);
    CLI_OK(store_open(l->what->db, STORE_READ, &s, &cli_error));
    CLI_OK(evidence_read(s, &every, &l->scores, &cli_error));
    evidence_keep(&l->scores, is_looked_at, l);
    judge_all(&l->scores, &l->all);
    return 0;
}

static int is_open(const looking *l, const verdict *v)
{
    return v->outcome == VERDICT_UNDECIDED && !evidence_is_variation(&l->scores, v->series);
}

static const evidence_series *series_of(const looking *l, const evidence_point *p)
{
    for (size_t s = 0; s < l->scores.count; s++)
        for (size_t k = 0; k < l->scores.at[s].n_points; k++)
            if (&l->scores.at[s].point[k] == p) return &l->scores.at[s];
    return NULL;
}

/* Where the points of a comparison stand among the numbers of seeds; how many there are. */
static size_t places_of(const looking *l, const comparison *c, size_t to[2])
{
    size_t n = 0;
    for (size_t k = 0; k < 2; k++) {
        const evidence_series *s = c->at[k] ? series_of(l, c->at[k]) : NULL;
        if (s) to[n++] = group_of(l, c->at[k]) * l->cells.n_variants + variant_of(l, s);
    }
    return n;
}

static uint64_t usual_of(const looking *l, const verdict *v)
{
    uint64_t most = 0;
    for (size_t c = 0; c < v->n_comparisons; c++) {
        size_t place[2];
        for (size_t k = places_of(l, &v->comparison[c], place); k-- > 0;)
            if (l->usual[place[k]] > most) most = l->usual[place[k]];
    }
    return most;
}

static int early(const looking *l, const verdict *v)
{
    if (evidence_is_variation(&l->scores, v->series)) return EARLY_STANDS;
    return early_verdict(&l->all, v, (size_t)usual_of(l, v));
}

/* More seeds for a comparison, in the next round; 0: there are no more. */
static int extend(looking *l, const comparison *c)
{
    size_t place[2];
    uint64_t least = UINT64_MAX;
    int more = 0;
    const size_t n = places_of(l, c, place);
    for (size_t k = 0; k < n; k++)
        if (l->seeds[place[k]] < least) least = l->seeds[place[k]];
    for (size_t k = 0; k < n; k++) {
        const uint64_t wanted = next_look(l, least);
        more |= wanted > least;
        if (wanted > l->next[place[k]]) l->next[place[k]] = wanted;
    }
    return more;
}

/* More seeds for what keeps a verdict open, or for the comparisons it rests on, `most` of those that have fewer than
 * `below`; 0: there are none. */
static int extend_verdict(looking *l, const verdict *v, uint64_t below, size_t most)
{
    int more = 0;
    for (size_t k = 0; k < v->n_comparisons && most; k++) {
        const comparison *c = &v->comparison[k];
        if (c->outcome != v->outcome || c->bias > 0.0 || c->seeds >= below) continue;
        more |= extend(l, c);
        most--;
    }
    return more;
}

/* Whether some verdict gets more seeds. One comparison of a variant may be enough for all its verdicts that lack seeds
 * and nothing else. */
static int extend_all(looking *l)
{
    int more = 0;
    size_t has_more = l->cells.n_variants; /* the variant that has such a comparison; they come one by one */
    const size_t size = l->cells.n_groups * l->cells.n_variants * sizeof *l->seeds;
    memcpy(l->next, l->seeds, size);
    for (size_t k = 0; k < l->all.count; k++) {
        const verdict *v = &l->all.at[k];
        const int is = early(l, v);
        if (is_open(l, v)) more |= extend_verdict(l, v, UINT64_MAX, SIZE_MAX);
        if (is == EARLY_FALLS) more |= extend_verdict(l, v, usual_of(l, v), SIZE_MAX);
        if (is != EARLY_LACKS_SEEDS || has_more == variant_of(l, v->series)) continue;
        more |= extend_verdict(l, v, usual_of(l, v), 1);
        has_more = variant_of(l, v->series);
    }
    memcpy(l->seeds, l->next, size);
    return more;
}

/* Seeds do not help where scores are not there. */
static void tell_not_run(const looking *l)
{
    size_t n = 0;
    for (size_t k = 0; k < l->all.count; k++)
        n += l->all.at[k].outcome == VERDICT_NOT_RUN && !evidence_is_variation(&l->scores, l->all.at[k].series);
    if (n)
        terminal_print("%zu marks ask for scores that the plan does not run: assay judge METRIC PROPERTY --db %s says "
                       "which plan does\n",
                       n, l->what->db);
}

/* What is still open, and why. */
static int tell_open(const looking *l)
{
    grid *g = grid_new("marks that are still undecided");
    size_t n = 0;
    GRID_COLUMNS(g, { "metric", "metric", GRID_LEFT }, { "property", "property", GRID_LEFT },
                 { "why", "why", GRID_WRAP });
    for (size_t k = 0; k < l->all.count; k++) {
        const verdict *v = &l->all.at[k];
        if (!is_open(l, v)) continue;
        GRID_WORDS(g, series_text(v->series), property_at(v->property)->id, v->text ? v->text : "");
        n++;
    }
    int bad = 0;
    if (n) bad = print_grid(l->what->args, g);
    else grid_free(g), printf("no mark is undecided\n");
    tell_not_run(l);
    return bad;
}

static void tell_look(const looking *l, double since)
{
    char more[64] = "";
    size_t marks = 0, open = 0, few = 0;
    uint64_t most = 0;
    for (size_t k = 0; k < l->all.count; k++) {
        if (evidence_is_variation(&l->scores, l->all.at[k].series)) continue;
        marks++;
        open += is_open(l, &l->all.at[k]) != 0;
        few += early(l, &l->all.at[k]) != EARLY_STANDS;
    }
    if (few) snprintf(more, sizeof more, " and %zu decided with too few", few);
    for (size_t k = 0; k < l->cells.n_groups * l->cells.n_variants; k++)
        if (l->seeds[k] > most) most = l->seeds[k];
    terminal_say("with up to %" PRIu64 " seeds %zu of %zu marks are undecided%s, after %.1f s\n", most, open, marks,
                 more, clock_seconds() - since);
}

static int look_on(looking *l)
{
    const double since = clock_seconds();
    CLI_TRY(run_round(l));
    CLI_TRY(write_looks(l));
    for (;;) {
        CLI_TRY(judge_look(l));
        tell_look(l, since);
        if (!extend_all(l)) return 0;
        CLI_TRY(run_round(l));
    }
}

static void looking_free(looking *l)
{
    evidence_free(&l->scores);
    free(l->seeds);
    free(l->next);
    free(l->usual);
    cells_free(&l->cells);
}

/* Moves the plan's seeds to begin at `first`. The exit status; prints the marks that are still open, and why, to
 * standard output. */
static int until_decided_run(const until_decided *what)
{
    FREED(looking_free) looking l = { .what = what };
    place_seeds(&l);
    CLI_OK(cells_make(what->asked, &l.cells, &cli_error));
    count_seeds(&l);
    CLI_TRY(look_on(&l));
    return tell_open(&l);
}

static int run_whole(const cli_args *args, until_decided *what)
{
    const char *most = cli_value(args, "at-most");
    if (!cli_given(args, "until-decided"))
        return most ? cli_usage("run: --at-most says how far --until-decided goes")
                    : run_store(what->asked, what->db, what->jobs);
    if (most) CLI_OK(plan_seeds(most, &what->first, &what->end, &cli_error));
    return until_decided_run(what);
}

static int run_asked(const cli_args *args, plan *asked)
{
    const unsigned jobs = cli_jobs(args, 0);
    const char *db = store_args_path(args), *part = cli_value(args, "shard");
    shard mine;
    if (!part) return run_whole(args, &(until_decided){ args, asked, db, jobs, 0, 0 });
    if (cli_given(args, "until-decided"))
        return cli_usage("run: a shard has a part of the cells, --until-decided looks at all of them");
    CLI_OK(shard_read(part, &mine, &cli_error));
    return run_shard(asked, &mine, db, jobs);
}

int cmd_run(const cli_args *args)
{
    OWNED char *factors = NULL;
    CLI_TRY(factors_path(args, "factors-from", &factors));
    const plan_changes changes = { .scenarios = cli_value(args, "scenarios"),
                                   .metrics = cli_value(args, "metrics"),
                                   .seeds = cli_value(args, "seeds"),
                                   .profiles = cli_value(args, "profile"),
                                   .factors = factors,
                                   .kinds = cli_value(args, "kinds"),
                                   .samples = cli_number(args, "samples", 0),
                                   .run = cli_given(args, "run") };
    if (changes.profiles && changes.factors)
        return cli_usage("run: the factors are those of --profile or of --factors-from");
    FREED(plan_free) plan asked = { 0 };
    CLI_OK(plan_read(args->word[0], &changes, &asked, &cli_error));
    if (asked.note) terminal_say("note: %s\n", asked.note);
    if (asked.left_out)
        terminal_say("left out, not applicable: %s; `assay describe SCENARIO` says why\n", asked.left_out);
    const int bad = run_asked(args, &asked);
    print_candidates();
    return bad;
}
