"""How kernels are translated and launched."""
