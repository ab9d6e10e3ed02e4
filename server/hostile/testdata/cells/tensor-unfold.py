# raises RuntimeError | raises MemoryError
import torch
torch.nn.functional.unfold(torch.ones(1, 64, 512, 512), 15)
