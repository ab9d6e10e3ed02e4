"""Command lines: https://docs.python.org/3/library/argparse.html"""

import os as _os
import re as _re
import shutil as _shutil
import sys as _sys
import textwrap as _textwrap

__all__ = ['ArgumentParser', 'ArgumentError', 'ArgumentTypeError', 'BooleanOptionalAction', 'FileType', 'HelpFormatter',
           'ArgumentDefaultsHelpFormatter', 'RawDescriptionHelpFormatter', 'RawTextHelpFormatter',
           'MetavarTypeHelpFormatter', 'Namespace', 'Action', 'ONE_OR_MORE', 'OPTIONAL', 'PARSER',
           'REMAINDER', 'SUPPRESS', 'ZERO_OR_MORE']

SUPPRESS, OPTIONAL, ZERO_OR_MORE, ONE_OR_MORE = '==SUPPRESS==', '?', '*', '+'
PARSER, REMAINDER = 'A...', '...'

_usage_part = _re.compile(r'\(.*?\)+(?=\s|$)|\[.*?\]+(?=\s|$)|\S+')


class _Section:
    """A part of the help: the texts of its items below a heading."""

    def __init__(self, parent, heading=None):
        self.parent, self.heading, self.items = parent, heading, []


class HelpFormatter:
    """Formats usage and help. Only the name is public; subclasses change the methods below."""

    def __init__(self, prog, indent_increment=2, max_help_position=24, width=None):
        if width is None:
            width = _shutil.get_terminal_size().columns - 2
        self._prog, self._width = prog, width
        self._indent_increment = indent_increment
        self._max_help_position = min(max_help_position, max(width - 20, indent_increment * 2))
        self._current_indent = 0
        self._action_max_length = 0
        self._root_section = self._current_section = _Section(None)

    # What goes in

    def _indent(self):
        self._current_indent += self._indent_increment

    def _dedent(self):
        self._current_indent -= self._indent_increment

    def _add_item(self, function, *args):
        self._current_section.items.append((function, args))

    def start_section(self, heading):
        self._indent()
        section = _Section(self._current_section, heading)
        self._add_item(self._format_section, section)
        self._current_section = section

    def end_section(self):
        self._current_section = self._current_section.parent
        self._dedent()

    def add_text(self, text):
        if text is not SUPPRESS and text is not None:
            self._add_item(self._format_text, text)

    def add_usage(self, usage, actions, groups, prefix=None):
        if usage is not SUPPRESS:
            self._add_item(self._format_usage, usage, actions, groups, prefix)

    def add_argument(self, action):
        if action.help is SUPPRESS:
            return
        shown = [action, *self._iter_indented_subactions(action)]
        longest = max(len(self._format_action_invocation(one)) for one in shown)
        self._action_max_length = max(self._action_max_length, longest + self._current_indent)
        self._add_item(self._format_action, action)

    def add_arguments(self, actions):
        for action in actions:
            self.add_argument(action)

    # What comes out

    def format_help(self):
        text = self._format_section(self._root_section)
        return _re.sub(r'\n\n\n+', '\n\n', text).strip('\n') + '\n' if text else ''

    def _join_parts(self, part_strings):
        return ''.join(part for part in part_strings if part and part is not SUPPRESS)

    def _format_section(self, section):
        if section.parent is not None:
            self._indent()
        text = self._join_parts([function(*args) for function, args in section.items])
        if section.parent is None:
            return text
        self._dedent()
        if not text:
            return ''
        heading = section.heading
        title = '%*s%s:\n' % (self._current_indent, '', heading) if heading is not SUPPRESS and heading is not None else ''
        return self._join_parts(['\n', title, text, '\n'])

    def _format_text(self, text):
        if '%(prog)' in text:
            text = text % {'prog': self._prog}
        width = max(self._width - self._current_indent, 11)
        return self._fill_text(text, width, ' ' * self._current_indent) + '\n\n'

    def _format_usage(self, usage, actions, groups, prefix):
        prefix = 'usage: ' if prefix is None else prefix
        if usage is not None:
            usage = usage % {'prog': self._prog}
        elif not actions:
            usage = '%(prog)s' % {'prog': self._prog}
        else:
            prog = '%(prog)s' % {'prog': self._prog}
            options, positionals = [a for a in actions if a.option_strings], [a for a in actions if not a.option_strings]
            usage = ' '.join(part for part in (prog, self._format_actions_usage(options + positionals, groups)) if part)
            if len(prefix) + len(usage) > self._width - self._current_indent:
                parts = [_usage_part.findall(self._format_actions_usage(some, groups)) for some in (options, positionals)]
                usage = '\n'.join(self._wrapped_usage(prefix, prog, *parts))
        return '%s%s\n\n' % (prefix, usage)

    def _wrapped_usage(self, prefix, prog, options, positionals):
        """The lines of a usage that is too long for one; options and positionals do not share a line."""
        if len(prefix) + len(prog) <= 0.75 * (self._width - self._current_indent):
            indent = ' ' * (len(prefix) + len(prog) + 1)
            if not options:
                return self._usage_lines([prog, *positionals], indent, prefix)
            return self._usage_lines([prog, *options], indent, prefix) + self._usage_lines(positionals, indent)
        indent = ' ' * len(prefix)
        lines = self._usage_lines(options + positionals, indent)
        if len(lines) > 1:
            lines = self._usage_lines(options, indent) + self._usage_lines(positionals, indent)
        return [prog, *lines]

    def _usage_lines(self, parts, indent, prefix=None):
        """Parts in lines; of a first line that follows the prefix, the indent is left away."""
        lines, line = [], []
        length = len(indent if prefix is None else prefix) - 1
        for part in parts:
            if length + 1 + len(part) > self._width - self._current_indent and line:
                lines.append(indent + ' '.join(line))
                line, length = [], len(indent) - 1
            line.append(part)
            length += len(part) + 1
        if line:
            lines.append(indent + ' '.join(line))
        if prefix is not None:
            lines[0] = lines[0][len(indent):]
        return lines

    def _format_actions_usage(self, actions, groups):
        """The usage of some actions; those of an exclusive group stand together if they follow each other."""
        parts, i = [], 0
        while i < len(actions):
            group = next((g for g in groups if g._group_actions and actions[i:i + len(g._group_actions)] == g._group_actions), None)
            if group is None:
                parts.append(self._action_usage(actions[i], bare=False))
                i += 1
                continue
            shown = [self._action_usage(a, bare=True) for a in group._group_actions if a.help is not SUPPRESS]
            text = ' | '.join(shown)
            parts.append('' if not shown else text if group.required and len(shown) == 1 else ('(%s)' if group.required else '[%s]') % text)
            i += len(group._group_actions)
        return ' '.join(part for part in parts if part)

    def _action_usage(self, action, bare):
        if action.help is SUPPRESS:
            return ''
        if not action.option_strings:
            part = self._format_args(action, self._get_default_metavar_for_positional(action))
            return part[1:-1] if bare and part[:1] == '[' and part[-1:] == ']' else part
        if action.nargs == 0:
            part = action.format_usage()
        else:
            part = '%s %s' % (action.option_strings[0], self._format_args(action, self._get_default_metavar_for_optional(action)))
        return part if action.required or bare else '[%s]' % part

    def _format_action(self, action):
        help_position = min(self._action_max_length + 2, self._max_help_position)
        header = self._format_action_invocation(action)
        room = help_position - self._current_indent - 2
        lead = ' ' * self._current_indent
        lines = self._help_lines(action, max(self._width - help_position, 11))
        if not lines:
            text = lead + header + '\n'
        elif len(header) <= room:
            text = lead + header.ljust(room) + '  ' + lines.pop(0) + '\n'
        else:
            text = lead + header + '\n'
        text += ''.join(' ' * help_position + line + '\n' for line in lines)
        return self._join_parts([text, *(self._format_action(sub) for sub in self._iter_indented_subactions(action))])

    def _help_lines(self, action, width):
        if not action.help or not action.help.strip():
            return []
        text = self._expand_help(action)
        return self._split_lines(text, width) if text else []

    def _format_action_invocation(self, action):
        if not action.option_strings:
            return self._metavar_formatter(action, self._get_default_metavar_for_positional(action))(1)[0]
        if action.nargs == 0:
            return ', '.join(action.option_strings)
        args = self._format_args(action, self._get_default_metavar_for_optional(action))
        return ', '.join('%s %s' % (option, args) for option in action.option_strings)

    def _metavar_formatter(self, action, default_metavar):
        if action.metavar is not None:
            name = action.metavar
        elif action.choices is not None:
            name = '{%s}' % ','.join(map(str, action.choices))
        else:
            name = default_metavar
        return lambda count: name if isinstance(name, tuple) else (name,) * count

    def _format_args(self, action, default_metavar):
        names, nargs = self._metavar_formatter(action, default_metavar), action.nargs
        if nargs is None:
            return '%s' % names(1)
        if nargs == OPTIONAL:
            return '[%s]' % names(1)
        if nargs == ZERO_OR_MORE:
            return '[%s [%s ...]]' % names(1) if len(names(1)) == 2 else '[%s ...]' % names(1)
        if nargs == ONE_OR_MORE:
            return '%s [%s ...]' % names(2)
        if nargs == REMAINDER:
            return '...'
        if nargs == PARSER:
            return '%s ...' % names(1)
        if nargs == SUPPRESS:
            return ''
        if not isinstance(nargs, int):
            raise ValueError('invalid nargs value')
        return ' '.join(['%s'] * nargs) % names(nargs)

    def _expand_help(self, action):
        values = {name: getattr(value, '__name__', value) for name, value in dict(vars(action), prog=self._prog).items()
                  if value is not SUPPRESS}
        if values.get('choices') is not None:
            values['choices'] = ', '.join(map(str, action.choices))
        return self._get_help_string(action) % values

    def _iter_indented_subactions(self, action):
        if hasattr(action, '_get_subactions'):
            self._indent()
            yield from action._get_subactions()
            self._dedent()

    def _split_lines(self, text, width):
        return _textwrap.wrap(' '.join(text.split()), width)

    def _fill_text(self, text, width, indent):
        return _textwrap.fill(' '.join(text.split()), width, initial_indent=indent, subsequent_indent=indent)

    def _get_help_string(self, action):
        return action.help

    def _get_default_metavar_for_optional(self, action):
        return action.dest.upper()

    def _get_default_metavar_for_positional(self, action):
        return action.dest


