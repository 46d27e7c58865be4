/* Which task of how many this process is: what is typed, or what batch systems and MPI put into the environment. */
#include "shard.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* The digits at *text, which moves past them; 0: there are none, or too many. */
static int read_digits(const char **text, uint64_t *to)
{
    char *end;
    if (!isdigit((unsigned char)**text)) return 0;
    errno = 0;
    *to = strtoull(*text, &end, 10);
    *text = end;
    return errno == 0;
}

/* 0: not set, or no number. */
static int from_environment(const char *name, uint64_t *to)
{
    const char *text = getenv(name);
    return text && read_digits(&text, to) && !*text;
}

/* The tasks of an array, counted from 0. SLURM_ARRAY_TASK_COUNT is of what was submitted: of `--array=3,9` it is 2. */
static assay_status array_task(shard *to, int *found, assay_error *err)
{
    uint64_t id = 0, least = 0, most = 0, step = 1, count = 0;
    *found = from_environment("SLURM_ARRAY_TASK_ID", &id) && from_environment("SLURM_ARRAY_TASK_COUNT", &count);
    if (!*found) return ASSAY_OK;
    from_environment("SLURM_ARRAY_TASK_MIN", &least);
    if (!from_environment("SLURM_ARRAY_TASK_STEP", &step) || !step) step = 1;
    if (!from_environment("SLURM_ARRAY_TASK_MAX", &most)) most = least + (count - 1) * step;
    if (!count || id < least || id > most || (most - least) / step + 1 != count)
        return assay_fail(err, ASSAY_EUSAGE,
                          "--shard auto: the array of %" PRIu64 " tasks from %" PRIu64 " to %" PRIu64
                          " is not a whole one, so its tasks do not say of how many they are; say --shard auto/N",
                          count, least, most);
    *to = (shard){ (id - least) / step, count };
    return ASSAY_OK;
}

/* The processes of one MPI program or job step, counted from 0. SLURM_PROCID is 0 in a batch script, too, which is
 * none of the tasks of SLURM_NTASKS: those have a step's number. */
static int rank_of(shard *to)
{
    static const struct {
        const char *number, *count, *only_with;
    } known[] = {
        { "OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE", NULL },
        { "PMI_RANK", "PMI_SIZE", NULL },
        { "SLURM_PROCID", "SLURM_NTASKS", "SLURM_STEP_ID" },
    };
    for (size_t k = 0; k < sizeof known / sizeof *known; k++)
        if ((!known[k].only_with || getenv(known[k].only_with)) && from_environment(known[k].number, &to->number) &&
            from_environment(known[k].count, &to->count) && to->count > 0 && to->number < to->count)
            return 1;
    return 0;
}

static assay_status from_batch_system(shard *to, assay_error *err)
{
    shard array = { 0, 1 }, rank = { 0, 1 };
    int is_array;
    ASSAY_TRY(array_task(&array, &is_array, err));
    if (!rank_of(&rank) && !is_array)
        return assay_fail(err, ASSAY_EUSAGE,
                          "--shard auto: no batch system says which task of how many this is "
                          "(SLURM_ARRAY_TASK_ID and _COUNT, SLURM_PROCID and SLURM_NTASKS of a step, "
                          "OMPI_COMM_WORLD_RANK and _SIZE, PMI_RANK and _SIZE); say --shard I/N");
    *to = (shard){ array.number * rank.count + rank.number + 1, array.count * rank.count };
    return ASSAY_OK;
}

/* The number alone: of an array, or of a rank. */
static assay_status number_from_batch_system(shard *to, assay_error *err)
{
    static const char *const arrays[] = { "SLURM_ARRAY_TASK_ID", "PBS_ARRAY_INDEX", "PBS_ARRAYID" };
    for (size_t k = 0; k < sizeof arrays / sizeof *arrays; k++)
        if (from_environment(arrays[k], &to->number)) return ASSAY_OK;
    shard rank;
    if (!rank_of(&rank))
        return assay_fail(err, ASSAY_EUSAGE,
                          "--shard auto/N: no batch system says which task this is (SLURM_ARRAY_TASK_ID, "
                          "PBS_ARRAY_INDEX, PBS_ARRAYID, or the rank of a step); say --shard I/N");
    to->number = rank.number + 1;
    return ASSAY_OK;
}

static assay_status unreadable(const char *text, assay_error *err)
{
    return assay_fail(err, ASSAY_EUSAGE,
                      "--shard %s: I/N, as in 3/16, with I from 1 to N and N at most %d, or auto, or auto/N", text,
                      SHARDS_MOST);
}

assay_status shard_read(const char *text, shard *to, assay_error *err)
{
    const char *at = text;
    assay_status status = ASSAY_OK;
    *to = (shard){ 0 };
    if (strcmp(text, "auto") == 0) {
        status = from_batch_system(to, err);
    } else {
        const int asks = strncmp(at, "auto", 4) == 0;
        if (asks) at += 4;
        else if (!read_digits(&at, &to->number)) return unreadable(text, err);
        if (*at++ != '/' || !read_digits(&at, &to->count) || *at) return unreadable(text, err);
        if (asks) status = number_from_batch_system(to, err);
    }
    if (status != ASSAY_OK) return status;
    if (to->number == 0) to->number = to->count;
    return to->count >= 1 && to->count <= SHARDS_MOST && to->number <= to->count ? ASSAY_OK : unreadable(text, err);
}
