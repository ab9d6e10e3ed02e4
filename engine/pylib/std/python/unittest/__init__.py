"""Tests as classes."""

from . import mock
from .case import FunctionTestCase, SkipTest, TestCase, expectedFailure, skip, skipIf, skipUnless
from .result import TestResult
from .runner import TestProgram, TextTestResult, TextTestRunner
from .suite import TestLoader, TestSuite, defaultTestLoader

__all__ = ['TestCase', 'TestSuite', 'TestResult', 'TextTestResult', 'TestLoader', 'TextTestRunner', 'FunctionTestCase',
           'main', 'skip', 'skipIf', 'skipUnless', 'expectedFailure', 'SkipTest', 'defaultTestLoader', 'mock']

main = TestProgram
