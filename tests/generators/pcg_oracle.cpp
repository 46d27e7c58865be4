/*
 * The streams against the PCG author's own C++ headers (Debian: libpcg-cpp-dev): a million outputs for each of three
 * seeds, and as many after advancing by a distance of 128 bits. Ends with 0 when they agree, 1 when not, 77 when the
 * header is absent.
 *
 * The seeds' state and stream numbers are what NumPy's SeedSequence makes of them (generate_state(4, uint64)), so that
 * our seeding is checked, too.
 */
#include "assay.h"

#include <cstdio>

#if __has_include(<pcg_random.hpp>)
#include <pcg_random.hpp>

typedef pcg_extras::pcg128_t wide;

static wide pair(uint64_t high, uint64_t low)
{
    return wide(high) << 64 | wide(low);
}

static const struct {
    uint64_t seed, word[4];
} seeds[] = {
    { 0, { 15793235383387715774u, 12390638538380655177u, 2361836109651742017u, 3188717715514472916u } },
    { 1, { 7434755675892716031u, 10007452063617845036u, 5266248848659119178u, 15045448681910192573u } },
    { 42, { 11465652750463011511u, 15382171918060459190u, 9018504550953525431u, 3703499796004394495u } },
};

static bool agree(pcg64 &theirs, assay_stream &ours, const char *where, uint64_t seed)
{
    for (int k = 0; k < 1000000; k++) {
        if (theirs() != assay_stream_raw(&ours)) {
            std::printf("pcg_oracle: seed %ju %s, output %d differs\n", (uintmax_t)seed, where, k);
            return false;
        }
    }
    return true;
}

int main()
{
    for (const auto &s : seeds) {
        assay_stream ours;
        assay_stream_seed(&ours, s.seed);
        pcg64 theirs(pair(s.word[0], s.word[1]), pair(s.word[2], s.word[3]));
        if (!agree(theirs, ours, "from the start", s.seed)) return 1;
        theirs.advance(pair(0x123456789abcdef0u, 0xfedcba9876543210u));
        assay_stream_advance(&ours, 0x123456789abcdef0u, 0xfedcba9876543210u);
        if (!agree(theirs, ours, "after advancing", s.seed)) return 1;
    }
    std::printf("pcg_oracle: 6000000 outputs agree\n");
    return 0;
}
#else
int main()
{
    std::printf("pcg_oracle: skipped, pcg_random.hpp is not installed (Debian: libpcg-cpp-dev)\n");
    return 77;
}
#endif
