# raises RuntimeError | raises MemoryError
import torch
torch.hann_window(10**11)
