"""Prints what scikit-learn makes of columns drawn from numpy's default_rng(7): exact pairs, then whole estimates."""
import sys
try:
    import numpy as np
    from sklearn.feature_selection import _mutual_info as mi
except ImportError:
    sys.exit(0)

n = 1500
rng = np.random.default_rng(7)
u = rng.random((n, 3))
x, y, w = u[:, 0], 0.7 * u[:, 0] + 0.3 * u[:, 1], u[:, 2]
label = np.floor(6 * y)
for k in (1, 3, 10):
    for a, b in ((x, y), (x, w), (x, np.floor(4 * y)), (np.floor(5 * x), np.floor(5 * y)), (x, x)):
        print(repr(float(mi._compute_mi_cc(a, b, k))))
    for a in (x, w, np.floor(8 * x)):
        print(repr(float(mi._compute_mi_cd(a, label, k))))
for a in (x, w):
    print(repr(float(mi.mutual_info_regression(a[:, None], y, random_state=0)[0])))
    print(repr(float(mi.mutual_info_classif(a[:, None], label, random_state=0)[0])))
