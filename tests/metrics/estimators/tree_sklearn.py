"""Trees as scikit-learn grows them, for test_tree.c: prints JSON with the data and the nodes in preorder."""
import json
import sys

import numpy as np
from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor


def nodes(model):
    tree = model.tree_
    feature = np.where(tree.children_left < 0, -1, tree.feature)
    value = tree.value[:, 0, :].argmax(axis=1) if tree.value.shape[2] > 1 else tree.value[:, 0, 0]
    return {"feature": feature.tolist(), "threshold": np.where(feature < 0, 0.0, tree.threshold).tolist(),
            "count": tree.n_node_samples.tolist(), "weight": tree.weighted_n_node_samples.tolist(),
            "value": np.asarray(value, dtype=float).tolist(),
            "importance": model.feature_importances_.tolist()}


rng = np.random.default_rng(5)
n, d = 500, 4
codes = rng.random((n, d))
target = codes[:, 0] ** 2 + 0.5 * codes[:, 1] + 0.2 * rng.random(n)
label = np.minimum(4, np.floor(5 * (0.7 * codes[:, 2] + 0.3 * rng.random(n)))).astype(int)
weight = rng.integers(0, 4, n)
# To the end with one code only: in nodes of two rows, and between classes, equal gains are common, and with several
# codes chance would pick one. Weights are counts, as in a bootstrap.
json.dump({
    "codes": codes.T.tolist(), "target": target.tolist(), "label": label.tolist(), "weight": weight.tolist(),
    "regression": nodes(DecisionTreeRegressor(random_state=0).fit(codes[:, :1], target, weight)),
    "regression_depth": nodes(DecisionTreeRegressor(max_depth=5, random_state=0).fit(codes, target)),
    "classes": nodes(DecisionTreeClassifier(random_state=0).fit(codes[:, 2:3], label, weight)),
}, sys.stdout)
