"""Command lines: https://docs.python.org/3/library/argparse.html"""

import os as _os
import re as _re
import sys as _sys
import textwrap as _textwrap

from _argparse_actions import (ArgumentError, ArgumentTypeError, Namespace, HelpFormatter,
                               RawDescriptionHelpFormatter, RawTextHelpFormatter, ArgumentDefaultsHelpFormatter,
                               MetavarTypeHelpFormatter, FileType, Action, BooleanOptionalAction, _Help, _SubParsers,
                               _actions, SUPPRESS, OPTIONAL, ZERO_OR_MORE, ONE_OR_MORE, PARSER, REMAINDER)

__all__ = ['ArgumentParser', 'ArgumentError', 'ArgumentTypeError', 'BooleanOptionalAction', 'FileType', 'HelpFormatter',
           'ArgumentDefaultsHelpFormatter', 'RawDescriptionHelpFormatter', 'RawTextHelpFormatter',
           'MetavarTypeHelpFormatter', 'Namespace', 'Action', 'ONE_OR_MORE', 'OPTIONAL', 'PARSER',
           'REMAINDER', 'SUPPRESS', 'ZERO_OR_MORE']


class _Group:
    """A titled part of the help; a mutually exclusive one is checked after parsing."""

    def __init__(self, parser, title=None, description=None, required=False):
        self._parser, self.title, self.description, self.required = parser, title, description, required
        self.actions = []

    def add_argument(self, *names, **kw):
        action = self._parser._make(names, kw)
        self._parser._actions.append(action)
        self.actions.append(action)
        return action

    def add_mutually_exclusive_group(self, required=False):
        return self._parser.add_mutually_exclusive_group(required=required)


