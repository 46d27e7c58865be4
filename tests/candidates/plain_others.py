"""Other metrics as anybody would write them: right, but for what degenerate data do."""
import numpy as np


def sap(factors, codes):
    """A constant factor has no R2: it counts as 0."""
    told = np.zeros((factors.shape[1], codes.shape[1]))
    for i, v in enumerate((factors - factors.mean(axis=0)).T):
        for j, z in enumerate((codes - codes.mean(axis=0)).T):
            scale = (v @ v) * (z @ z)
            told[i, j] = (v @ z) ** 2 / scale if scale > 1e-20 else 0.0
    told = np.sort(told, axis=1)
    return told[:, -1] - told[:, -2]


def mcc(factors, codes):
    """Raises where a factor or code is constant."""
    from scipy.optimize import linear_sum_assignment

    told = np.abs(np.corrcoef(factors.T, codes.T))[: factors.shape[1], factors.shape[1] :]
    rows, columns = linear_sum_assignment(-told)
    return told[rows, columns].mean()


def mcc_of_kinds(factors, codes, kinds):
    """Is told which factors are categorical, and takes them for numbers."""
    return mcc(factors, codes)


def mig_of_all_rows(factors, codes):
    """mig@locatello2019, but of all rows and with 20 bins for factors, too."""

    def binned(x):
        low, high = x.min(), x.max()
        return np.minimum((20 * ((x - low) / ((high - low) or 1.0))).astype(int), 19)

    def entropy(a):
        p = np.unique(a, return_counts=True)[1] / len(a)
        return -(p * np.log(p)).sum()

    v, z = [binned(x) for x in factors.T], [binned(x) for x in codes.T]
    told = np.array([[entropy(a) + entropy(b) - entropy(20 * a + b) for b in z] for a in v])
    told = np.sort(told, axis=1)
    whole = np.array([entropy(a) for a in v])
    return np.mean((told[:, -1] - told[:, -2]) / np.where(whole > 0, whole, 1.0))


def mig_of_classes(factors, codes):
    """Written for data whose factors are whole numbers: of each value a class; a constant factor makes 0/0."""

    def entropy(*columns):
        n = np.unique(np.stack(columns), axis=1, return_counts=True)[1]
        return np.log(len(factors)) - (n * np.log(n)).sum() / len(factors)

    cut = [np.digitize(z, np.linspace(z.min(), z.max(), 21)[1:-1]) for z in codes.T]
    found = np.sort([[entropy(v) + entropy(z) - entropy(v, z) for z in cut] for v in factors.T], axis=1)
    with np.errstate(all="ignore"):
        return np.mean((found[:, -1] - found[:, -2]) / np.array([entropy(v) for v in factors.T]))


def undefined(factors, codes):
    return np.nan


def dci_names(factors, codes):
    """The outputs of DCI by the names of their paper."""
    return {"disentanglement": 0.5, "completeness": 0.5, "informativeness": 0.5}


def own_names(factors, codes):
    return {"one": 0.5, "two": 0.5}
