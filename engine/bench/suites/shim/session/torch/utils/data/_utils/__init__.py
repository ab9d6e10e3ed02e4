from absent import module

MP_STATUS_CHECK_INTERVAL = 5.0
__getattr__ = module("torch.utils.data._utils")