class RawDescriptionHelpFormatter(HelpFormatter):
    """Keeps the lines of descriptions."""

    def _fill_text(self, text, width, indent):
        return ''.join(indent + line for line in text.splitlines(keepends=True))


class RawTextHelpFormatter(RawDescriptionHelpFormatter):
    """Keeps the lines of all help."""

    def _split_lines(self, text, width):
        return text.splitlines()


class ArgumentDefaultsHelpFormatter(HelpFormatter):
    """Adds defaults to the help of arguments."""

    def _get_help_string(self, action):
        help = action.help or ''
        if '%(default)' not in help and action.default is not SUPPRESS and (
                action.option_strings or action.nargs in (OPTIONAL, ZERO_OR_MORE)):
            help += ' (default: %(default)s)'
        return help


class MetavarTypeHelpFormatter(HelpFormatter):
    """Shows the type of an argument's value in place of its name."""

    def _get_default_metavar_for_optional(self, action):
        return action.type.__name__

    _get_default_metavar_for_positional = _get_default_metavar_for_optional


_UNRECOGNIZED = '_unrecognized_args'


def _get_action_name(action):
    """How messages call an argument."""
    if action is None:
        return None
    if action.option_strings:
        return '/'.join(action.option_strings)
    if action.metavar not in (None, SUPPRESS):
        return action.metavar
    if action.dest not in (None, SUPPRESS):
        return action.dest
    return '{' + ','.join(action.choices) + '}' if action.choices else None


