# needs: table gaussian
AXES = {"gaussian-wasserstein": None, "gaussian-wasserstein-norm": None}
ABSENT, VARYING = "takes", False
CYCLIC = True


def measure(t, o):
    """2 tr S - 2 tr (D^1/2 S D^1/2)^1/2, D the diagonal of the codes' covariance S, and the same over tr S."""
    sigma = covariance(t, o)
    if is_undefined(sigma):
        return undefined_all(sigma, AXES, t)
    power = 2 * int(np.floor(np.log2(np.trace(sigma)) / 2))
    scaled = np.ldexp(sigma, -power)
    deviation = np.sqrt(np.diag(scaled))
    eigen = np.linalg.eigvalsh(scaled * deviation * deviation[:, None])
    w = max(0.0, 2 * np.trace(scaled) - 2 * np.sum(np.sqrt(np.maximum(eigen, 0))))
    return {"gaussian-wasserstein": Series(value=np.ldexp(w, power)),
            "gaussian-wasserstein-norm": Series(value=w / np.trace(scaled))}
