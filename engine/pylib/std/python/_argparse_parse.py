"""One reading of a command line: which strings go to which argument."""

import re as _re

from _argparse_actions import ArgumentError, action_name
from _argparse_help import ONE_OR_MORE, OPTIONAL, PARSER, REMAINDER, SUPPRESS, ZERO_OR_MORE


def nargs_pattern(action):
    """What an argument takes, as an expression over A (argument), O (option) and - (the string --)."""
    nargs = action.nargs
    patterns = {None: '(-*A-*)', OPTIONAL: '(-*A?-*)', ZERO_OR_MORE: '(-*[A-]*)', ONE_OR_MORE: '(-*A[A-]*)',
                REMAINDER: '([-AO]*)', PARSER: '(-*A[-AO]*)', SUPPRESS: '(-*-*)'}
    pattern = patterns[nargs] if nargs in patterns else '(-*%s-*)' % '-*'.join('A' * nargs)
    return pattern.replace('-*', '').replace('-', '') if action.option_strings else pattern


def match_argument(action, kinds):
    """How many of the strings of these kinds an argument takes."""
    match = _re.match(nargs_pattern(action), kinds)
    if match is not None:
        return len(match[1])
    expected = {None: 'expected one argument', OPTIONAL: 'expected at most one argument', ONE_OR_MORE: 'expected at least one argument'}
    raise ArgumentError(action, expected.get(action.nargs) or 'expected %s argument%s' % (action.nargs, '' if action.nargs == 1 else 's'))


def match_partial(actions, kinds):
    """How many of the strings each of the first actions takes: as many actions as find enough."""
    for count in range(len(actions), 0, -1):
        match = _re.match(''.join(map(nargs_pattern, actions[:count])), kinds)
        if match is not None:
            return [len(group) for group in match.groups()]
    return []


class CommandLine:
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
                            raise ArgumentError(action, 'not allowed with argument %s' % action_name(rival))
        if value is not SUPPRESS:
            action(self.parser, self.namespace, value, option)

    def _positionals(self, at):
        """Gives the strings at a place to the positionals that wait; returns where they end."""
        counts = match_partial(self.positionals, self.kinds[at:])
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
            count = match_argument(action, 'A')
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
        count = 0 if explicit is not None else match_argument(action, self.kinds[at + 1:])
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
                missing.append(action_name(action))
            elif isinstance(action.default, str) and getattr(self.namespace, action.dest, None) is action.default:
                setattr(self.namespace, action.dest, self.parser._get_value(action, action.default))
        if missing:
            self.parser.error('the following arguments are required: %s' % ', '.join(missing))
        for group in self.parser._mutually_exclusive_groups:
            if group.required and not any(action in self.given for action in group._group_actions):
                names = [action_name(action) for action in group._group_actions if action.help is not SUPPRESS]
                self.parser.error('one of the arguments %s is required' % ' '.join(names))
