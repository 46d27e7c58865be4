/* The interval of a stratified share. See choice.h. */
#include "choice.h"

#include <math.h>

#define NORMAL_95 1.959963984540054

/* n_h times the variance of one value of the stratum. */
static double stratum_square(double right, double n)
{
    const double p = (right + 0.5) / (n + 1.0);
    return n * p * (1.0 - p);
}

concordance concordance_of(const double *value, const size_t *stratum, size_t n)
{
    if (!n) return (concordance){ 0, NAN, NAN, NAN };
    double sum = 0.0, right = 0.0, square = 0.0;
    size_t of = 0;
    for (size_t k = 0; k < n; k++) {
        sum += value[k];
        right += value[k];
        of++;
        if (k + 1 < n && stratum[k + 1] == stratum[k]) continue;
        square += stratum_square(right, (double)of);
        right = 0.0;
        of = 0;
    }
    const double count = (double)n, share = sum / count, q = NORMAL_95 * NORMAL_95;
    const double smooth = (sum + 0.5) / (count + 1.0); /* one stratum: as many independent pairs as there are */
    const double pairs = smooth * (1.0 - smooth) / (square / (count * count));
    const double middle = (share + q / (2.0 * pairs)) / (1.0 + q / pairs);
    const double half = NORMAL_95 * sqrt(share * (1.0 - share) / pairs + q / (4.0 * pairs * pairs)) / (1.0 + q / pairs);
    return (concordance){ n, share, fmax(0.0, middle - half), fmin(1.0, middle + half) };
}
