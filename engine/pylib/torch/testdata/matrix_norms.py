import torch

# Norms of the matrices in any two dimensions of a tensor: which of them go, and in which order.
x = torch.arange(24.0).reshape(2, 3, 4)
for order in 1, -1, float("inf"), float("-inf"):
    for dim in (0, 1), (1, 0), (0, 2), (2, 0), (1, 2), (2, 1), (-1, 0), (-3, -2):
        for keepdim in False, True:
            y = torch.linalg.matrix_norm(x, order, dim=dim, keepdim=keepdim)
            print(order, dim, keepdim, tuple(y.shape), y.flatten().tolist())
