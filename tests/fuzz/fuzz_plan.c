/*
 * Any bytes as a plan in a file. What is accepted has parts with points, sizes, seeds and metrics. Nothing is started:
 * this program cannot fork.
 */
#include "fuzz.h"
#include "limit.h"
#include "plan.h"

#include <unistd.h>

static void check(const plan *p)
{
    size_t points = 0;
    FUZZ_REQUIRE(p->name && p->title && p->text && p->n_parts > 0 && p->n_parts <= limit_size(LIMIT_PLAN_PARTS));
    for (size_t k = 0; k < p->n_parts; k++) {
        const plan_part *part = &p->part[k];
        FUZZ_REQUIRE(part->n_points > 0 && part->n_samples > 0 && part->seed_first < part->seed_end);
        FUZZ_REQUIRE(part->metrics.count > 0);
        points += part->n_points;
    }
    FUZZ_REQUIRE(points <= limit_size(LIMIT_PLAN_POINTS));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char path[64];
    snprintf(path, sizeof path, "%s/assay-fuzz-%ld.yaml", access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp",
             (long)getpid());
    FILE *file = fopen(path, "wb");
    FUZZ_REQUIRE(file);
    FUZZ_REQUIRE(fwrite(data, 1, size, file) == size);
    FUZZ_REQUIRE(fclose(file) == 0);
    plan p;
    assay_error err = { "" };
    if (plan_read(path, NULL, &p, &err) == ASSAY_OK) {
        check(&p);
        plan_free(&p);
    } else {
        FUZZ_REQUIRE(err.text[0] && !p.part && !p.n_parts);
    }
    unlink(path);
    return 0;
}
