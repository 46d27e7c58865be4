/*
 * stream -- random streams that continue as numpy.random.default_rng does, bit for bit
 *
 *     state <- state * MULTIPLIER + increment  (mod 2^128)        output = rotate_right(high ^ low, state >> 122)
 *
 *   The output is made of the new state. Seeding hashes any number of 32-bit words into a pool of four, and takes from
 *   it 128 bits of initial state and 127 bits of increment.
 *
 * Source   O'Neill 2014, HMC-CS-2014-0905, section 6.3 (PCG XSL RR 128/64); O'Neill 2015, "Developing a seed_seq
 *          alternative" (seeding; NumPy 1.17 calls it SeedSequence); Brown 1994, "Random number generation with
 *          arbitrary strides" (advance); Lemire 2019, arXiv:1805.10941, algorithm 5 (bounded integers); Marsaglia and
 *          Tsang 2000 (ziggurat).
 * Units    uniform: multiples of 2^-53 in [0, 1). normal: mean 0, variance 1.
 * R1  Bounded integers that fit 32 bits use half an output, the low one first; the high one waits in `half`. Wider
 *     ones, doubles and normals take a whole output and leave the half alone. Advancing and jumping throw it away.
 * R2  below(1) draws nothing. A permutation draws otherwise than below() does: by a mask, with rejection.
 * R3  Normals beyond r = 3.654 (one in 3900) and points next to a strip's edge call the C library's log1p and exp; all
 *     other functions here are integer arithmetic and exact conversions.
 * Cost     one 128-bit multiplication a draw. It has to wait for the one before; fill() therefore runs four lanes, each
 *          four steps apart, which give the same sequence at the speed of the multiplier instead of its latency.
 */
#include "assay.h"

#include "ziggurat_tables.h"

#include <math.h>

__extension__ typedef unsigned __int128 u128;

#define PAIR(high, low) ((u128)(high) << 64 | (low))
#define MULTIPLIER PAIR(0x2360ed051fc65da4u, 0x4385df649fccf645u)
#define JUMP_HIGH 0x9e3779b97f4a7c15u /* 2^128 / golden ratio, to the nearest odd number */
#define JUMP_LOW 0xf39cc0605cedc835u

static u128 state_of(const assay_stream *stream) { return PAIR(stream->state_high, stream->state_low); }

static u128 increment_of(const assay_stream *stream) { return PAIR(stream->inc_high, stream->inc_low); }

static void state_set(assay_stream *stream, u128 state)
{
    stream->state_high = (uint64_t)(state >> 64);
    stream->state_low = (uint64_t)state;
}

static inline uint64_t output_of(u128 state)
{
    const uint64_t high = (uint64_t)(state >> 64), folded = high ^ (uint64_t)state;
    const unsigned turn = (unsigned)(high >> 58);
    return folded >> turn | folded << (-turn & 63);
}

/* The upper 53 bits as a fraction; signed, since that conversion is one instruction. */
static inline double fraction_of(uint64_t raw) { return (double)(int64_t)(raw >> 11) * 0x1p-53; }

#define POOL 4

typedef struct hasher {
    uint32_t constant, factor; /* the constant is multiplied by the factor between its two uses */
} hasher;

static uint32_t hash_word(hasher *hash, uint32_t word)
{
    word ^= hash->constant;
    hash->constant *= hash->factor;
    word *= hash->constant;
    return word ^ word >> 16;
}

static uint32_t mix_words(uint32_t x, uint32_t y)
{
    const uint32_t mixed = 0xca01f9ddu * x - 0x4973f715u * y;
    return mixed ^ mixed >> 16;
}

/* A short entropy is filled up to the pool with zeros, and a spawn key starts behind it. */
static uint32_t entropy_word(const uint32_t *entropy, size_t n_entropy, size_t pad, const uint32_t *key, size_t at)
{
    if (at < n_entropy) return entropy[at];
    return at < n_entropy + pad ? 0 : key[at - n_entropy - pad];
}

