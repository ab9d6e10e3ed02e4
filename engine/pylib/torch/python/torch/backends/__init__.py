"""torch.backends: the libraries that do the work."""

from torch.backends import cuda, cudnn, mkl, mkldnn, mps, openmp, opt_einsum, quantized
