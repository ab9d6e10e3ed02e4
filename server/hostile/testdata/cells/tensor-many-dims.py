# raises RuntimeError | raises MemoryError | raises RecursionError | ends
import torch
x = torch.ones([1] * 10**5)
print(x.shape)
x
