from absent import module

__getattr__ = module("torch.utils.data.datapipes")
