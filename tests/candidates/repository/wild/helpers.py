"""What scores.py imports, as repositories share code."""
import numpy as np
from six.moves import range  # noqa: F401
from tqdm import tqdm


def strength(factors, codes):
    """The largest absolute correlation of each factor with a squared code, less half of their mean: another
    number where the two are exchanged, or rows are left out."""
    m = factors.shape[1]
    r = np.abs(np.corrcoef(factors.T, codes.T ** 2)[:m, m:])
    return r.max(axis=1) - r.mean(axis=1) / 2


def drawn(ground_truth_data, representation_function, num, random_state, batch_size=16):
    """Codes x samples and factors x samples, in batches."""
    parts = []
    with tqdm(total=num) as bar:
        for first in range(0, num, batch_size):
            v, seen = ground_truth_data.sample(min(batch_size, num - first), random_state)
            parts.append((representation_function(seen), v))
            bar.update(1)
    return [np.concatenate(side).T for side in zip(*parts)]