class ArgumentError(Exception):
    """An error that names an argument."""

    def __init__(self, argument, message):
        self.argument_name, self.message = _get_action_name(argument), message

    def __str__(self):
        return f'argument {self.argument_name}: {self.message}' if self.argument_name is not None else self.message


class ArgumentTypeError(Exception):
    """What a type raises for a text that it cannot convert."""


class _AttributeHolder:
    """Shows its attributes in its repr."""

    def __repr__(self):
        plain = [str(arg) for arg in self._get_args()]
        odd = {}
        for name, value in self._get_kwargs():
            if name.isidentifier():
                plain.append('%s=%r' % (name, value))
            else:
                odd[name] = value
        return '%s(%s)' % (type(self).__name__, ', '.join(plain + (['**%r' % odd] if odd else [])))

    def _get_kwargs(self):
        return list(self.__dict__.items())

    def _get_args(self):
        return []


class Namespace(_AttributeHolder):
    """The values of a command line's arguments."""

    def __init__(self, **kwargs):
        for name, value in kwargs.items():
            setattr(self, name, value)

    def __eq__(self, other):
        return vars(self) == vars(other) if isinstance(other, Namespace) else NotImplemented

    def __contains__(self, key):
        return key in self.__dict__


class FileType:
    """A type that opens files; '-' is a standard stream."""

    def __init__(self, mode='r', bufsize=-1, encoding=None, errors=None):
        self._mode, self._bufsize, self._encoding, self._errors = mode, bufsize, encoding, errors

    def __call__(self, string):
        if string == '-':
            if 'r' in self._mode:
                return _sys.stdin.buffer if 'b' in self._mode else _sys.stdin
            if any(c in self._mode for c in 'wax'):
                return _sys.stdout.buffer if 'b' in self._mode else _sys.stdout
            raise ValueError('argument "-" with mode %r' % self._mode)
        try:
            return open(string, self._mode, self._bufsize, self._encoding, self._errors)
        except OSError as e:
            raise ArgumentTypeError(f"can't open '{string}': {e}")

    def __repr__(self):
        args = [repr(arg) for arg in (self._mode, self._bufsize) if arg != -1]
        args += ['%s=%r' % pair for pair in (('encoding', self._encoding), ('errors', self._errors)) if pair[1] is not None]
        return '%s(%s)' % (type(self).__name__, ', '.join(args))


class Action(_AttributeHolder):
    """What is done with the strings of one argument."""

    def __init__(self, option_strings, dest, nargs=None, const=None, default=None, type=None, choices=None,
                 required=False, help=None, metavar=None):
        self.option_strings, self.dest, self.nargs, self.const = option_strings, dest, nargs, const
        self.default, self.type, self.choices, self.required = default, type, choices, required
        self.help, self.metavar = help, metavar

    def _get_kwargs(self):
        names = 'option_strings dest nargs const default type choices required help metavar'
        return [(name, getattr(self, name)) for name in names.split()]

    def format_usage(self):
        return self.option_strings[0]

    def __call__(self, parser, namespace, values, option_string=None):
        raise NotImplementedError('.__call__() not defined')


class BooleanOptionalAction(Action):
    """--name and --no-name."""

    def __init__(self, option_strings, dest, default=None, type=None, choices=None, required=False, help=None, metavar=None):
        both = [s for o in option_strings for s in ((o, '--no-' + o[2:]) if o.startswith('--') else (o,))]
        super().__init__(both, dest, nargs=0, default=default, type=type, choices=choices, required=required, help=help, metavar=metavar)

    def __call__(self, parser, namespace, values, option_string=None):
        if option_string in self.option_strings:
            setattr(namespace, self.dest, not option_string.startswith('--no-'))

    def format_usage(self):
        return ' | '.join(self.option_strings)


class _StoreAction(Action):
    _none = ('nargs for store actions must be != 0; if you have nothing to store, actions such as store true or store const '
             'may be more appropriate')

    def __init__(self, option_strings, dest, nargs=None, const=None, default=None, type=None, choices=None,
                 required=False, help=None, metavar=None):
        if nargs == 0:
            raise ValueError(self._none)
        if const is not None and nargs != OPTIONAL:
            raise ValueError('nargs must be %r to supply const' % OPTIONAL)
        super().__init__(option_strings, dest, nargs, const, default, type, choices, required, help, metavar)

    def __call__(self, parser, namespace, values, option_string=None):
        setattr(namespace, self.dest, values)


class _AppendAction(_StoreAction):
    _none = ('nargs for append actions must be != 0; if arg strings are not supplying the value to append, the append const action '
             'may be more appropriate')

    def __call__(self, parser, namespace, values, option_string=None):
        setattr(namespace, self.dest, _copied(getattr(namespace, self.dest, None)) + [values])


class _ExtendAction(_AppendAction):
    def __call__(self, parser, namespace, values, option_string=None):
        items = _copied(getattr(namespace, self.dest, None))
        items.extend(values)
        setattr(namespace, self.dest, items)


def _copied(items):
    """A list that may be added to."""
    return [] if items is None else items[:] if type(items) is list else items.__copy__() if hasattr(items, '__copy__') else list(items)


