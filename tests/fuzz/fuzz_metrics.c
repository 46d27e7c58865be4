/*
 * Any text as a LIST of metrics, and as one entry that names a candidate. Nothing is started: this program cannot fork.
 */
#include "candidate.h"
#include "candidate_spec.h"
#include "fuzz.h"
#include "selection.h"

static void entry(const char *text, size_t size)
{
    candidate_spec spec;
    assay_error err = { "" };
    const assay_status status = spec_read(text, size, &spec, &err);
    if (status != ASSAY_OK) {
        fuzz_refused(status, &err);
        return;
    }
    char id[128], called[128];
    FUZZ_REQUIRE(spec.target && spec.target[0] && spec.axis >= -1 && spec.axis < 3 && spec.measures < 8);
    FUZZ_REQUIRE(spec.timeout > 0 && spec.start > 0);
    spec_call(&spec, called, sizeof called);
    snprintf(id, sizeof id, "%s", called);
    spec_make_id(id);
    FUZZ_REQUIRE(!strpbrk(id, ",:@ \n\"'"));
    spec_free(&spec);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    FREED(array_bytes_free) array_bytes text = fuzz_copy(data, size);
    if (strlen(text.at) == size) {
        selection s = { 0 };
        assay_error err = { "" };
        const assay_status status = selection_add(&s, text.at, &err);
        if (status != ASSAY_OK)
            FUZZ_REQUIRE(err.text[0] &&
                         (status == ASSAY_EUSAGE || status == ASSAY_EINPUT || status == ASSAY_EENVIRONMENT));
        FUZZ_REQUIRE(status != ASSAY_OK || s.count > 0);
        selection_free(&s);
        if (metric_is_outside(text.at)) entry(text.at, size);
    }
    return 0;
}
