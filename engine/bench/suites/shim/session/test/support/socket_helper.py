from absent import module

import contextlib

HOST = "localhost"
bind_unix_socket = has_gethostname = False
__getattr__ = module("socket_helper")


def skip_unless_bind_unix_socket(test):
    return test
