# raises RuntimeError | raises MemoryError
import torch
torch.vander(torch.ones(2), N=10**11)
