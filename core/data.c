/* Representations that own their memory. */
#include "columns.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

assay_status assay_data_shape(assay_data *data, size_t n, size_t n_factors, size_t n_codes)
{
    if (!data) return ASSAY_EUSAGE;
    assay_data_free(data);
    const size_t most = SIZE_MAX / sizeof(double) - 1;
    if (n && (n_factors > most / n || n_codes > most / n)) return ASSAY_ENOMEM;
    /* one more than asked, since calloc(0) may return NULL */
    data->factors = calloc(n * n_factors + 1, sizeof *data->factors);
    data->codes = calloc(n * n_codes + 1, sizeof *data->codes);
    data->levels = calloc(n_factors + 1, sizeof *data->levels);
    data->period = calloc(n_factors + 1, sizeof *data->period);
    if (!data->factors || !data->codes || !data->levels || !data->period) {
        assay_data_free(data);
        return ASSAY_ENOMEM;
    }
    data->n = n;
    data->n_factors = n_factors;
    data->n_codes = n_codes;
    return ASSAY_OK;
}

assay_status assay_data_space(assay_data *data, size_t dims, int32_t with_activations)
{
    if (!data || dims == 0) return ASSAY_EUSAGE;
    free(data->directions);
    free(data->true_directions);
    free(data->activations);
    free(data->reconstruction);
    data->directions = data->true_directions = data->activations = data->reconstruction = NULL;
    data->dims = 0;
    const size_t most = SIZE_MAX / sizeof(double) / dims;
    if (data->n > most || data->n_codes > most || data->n_factors > most) return ASSAY_ENOMEM;
    data->directions = calloc(data->n_codes * dims + 1, sizeof *data->directions);
    data->true_directions = calloc(data->n_factors * dims + 1, sizeof *data->true_directions);
    if (with_activations) data->activations = calloc(data->n * dims + 1, sizeof *data->activations);
    if (!data->directions || !data->true_directions || (with_activations && !data->activations)) return ASSAY_ENOMEM;
    data->dims = dims;
    return ASSAY_OK;
}

void assay_data_free(assay_data *data)
{
    if (!data) return;
    free(data->factors);
    free(data->codes);
    free(data->levels);
    free(data->period);
    free(data->directions);
    free(data->true_directions);
    free(data->activations);
    free(data->reconstruction);
    free(data->factor_names);
    free(data->code_names);
    free(data->learns);
    sparse_free(&data->sparse_factors);
    sparse_free(&data->sparse_codes);
    const int32_t keeps_sparse = data->keeps_sparse;
    memset(data, 0, sizeof *data);
    data->keeps_sparse = keeps_sparse;
    for (size_t k = 0; k < 3; k++) data->truth[k] = NAN;
}

assay_rep assay_data_view(const assay_data *data)
{
    if (!data) return (assay_rep){ .abi = ASSAY_ABI, .truth = { NAN, NAN, NAN } };
    return (assay_rep){
        .abi = ASSAY_ABI,
        .n = data->n,
        .n_factors = data->n_factors,
        .n_codes = data->n_codes,
        .factors = data->factors,
        .codes = data->codes,
        .levels = data->levels,
        .truth = { data->truth[0], data->truth[1], data->truth[2] },
        .dims = data->dims,
        .directions = data->dims ? data->directions : NULL,
        .true_directions = data->dims ? data->true_directions : NULL,
        .activations = data->dims ? data->activations : NULL,
        .sparse_factors = data->sparse_factors,
        .sparse_codes = data->sparse_codes,
        .period = data->period,
        .factor_names = (const char *const *)data->factor_names,
        .code_names = (const char *const *)data->code_names,
        .learns = data->learns,
        .reconstruction = data->reconstruction,
    };
}
