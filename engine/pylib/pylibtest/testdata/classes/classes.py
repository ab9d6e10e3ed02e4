#!/usr/bin/python3
"""Prints, for the public classes of the standard library, where they are defined and what they inherit, a line each:

    module TAB name TAB __module__ TAB __qualname__ TAB __bases__ TAB __mro__

With CPython 3.11: python3 classes.py > classes.txt. A test runs the same program here and compares
the two: pickles and messages name classes by these.
"""

import importlib
import sys

MODULES = """__future__ abc argparse array ast asyncio asyncio.base_events asyncio.base_futures asyncio.coroutines asyncio.events
    asyncio.exceptions asyncio.format_helpers asyncio.futures asyncio.locks asyncio.log asyncio.mixins asyncio.queues
    asyncio.runners asyncio.streams asyncio.subprocess asyncio.taskgroups asyncio.tasks asyncio.threads asyncio.timeouts
    atexit base64 binascii bisect builtins cProfile calendar cmath cmd codecs collections collections.abc colorsys concurrent
    concurrent.futures
    concurrent.futures.process concurrent.futures.thread configparser contextlib contextvars copy copyreg csv dataclasses
    datetime decimal difflib doctest enum errno fnmatch fractions functools gc genericpath getopt getpass glob graphlib gzip hashlib
    heapq hmac html html.entities html.parser importlib importlib.machinery importlib.metadata importlib.util inspect io
    ipaddress itertools json json.decoder json.encoder keyword linecache locale logging logging.config logging.handlers
    marshal math multiprocessing multiprocessing.connection multiprocessing.context multiprocessing.pool multiprocessing.process
    multiprocessing.queues multiprocessing.sharedctypes multiprocessing.spawn multiprocessing.synchronize numbers operator
    os os.path pathlib pickle pkgutil platform posixpath pprint profile pstats pydoc queue random re reprlib runpy sched secrets shlex
    shutil signal stat statistics string struct subprocess sys tempfile textwrap threading time timeit tomllib traceback
    types typing unicodedata unittest unittest.async_case unittest.case unittest.loader unittest.main unittest.mock unittest.result
    unittest.runner unittest.suite urllib urllib.parse uuid warnings weakref xml xml.etree xml.etree.ElementPath xml.etree.ElementTree
    xml.sax xml.sax.saxutils zipfile zlib zoneinfo""".split()


def public(module):
    """The classes that a module offers: those of __all__, else its own without an underscore."""
    names = set(getattr(module, '__all__', ()))
    root = module.__name__.partition('.')[0]
    for name, c in sorted(vars(module).items()):
        own = str(getattr(c, '__module__', None)).partition('.')[0].strip('_') == root
        if isinstance(c, type) and not name.startswith('_') and (own or name in names):
            yield name, c


def full(c):
    return '%s.%s' % (c.__module__, c.__qualname__)


def main():
    for name in MODULES:
        for public_name, c in public(importlib.import_module(name)):
            print(name, public_name, c.__module__, c.__qualname__, ' '.join(map(full, c.__bases__)), ' '.join(map(full, c.__mro__)), sep='\t')


main()