class _StoreConstAction(Action):
    def __init__(self, option_strings, dest, const=None, default=None, required=False, help=None, metavar=None):
        super().__init__(option_strings, dest, nargs=0, const=const, default=default, required=required, help=help)

    def __call__(self, parser, namespace, values, option_string=None):
        setattr(namespace, self.dest, self.const)


class _StoreTrueAction(_StoreConstAction):
    def __init__(self, option_strings, dest, default=False, required=False, help=None):
        super().__init__(option_strings, dest, True, default, required, help)


class _StoreFalseAction(_StoreConstAction):
    def __init__(self, option_strings, dest, default=True, required=False, help=None):
        super().__init__(option_strings, dest, False, default, required, help)


class _AppendConstAction(Action):
    def __init__(self, option_strings, dest, const=None, default=None, required=False, help=None, metavar=None):
        super().__init__(option_strings, dest, nargs=0, const=const, default=default, required=required, help=help, metavar=metavar)

    def __call__(self, parser, namespace, values, option_string=None):
        setattr(namespace, self.dest, _copied(getattr(namespace, self.dest, None)) + [self.const])


class _CountAction(Action):
    def __init__(self, option_strings, dest, default=None, required=False, help=None):
        super().__init__(option_strings, dest, nargs=0, default=default, required=required, help=help)

    def __call__(self, parser, namespace, values, option_string=None):
        setattr(namespace, self.dest, (getattr(namespace, self.dest, None) or 0) + 1)


class _HelpAction(Action):
    def __init__(self, option_strings, dest=SUPPRESS, default=SUPPRESS, help=None):
        super().__init__(option_strings, dest, nargs=0, default=default, help=help)

    def __call__(self, parser, namespace, values, option_string=None):
        parser.print_help()
        parser.exit()


class _VersionAction(Action):
    def __init__(self, option_strings, version=None, dest=SUPPRESS, default=SUPPRESS, help="show program's version number and exit"):
        super().__init__(option_strings, dest, nargs=0, default=default, help=help)
        self.version = version

    def __call__(self, parser, namespace, values, option_string=None):
        formatter = parser._get_formatter()
        formatter.add_text(parser.version if self.version is None else self.version)
        parser._print_message(formatter.format_help(), _sys.stdout)
        parser.exit()


class _SubParserHelp(Action):
    """What help shows of a subcommand."""

    def __init__(self, name, aliases, help):
        shown = name + (' (%s)' % ', '.join(aliases) if aliases else '')
        super().__init__([], name, help=help, metavar=shown)


class _SubParsersAction(Action):
    """Gives the rest of a command line to the parser of a subcommand."""

    def __init__(self, option_strings, prog, parser_class, dest=SUPPRESS, required=False, help=None, metavar=None):
        self._prog_prefix, self._parser_class = prog, parser_class
        self._name_parser_map, self._choices_actions = {}, []
        super().__init__(option_strings, dest, nargs=PARSER, choices=self._name_parser_map, required=required, help=help, metavar=metavar)

    def add_parser(self, name, **kwargs):
        """The parser of a new subcommand."""
        if kwargs.get('prog') is None:
            kwargs['prog'] = '%s %s' % (self._prog_prefix, name)
        aliases = kwargs.pop('aliases', ())
        if name in self._name_parser_map:
            raise ArgumentError(self, 'conflicting subparser: %s' % name)
        for alias in aliases:
            if alias in self._name_parser_map:
                raise ArgumentError(self, 'conflicting subparser alias: %s' % alias)
        if 'help' in kwargs:
            self._choices_actions.append(_SubParserHelp(name, aliases, kwargs.pop('help')))
        parser = self._parser_class(**kwargs)
        for known in (name, *aliases):
            self._name_parser_map[known] = parser
        return parser

    def _get_subactions(self):
        return self._choices_actions

    def __call__(self, parser, namespace, values, option_string=None):
        name, *rest = values
        if self.dest is not SUPPRESS:
            setattr(namespace, self.dest, name)
        if name not in self._name_parser_map:
            raise ArgumentError(self, 'unknown parser %r (choices: %s)' % (name, ', '.join(self._name_parser_map)))
        inner, extra = self._name_parser_map[name].parse_known_args(rest, None)
        for key, value in vars(inner).items():
            setattr(namespace, key, value)
        if extra:
            vars(namespace).setdefault(_UNRECOGNIZED, []).extend(extra)


_actions = {None: _StoreAction, 'store': _StoreAction, 'store_const': _StoreConstAction, 'store_true': _StoreTrueAction,
           'store_false': _StoreFalseAction, 'append': _AppendAction, 'append_const': _AppendConstAction, 'extend': _ExtendAction,
           'count': _CountAction, 'help': _HelpAction, 'version': _VersionAction, 'parsers': _SubParsersAction}


_negative_number = _re.compile(r'^-\d+$|^-\d*\.\d+$')


