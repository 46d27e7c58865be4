/* Any bytes as a manifest or a table of groups. */
#include "fuzz.h"
#include "plain_text.h"
#include "text_table.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    FREED(array_bytes_free) array_bytes bytes = fuzz_copy(data, size);
    FREED(text_table_free) text_table t = { 0 };
    assay_error err = { "" };
    const assay_status status = text_table_parse(bytes.at, bytes.size, "t.csv", &t, &err);
    if (status != ASSAY_OK) fuzz_refused(status, &err);
    for (size_t k = 0; status == ASSAY_OK && k < t.columns; k++) FUZZ_REQUIRE(text_table_column(&t, t.name[k]) == k);
    for (size_t k = 0; status == ASSAY_OK && k < t.rows * t.columns; k++)
        FUZZ_REQUIRE(text_is_plain(t.field[k], 4096) && strlen(t.field[k]) <= size);
    return 0;
}
