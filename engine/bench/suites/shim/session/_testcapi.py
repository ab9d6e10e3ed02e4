"""How CPython's own code writes errors: here it is the interpreter that does."""

import sys
import traceback


def exception_print(e):
    sys.__excepthook__(type(e), e, e.__traceback__)


def traceback_print(tb, file):
    print('Traceback (most recent call last):', file=file)
    traceback.print_tb(tb, file=file)