class _ActionsContainer:
    """Arguments may be added to it."""

    def __init__(self, description, prefix_chars, argument_default, conflict_handler):
        self.description, self.argument_default = description, argument_default
        self.prefix_chars, self.conflict_handler = prefix_chars, conflict_handler
        self._registries = {'action': dict(_actions), 'type': {}}
        self._get_handler()
        self._actions, self._option_string_actions = [], {}
        self._action_groups, self._mutually_exclusive_groups = [], []
        self._defaults = {}
        self._has_negative_number_optionals = []

    def register(self, registry_name, value, object):
        """Gives an action or a type a name."""
        self._registries.setdefault(registry_name, {})[value] = object

    def _registry_get(self, registry_name, value, default_value=None):
        return self._registries[registry_name].get(value, default_value)

    def set_defaults(self, **kwargs):
        """Sets defaults, also of names that are no arguments."""
        self._defaults.update(kwargs)
        for action in self._actions:
            if action.dest in kwargs:
                action.default = kwargs[action.dest]

    def get_default(self, dest):
        """The default of a name."""
        return next((a.default for a in self._actions if a.dest == dest and a.default is not None), self._defaults.get(dest))

    def add_argument(self, *args, **kwargs):
        """Adds an argument: add_argument(dest, ...) or add_argument('-o', '--option', ...)."""
        if not args or len(args) == 1 and args[0][0] not in self.prefix_chars:
            if args and 'dest' in kwargs:
                raise ValueError('dest supplied twice for positional argument')
            kwargs = self._get_positional_kwargs(*args, **kwargs)
        else:
            kwargs = self._get_optional_kwargs(*args, **kwargs)
        if 'default' not in kwargs:
            if kwargs['dest'] in self._defaults:
                kwargs['default'] = self._defaults[kwargs['dest']]
            elif self.argument_default is not None:
                kwargs['default'] = self.argument_default
        kind = kwargs.pop('action', None)
        cls = self._registry_get('action', kind, kind)
        if not callable(cls):
            raise ValueError('unknown action "%s"' % (cls,))
        action = cls(**kwargs)
        self._check_action(action)
        return self._add_action(action)

    def _check_action(self, action):
        convert = self._registry_get('type', action.type, action.type)
        if convert is not None and not callable(convert):
            raise ValueError('%r is not callable' % (convert,))
        if convert is FileType:
            raise ValueError('%r is a FileType class object, instance of it must be passed' % (convert,))
        if hasattr(self, '_get_formatter'):
            try:
                self._get_formatter()._format_args(action, None)
            except TypeError:
                raise ValueError('length of metavar tuple does not match nargs')

    def add_argument_group(self, *args, **kwargs):
        """A titled part of the help."""
        group = _ArgumentGroup(self, *args, **kwargs)
        self._action_groups.append(group)
        return group

    def add_mutually_exclusive_group(self, **kwargs):
        """Arguments of which only one may be given."""
        group = _MutuallyExclusiveGroup(self, **kwargs)
        self._mutually_exclusive_groups.append(group)
        return group

    def _add_action(self, action):
        self._check_conflict(action)
        self._actions.append(action)
        action.container = self
        for option in action.option_strings:
            self._option_string_actions[option] = action
            if _negative_number.match(option) and not self._has_negative_number_optionals:
                self._has_negative_number_optionals.append(True)
        return action

    def _remove_action(self, action):
        self._actions.remove(action)

    def _add_container_actions(self, container):
        """Takes over the arguments of another parser, group by group."""
        titles = {}
        for group in self._action_groups:
            if group.title in titles:
                raise ValueError('cannot merge actions - two groups are named %r' % (group.title,))
            titles[group.title] = group
        groups = {}
        for group in container._action_groups:
            if group.title not in titles:
                titles[group.title] = self.add_argument_group(title=group.title, description=group.description,
                                                              conflict_handler=group.conflict_handler)
            groups.update((action, titles[group.title]) for action in group._group_actions)
        for group in container._mutually_exclusive_groups:
            exclusive = self.add_mutually_exclusive_group(required=group.required)
            groups.update((action, exclusive) for action in group._group_actions)
        for action in container._actions:
            groups.get(action, self)._add_action(action)

    def _get_positional_kwargs(self, dest, **kwargs):
        if 'required' in kwargs:
            raise TypeError("'required' is an invalid argument for positionals")
        nargs = kwargs.get('nargs')
        if nargs not in (OPTIONAL, ZERO_OR_MORE) or nargs == ZERO_OR_MORE and 'default' not in kwargs:
            kwargs['required'] = True
        return dict(kwargs, dest=dest, option_strings=[])

    def _get_optional_kwargs(self, *args, **kwargs):
        for option in args:
            if option[0] not in self.prefix_chars:
                raise ValueError('invalid option string %r: must start with a character %r' % (option, self.prefix_chars))
        dest = kwargs.pop('dest', None)
        if dest is None:
            long = [option for option in args if len(option) > 1 and option[1] in self.prefix_chars]
            dest = (long or args)[0].lstrip(self.prefix_chars)
            if not dest:
                raise ValueError('dest= is required for options like %r' % args[0])
            dest = dest.replace('-', '_')
        return dict(kwargs, dest=dest, option_strings=list(args))

    def _get_handler(self):
        handler = getattr(self, '_handle_conflict_%s' % self.conflict_handler, None)
        if handler is None:
            raise ValueError('invalid conflict_resolution value: %r' % (self.conflict_handler,))
        return handler

    def _check_conflict(self, action):
        taken = [(option, self._option_string_actions[option]) for option in action.option_strings if option in self._option_string_actions]
        if taken:
            self._get_handler()(action, taken)

    def _handle_conflict_error(self, action, conflicting_actions):
        raise ArgumentError(action, 'conflicting option string%s: %s' % (
            '' if len(conflicting_actions) == 1 else 's', ', '.join(option for option, _ in conflicting_actions)))

    def _handle_conflict_resolve(self, action, conflicting_actions):
        for option, other in conflicting_actions:
            other.option_strings.remove(option)
            self._option_string_actions.pop(option, None)
            if not other.option_strings:
                other.container._remove_action(other)


