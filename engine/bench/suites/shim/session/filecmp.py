from absent import module

__getattr__ = module("filecmp")
