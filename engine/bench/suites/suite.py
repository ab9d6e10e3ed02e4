"""Runs the tests of one module and says of each what became of it, one line of JSON each."""

import json
import os
import re
import sys
import traceback
import unittest
import zlib

MARK = '\x01'
# What no session offers: processes, TorchScript, quantised tensors, FX's transforms, the network, the system's own
# files of time zones.
BEYOND = re.compile(r'torch\.jit|@skipIfNoFBGEMM|quantize|quantised|qint|subprocess|multiprocessing|Process\(|fork|'
                    r'assert_python|script_helper|spawn_python|symbolic_trace|make_fx|onnx|libtest|dlopen|ctypes|ZoneInfo\.fromname|'
                    r'socket\.|server_class|SMTPServer|HTTPServer')


class Talk:
    """Speaks to who started this, whatever a test does with sys.stdout."""

    def __init__(self):
        self.stream = sys.stdout

    def say(self, **facts):
        self.stream.write('\n' + MARK + json.dumps(facts) + '\n')
        self.stream.flush()


def reason(info):
    """Type and first line of what was raised."""
    kind, value, _ = info
    lines = str(value).strip().split('\n')
    return '%s: %s' % (kind.__name__, lines[0][:200]) if lines[0] else kind.__name__


class Result(unittest.TestResult):
    """Says each outcome as soon as it is known."""

    def __init__(self, talk, look):
        super().__init__()
        self.talk, self.look, self.parts = talk, look, []

    def startTest(self, test):
        super().startTest(test)
        self.parts = []
        self.talk.say(begin=test.id())

    def end(self, test, status, why='', info=None):
        facts = dict(name=test.id(), status=status, why=why)
        if info is not None:
            facts['trace'] = ''.join(traceback.format_exception(*info))[-3000:]
        if status == 'passed' and self.look:
            facts['beyond'] = beyond(test)
        self.talk.say(**facts)

    def addSuccess(self, test):
        if not self.parts:
            self.end(test, 'passed')

    def addFailure(self, test, err):
        self.end(test, 'failed', reason(err), err)

    addError = addFailure

    def addSkip(self, test, why):
        self.end(test, 'skipped', 'skipped: ' + why)

    def addExpectedFailure(self, test, err):
        self.end(test, 'passed')

    def addUnexpectedSuccess(self, test):
        self.end(test, 'failed', 'succeeds unexpectedly')

    def addSubTest(self, test, subtest, err):
        super().addSubTest(test, subtest, err)
        if err is not None and not self.parts:
            self.parts.append(err)
            self.end(test, 'failed', reason(err), err)


def beyond(test):
    """Whether the text of a test, or of what is done before it, speaks of what no session offers, or is the reference's documentation."""
    import inspect
    documented = getattr(test, '_dt_test', None)
    if documented is not None and not documented.globs.get('__name__', '').startswith('test'):
        return True
    try:
        return any(BEYOND.search(inspect.getsource(inspect.unwrap(getattr(test, name)))) for name in (test._testMethodName, 'setUp'))
    except (AttributeError, OSError, TypeError, ValueError):
        return False


def flat(suite):
    if not isinstance(suite, unittest.TestSuite):
        yield suite
        return
    for part in suite:
        yield from flat(part)


def main(module, folder='', shim='', every=1, done=(), only=None, look=False, session=''):
    """Runs every every-th test of the module, by the hash of its name, but none of done; only those of only. session says whose tests a session runs."""
    talk = Talk()
    if folder:
        sys.path.insert(0, folder)
    if shim:
        sys.path.insert(0, shim)
        import torch.testing
        torch.testing.__path__.insert(0, os.path.join(shim, 'torch', 'testing'))
    sys.argv = [module]
    try:
        if session:
            __import__('inside').prepare(session)
        __import__(module)
        tests = list(flat(unittest.defaultTestLoader.loadTestsFromModule(sys.modules[module])))
    except BaseException:
        info = sys.exc_info()
        talk.say(load=reason(info), trace=''.join(traceback.format_exception(*info))[-3000:])
        return
    done = set(done)
    tests = [t for t in tests if t.id() not in done and (only is None or t.id() in only)
             and (every == 1 or zlib.crc32(t.id().encode()) % every == 0)]
    unittest.TestSuite(tests).run(Result(talk, look))
    talk.say(end=len(tests))
