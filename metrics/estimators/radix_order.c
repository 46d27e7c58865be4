#include "radix_order.h"

#include <stdlib.h>
#include <string.h>

enum { BYTES = 8, DIGITS = 256, FEW = 64 };

static uint64_t key_of(double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits >> 63 ? ~bits : bits | (uint64_t)1 << 63;
}

static double value_of(uint64_t key)
{
    const uint64_t bits = key >> 63 ? key & ~((uint64_t)1 << 63) : ~key;
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static void insertion(uint64_t *key, uint32_t *row, size_t n)
{
    for (size_t i = 1; i < n; i++) {
        const uint64_t k = key[i];
        const uint32_t r = row ? row[i] : 0;
        size_t j = i;
        for (; j > 0 && key[j - 1] > k; j--) {
            key[j] = key[j - 1];
            if (row) row[j] = row[j - 1];
        }
        key[j] = k;
        if (row) row[j] = r;
    }
}

/* One pass by byte b; counts become places. */
static void deal(const uint64_t *key, const uint32_t *row, size_t n, unsigned b, uint32_t count[DIGITS], uint64_t *to,
                 uint32_t *row_to)
{
    uint32_t place = 0;
    for (size_t g = 0; g < DIGITS; g++) {
        const uint32_t here = count[g];
        count[g] = place;
        place += here;
    }
    for (size_t i = 0; i < n; i++) {
        const uint32_t at = count[key[i] >> (8 * b) & 255]++;
        to[at] = key[i];
        if (row) row_to[at] = row[i];
    }
}

/* Sorts key[n] (and row[n], or NULL); the result is where the returned pointer, and *row, point. */
static uint64_t *keys_sort(uint64_t *key, uint32_t **row, size_t n, uint64_t *spare, uint32_t *row_spare)
{
    if (n < FEW) {
        insertion(key, *row, n);
        return key;
    }
    uint32_t count[BYTES][DIGITS];
    memset(count, 0, sizeof count);
    for (size_t i = 0; i < n; i++)
        for (unsigned b = 0; b < BYTES; b++) count[b][key[i] >> (8 * b) & 255]++;
    for (unsigned b = 0; b < BYTES; b++) {
        if (count[b][key[0] >> (8 * b) & 255] == n) continue;
        deal(key, *row, n, b, count[b], spare, row_spare);
        uint64_t *const was = key;
        key = spare, spare = was;
        uint32_t *const row_was = *row;
        if (row_was) *row = row_spare, row_spare = row_was;
    }
    return key;
}

assay_status radix_sort(double *value, size_t n)
{
    if (n > UINT32_MAX) return ASSAY_EINPUT;
    if (n == 0) return ASSAY_OK;
    uint64_t *key = malloc(2 * n * sizeof *key);
    if (!key) return ASSAY_ENOMEM;
    for (size_t i = 0; i < n; i++) key[i] = key_of(value[i]);
    uint32_t *none = NULL;
    const uint64_t *const done = keys_sort(key, &none, n, key + n, NULL);
    for (size_t i = 0; i < n; i++) value[i] = value_of(done[i]);
    free(key);
    return ASSAY_OK;
}

assay_status radix_order(const double *value, size_t n, double *sorted, uint32_t *row)
{
    if (n > UINT32_MAX) return ASSAY_EINPUT;
    if (n == 0) return ASSAY_OK;
    uint64_t *key = malloc(2 * n * sizeof *key);
    uint32_t *rows = malloc(2 * n * sizeof *rows);
    if (!key || !rows) {
        free(key);
        free(rows);
        return ASSAY_ENOMEM;
    }
    for (size_t i = 0; i < n; i++) key[i] = key_of(value[i]), rows[i] = (uint32_t)i;
    uint32_t *order = rows;
    const uint64_t *const done = keys_sort(key, &order, n, key + n, rows + n);
    for (size_t i = 0; i < n; i++) sorted[i] = value_of(done[i]), row[i] = order[i];
    free(key);
    free(rows);
    return ASSAY_OK;
}
