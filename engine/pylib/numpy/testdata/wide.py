"""Unsigned numbers of 2**63 and more, complex types in promotion and complex matrices: each line is an expression."""
import numpy as np

a = np.array([2**63+5, 7, 2**64-1], dtype=np.uint64)
b = np.array([3, 2**63, 10], dtype=np.uint64)
for line in """
a//b
a%b
a/b
a>b
a==b
a<=b
np.maximum(a,b)
np.minimum(a,b)
np.sqrt(a)
a+b
a*b
a-b
a>3
a>3.5
a+1.5
a//np.uint64(3)
a/2
np.log(a)
a.max(), a.min(), a.mean()
a.astype(float)
a>np.int64(3)
a&b
a|b
a>>np.uint64(1)
np.uint64(2**63+5)//np.uint64(3), np.uint64(2**63+5)%np.uint64(7), np.uint64(2**63+5)/np.uint64(3)
np.uint64(2**63+5)>np.uint64(3)
float(np.uint64(2**63+5)), int(np.uint64(2**63+5))
a**2
np.sort(a)
a.argmax(), np.unique(a)
np.isclose(a,a)
a.astype(np.float32)
a.astype(np.int64)
np.divmod(a,b)
-a
~a
abs(a)
""".strip().splitlines():
    print(repr(eval(line)))

a = np.ones(2, complex)
s = a[0]
for line in """
a/s
a*s
a+s
a-s
a/a
s/a
a/2
a/2j
s/s
a**s
a*2j
a.astype(np.complex64)/s
np.ones(2)/s
np.ones(2)/2j
np.ones(2,np.float32)/s
np.ones(2,int)/2j
np.ones(2,int)/s
np.float64(2)/s
a/np.float32(2)
a*np.complex64(1)
a/np.complex64(1)
np.true_divide(a,s)
np.divide(a,s)
2j/a
np.sqrt(a)
np.exp(s)
np.reciprocal(a)
""".strip().splitlines():
    print(line, eval(line).dtype)

c = np.array([[0, 1j, 2], [3, 4-1j, 1], [2, 2, 2j]])
np.set_printoptions(precision=6, suppress=True)
print(np.round(np.linalg.det(c), 9), np.round(np.linalg.inv(c), 9), np.round(np.linalg.solve(c, np.ones(3)), 9), np.round(np.linalg.solve(c, np.eye(3)), 9))
print(np.linalg.solve(np.eye(2) * 2, np.array([1j, 2])), np.linalg.inv(c.astype(np.complex64)).dtype)