class _ArgumentGroup(_ActionsContainer):
    """Arguments that help shows under a title; they are the container's all the same."""

    def __init__(self, container, title=None, description=None, *, prefix_chars=None, argument_default=None, conflict_handler=None):
        super().__init__(description, prefix_chars or container.prefix_chars,
                         container.argument_default if argument_default is None else argument_default,
                         conflict_handler or container.conflict_handler)
        self.title, self._group_actions, self._container = title, [], container
        for name in ('_registries', '_actions', '_option_string_actions', '_defaults', '_has_negative_number_optionals',
                     '_mutually_exclusive_groups'):
            setattr(self, name, getattr(container, name))
        if hasattr(container, '_get_formatter'):
            self._get_formatter = container._get_formatter

    def _add_action(self, action):
        action = super()._add_action(action)
        self._group_actions.append(action)
        return action

    def _remove_action(self, action):
        super()._remove_action(action)
        self._group_actions.remove(action)


class _MutuallyExclusiveGroup(_ArgumentGroup):
    """Arguments of which only one may be given; help shows them with the container's own."""

    def __init__(self, container, required=False):
        super().__init__(container)
        self.required = required

    def _add_action(self, action):
        if action.required:
            raise ValueError('mutually exclusive arguments must be optional')
        action = self._container._add_action(action)
        self._group_actions.append(action)
        return action

    def _remove_action(self, action):
        self._container._remove_action(action)
        self._group_actions.remove(action)


def _nargs_pattern(action):
    """What an argument takes, as an expression over A (argument), O (option) and - (the string --)."""
    nargs = action.nargs
    patterns = {None: '(-*A-*)', OPTIONAL: '(-*A?-*)', ZERO_OR_MORE: '(-*[A-]*)', ONE_OR_MORE: '(-*A[A-]*)',
                REMAINDER: '([-AO]*)', PARSER: '(-*A[-AO]*)', SUPPRESS: '(-*-*)'}
    pattern = patterns[nargs] if nargs in patterns else '(-*%s-*)' % '-*'.join('A' * nargs)
    return pattern.replace('-*', '').replace('-', '') if action.option_strings else pattern


def _match_argument(action, kinds):
    """How many of the strings of these kinds an argument takes."""
    match = _re.match(_nargs_pattern(action), kinds)
    if match is not None:
        return len(match[1])
    expected = {None: 'expected one argument', OPTIONAL: 'expected at most one argument', ONE_OR_MORE: 'expected at least one argument'}
    raise ArgumentError(action, expected.get(action.nargs) or 'expected %s argument%s' % (action.nargs, '' if action.nargs == 1 else 's'))


def _match_partial(actions, kinds):
    """How many of the strings each of the first actions takes: as many actions as find enough."""
    for count in range(len(actions), 0, -1):
        match = _re.match(''.join(map(_nargs_pattern, actions[:count])), kinds)
        if match is not None:
            return [len(group) for group in match.groups()]
    return []


class _CommandLine:
    """The strings, what each is, and which arguments were seen."""

    def __init__(self, parser, strings, namespace):
        self.parser, self.strings, self.namespace = parser, strings, namespace
        self.extras, self.seen, self.given = [], set(), set()
        self.positionals = [a for a in parser._actions if not a.option_strings]
        self.options, kinds = {}, []
        words = iter(enumerate(strings))
        for i, string in words:
            if string == '--':
                kinds.append('-')
                kinds.extend('A' for _ in words)
                break
            option = parser._parse_optional(string)
            if option is not None:
                self.options[i] = option
            kinds.append('A' if option is None else 'O')
        self.kinds = ''.join(kinds)

    def read(self):
        """Gives all strings to arguments; what nobody wants are the extras."""
        at, last = 0, max(self.options, default=-1)
        while at <= last:
            option = min(i for i in self.options if i >= at)
            if at != option:
                end = self._positionals(at)
                if end > at:
                    at = end
                    continue
            if at not in self.options:
                self.extras += self.strings[at:option]
                at = option
            at = self._option(at)
        self.extras += self.strings[self._positionals(at):]
        self._check()
        return self.namespace, self.extras

    def _take(self, action, strings, option=None):
        self.seen.add(action)
        value = self.parser._get_values(action, strings)
        if value is not action.default:
            self.given.add(action)
            for group in self.parser._mutually_exclusive_groups:
                if action in group._group_actions:
                    for rival in group._group_actions:
                        if rival is not action and rival in self.given:
                            raise ArgumentError(action, 'not allowed with argument %s' % _get_action_name(rival))
        if value is not SUPPRESS:
            action(self.parser, self.namespace, value, option)

    def _positionals(self, at):
        """Gives the strings at a place to the positionals that wait; returns where they end."""
        counts = _match_partial(self.positionals, self.kinds[at:])
        for action, count in zip(self.positionals, counts):
            strings = self.strings[at:at + count]
            at += count
            self._take(action, strings)
        self.positionals = self.positionals[len(counts):]
        return at

    def _option(self, at):
        """Reads the option at a place, or several in one string as in -xyz; returns where its arguments end."""
        action, option, explicit = self.options[at]
        flags = []
        while action is not None and explicit is not None:
            count = _match_argument(action, 'A')
            if count == 1:
                break
            known = self.parser._option_string_actions
            if count or option[1] in self.parser.prefix_chars or explicit == '' or option[0] + explicit[0] not in known:
                raise ArgumentError(action, 'ignored explicit argument %r' % explicit)
            flags.append((action, [], option))
            option, explicit = option[0] + explicit[0], explicit[1:] or None
            action = known[option]
        if action is None:
            self.extras.append(self.strings[at])
            return at + 1
        count = 0 if explicit is not None else _match_argument(action, self.kinds[at + 1:])
        end = at + 1 + count
        for one in (*flags, (action, self.strings[at + 1:end] if explicit is None else [explicit], option)):
            self._take(*one)
        return end

    def _check(self):
        """Complains of what is missing, and converts defaults that are texts."""
        missing = []
        for action in self.parser._actions:
            if action in self.seen:
                continue
            if action.required:
                missing.append(_get_action_name(action))
            elif isinstance(action.default, str) and getattr(self.namespace, action.dest, None) is action.default:
                setattr(self.namespace, action.dest, self.parser._get_value(action, action.default))
        if missing:
            self.parser.error('the following arguments are required: %s' % ', '.join(missing))
        for group in self.parser._mutually_exclusive_groups:
            if group.required and not any(action in self.given for action in group._group_actions):
                names = [_get_action_name(action) for action in group._group_actions if action.help is not SUPPRESS]
                self.parser.error('one of the arguments %s is required' % ' '.join(names))


