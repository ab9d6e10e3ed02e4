import torch
from torch.testing import make_tensor  # noqa: F401

float_to_corresponding_complex_type_map = {torch.float16: torch.complex64, torch.float32: torch.complex64, torch.float64: torch.complex128}
