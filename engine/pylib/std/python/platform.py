"""What machine this is: the one that lessons describe."""

import sys

__all__ = ['system', 'node', 'release', 'version', 'machine', 'processor', 'platform', 'python_version', 'uname',
           'python_implementation', 'architecture', 'python_version_tuple', 'python_build', 'python_compiler']


def system():
    return 'Linux'


def node():
    return 'gputour'


def release():
    return '6.1.0'


def version():
    return '#1 SMP'


def machine():
    return 'x86_64'


def processor():
    return ''


def platform(aliased=False, terse=False):
    return 'Linux-6.1.0-x86_64-with-glibc2.36'


def python_version():
    return '.'.join(map(str, sys.version_info[:3]))


def python_version_tuple():
    return tuple(python_version().split('.'))


def python_implementation():
    return 'gputour'


def python_build():
    return 'main', ''


def python_compiler():
    return 'gputour'


def architecture(executable='', bits='', linkage=''):
    return '64bit', 'ELF'


def uname():
    import os
    return os.uname()


def libc_ver(executable=None, lib='', version='', chunksize=16384):
    """The C library of the machine that lessons describe."""
    return 'glibc', '2.36'
