# raises RuntimeError | raises MemoryError
import torch
torch.ones(10).repeat_interleave(10**11)