static void pool_mix(uint32_t pool[POOL], const uint32_t *entropy, size_t n_entropy, const uint32_t *key, size_t n_key)
{
    const size_t pad = n_entropy < POOL ? POOL - n_entropy : 0, n = n_entropy + pad + n_key;
    hasher hash = { 0x43b0d7e5u, 0x931e8875u };
    for (size_t i = 0; i < POOL; i++) pool[i] = hash_word(&hash, entropy_word(entropy, n_entropy, pad, key, i));
    for (size_t from = 0; from < POOL; from++)
        for (size_t to = 0; to < POOL; to++)
            if (from != to) pool[to] = mix_words(pool[to], hash_word(&hash, pool[from]));
    for (size_t from = POOL; from < n; from++) {
        const uint32_t word = entropy_word(entropy, n_entropy, pad, key, from);
        for (size_t to = 0; to < POOL; to++) pool[to] = mix_words(pool[to], hash_word(&hash, word));
    }
}

assay_status assay_stream_seed_words(assay_stream *stream, const uint32_t *entropy, size_t n_entropy,
                                     const uint32_t *spawn_key, size_t n_spawn_key)
{
    if (!stream || !entropy || !n_entropy || (n_spawn_key && !spawn_key)) return ASSAY_EUSAGE;
    uint32_t pool[POOL];
    pool_mix(pool, entropy, n_entropy, spawn_key, n_spawn_key);

    uint64_t word[4];
    hasher hash = { 0x8b51f9ddu, 0x58f38dedu };
    for (size_t i = 0; i < 4; i++) {
        const uint32_t low = hash_word(&hash, pool[2 * i % POOL]), high = hash_word(&hash, pool[(2 * i + 1) % POOL]);
        word[i] = (uint64_t)high << 32 | low;
    }
    const u128 increment = PAIR(word[2], word[3]) << 1 | 1;
    *stream = (assay_stream){ .inc_high = (uint64_t)(increment >> 64), .inc_low = (uint64_t)increment };
    state_set(stream, (PAIR(word[0], word[1]) + increment) * MULTIPLIER + increment);
    return ASSAY_OK;
}

void assay_stream_seed(assay_stream *stream, uint64_t seed)
{
    const uint32_t words[2] = { (uint32_t)seed, (uint32_t)(seed >> 32) };
    (void)assay_stream_seed_words(stream, words, 2, NULL, 0); /* there is entropy: only a stream can be missing */
}

uint64_t assay_stream_raw(assay_stream *stream)
{
    if (!stream) return 0;
    const u128 state = state_of(stream) * MULTIPLIER + increment_of(stream);
    state_set(stream, state);
    return output_of(state);
}

double assay_stream_uniform(assay_stream *stream) { return fraction_of(assay_stream_raw(stream)); }

#define LANES 4

void assay_stream_fill(assay_stream *stream, double *to, size_t count)
{
    const size_t whole = count - count % LANES;
    if (!stream || !to) return;
    if (whole) {
        const u128 inc = increment_of(stream);
        u128 lane[LANES], stride = MULTIPLIER, stride_inc = inc;
        lane[0] = state_of(stream) * MULTIPLIER + inc;
        for (size_t k = 1; k < LANES; k++) {
            lane[k] = lane[k - 1] * MULTIPLIER + inc;
            stride *= MULTIPLIER;
            stride_inc = stride_inc * MULTIPLIER + inc;
        }
        for (size_t k = 0; k < LANES; k++) to[k] = fraction_of(output_of(lane[k]));
        for (size_t s = LANES; s < whole; s += LANES) {
            for (size_t k = 0; k < LANES; k++) {
                lane[k] = lane[k] * stride + stride_inc;
                to[s + k] = fraction_of(output_of(lane[k]));
            }
        }
        state_set(stream, lane[LANES - 1]);
    }
    for (size_t s = whole; s < count; s++) to[s] = assay_stream_uniform(stream);
}

static uint32_t half_draw(assay_stream *stream) /* R1 */
{
    if (stream->has_half) {
        stream->has_half = 0;
        return stream->half;
    }
    const uint64_t raw = assay_stream_raw(stream);
    stream->has_half = 1;
    stream->half = (uint32_t)(raw >> 32);
    return (uint32_t)raw;
}

