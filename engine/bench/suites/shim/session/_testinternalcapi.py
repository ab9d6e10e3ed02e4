from absent import module


def get_config():
    return {'code_debug_ranges': 1}


__getattr__ = module("_testinternalcapi")
