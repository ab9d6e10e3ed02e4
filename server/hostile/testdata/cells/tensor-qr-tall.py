# raises RuntimeError | raises MemoryError
import torch
torch.linalg.qr(torch.ones(200000, 1), mode='complete')
