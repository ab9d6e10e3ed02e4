"""How Python was built, as CPython's tests ask: not at all like one of theirs."""


def get_config_var(name):
    return None


def get_config_vars(*names):
    return [None for _ in names] if names else {}


def get_path(name, *_, **__):
    return '/usr/lib/python3.11'


def get_platform():
    return 'linux-x86_64'


def is_python_build(check_home=None):
    return False