class ArgumentParser:
    def __init__(self, prog=None, usage=None, description=None, epilog=None, parents=(), formatter_class=HelpFormatter,
                 prefix_chars='-', fromfile_prefix_chars=None, argument_default=None, conflict_handler='error',
                 add_help=True, allow_abbrev=True, exit_on_error=True):
        self.prog = prog or _os.path.basename(_sys.argv[0])
        self.usage, self.description, self.epilog = usage, description, epilog
        self.formatter_class, self.argument_default = formatter_class, argument_default
        self.allow_abbrev, self.exit_on_error = allow_abbrev, exit_on_error
        self.prefix_chars, self.fromfile_prefix_chars = prefix_chars, fromfile_prefix_chars
        self._actions, self._defaults, self._extra, self._exclusive = [], {}, [], []
        self._positionals = _Group(self, 'positional arguments')
        self._options = _Group(self, 'options')
        self._groups = [self._positionals, self._options]
        if add_help:
            dash = '-' if '-' in prefix_chars else prefix_chars[0]
            self.add_argument(dash + 'h', dash * 2 + 'help', action='help', default=SUPPRESS, help='show this help message and exit')
        for parent in parents:
            for action in parent._actions:
                if not isinstance(action, _Help):
                    self._actions.append(action)
                    (self._options if action.option_strings else self._positionals).actions.append(action)

    def add_argument(self, *names, **kw):
        action = self._make(names, kw)
        self._actions.append(action)
        (self._options if action.option_strings else self._positionals).actions.append(action)
        return action

    def _make(self, names, kw):
        kind = kw.pop('action', None)
        cls = _actions[kind] if kind is None or isinstance(kind, str) else kind
        options = [n for n in names if n[0] in self.prefix_chars]
        if options:
            longest = next((o for o in options if len(o) > 2 and o[1] in self.prefix_chars), options[0])
            dest = kw.pop('dest', None) or longest.lstrip(self.prefix_chars).replace('-', '_')
        else:
            dest = kw.pop('dest', None) or names[0]
            kw['required'] = kw.get('nargs') not in ('?', '*')
        for other in self._actions:
            clash = [o for o in options if o in other.option_strings]
            if clash:
                raise ArgumentError(None, f"argument {'/'.join(options)}: conflicting option string: {clash[0]}")
        if 'default' not in kw and self.argument_default is not None:
            kw['default'] = self.argument_default
        return cls(options, dest, **kw)

    def add_argument_group(self, title=None, description=None):
        group = _Group(self, title, description)
        self._groups.append(group)
        return group

    def add_mutually_exclusive_group(self, required=False):
        group = _Exclusive(self, required=required)
        self._exclusive.append(group)
        return group

    def add_subparsers(self, dest=SUPPRESS, title=None, description=None, required=False, help=None, metavar=None, **kw):
        usage = ' '.join([self.prog] + [a.args() for a in self._positionals.actions])
        action = _SubParsers([], dest, prog=usage, parser_class=type(self), required=required, help=help, metavar=metavar)
        self._actions.append(action)
        group = self.add_argument_group(title, description) if title else self._positionals
        group.actions.append(action)
        return action

    def set_defaults(self, **kw):
        self._defaults.update(kw)
        for a in self._actions:
            a.default = kw.get(a.dest, a.default)

    def get_default(self, dest):
        return next((a.default for a in self._actions if a.dest == dest and a.default is not None), self._defaults.get(dest))

    # Parsing

    def parse_args(self, args=None, namespace=None):
        namespace, extra = self.parse_known_args(args, namespace)
        if extra:
            self.error(f"unrecognized arguments: {' '.join(extra)}")
        return namespace

    def parse_known_args(self, args=None, namespace=None):
        args = self._expanded(list(_sys.argv[1:] if args is None else args))
        namespace = Namespace() if namespace is None else namespace
        for a in self._actions:
            if a.dest is not SUPPRESS and a.default is not SUPPRESS and not hasattr(namespace, a.dest):
                setattr(namespace, a.dest, a.default)
        for name, value in self._defaults.items():
            if not hasattr(namespace, name):
                setattr(namespace, name, value)
        try:
            return self._parse(args, namespace)
        except ArgumentError as e:
            if not self.exit_on_error:
                raise
            self.error(str(e))

    def _parse(self, args, namespace):
        self._extra, seen = [], []
        waiting = [a for a in self._actions if not a.option_strings]
        kinds, i = self._kinds(args), 0
        while i < len(args):
            if kinds[i] == 'O':
                i = self._option(args, kinds, i, namespace, seen)
                continue
            end = i
            while end < len(args) and kinds[end] != 'O':
                end += 1
            i = self._consume(args, kinds, i, end, waiting, namespace, seen)
        self._consume(args, kinds, i, i, waiting, namespace, seen, last=True)
        self._check(seen, namespace)
        return namespace, self._extra

    def _expanded(self, args):
        """args with the lines of files named by @FILE in their place."""
        if self.fromfile_prefix_chars is None:
            return args
        new = []
        for arg in args:
            if not arg or arg[0] not in self.fromfile_prefix_chars:
                new.append(arg)
                continue
            try:
                with open(arg[1:]) as f:
                    lines = f.read().splitlines()
            except OSError as e:
                self.error(str(e))
            new += self._expanded([word for line in lines for word in self.convert_arg_line_to_args(line)])
        return new

    def convert_arg_line_to_args(self, arg_line):
        return [arg_line]

    def _kinds(self, args):
        """O for an option, A for an argument, - for the -- that ends options."""
        kinds, over = [], False
        numeric = any(_re.match(r'^-\d', o) for a in self._actions for o in a.option_strings)
        for a in args:
            if over or a[:1] not in self.prefix_chars or not a or len(a) == 1 or ' ' in a and a.partition('=')[0] == a:
                kinds.append('A')
            elif a == '--':
                over = True
                kinds.append('-')
            else:
                kinds.append('A' if _re.match(r'^-\d+$|^-\d*\.\d+$', a) and not numeric else 'O')
        return kinds

    def _find(self, text):
        """(action, option string, explicit argument) of an option on the command line."""
        name, equals, value = text.partition('=')
        options = {o: a for a in self._actions for o in a.option_strings}
        if text in options:
            return options[text], text, None
        if name in options:
            return options[name], name, value if equals else None
        if text.startswith('--'):
            near = [o for o in options if o.startswith(name)] if self.allow_abbrev else []
            if len(near) > 1:
                self.error(f"ambiguous option: {text} could match {', '.join(near)}")
            return (options[near[0]], near[0], value if equals else None) if near else (None, text, None)
        if text[:2] in options:
            return options[text[:2]], text[:2], text[2:]
        return None, text, None

    def _option(self, args, kinds, i, namespace, seen):
        action, name, value = self._find(args[i])
        if action is None:
            self._extra.append(args[i])
            return i + 1
        if value is not None:
            if action.nargs == 0 and not name.startswith('--') and value:
                self._apply(action, [], namespace, seen, name)
                args[i] = '-' + value
                return i
            if action.nargs == 0:
                raise ArgumentError(action, f'ignored explicit argument {value!r}')
            self._apply(action, [value], namespace, seen, name)
            return i + 1
        end = i + 1
        while end < len(args) and kinds[end] == 'A':
            end += 1
        n = self._matched(action, end - i - 1)
        if action.nargs == REMAINDER:
            n = len(args) - i - 1
        if n is None:
            raise ArgumentError(action, {None: 'expected one argument', '+': 'expected at least one argument'}.get(
                action.nargs, f"expected {action.nargs} argument{'s' * (action.nargs != 1)}"))
        self._apply(action, args[i + 1:i + 1 + n], namespace, seen, name)
        return i + 1 + n

    @staticmethod
    def _matched(action, available):
        """How many of the available arguments action takes, or None."""
        least, most = _bounds(action.nargs)
        return None if available < least else min(available, most)

    def _consume(self, args, kinds, i, end, waiting, namespace, seen, last=False):
        """Gives args[i:end] to the positionals that wait, as a regular expression of their nargs would."""
        take = [a for a, k in zip(args[i:end], kinds[i:end]) if k == 'A']
        count = len(waiting) if take or last else 0
        while sum(_bounds(a.nargs)[0] for a in waiting[:count]) > len(take):
            count -= 1
        for left in range(count, 0, -1):
            least, most = _bounds(waiting[0].nargs)
            later = sum(_bounds(a.nargs)[0] for a in waiting[1:left])
            if waiting[0].nargs in (PARSER, REMAINDER):
                take, end = take + args[end:], len(args)
            n = max(least, min(most, len(take) - later))
            self._apply(waiting.pop(0), take[:n], namespace, seen, None)
            take = take[n:]
        self._extra += take
        return end

    def _apply(self, action, strings, namespace, seen, name):
        if action.nargs == '?' and not strings:
            value = action.const if name else action.default
            value = self._value(action, value) if isinstance(value, str) else value
        elif action.nargs in (None, '?'):
            value = self._checked(action, strings[0])
        elif action.nargs == '*' and not strings and not name:
            value = action.default if action.default is not None else []
        elif action.nargs == PARSER:
            if strings[0] not in action.choices:
                self._choice(action, strings[0])
            value = strings
        else:
            value = [self._checked(action, s) for s in strings]
        for group in self._exclusive:
            rival = next((a for a in seen if a in group.actions and a is not action), None)
            if action in group.actions and rival and value is not action.default:
                raise ArgumentError(action, f'not allowed with argument {rival.display()}')
        if strings or name:
            seen.append(action)
        if value is not SUPPRESS:
            action(self, namespace, value, name)

    def _value(self, action, text):
        if action.type is None:
            return text
        try:
            return action.type(text)
        except ArgumentTypeError as e:
            raise ArgumentError(action, str(e))
        except (TypeError, ValueError):
            raise ArgumentError(action, f"invalid {getattr(action.type, '__name__', repr(action.type))} value: {text!r}")

    def _checked(self, action, text):
        value = self._value(action, text)
        if action.choices is not None and value not in action.choices:
            self._choice(action, value)
        return value

    def _choice(self, action, value):
        raise ArgumentError(action, f"invalid choice: {value!r} (choose from {', '.join(map(repr, action.choices))})")

    def _check(self, seen, namespace):
        missing = [a.display() for a in self._actions if a.required and a not in seen]
        if missing:
            raise ArgumentError(None, f"the following arguments are required: {', '.join(missing)}")
        for group in self._exclusive:
            if group.required and not any(a in seen for a in group.actions):
                raise ArgumentError(None, f"one of the arguments {' '.join(a.display() for a in group.actions)} is required")
        for a in self._actions:
            if a not in seen and isinstance(a.default, str) and a.type and getattr(namespace, a.dest, None) is a.default:
                setattr(namespace, a.dest, self._value(a, a.default))

    # Help

    def format_usage(self):
        return 'usage: ' + self._usage() + '\n'

    def _usage(self):
        if self.usage:
            return self.usage.replace('%(prog)s', self.prog)
        options, positionals = self._option_parts(), [a.args() for a in self._actions if not a.option_strings]
        line = ' '.join([self.prog] + options + positionals)
        if len(line) + 7 <= 78:
            return line
        indent = ' ' * (len(self.prog) + 8)
        first = _fill([self.prog] + options, indent)
        return first + ('\n' + indent + _fill(positionals, indent) if options and positionals else '')

    def _option_parts(self):
        parts, done = [], []
        for a in self._actions:
            group = next((g for g in self._exclusive if a in g.actions), None)
            if not a.option_strings or a.help is SUPPRESS or group in done and group:
                continue
            if group:
                done.append(group)
                text = ' | '.join(_usage_of(x) for x in group.actions)
                parts.append(f'({text})' if group.required else f'[{text}]')
            else:
                parts.append(_usage_of(a) if a.required else f'[{_usage_of(a)}]')
        return parts

    def format_help(self):
        parts = ['usage: ' + self._usage()]
        if self.description:
            parts.append(self._paragraph(self.description))
        rows = [[(self._invocation(a), a, 2)] + [(n, h, 4) for n, h in getattr(a, 'choices_help', ())]
                for g in self._groups for a in g.actions if a.help is not SUPPRESS]
        column = min(max([len(r[0]) + r[2] + 2 for row in rows for r in row], default=0), 24)
        for g in self._groups:
            lines = [self._row(a, column) for a in g.actions if a.help is not SUPPRESS]
            if lines:
                about = f'  {g.description}\n\n' if g.description else ''
                parts.append(f'{g.title}:\n' + about + '\n'.join(lines))
        if self.epilog:
            parts.append(self._paragraph(self.epilog))
        return '\n\n'.join(parts) + '\n'

    def _paragraph(self, text):
        text = text.replace('%(prog)s', self.prog)
        if issubclass(self.formatter_class, RawDescriptionHelpFormatter):
            return text
        return _textwrap.fill(' '.join(text.split()), 78)

    @staticmethod
    def _invocation(a):
        if not a.option_strings:
            name = a.names()
            return name if isinstance(name, str) else name[0]
        return ', '.join(o if a.nargs == 0 else f'{o} {a.args()}' for o in a.option_strings)

    def _row(self, a, column):
        lines = [_two_columns(self._invocation(a), self._help_of(a), 2, column)]
        lines += [_two_columns(name, text, 4, column) for name, text in getattr(a, 'choices_help', ())]
        return '\n'.join(lines)

    def _help_of(self, a):
        if a.help is None:
            return ''
        text = a.help
        if issubclass(self.formatter_class, ArgumentDefaultsHelpFormatter) and '%(default)' not in text:
            if a.default is not SUPPRESS and (a.option_strings or a.nargs in ('?', '*')):
                text += ' (default: %(default)s)'
        values = {**vars(a), 'prog': self.prog}
        if a.choices is not None:
            values['choices'] = ', '.join(map(str, a.choices))
        if hasattr(a.type, '__name__'):
            values['type'] = a.type.__name__
        return text % values

    def print_help(self, file=None):
        print(self.format_help(), end='', file=file)

    def print_usage(self, file=None):
        print(self.format_usage(), end='', file=file)

    def exit(self, status=0, message=None):
        if message:
            print(message, end='', file=_sys.stderr)
        _sys.exit(status)

    def error(self, message):
        self.print_usage(_sys.stderr)
        self.exit(2, f'{self.prog}: error: {message}\n')


