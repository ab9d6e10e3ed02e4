import io
import re
import unittest


class Sums(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        print('class up')
        cls.addClassCleanup(print, 'class clean')

    @classmethod
    def tearDownClass(cls):
        print('class down')

    def setUp(self):
        self.addCleanup(print, 'clean', self.id().rpartition('.')[2])
        self.file = self.enterContext(io.StringIO())

    def test_lists(self):
        self.assertEqual([1, 2, 3], [1, 2, 4])

    def test_subtests(self):
        for i in range(3):
            with self.subTest('part', i=i):
                self.assertEqual(i, 1)

    @unittest.skip('not now')
    def test_skipped(self):
        pass

    @unittest.expectedFailure
    def test_known(self):
        self.fail('known')

    @unittest.expectedFailure
    def test_surprise(self):
        pass

    def test_contexts(self):
        """Contexts keep what they saw."""
        with self.assertRaises(ValueError) as raised:
            int('x')
        self.assertRaisesRegex(ValueError, 'invalid', int, 'x')
        import logging
        with self.assertLogs('a', 'INFO') as logged:
            logging.getLogger('a').warning('hi')
        import warnings
        with self.assertWarnsRegex(DeprecationWarning, 'old') as warned:
            warnings.warn('old way', DeprecationWarning)
        print(raised.exception, logged.output, warned.warning)

    def test_error(self):
        1 / 0

    def test_chain(self):
        try:
            1 / 0
        except ZeroDivisionError:
            self.assertTrue(False, 'said')

    def test_dicts(self):
        self.assertEqual({'a': 1}, {'a': 2}, 'extra')

    def test_text(self):
        self.assertEqual('a\nb', 'a\nc')

    def test_counts(self):
        self.assertCountEqual([1, 2, 2], [2, 1, 1])

    def test_sets(self):
        self.assertSetEqual({1, 2}, {2, 3})

    def test_almost(self):
        self.assertAlmostEqual(1.0, 1.1)

    def test_types(self):
        self.addTypeEqualityFunc(int, lambda a, b, msg=None: self.fail('never equal'))
        self.assertEqual(1, 1)


class Broken(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        raise RuntimeError('cannot')

    def test_never(self):
        pass


def run(**options):
    out = io.StringIO()
    program = unittest.main(argv=['tests', *options.pop('args', ())], exit=False, testRunner=unittest.TextTestRunner(stream=out, **options))
    print(re.sub(r'in \d\.\d+s', 'in a while', re.sub(r'File ".*?"', 'File', out.getvalue())))
    return program.result


print(run(verbosity=2))
print(run(args=['Sums.test_error', 'Sums.test_types'], verbosity=0))
print(run(failfast=True).testsRun)
for wrong in (lambda t: t.assertRaises(int), lambda t: t.assertRaises(ValueError, 5), lambda t: t.enterContext(5)):
    try:
        wrong(Sums('test_text'))
    except TypeError as e:
        print(e)
