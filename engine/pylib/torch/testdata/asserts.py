"""What torch.testing.assert_close says."""
import torch
from torch.testing import assert_close

t = torch.tensor
CASES = [
    (t([1., 2.]), t([1., 2.1])), (t(1.), t(2.)), (t([1, 2]), t([1, 3])), (torch.ones(2, 3), torch.ones(2)), (t(1), t(1.)),
    (1.0, 1.1), (1, 2), (1e-9, 2e-9), (True, False), (None, 1), ("a", 1), ([1.0, t([1.])], [1.0, t([2.])]),
    ({"a": {"b": [t(1.)]}}, {"a": {"b": [t(3.)]}}), ({"a": 1}, {"b": 1}), ([1], [1, 2]), (t(float("nan")), t(float("nan"))),
    (t([[1., 5.], [2., 9.]]), t([[1., 6.], [2., 7.]])),
]
for actual, expected in CASES:
    try:
        assert_close(actual, expected)
        print("close")
    except (AssertionError, TypeError) as e:
        print(type(e).__name__, e)
for options in dict(rtol=0, atol=0), dict(rtol=1, atol=0), dict(msg="no"), dict(msg=lambda m: "<" + m + ">"), dict(rtol=1), dict(check_stride=True):
    try:
        assert_close(t([1., 2.]), t([1., 2.5]), **options)
        print("close")
    except (AssertionError, ValueError) as e:
        print(type(e).__name__, e)
try:
    assert_close(torch.nn.Parameter(t(1.)), t(1.), allow_subclasses=False)
except TypeError as e:
    print(e)