class _Exclusive(_Group):
    """Arguments of which only one may be given; help lists them with the parser's own."""

    def add_argument(self, *names, **kw):
        action = self._parser.add_argument(*names, **kw)
        self.actions.append(action)
        return action


def _bounds(nargs):
    """The least and the most arguments nargs takes."""
    many = 1 << 30
    table = {None: (1, 1), '?': (0, 1), '*': (0, many), '+': (1, many), REMAINDER: (0, many), PARSER: (1, many)}
    return (nargs, nargs) if isinstance(nargs, int) else table[nargs]


def _usage_of(a):
    name = ' | '.join(a.option_strings) if isinstance(a, BooleanOptionalAction) else a.option_strings[0]
    return name if a.nargs == 0 else f'{name} {a.args()}'


def _fill(parts, indent):
    lines, width = [[]], len(indent) - 1
    for p in parts:
        if lines[-1] and width + 1 + len(p) > 78:
            lines.append([])
            width = len(indent) - 1
        lines[-1].append(p)
        width += len(p) + 1
        if len(lines) == 1 and len(lines[0]) == 1 and parts[0] is p and len(indent) == len(p) + 8:
            width = len(indent) - 1
    return ('\n' + indent).join(' '.join(line) for line in lines)


def _two_columns(left, text, indent, column):
    lead = ' ' * indent + left
    if not text:
        return lead
    lines = _textwrap.wrap(' '.join(text.split()), max(78 - column, 11))
    if len(lead) + 2 <= column:
        return ('\n' + ' ' * column).join([lead.ljust(column) + lines[0]] + lines[1:])
    return ('\n' + ' ' * column).join([lead] + lines)
