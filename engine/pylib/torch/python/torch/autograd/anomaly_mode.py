"""Finding the operation that made a NaN."""

import warnings

import torch


class set_detect_anomaly:
    """Makes backward say which forward operation made a NaN."""

    def __init__(self, mode, check_nan=True):
        self.prev = torch._C._set_anomaly(bool(mode))

    def __enter__(self):
        return None

    def __exit__(self, *exc):
        torch._C._set_anomaly(self.prev)


class detect_anomaly:
    """set_detect_anomaly(True) for a block."""

    def __init__(self, check_nan=True):
        warnings.warn("Anomaly Detection has been enabled. This mode will increase the runtime and should "
                      "only be enabled for debugging.", stacklevel=2)
        self.prev = False

    def __enter__(self):
        self.prev = torch._C._set_anomaly(True)

    def __exit__(self, *exc):
        torch._C._set_anomaly(self.prev)
