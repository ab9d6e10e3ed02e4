"""Versions of packages."""

__all__ = ['version', 'PackageNotFoundError']


class PackageNotFoundError(ModuleNotFoundError):
    def __str__(self):
        return 'No package metadata was found for %s' % self.args[0]


def version(name):
    module = {'torch': 'torch', 'numpy': 'numpy', 'matplotlib': 'matplotlib'}.get(name)
    if module is None:
        raise PackageNotFoundError(name)
    return __import__(module).__version__
