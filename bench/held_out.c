/* The bank, rows, seeds and order of the held-out check. */
#include "held_out.h"

#include "option_list.h"

enum { ROWS, SEEDS, ORDER };

static void stream_for(uint64_t seed, uint32_t what, assay_stream *to)
{
    const uint32_t words[] = { 0x4e1d, (uint32_t)seed, (uint32_t)(seed >> 32), what };
    assay_stream_seed_words(to, words, sizeof words / sizeof *words, NULL, 0); /* has words: cannot fail */
}

/* A fifth less to a quarter more, never the plan's own number. */
static uint64_t rows_of(uint64_t seed, uint64_t rows)
{
    assay_stream stream;
    stream_for(seed, ROWS, &stream);
    const double share = 0.8 + 0.45 * assay_stream_uniform(&stream);
    const uint64_t to = (uint64_t)((double)rows * share);
    return to == rows ? rows + 1 : to;
}

/* Between a million and a thousand million: far from 0, and a number that every random generator takes. */
static uint64_t seeds_begin(uint64_t seed)
{
    assay_stream stream;
    stream_for(seed, SEEDS, &stream);
    return 1000000 + assay_stream_below(&stream, 1000000000);
}

static void shuffle(plan_part *part, uint64_t seed)
{
    assay_stream stream;
    stream_for(seed, ORDER, &stream);
    for (size_t k = part->n_points; k > 1; k--) { /* Fisher and Yates */
        const size_t other = (size_t)assay_stream_below(&stream, k);
        const plan_point one = part->point[k - 1];
        part->point[k - 1] = part->point[other];
        part->point[other] = one;
    }
}

static size_t place_of(const assay_scenario *scenario, const char *id)
{
    return option_called(scenario->parameters, scenario->n_parameters, id);
}

/* Level pairs order nothing and go. Every pair, whose sides stand together, gets a number of its own, since those of
 * one number share what was drawn. */
static void number_pairs(plan_part *part)
{
    size_t kept = 0, pairs = 0;
    for (size_t i = 0; i < part->n_points; i++) {
        plan_point *point = &part->point[i];
        if (point->parameter[place_of(point->scenario, "order")] != 0.0) {
            plan_point_free(point);
            continue;
        }
        pairs += point->parameter[place_of(point->scenario, "side")] == 0.0;
        point->parameter[place_of(point->scenario, "pair")] = (double)(pairs - 1);
        part->point[kept++] = *point;
    }
    part->n_points = kept;
}

static int has_pairs(const assay_scenario *of)
{
    static const char *const needed[] = { "order", "pair", "side", "bank" };
    int has = of->is_bank;
    for (size_t k = 0; k < 4; k++) has = has && place_of(of, needed[k]) < of->n_parameters;
    return has;
}

#define OF_ITS_SEED (-1.0)

/* The point's name follows its parameters. */
static assay_status rename_point(plan_point *point)
{
    plan_point renamed;
    point->parameter[place_of(point->scenario, "bank")] = OF_ITS_SEED;
    ASSAY_TRY(plan_point_make(point->scenario, point->parameter, NULL, &renamed));
    renamed.place = point->place;
    plan_point_free(point);
    *point = renamed;
    return ASSAY_OK;
}

static assay_status part_move(plan_part *part, uint64_t seed, assay_error *err)
{
    assay_status status = ASSAY_OK;
    for (size_t i = 0; i < part->n_points; i++)
        if (!has_pairs(part->point[i].scenario))
            return assay_fail(err, ASSAY_EUSAGE, "%s has no pairs of known order, which the held-out check is made of",
                              part->point[i].scenario->id);
    number_pairs(part);
    for (size_t i = 0; i < part->n_points && status == ASSAY_OK; i++) status = rename_point(&part->point[i]);
    for (size_t i = 0; i < part->n_samples; i++) part->samples[i] = rows_of(seed, part->samples[i]);
    const uint64_t begin = seeds_begin(seed);
    part->seed_first += begin;
    part->seed_end += begin;
    shuffle(part, seed);
    return status == ASSAY_OK ? status : assay_fail(err, status, "memory ran out making the held-out pairs");
}

assay_status held_out_make(plan *p, uint64_t seed, assay_error *err)
{
    if (seed < 1 || seed > HELD_OUT_MOST)
        return assay_fail(err, ASSAY_EUSAGE, "the seed of held-out pairs is a number from 1 to %llu",
                          (unsigned long long)HELD_OUT_MOST);
    for (size_t k = 0; k < p->n_parts; k++) ASSAY_TRY(part_move(&p->part[k], seed, err));
    return ASSAY_OK;
}
