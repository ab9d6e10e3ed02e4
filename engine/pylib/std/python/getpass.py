"""Asks for a password, and who the user is."""

import os
import warnings

__all__ = ['getpass', 'getuser', 'GetPassWarning']


class GetPassWarning(UserWarning):
    pass


def getpass(prompt='Password: ', stream=None):
    """Asks for a line."""
    return input(prompt)


def getuser():
    for name in ('LOGNAME', 'USER', 'LNAME', 'USERNAME'):
        user = os.environ.get(name)
        if user:
            return user
    return 'student'
