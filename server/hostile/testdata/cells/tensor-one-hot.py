# raises RuntimeError | raises MemoryError
import torch
torch.nn.functional.one_hot(torch.tensor([10**11]))
