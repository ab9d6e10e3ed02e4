"""What arguments of a command line do: actions, and the words around them."""

import sys as _sys

__name__ = 'argparse'  # where the classes say they are from

SUPPRESS, OPTIONAL, ZERO_OR_MORE, ONE_OR_MORE = '==SUPPRESS==', '?', '*', '+'
PARSER, REMAINDER = 'A...', '...'


class ArgumentError(Exception):
    def __init__(self, argument, message):
        self.argument_name, self.message = argument and argument.display(), message

    def __str__(self):
        return f'argument {self.argument_name}: {self.message}' if self.argument_name else self.message


class ArgumentTypeError(Exception): pass


class Namespace:
    def __init__(self, **kwargs):
        self.__dict__.update(kwargs)

    def __repr__(self):
        plain = [f'{k}={v!r}' for k, v in self.__dict__.items() if k.isidentifier()]
        odd = {k: v for k, v in self.__dict__.items() if not k.isidentifier()}
        return f"Namespace({', '.join(plain + ([f'**{odd!r}'] if odd else []))})"

    def __eq__(self, other):
        return vars(self) == vars(other) if isinstance(other, Namespace) else NotImplemented

    def __contains__(self, key):
        return key in self.__dict__


class HelpFormatter: pass
class RawDescriptionHelpFormatter(HelpFormatter): pass
class RawTextHelpFormatter(RawDescriptionHelpFormatter): pass
class ArgumentDefaultsHelpFormatter(HelpFormatter): pass
class MetavarTypeHelpFormatter(HelpFormatter): pass


class FileType:
    def __init__(self, mode='r', bufsize=-1, encoding=None, errors=None):
        self.mode = mode

    def __call__(self, name):
        if name == '-':
            return _sys.stdin if 'r' in self.mode else _sys.stdout
        try:
            return open(name, self.mode)
        except OSError as e:
            raise ArgumentTypeError(f"can't open '{name}': {e}")


class Action:
    def __init__(self, option_strings, dest, nargs=None, const=None, default=None, type=None, choices=None,
                 required=False, help=None, metavar=None):
        self.option_strings, self.dest, self.nargs, self.const = list(option_strings), dest, nargs, const
        self.default, self.type, self.choices, self.required = default, type, choices, required
        self.help, self.metavar = help, metavar

    def display(self):
        if self.option_strings:
            return '/'.join(self.option_strings)
        return self.metavar or self.dest

    def names(self):
        """The metavariable as help shows it."""
        if self.metavar is not None:
            return self.metavar
        if self.choices is not None:
            return '{' + ','.join(map(str, self.choices)) + '}'
        return self.dest.upper() if self.option_strings else self.dest

    def args(self):
        """The arguments as usage shows them."""
        name = self.names()
        at = lambda i: name[i] if isinstance(name, tuple) else name
        if self.nargs is None:
            return at(0)
        if isinstance(self.nargs, int):
            return ' '.join(at(i) for i in range(self.nargs))
        return {'?': f'[{at(0)}]', '*': f'[{at(0)} ...]', '+': f'{at(0)} [{at(-1)} ...]',
                REMAINDER: '...', PARSER: f'{at(0)} ...'}[self.nargs]

    def __call__(self, parser, namespace, values, option_string=None):
        setattr(namespace, self.dest, values)


class _Constant(Action):
    def __init__(self, option_strings, dest, const=None, **kw):
        super().__init__(option_strings, dest, nargs=0, const=const, **kw)

    def __call__(self, parser, namespace, values, option_string=None):
        setattr(namespace, self.dest, self.const)


class _True(_Constant):
    def __init__(self, option_strings, dest, default=False, **kw):
        super().__init__(option_strings, dest, True, default=default, **kw)


class _False(_Constant):
    def __init__(self, option_strings, dest, default=True, **kw):
        super().__init__(option_strings, dest, False, default=default, **kw)


class _Append(Action):
    def __call__(self, parser, namespace, values, option_string=None):
        setattr(namespace, self.dest, list(getattr(namespace, self.dest, None) or []) + [values])


class _AppendConst(_Constant):
    def __call__(self, parser, namespace, values, option_string=None):
        setattr(namespace, self.dest, list(getattr(namespace, self.dest, None) or []) + [self.const])


class _Extend(Action):
    def __call__(self, parser, namespace, values, option_string=None):
        setattr(namespace, self.dest, list(getattr(namespace, self.dest, None) or []) + list(values))


class _Count(_Constant):
    def __call__(self, parser, namespace, values, option_string=None):
        setattr(namespace, self.dest, (getattr(namespace, self.dest, None) or 0) + 1)


class _Help(_Constant):
    def __call__(self, parser, namespace, values, option_string=None):
        parser.print_help()
        parser.exit()


class _Version(_Constant):
    def __init__(self, option_strings, dest, version=None, help="show program's version number and exit", **kw):
        super().__init__(option_strings, SUPPRESS, help=help, **{**kw, 'default': SUPPRESS})
        self.version = version

    def __call__(self, parser, namespace, values, option_string=None):
        print(self.version.replace('%(prog)s', parser.prog))
        parser.exit()


class BooleanOptionalAction(Action):
    def __init__(self, option_strings, dest, **kw):
        both = [s for o in option_strings for s in ((o, '--no-' + o[2:]) if o.startswith('--') else (o,))]
        super().__init__(both, dest, nargs=0, **kw)

    def __call__(self, parser, namespace, values, option_string=None):
        setattr(namespace, self.dest, not option_string.startswith('--no-'))


class _SubParsers(Action):
    def __init__(self, option_strings, dest, prog=None, parser_class=None, **kw):
        self.choices_help, self._prog, self._class = [], prog, parser_class
        super().__init__(option_strings, dest, nargs=PARSER, choices={}, **kw)

    def add_parser(self, name, help=None, aliases=(), **kw):
        kw.setdefault('prog', f'{self._prog} {name}')
        parser = self._class(**kw)
        for n in (name, *aliases):
            self.choices[n] = parser
        if help is not None:
            self.choices_help.append((name + (f" ({', '.join(aliases)})" if aliases else ''), help))
        return parser

    def __call__(self, parser, namespace, values, option_string=None):
        name, *rest = values
        if self.dest is not SUPPRESS:
            setattr(namespace, self.dest, name)
        inner, extra = self.choices[name].parse_known_args(rest, None)
        vars(namespace).update(vars(inner))
        parser._extra += extra


_actions = {None: Action, 'store': Action, 'store_const': _Constant, 'store_true': _True, 'store_false': _False,
            'append': _Append, 'append_const': _AppendConst, 'extend': _Extend, 'count': _Count, 'help': _Help,
            'version': _Version, 'parsers': _SubParsers}
