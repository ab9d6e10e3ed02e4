"""Reads command-line options as C's getopt does."""

__all__ = ['GetoptError', 'error', 'getopt', 'gnu_getopt']


class GetoptError(Exception):
    def __init__(self, msg, opt=''):
        self.msg, self.opt = msg, opt
        super().__init__(msg, opt)

    def __str__(self):
        return self.msg


error = GetoptError


def getopt(args, shortopts, longopts=[]):
    """The options before the first word that is none, and the words after them."""
    return _read(args, shortopts, longopts, False)


def gnu_getopt(args, shortopts, longopts=[]):
    """Likewise, but options may stand between words."""
    return _read(args, shortopts.lstrip('+'), longopts, not shortopts.startswith('+'))


def _read(args, shortopts, longopts, mixed):
    longopts = [longopts] if isinstance(longopts, str) else list(longopts)
    opts, words, args = [], [], list(args)
    while args:
        word = args.pop(0)
        if word == '--':
            return opts, words + args
        if word.startswith('--'):
            _long(opts, word[2:], longopts, args)
        elif word.startswith('-') and word != '-':
            _short(opts, word[1:], shortopts, args)
        elif mixed:
            words.append(word)
        else:
            return opts, [word] + args
    return opts, words


def _long(opts, text, longopts, args):
    name, given, value = text.partition('=')
    possible = [o for o in longopts if o.startswith(name)]
    exact = [o for o in possible if o in (name, name + '=')]
    if not possible:
        raise GetoptError('option --%s not recognized' % name, name)
    if len(possible) > 1 and not exact:
        raise GetoptError('option --%s not a unique prefix' % name, name)
    found = (exact or possible)[0]
    name = found.rstrip('=')
    if found.endswith('='):
        if not given:
            if not args:
                raise GetoptError('option --%s requires argument' % name, name)
            value = args.pop(0)
    elif given:
        raise GetoptError('option --%s must not have an argument' % name, name)
    opts.append(('--' + name, value))


def _short(opts, text, shortopts, args):
    while text:
        letter, text = text[0], text[1:]
        at = shortopts.find(letter)
        if at < 0 or letter == ':':
            raise GetoptError('option -%s not recognized' % letter, letter)
        value = ''
        if shortopts[at + 1:at + 2] == ':':
            if not text:
                if not args:
                    raise GetoptError('option -%s requires argument' % letter, letter)
                text = args.pop(0)
            value, text = text, ''
        opts.append(('-' + letter, value))
