"""The help of a command line: usage, sections, columns."""

import re as _re
import shutil as _shutil
import textwrap as _textwrap

__name__ = 'argparse'  # where the classes say they are from

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
