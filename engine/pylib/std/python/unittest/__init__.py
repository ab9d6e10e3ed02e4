"""Tests as classes."""

from .case import (FunctionTestCase, SkipTest, TestCase, addModuleCleanup, doModuleCleanups, enterModuleContext,
                   expectedFailure, skip, skipIf, skipUnless)
from .loader import TestLoader, defaultTestLoader
from .main import TestProgram, main
from .result import TestResult
from .runner import TextTestResult, TextTestRunner
from .suite import BaseTestSuite, TestSuite

__all__ = ['TestCase', 'TestSuite', 'TestResult', 'TextTestResult', 'TestLoader', 'TextTestRunner', 'FunctionTestCase',
           'main', 'skip', 'skipIf', 'skipUnless', 'expectedFailure', 'SkipTest', 'defaultTestLoader',
           'addModuleCleanup', 'doModuleCleanups', 'enterModuleContext', 'IsolatedAsyncioTestCase']

def __getattr__(name):
    if name == 'IsolatedAsyncioTestCase':  # asyncio is loaded for those who use it
        global IsolatedAsyncioTestCase
        from .async_case import IsolatedAsyncioTestCase
        return IsolatedAsyncioTestCase
    raise AttributeError(f'module {__name__!r} has no attribute {name!r}')
