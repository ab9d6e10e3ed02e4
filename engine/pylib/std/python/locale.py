"""Number formats of the C locale, the only one here."""

LC_CTYPE, LC_NUMERIC, LC_TIME, LC_COLLATE, LC_MONETARY, LC_MESSAGES, LC_ALL = range(7)
CHAR_MAX = 127  # stands in a locale's conventions for what it does not say


class Error(Exception):
    pass


def setlocale(category, locale=None):
    if isinstance(locale, (tuple, list)):
        locale = '.'.join(filter(None, locale))
    if locale in (None, '', 'C', 'POSIX', 'C.UTF-8', 'en_US.UTF-8'):
        return 'C'
    raise Error('unsupported locale setting')


def getlocale(category=LC_CTYPE):
    return 'en_US', 'UTF-8'


getdefaultlocale = getlocale


def getpreferredencoding(do_setlocale=True):
    return 'UTF-8'


getencoding = getpreferredencoding


def localeconv():
    return {'decimal_point': '.', 'thousands_sep': '', 'grouping': [], 'currency_symbol': '', 'int_curr_symbol': '',
            'mon_decimal_point': '', 'mon_thousands_sep': '', 'mon_grouping': [], 'positive_sign': '', 'negative_sign': '',
            'int_frac_digits': CHAR_MAX, 'frac_digits': CHAR_MAX, 'p_cs_precedes': CHAR_MAX, 'p_sep_by_space': CHAR_MAX, 'n_cs_precedes': CHAR_MAX,
            'n_sep_by_space': CHAR_MAX, 'p_sign_posn': CHAR_MAX, 'n_sign_posn': CHAR_MAX}


def format_string(f, val, grouping=False, monetary=False):
    return f % val


def currency(val, symbol=True, grouping=False, international=False):
    raise ValueError("Currency formatting is not possible using the 'C' locale.")


def str(val):
    return '%.12g' % val


def strcoll(a, b):
    return (a > b) - (a < b)


def strxfrm(s):
    return s


def atof(string, func=float):
    return func(string)


def atoi(string):
    return int(string)