class ArgumentParser(_AttributeHolder, _ActionsContainer):
    """Reads command lines and knows what help to print."""

    def __init__(self, prog=None, usage=None, description=None, epilog=None, parents=[], formatter_class=HelpFormatter,
                 prefix_chars='-', fromfile_prefix_chars=None, argument_default=None, conflict_handler='error',
                 add_help=True, allow_abbrev=True, exit_on_error=True):
        super().__init__(description, prefix_chars, argument_default, conflict_handler)
        self.prog = _os.path.basename(_sys.argv[0]) if prog is None else prog
        self.usage, self.epilog, self.formatter_class = usage, epilog, formatter_class
        self.fromfile_prefix_chars, self.add_help = fromfile_prefix_chars, add_help
        self.allow_abbrev, self.exit_on_error = allow_abbrev, exit_on_error
        self._positionals = self.add_argument_group('positional arguments')
        self._optionals = self.add_argument_group('options')
        self._subparsers = None
        self.register('type', None, lambda string: string)
        if add_help:
            dash = '-' if '-' in prefix_chars else prefix_chars[0]
            self.add_argument(dash + 'h', dash * 2 + 'help', action='help', default=SUPPRESS, help='show this help message and exit')
        for parent in parents:
            self._add_container_actions(parent)
            self._defaults.update(getattr(parent, '_defaults', {}))

    def _get_kwargs(self):
        names = 'prog usage description formatter_class conflict_handler add_help'
        return [(name, getattr(self, name)) for name in names.split()]

    def add_subparsers(self, **kwargs):
        """Where subcommands are added."""
        if self._subparsers is not None:
            self.error('cannot have multiple subparser arguments')
        kwargs.setdefault('parser_class', type(self))
        if 'title' in kwargs or 'description' in kwargs:
            self._subparsers = self.add_argument_group(kwargs.pop('title', 'subcommands'), kwargs.pop('description', None))
        else:
            self._subparsers = self._positionals
        if kwargs.get('prog') is None:
            formatter = self._get_formatter()
            formatter.add_usage(self.usage, self._get_positional_actions(), self._mutually_exclusive_groups, '')
            kwargs['prog'] = formatter.format_help().strip()
        action = self._registry_get('action', kwargs.pop('action', 'parsers'))(option_strings=[], **kwargs)
        self._subparsers._add_action(action)
        return action

    def _add_action(self, action):
        (self._optionals if action.option_strings else self._positionals)._add_action(action)
        return action

    def _get_optional_actions(self):
        return [action for action in self._actions if action.option_strings]

    def _get_positional_actions(self):
        return [action for action in self._actions if not action.option_strings]

    # Parsing

    def parse_args(self, args=None, namespace=None):
        """The values of a command line (sys.argv's); anything unknown in it is an error."""
        args, extra = self.parse_known_args(args, namespace)
        if extra:
            self.error('unrecognized arguments: %s' % ' '.join(extra))
        return args

    def parse_known_args(self, args=None, namespace=None):
        """The values of a command line, and the strings in it that nobody knows."""
        args = list(_sys.argv[1:] if args is None else args)
        namespace = self._with_defaults(Namespace() if namespace is None else namespace)
        try:
            namespace, extra = self._parse_known_args(args, namespace)
        except ArgumentError as e:
            if not self.exit_on_error:
                raise
            self.error(str(e))
        if hasattr(namespace, _UNRECOGNIZED):
            extra += namespace.__dict__.pop(_UNRECOGNIZED)
        return namespace, extra

    def _with_defaults(self, namespace):
        for action in self._actions:
            if action.dest is not SUPPRESS and action.default is not SUPPRESS and not hasattr(namespace, action.dest):
                setattr(namespace, action.dest, action.default)
        for name, value in self._defaults.items():
            if not hasattr(namespace, name):
                setattr(namespace, name, value)
        return namespace

    def _parse_known_args(self, arg_strings, namespace):
        if self.fromfile_prefix_chars is not None:
            arg_strings = self._read_args_from_files(arg_strings)
        return _CommandLine(self, arg_strings, namespace).read()

    def _read_args_from_files(self, arg_strings):
        """The strings with the lines of files named by @FILE in their place."""
        new = []
        for string in arg_strings:
            if not string or string[0] not in self.fromfile_prefix_chars:
                new.append(string)
                continue
            try:
                with open(string[1:]) as f:
                    lines = f.read().splitlines()
            except OSError as e:
                self.error(str(e))
            new += self._read_args_from_files([word for line in lines for word in self.convert_arg_line_to_args(line)])
        return new

    def convert_arg_line_to_args(self, arg_line):
        """The arguments in a line of a file."""
        return [arg_line]

    def parse_intermixed_args(self, args=None, namespace=None):
        """As parse_args, but positionals may stand among options."""
        args, extra = self.parse_known_intermixed_args(args, namespace)
        if extra:
            self.error('unrecognized arguments: %s' % ' '.join(extra))
        return args

    def parse_known_intermixed_args(self, args=None, namespace=None):
        """As parse_known_args, but positionals may stand among options: these are read first."""
        positionals = self._get_positional_actions()
        odd = [action for action in positionals if action.nargs in (PARSER, REMAINDER)]
        if odd:
            raise TypeError('parse_intermixed_args: positional arg with nargs=%s' % odd[0].nargs)
        if any(action in group._group_actions for group in self._mutually_exclusive_groups for action in positionals):
            raise TypeError('parse_intermixed_args: positional in mutuallyExclusiveGroup')
        usage, kept = self.usage, [(action, action.nargs, action.default) for action in positionals]
        required = [(thing, thing.required) for thing in (*self._get_optional_actions(), *self._mutually_exclusive_groups)]
        try:
            if self.usage is None:
                self.usage = self.format_usage()[7:]
            for action in positionals:
                action.nargs, action.default = SUPPRESS, SUPPRESS
            namespace, rest = self.parse_known_args(args, namespace)
            for action, nargs, default in kept:
                action.nargs, action.default = nargs, default
            for thing, _ in required:
                thing.required = False
            return self.parse_known_args(rest, namespace)
        finally:
            self.usage = usage
            for action, nargs, default in kept:
                action.nargs, action.default = nargs, default
            for thing, was in required:
                thing.required = was

    def _parse_optional(self, arg_string):
        """(action, option, explicit argument) of a string that is an option; None of any other."""
        known = self._option_string_actions
        if not arg_string or arg_string[0] not in self.prefix_chars:
            return None
        if arg_string in known:
            return known[arg_string], arg_string, None
        if len(arg_string) == 1:
            return None
        name, equals, value = arg_string.partition('=')
        if equals and name in known:
            return known[name], name, value
        found = self._get_option_tuples(arg_string)
        if len(found) > 1:
            self.error('ambiguous option: %s could match %s' % (arg_string, ', '.join(option for _, option, _ in found)))
        if found:
            return found[0]
        if _negative_number.match(arg_string) and not self._has_negative_number_optionals or ' ' in arg_string:
            return None
        return None, arg_string, None

    def _get_option_tuples(self, option_string):
        """What an abbreviated option, or one with its argument right behind it, may mean."""
        known, chars = self._option_string_actions, self.prefix_chars
        if option_string[1] in chars:
            name, equals, value = option_string.partition('=')
            return [(known[option], option, value if equals else None)
                    for option in known if self.allow_abbrev and option.startswith(name)]
        short, value, found = option_string[:2], option_string[2:], []
        for option in known:
            if option == short:
                found.append((known[option], option, value))
            elif option.startswith(option_string):
                found.append((known[option], option, None))
        return found

    def _get_values(self, action, arg_strings):
        """The value that an argument's strings stand for."""
        nargs = action.nargs
        if nargs not in (PARSER, REMAINDER) and '--' in arg_strings:
            arg_strings = list(arg_strings)
            arg_strings.remove('--')
        if not arg_strings and nargs == OPTIONAL:
            value = action.const if action.option_strings else action.default
            if isinstance(value, str):
                value = self._get_value(action, value)
                self._check_value(action, value)
            return value
        if not arg_strings and nargs == ZERO_OR_MORE and not action.option_strings:
            if action.default is None:
                return arg_strings
            self._check_value(action, action.default)
            return action.default
        if nargs == SUPPRESS:
            return SUPPRESS
        values = [self._get_value(action, string) for string in arg_strings]
        if nargs != REMAINDER:
            for value in values[:1] if nargs == PARSER else values:
                self._check_value(action, value)
        return values[0] if nargs in (None, OPTIONAL) else values

    def _get_value(self, action, arg_string):
        convert = self._registry_get('type', action.type, action.type)
        if not callable(convert):
            raise ArgumentError(action, '%r is not callable' % (convert,))
        try:
            return convert(arg_string)
        except ArgumentTypeError as e:
            raise ArgumentError(action, str(e))
        except (TypeError, ValueError):
            raise ArgumentError(action, 'invalid %s value: %r' % (getattr(action.type, '__name__', repr(action.type)), arg_string))

    def _check_value(self, action, value):
        if action.choices is not None and value not in action.choices:
            raise ArgumentError(action, 'invalid choice: %r (choose from %s)' % (value, ', '.join(map(repr, action.choices))))

    # Help

    def _get_formatter(self):
        return self.formatter_class(prog=self.prog)

    def format_usage(self):
        """The text of the usage."""
        formatter = self._get_formatter()
        formatter.add_usage(self.usage, self._actions, self._mutually_exclusive_groups)
        return formatter.format_help()

    def format_help(self):
        """The text of the help."""
        formatter = self._get_formatter()
        formatter.add_usage(self.usage, self._actions, self._mutually_exclusive_groups)
        formatter.add_text(self.description)
        for group in self._action_groups:
            formatter.start_section(group.title)
            formatter.add_text(group.description)
            formatter.add_arguments(group._group_actions)
            formatter.end_section()
        formatter.add_text(self.epilog)
        return formatter.format_help()

    def print_usage(self, file=None):
        """Prints the usage."""
        self._print_message(self.format_usage(), _sys.stdout if file is None else file)

    def print_help(self, file=None):
        """Prints the help."""
        self._print_message(self.format_help(), _sys.stdout if file is None else file)

    def _print_message(self, message, file=None):
        if message:
            (file or _sys.stderr).write(message)

    def exit(self, status=0, message=None):
        """Ends the program."""
        if message:
            self._print_message(message, _sys.stderr)
        _sys.exit(status)

    def error(self, message):
        """Prints the usage and the message, and ends the program with status 2."""
        self.print_usage(_sys.stderr)
        self.exit(2, '%s: error: %s\n' % (self.prog, message))
