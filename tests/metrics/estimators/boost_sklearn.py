"""Boosted trees as scikit-learn grows them, for test_boost.c, and with `values` regressions, for test_boost_values.c:
prints JSON with data, importances and predictions."""
import json
import sys

import numpy as np
from sklearn.ensemble import GradientBoostingClassifier, GradientBoostingRegressor

rng = np.random.default_rng(8)
n, train, d = 900, 600, 3
codes = rng.random((n, d))
if sys.argv[1:] == ["values"]:
    target = 0.6 * codes[:, 0] + np.sin(4 * codes[:, 1]) + 0.1 * rng.random(n)
    model = GradientBoostingRegressor(random_state=0).fit(codes[:train], target[:train])
    json.dump({"codes": codes.T.tolist(), "train": train, "target": target.tolist(),
               "importance": model.feature_importances_.tolist(),
               "predicted": model.predict(codes).tolist()}, sys.stdout)
    sys.exit()
cases = []
for classes, stages in ((4, 20), (2, 100), (4, 1)):
    mixed = 0.6 * codes[:, 0] + 0.3 * codes[:, 1] + 0.1 * rng.random(n)
    label = np.minimum(classes - 1, np.floor(classes * mixed)).astype(int)
    model = GradientBoostingClassifier(n_estimators=stages, random_state=0).fit(codes[:train], label[:train])
    cases.append({"classes": classes, "stages": stages, "label": label.tolist(),
                  "importance": model.feature_importances_.tolist(), "predicted": model.predict(codes).tolist()})
json.dump({"codes": codes.T.tolist(), "train": train, "cases": cases}, sys.stdout)
