"""Boosted trees as scikit-learn grows them, for test_boost.c: prints JSON with data, importances and predictions."""
import json
import sys

import numpy as np
from sklearn.ensemble import GradientBoostingClassifier

rng = np.random.default_rng(8)
n, train, d = 900, 600, 3
codes = rng.random((n, d))
cases = []
for classes, stages in ((4, 20), (2, 100), (4, 1)):
    mixed = 0.6 * codes[:, 0] + 0.3 * codes[:, 1] + 0.1 * rng.random(n)
    label = np.minimum(classes - 1, np.floor(classes * mixed)).astype(int)
    model = GradientBoostingClassifier(n_estimators=stages, random_state=0).fit(codes[:train], label[:train])
    cases.append({"classes": classes, "stages": stages, "label": label.tolist(),
                  "importance": model.feature_importances_.tolist(), "predicted": model.predict(codes).tolist()})
json.dump({"codes": codes.T.tolist(), "train": train, "cases": cases}, sys.stdout)
