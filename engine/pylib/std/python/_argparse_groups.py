"""What holds arguments: parsers and the groups of them."""

import re as _re

from _argparse_actions import ArgumentError, FileType, actions
from _argparse_help import OPTIONAL, SUPPRESS, ZERO_OR_MORE

__name__ = 'argparse'  # where the classes say they are from

negative_number = _re.compile(r'^-\d+$|^-\d*\.\d+$')


class _ActionsContainer:
    """Arguments may be added to it."""

    def __init__(self, description, prefix_chars, argument_default, conflict_handler):
        self.description, self.argument_default = description, argument_default
        self.prefix_chars, self.conflict_handler = prefix_chars, conflict_handler
        self._registries = {'action': dict(actions), 'type': {}}
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
            if negative_number.match(option) and not self._has_negative_number_optionals:
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
