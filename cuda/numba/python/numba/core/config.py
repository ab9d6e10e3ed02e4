"""Settings that programs change."""
CUDA_LOW_OCCUPANCY_WARNINGS = 1  # a grid of fewer than 128 blocks
CUDA_WARN_ON_IMPLICIT_COPY = 1  # arrays of the host as arguments
ENABLE_CUDASIM = 0
