"""What os.path asks of files, whatever a path looks like."""

from os.path import (commonprefix, exists, getatime, getctime, getmtime, getsize, isdir, isfile, samefile, sameopenfile,
                     samestat)

__all__ = ['commonprefix', 'exists', 'getatime', 'getctime', 'getmtime', 'getsize', 'isdir', 'isfile', 'samefile',
           'sameopenfile', 'samestat']
