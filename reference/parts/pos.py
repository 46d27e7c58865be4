# needs: draws corpus
# Parts of speech, dependent and some of them absent (Zhang, Prokhorov and Shareghi 2021, section 3.2, table 2).
def pos(n, r):
    """Class k of K enters codes as k / (K - 1); of a tag that may be absent as k / K, and 1 where it is."""
    v = pos_rows(n, r)
    k = np.array(POS_LEVELS) - np.array([1, 1, 0, 0, 0, 0, 0, 1])
    return v, np.where(np.isnan(v), 1.0, v / k), POS_LEVELS
