/* Every number that a verdict depends on. */
#include "judge.h"

#include <string.h>

static const threshold thresholds[] = {
    { "flat", 0.05, "scores that should be equal differ by no more than this" },
    { "calibration", 0.02, "a score that should be the best one, or 0, is no further from it than this" },
    { "step", 0.01, "a score that should rise or fall does so by at least this from one point to the next" },
    { "missing", 0.0625, "a score that should miss one factor of eight falls by half of an eighth at least" },
    { "invariance", 0.005, "scores of the same data in another form differ by no more than this" },
    { "ordered", 0.04, "a score that must not rise may rise by this between two points" },
    { "sensitive", 0.05, "a score that should notice falls by at least this over the whole sweep" },
    { "bias", 0.01, "a mean over few samples is no further than this from that over the most" },
    { "small-sample", 1000, "samples from which on a metric should be free of bias" },
    { "many-samples", 4,
      "the largest number of samples is at least this many times the small one: biases of similar sizes cancel" },
    { "options", 0.05, "scores of the same data with other option values differ by no more than this" },
    { "dead", 0.01, "scores with and without columns that say nothing differ by no more than this" },
    { "little-data", 0.25,
      "a score of 1000 samples may be off by this much, of n by this times the root of 1000/n, of `large` by "
      "nothing: a smaller failure is left open" },
    { "large", 10000, "scores of at least this many samples are assumed free of small-sample bias" },
    { "scale", 0.1,
      "a score that moves by less than this share of its range from noise to ideal codes is judged on the scale it "
      "moves on" },
    { "null", 0.1, "a score of codes of noise is no further above that of codes that say nothing than this" },
    { "null-samples", 1000, "sizes up to which noise must be recognised" },
    { "seeds", 5, "fewer seeds than this say nothing" },
    { "level", 0.05, "the chance that some interval of a verdict misses its mean" },
};

size_t threshold_count(void) { return sizeof thresholds / sizeof *thresholds; }

const threshold *threshold_at(size_t index) { return index < threshold_count() ? &thresholds[index] : NULL; }

double threshold_value(const char *id)
{
    for (size_t k = 0; k < threshold_count(); k++)
        if (strcmp(thresholds[k].id, id) == 0) return thresholds[k].value;
    return NAN;
}