static uint64_t below_narrow(assay_stream *stream, uint32_t bound)
{
    uint64_t product = (uint64_t)half_draw(stream) * bound;
    if ((uint32_t)product < bound) { /* only now can the draw be one too many, and the division be needed */
        const uint32_t surplus = -bound % bound;
        while ((uint32_t)product < surplus) product = (uint64_t)half_draw(stream) * bound;
    }
    return product >> 32;
}

static uint64_t below_wide(assay_stream *stream, uint64_t bound)
{
    u128 product = (u128)assay_stream_raw(stream) * bound;
    if ((uint64_t)product < bound) {
        const uint64_t surplus = -bound % bound;
        while ((uint64_t)product < surplus) product = (u128)assay_stream_raw(stream) * bound;
    }
    return (uint64_t)(product >> 64);
}

uint64_t assay_stream_below(assay_stream *stream, uint64_t bound)
{
    if (bound <= 1 || !stream) return 0; /* R2 */
    if (bound <= UINT32_MAX) return below_narrow(stream, (uint32_t)bound);
    return bound == (uint64_t)1 << 32 ? half_draw(stream) : below_wide(stream, bound);
}

static double normal_tail(assay_stream *stream) /* R3 */
{
    for (;;) {
        const double x = -ZIGGURAT_INVERSE_R * log1p(-assay_stream_uniform(stream));
        const double y = -log1p(-assay_stream_uniform(stream));
        if (y + y > x * x) return ZIGGURAT_R + x;
    }
}

double assay_stream_normal(assay_stream *stream)
{
    if (!stream) return 0.0;
    for (;;) {
        const uint64_t raw = assay_stream_raw(stream);
        const size_t strip = raw & 0xff;
        const uint64_t along = raw >> 9 & 0xfffffffffffffu;
        const double x = (double)(int64_t)along * ziggurat_width[strip];
        const double signed_x = raw & 0x100 ? -x : x;
        if (along < ziggurat_inside[strip]) return signed_x;
        if (strip == 0) {
            const double beyond = normal_tail(stream);
            return along & 0x100 ? -beyond : beyond; /* the sign is another bit here, since NumPy takes that one */
        }
        const double top = ziggurat_height[strip - 1], bottom = ziggurat_height[strip];
        if ((top - bottom) * assay_stream_uniform(stream) + bottom < exp(-0.5 * x * x)) return signed_x;
    }
}

/* Up to `most` by throwing away what is too large under the smallest mask of ones, as NumPy's shuffle draws. */
static inline size_t masked_draw(assay_stream *stream, size_t most, uint64_t mask)
{
    for (;;) {
        const uint64_t draw = mask & (most <= UINT32_MAX ? half_draw(stream) : assay_stream_raw(stream));
        if (draw <= most) return (size_t)draw;
    }
}

void assay_stream_permutation(assay_stream *stream, size_t *to, size_t count)
{
    for (size_t i = 0; to && i < count; i++) to[i] = i;
    if (!stream || !to) return;
    assay_stream own = *stream; /* which nothing else points at, and registers hold */
    uint64_t mask = UINT64_MAX;
    for (size_t i = count; i-- > 1;) {
        while (mask >> 1 >= i) mask >>= 1;
        const size_t j = masked_draw(&own, i, mask), kept = to[j];
        to[j] = to[i];
        to[i] = kept;
    }
    *stream = own;
}

/* delta steps at once: the step x -> a x + c is squared for every bit of delta, in 128 rounds at most. */
void assay_stream_advance(assay_stream *stream, uint64_t delta_high, uint64_t delta_low)
{
    if (!stream) return;
    u128 a = MULTIPLIER, c = increment_of(stream), state = state_of(stream);
    for (u128 delta = PAIR(delta_high, delta_low); delta; delta >>= 1) {
        if (delta & 1) state = state * a + c;
        c = (a + 1) * c;
        a *= a;
    }
    state_set(stream, state);
    stream->has_half = stream->half = 0; /* R1 */
}

/* 2^128 divided by the golden ratio: the fractions k / golden ratio spread most evenly round the circle of states. */
void assay_stream_jump(assay_stream *stream) { assay_stream_advance(stream, JUMP_HIGH, JUMP_LOW); }
