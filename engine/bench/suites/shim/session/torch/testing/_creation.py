import torch
from torch.testing import make_tensor  # noqa: F401

complex_to_corresponding_float_type_map = {torch.complex32: torch.float16, torch.complex64: torch.float32, torch.complex128: torch.float64}
float_to_corresponding_complex_type_map = {real: wide for wide, real in complex_to_corresponding_float_type_map.items()}
