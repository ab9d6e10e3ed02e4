"""What importing keeps from tests of importing."""


def acquire_lock():
    pass


release_lock = acquire_lock


def extension_suffixes():
    return []


def _override_frozen_modules_for_tests(override):
    pass


def is_frozen(name):
    return False


is_builtin = is_frozen
