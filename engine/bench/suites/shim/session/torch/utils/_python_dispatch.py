from absent import module

__getattr__ = module('torch.utils._python_dispatch')
