"""One score in the forms in which repositories write scores: what it is given, how it is called, what it returns."""
from __future__ import absolute_import

import gin.tf
import numpy as np
import torch
from absl import logging
from wild.helpers import drawn

from .helpers import strength


def plain(factors, codes):
    return strength(factors, codes).mean()


@gin.configurable("by_data", blacklist=["random_state"])
def by_data(ground_truth_data, representation_function, random_state, artifact_dir=None, num_train=gin.REQUIRED,
            batch_size=16):
    del artifact_dir
    logging.info("%d rows", num_train)
    mus, ys = drawn(ground_truth_data, representation_function, num_train, random_state, batch_size)
    assert mus.shape[1] == num_train
    return {"by_data_score": strength(ys.T, mus.T).mean()}


def by_factors(ground_truth_dataset, representation_function, num_train: int = 10000, show_progress=False):
    v = ground_truth_dataset.sample_factors(num_train)
    seen = ground_truth_dataset.dataset_batch_from_factors(v, mode="input")
    return strength(v, representation_function(seen)).mean()


def fixed(observations, labels, representation_function, batch_size=100):
    return strength(labels, representation_function(observations)).mean()


def one_kept(ground_truth_data, representation_function, random_state, num_train=gin.REQUIRED):
    """1: of rows whose first factor was fixed, the codes of that factor are those of rows that have it."""
    v = ground_truth_data.sample_factors(num_train, random_state)
    v[:, 0] = v[0, 0]
    z = representation_function(ground_truth_data.sample_observations_from_factors(v, random_state))
    return float(np.ptp(z[:, 0]) < 1e-9 < np.ptp(z[:, 1]))


def _columns(mus_train, ys_train):
    assert mus_train.ndim == ys_train.ndim == 2
    return strength(ys_train.T, mus_train.T).mean()


def rows(mus, ys):
    return strength(ys, mus).mean()


def halves(z_train, y_train, z_test, y_test):
    return strength(np.concatenate([y_train, y_test]), np.concatenate([z_train, z_test])).mean()


def tensors(z_true: torch.Tensor, z_pred: torch.Tensor):
    return np.float32(strength(z_true.detach().cpu().numpy(), z_pred.numpy()).mean())


def flagged(latents, targets, squared, power=1):
    assert isinstance(squared, bool)
    return strength(targets, latents ** 2 if squared else latents ** power).mean()


def nested(mus, targets):
    s = strength(targets, mus)
    return {"wild": {"score": s.mean(), "per_factor": s.tolist()}, "model": "none", "matrix": np.eye(5), "n": len(mus)}


def as_json(mus, targets):
    s = strength(targets, mus)
    return {"as_json": {"value": s.mean(), "items": s.tolist()}}


def with_matrix(z, v):
    return strength(v, z).mean(), np.eye(9)


def unnamed(found, true):
    """The codes first, of which the names say nothing."""
    n = len(true) // 2
    a = np.column_stack([found, np.ones(len(found))])
    residual = true[n:] - a[n:] @ np.linalg.lstsq(a[:n], true[:n], rcond=None)[0]
    return 1 - (residual ** 2).sum(axis=0) / ((true[n:] - true[n:].mean(axis=0)) ** 2).sum(axis=0)


def triple(factors, codes):
    s = strength(factors, codes).mean()
    return s, s / 2, s / 4


def uses_torch(z, v):
    return torch.mean(z)


def found_first(s_hat, s):
    return strength(s, s_hat).mean()


def masked(factors, codes):
    return np.ma.masked_array([0.5, 0.5, 0.5, 0.5][:factors.shape[1]], [True, False, False, False][:factors.shape[1]])


def of_a_file(factors, codes):
    with open("weights.txt", encoding="utf-8") as file:
        return float(file.read())


class Score:
    def __init__(self, power=1):
        self.power = power

    def compute(self, z, hz):
        return strength(z, hz ** self.power).mean()

    @staticmethod
    def of(z, labels):
        return strength(labels, z).mean()
