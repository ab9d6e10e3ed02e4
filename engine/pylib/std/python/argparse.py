"""Command lines: https://docs.python.org/3/library/argparse.html"""

import os as _os
import sys as _sys

from _argparse_actions import (Action, ArgumentError, ArgumentTypeError, BooleanOptionalAction, FileType, Namespace,
                               _AppendAction, _AppendConstAction, _AttributeHolder, _CountAction, _ExtendAction, _HelpAction,
                               _StoreAction, _StoreConstAction, _StoreFalseAction, _StoreTrueAction, _SubParsersAction, _UNRECOGNIZED, _VersionAction)
from _argparse_actions import action_name as _get_action_name
from _argparse_groups import _ActionsContainer, _ArgumentGroup, _MutuallyExclusiveGroup
from _argparse_groups import negative_number as _negative_number
from _argparse_help import (ONE_OR_MORE, OPTIONAL, PARSER, REMAINDER, SUPPRESS, ZERO_OR_MORE, ArgumentDefaultsHelpFormatter,
                            HelpFormatter, MetavarTypeHelpFormatter, RawDescriptionHelpFormatter, RawTextHelpFormatter)
from _argparse_parse import CommandLine as _CommandLine

__all__ = ['ArgumentParser', 'ArgumentError', 'ArgumentTypeError', 'BooleanOptionalAction', 'FileType', 'HelpFormatter',
           'ArgumentDefaultsHelpFormatter', 'RawDescriptionHelpFormatter', 'RawTextHelpFormatter',
           'MetavarTypeHelpFormatter', 'Namespace', 'Action', 'ONE_OR_MORE', 'OPTIONAL', 'PARSER',
           'REMAINDER', 'SUPPRESS', 'ZERO_OR_MORE']


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
