# Determinants, inverses and solutions of small systems, to the last digit; eigenvectors
# of symmetric matrices with their signs.
import numpy as np
import torch

rng = np.random.RandomState(0)
for n in (2, 3, 4):
    a, b = rng.rand(n, n), rng.rand(n)
    print(np.linalg.det(a), np.linalg.slogdet(a), torch.linalg.det(torch.tensor(a)).item())
    print(np.linalg.solve(a, b).tolist(), torch.linalg.solve(torch.tensor(a), torch.tensor(b)).tolist())
    print(torch.linalg.inv(torch.tensor(a)))
    print(np.linalg.det(rng.randint(0, 5, (n, n)).astype(float)), np.linalg.det(a.astype(np.float32)))
    s = a @ a.T
    print(np.linalg.eigh(s)[1], torch.linalg.eigh(torch.tensor(s))[1])
