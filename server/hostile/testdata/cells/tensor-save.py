# raises MemoryError | raises RuntimeError | raises OSError
import torch
x = torch.ones(10**7)
i = 0
while True:
    torch.save(x, f'file{i}')
    i += 1
