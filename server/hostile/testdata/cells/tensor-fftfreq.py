# raises RuntimeError | raises MemoryError
import torch
torch.fft.fftfreq(10**11)
