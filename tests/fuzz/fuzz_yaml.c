/* Any bytes as the YAML of a plan: a tree within its limits, whose texts hold no control character. */
#include "fuzz.h"
#include "limit.h"
#include "plan_yaml.h"

static size_t walk(const plan_node *node, size_t depth)
{
    size_t nodes = 1, n = 0;
    FUZZ_REQUIRE(node->line > 0 && depth <= limit_size(LIMIT_PLAN_DEPTH) + 1);
    FUZZ_REQUIRE((node->kind == PLAN_TEXT) == (node->text != NULL) && (!node->text || !node->first));
    for (const char *at = node->text; at && *at; at++) FUZZ_REQUIRE((unsigned char)*at >= ' ' || *at == '\t');
    for (const plan_node *child = node->first; child; child = child->next, n++) {
        FUZZ_REQUIRE((node->kind == PLAN_MAP) == (child->key != NULL) && child->line >= node->line);
        FUZZ_REQUIRE(!child->key || plan_node_at(node, child->key) == child);
        nodes += walk(child, depth + 1);
    }
    FUZZ_REQUIRE(n == node->n);
    return nodes;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    FREED(array_bytes_free) array_bytes bytes = fuzz_copy(data, size);
    FREED(plan_yaml_free) plan_tree tree;
    assay_error err = { "" };
    const assay_status status = plan_yaml_read(bytes.at, size, "f.yaml", &tree, &err);
    if (status == ASSAY_OK) {
        FUZZ_REQUIRE(walk(tree.root, 1) <= limit_size(LIMIT_PLAN_NODES));
    } else {
        fuzz_refused(status, &err);
        FUZZ_REQUIRE(strncmp(err.text, "f.yaml:", 7) == 0 && !tree.root && !tree.owned.first);
    }
    return 0;
}
