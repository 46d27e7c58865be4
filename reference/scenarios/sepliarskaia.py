# needs: draws
def rows(n, seed, case="ideal"):
    """sepliarskaia: small cases of four factors of 4 values (after Sepliarskaia, Kiseleva and de Rijke 2019)."""
    y = classes(np.random.default_rng(seed).random((n, 4)), 4)
    whole = y.astype(int)
    joined = {"xor": whole[:, :1] ^ whole[:, 1:2], "sum": y[:, :1] + y[:, 1:2]}
    if case in joined:
        z = np.hstack([joined[case], y[:, 2:]])
    else:
        z = {"ideal": y, "one": np.repeat(y[:, :1], 4, axis=1),
             "split": np.stack([whole // 2, whole % 2], axis=2).reshape(n, 8)}[case]
    return y, z * 1.0, [4] * 4
