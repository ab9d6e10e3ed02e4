"""The program that runs the tests of a module."""

import sys

from .loader import defaultTestLoader
from .runner import TextTestRunner


class TestProgram:
    """What unittest.main() does: reads the command line, finds the tests and runs them."""

    def __init__(self, module='__main__', defaultTest=None, argv=None, testRunner=None, testLoader=defaultTestLoader, exit=True,
                 verbosity=1, failfast=None, catchbreak=None, buffer=None, warnings=None, *, tb_locals=False):
        self.module = sys.modules[module] if isinstance(module, str) else module
        self.verbosity, self.failfast, self.buffer, self.tb_locals = verbosity, failfast, buffer, tb_locals
        self.warnings = 'default' if warnings is None else warnings
        self.testLoader = testLoader
        names = self.parseArgs(list(sys.argv if argv is None else argv))
        if not names and defaultTest is not None:
            names = [defaultTest] if isinstance(defaultTest, str) else list(defaultTest)
        self.test = testLoader.loadTestsFromNames(names, self.module) if names else testLoader.loadTestsFromModule(self.module)
        runner = testRunner or TextTestRunner
        if isinstance(runner, type):
            runner = runner(verbosity=self.verbosity, failfast=bool(self.failfast), buffer=bool(self.buffer), warnings=self.warnings)
        self.result = runner.run(self.test)
        if exit:
            sys.exit(not self.result.wasSuccessful())

    def parseArgs(self, argv):
        """Reads the options; what remains are names of tests."""
        import argparse
        parser = argparse.ArgumentParser(prog=argv[0] if argv else None, add_help=True)
        parser.add_argument('-v', '--verbose', dest='verbosity', action='store_const', const=2, help='Verbose output')
        parser.add_argument('-q', '--quiet', dest='verbosity', action='store_const', const=0, help='Quiet output')
        parser.add_argument('--locals', dest='tb_locals', action='store_true', help='Show local variables in tracebacks')
        parser.add_argument('-f', '--failfast', action='store_true', help='Stop on first fail or error')
        parser.add_argument('-c', '--catch', action='store_true', help='Catch Ctrl-C and display results so far')
        parser.add_argument('-b', '--buffer', action='store_true', help='Buffer stdout and stderr during tests')
        parser.add_argument('-k', dest='patterns', action='append', help='Only run tests which match the given substring')
        parser.add_argument('tests', nargs='*', help='a list of any number of test modules, classes and test methods.')
        given = parser.parse_args(argv[1:])
        self.verbosity = self.verbosity if given.verbosity is None else given.verbosity
        self.failfast, self.buffer = self.failfast or given.failfast, self.buffer or given.buffer
        if given.patterns:
            self.testLoader.testNamePatterns = [p if '*' in p else '*%s*' % p for p in given.patterns]
        return given.tests


main = TestProgram
