import numpy as np


def show(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, str(e))


a = np.arange(12).reshape(3, 4)
f = np.linspace(-1, 1, 5)
for case in [
    lambda: a, lambda: a.T, lambda: a[::-1, ::2], lambda: f, lambda: f * 1e-6, lambda: f * 1e9, lambda: np.array([1e-10, 1.0]),
    lambda: np.array([np.nan, np.inf, -1.5]), lambda: np.arange(2000), lambda: np.arange(30) * 1.1, lambda: np.zeros((2, 2, 2)),
    lambda: np.float32(0.1), lambda: np.array([0.1, 0.2], dtype=np.float32), lambda: np.array([], dtype=int), lambda: np.zeros((0, 3)),
    lambda: np.array([True, False]), lambda: np.array([1 + 2j, -0.5j]), lambda: np.array(3.5), lambda: np.int64(7), lambda: np.array([1, 2], dtype=np.int8),
    lambda: a + 0.5, lambda: a / 2, lambda: a // 5, lambda: a % 5, lambda: a ** 2, lambda: -a, lambda: a > 5, lambda: ~(a > 5), lambda: a & 3,
    lambda: a.sum(), lambda: a.sum(0), lambda: a.sum(1, keepdims=True), lambda: a.mean(0), lambda: a.std(), lambda: a.var(1), lambda: a.max(1), lambda: a.argmax(0),
    lambda: a.cumsum(), lambda: a.prod(1), lambda: np.median(a), lambda: np.percentile(a, [25, 75]), lambda: (a > 3).any(1), lambda: (a > -1).all(),
    lambda: a[[0, 2]], lambda: a[a > 6], lambda: a[:, [1, 3]], lambda: a[[0, 1], [1, 2]], lambda: a[..., None].shape, lambda: a[5], lambda: a[0, 0, 0], lambda: a["x"],
    lambda: a[np.array([True, False])], lambda: a + np.ones(3), lambda: a.reshape(5, 2), lambda: a @ a, lambda: np.dot(a, a), lambda: bool(a), lambda: a.sum(axis=2),
    lambda: np.concatenate([a, a[:1]]), lambda: np.stack([a, a], 1).shape, lambda: np.hstack([a, a]), lambda: np.vstack([a[0], a[1]]), lambda: np.concatenate([a, a.T]),
    lambda: np.split(a, 2, axis=1), lambda: np.where(a > 5, a, -1), lambda: np.where(a > 9), lambda: np.unique([3, 1, 3, 2], return_counts=True), lambda: np.argsort([3, 1, 2]),
    lambda: np.sort(a[:, ::-1]), lambda: np.searchsorted([1, 3, 5], [2, 5]), lambda: np.bincount([0, 1, 1, 3]), lambda: np.histogram([1, 2, 2, 3], bins=3), lambda: np.outer([1, 2], [3, 4]),
    lambda: np.einsum("ij,kj->ik", a, a), lambda: np.tensordot(a, a.T, 1), lambda: np.linalg.norm(a), lambda: np.linalg.inv(np.array([[2., 0], [1, 4]])),
    lambda: np.linalg.det(np.array([[2., 0], [1, 4]])), lambda: np.linalg.solve(np.array([[2., 0], [1, 4]]), np.array([2., 9])), lambda: np.linalg.inv(np.zeros((2, 2))), lambda: np.eye(3, k=1),
    lambda: np.tile([1, 2], (2, 2)), lambda: np.repeat([1, 2], 2), lambda: np.meshgrid([1, 2], [3, 4, 5]), lambda: np.diag([1, 2]), lambda: np.clip(a, 2, 7), lambda: np.round([1.234, 2.5], 1),
    lambda: np.exp(f), lambda: np.sqrt(a), lambda: np.maximum(a, 5), lambda: np.isnan([1.0, np.nan]), lambda: np.sign(f), lambda: np.floor(f), lambda: np.abs(f),
    lambda: a.dtype, lambda: (a.strides, a.T.strides, a.nbytes, a.itemsize), lambda: a.astype(np.float32), lambda: a.astype(bool), lambda: a.tolist(), lambda: a[1, 2].item(),
    lambda: (np.array([1], np.uint8) + 1).dtype, lambda: (np.array([1], np.int8) + 200).dtype, lambda: (np.float32(1) + 1.0).dtype, lambda: (np.array([1], np.float32) * 2.5).dtype,
    lambda: np.allclose([1.0], [1.0 + 1e-9]), lambda: np.array_equal(a, a), lambda: np.array([[1, 2], [3]]), lambda: np.arange(0, 1, 0.1), lambda: np.arange(5, dtype=np.float32),
    lambda: np.expand_dims(a, 0).shape, lambda: np.squeeze(a[None]).shape, lambda: np.transpose(a, (1, 0)).shape, lambda: a.flatten()[:3], lambda: np.full((2, 2), 7), lambda: np.zeros(3, dtype=int),
    lambda: np.array([1.5, 2.25, 3e5]), lambda: np.array([123456.789, 0.001]), lambda: np.random.seed(0), lambda: np.random.rand(3), lambda: np.random.randn(2, 2), lambda: np.random.randint(0, 10, 5),
    lambda: np.random.permutation(6), lambda: np.random.choice(5, 3, replace=False), lambda: np.random.choice(["a", "b"]) in ("a", "b"), lambda: np.random.normal(0, 2, 3), lambda: np.random.uniform(1, 2, 2),
    lambda: np.random.default_rng(42).random(3), lambda: np.random.default_rng(42).integers(0, 10, 5), lambda: np.random.RandomState(1).rand(2), lambda: np.sum([0.1] * 10),
    lambda: np.float32(3).dtype, lambda: np.mean(np.arange(10, dtype=np.float32) / 3), lambda: round(np.float64(2.567), 2), lambda: f"{np.float32(1.5):.2f} {np.mean(a):.1f}",
    lambda: np.random.RandomState(3).rand(1000, 33).astype(np.float32).sum(), lambda: np.random.RandomState(3).rand(1000, 33).std(0)[:4],
    lambda: np.random.RandomState(0).randn(2000), lambda: np.random.RandomState(0).rand(3, 40), lambda: np.s_[1:2],
]:
    show(case)
print(a)
print(f, np.float32(0.1), np.float64(0.1), a.mean(), [np.float64(1.5)], f.reshape(1, 5))
a[1] = 7
a[a == 7] += 1
a[:, 0] = [1, 2, 3]
print(a)
