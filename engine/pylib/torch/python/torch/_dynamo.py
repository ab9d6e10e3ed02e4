"""What older programs call of torch.compile's parts."""

from torch.compiler import disable, list_backends, reset  # noqa: F401
