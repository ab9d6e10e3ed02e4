from absent import module

__getattr__ = module('torch._refs.fft')
