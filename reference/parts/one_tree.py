# needs: table trees
TREE = {"factor-bins": 10, "categories": "labels", "deepest": 9, "order?": "table"}


def grown(x, label, K, deepest, depth=0):
    """A classification tree of one code in single precision; x ascending. Ends where all rows are of one class."""
    count = np.bincount(label, minlength=K)
    node = Node(float(len(x)), count)
    if len(x) < 2 or depth == deepest or count.max() == len(x) or not apart(x[0], x[-1]):
        return node
    found = gini_split(x, label, np.ones(len(x)), K)
    if found is None:
        return node
    at = found[1] + 1
    node.feature, node.threshold = 0, float(x[at - 1]) / 2 + float(x[at]) / 2
    node.left, node.right = grown(x[:at], label[:at], K, deepest, depth + 1), grown(
        x[at:], label[at:], K, deepest, depth + 1
    )
    return node


def class_at(node, x, depths):
    """The class with the most rows in the node of each depth, the first of equal ones."""
    answer, depth = [], 0
    while len(answer) < depths:
        if node.feature is not None:
            node = node.left if float(x) <= node.threshold else node.right
        answer.append(int(np.argmax(node.value)))
    return answer


def tree_right(x, label, K, deepest, learn, score_):
    """Share of the rows to score that are right, at each depth."""
    order = learn[np.argsort(x[learn], kind="stable")]
    tree = grown(x[order], label[order], K, deepest)
    return np.mean([[k == label[s] for k in class_at(tree, x[s], deepest)] for s in score_], axis=0)


def tree_accuracies(t, o):
    """Relation tree-accuracy: a tree of one code, scaled to [0, 1], learnt from all rows and scored on them, of the
    depth (1 to deepest, the first of equals) with the best mean accuracy on 10 stratified folds of rows in a drawn
    order (order=table: their own). Totals 1, 0 of constant columns; a factor none of whose values has ten rows, or with more than 256 values, is undefined."""
    o = {**TREE, **{k: v for k, v in o.items() if k in TREE or k == "order"}}
    t = in_order(t, o, t.stream(relation_name("tree-accuracy", o, TREE)))
    value, factor_total = np.zeros((t.M, t.d)), []
    for i, s in enumerate(splits_of(t, o, None, "none")):
        total = 0.0 if s.K < 2 else Undefined("not-applicable", "factor", i) if s.K > 256 else \
            Undefined("too-few-samples", "factor", i) if np.bincount(s.label).max() < 10 else 1.0
        factor_total.append(total)
        for j in range(t.d if total == 1.0 else 0):
            x, all_rows = minmax(t.codes[:, j]).astype(np.float32), np.arange(t.n)
            fold = folds_stratified(s.label, 10)
            right = [
                tree_right(x, s.label, s.K, o["deepest"], all_rows[fold != f], all_rows[fold == f]) for f in range(10)
            ]
            means = [float(np.mean([r[depth] for r in right])) for depth in range(o["deepest"])]
            value[i, j] = tree_right(x, s.label, s.K, o["deepest"], all_rows, all_rows)[int(np.argmax(means))]
    return Relation(value, factor_total, [1.0 if varies(t.codes[:, j]) else 0.0 for j in range(t.d)])
