from absent import module

__getattr__ = module("py_compile")
