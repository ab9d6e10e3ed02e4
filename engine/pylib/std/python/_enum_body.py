"""What stands in the body of an enumeration: member, auto, and the namespace that sorts them."""

__name__ = 'enum'  # where the classes say they are from
_builtin_property = property


class nonmember:
    """Keeps a value in an enum's body from becoming a member."""

    def __init__(self, value):
        self.value = value


class member:
    """Makes a member of a value that would not become one, such as a function."""

    def __init__(self, value):
        self.value = value


class property(_builtin_property):
    """A property of members that leaves the class access to a member of the same name."""

    def __get__(self, instance, owner=None):
        if instance is None:
            found = owner._member_map_.get(self.name) if owner is not None else None
            if found is None:
                raise AttributeError('%r has no attribute %r' % (owner, self.name))
            return found
        return self.fget(instance)

    def __set__(self, instance, value):
        if self.fset is None:
            raise AttributeError('%r cannot set attribute %r' % (self.owner, self.name))
        self.fset(instance, value)

    def __delete__(self, instance):
        if self.fdel is None:
            raise AttributeError('%r cannot delete attribute %r' % (self.owner, self.name))
        self.fdel(instance)

    def __set_name__(self, owner, name):
        self.name = name
        self.owner = owner


class auto:
    """Stands for "the next value"; the enum's _generate_next_value_ replaces it."""

    _unset = object()

    def __init__(self, value=_unset):
        self.value = value

    def __repr__(self):
        return 'auto(%r)' % (self.value,)


def _is_dunder(name):
    return len(name) > 4 and name[:2] == name[-2:] == '__' and name[2] != '_' and name[-3] != '_'


def _is_sunder(name):
    return len(name) > 2 and name[0] == name[-1] == '_' and name[1] != '_' and name[-2] != '_'


def _is_private(owner, name):
    start = '_%s__' % owner.lstrip('_')
    return name.startswith(start) and len(name) > len(start) and not name.endswith('__')


def _is_descriptor(value):
    kind = type(value)
    return hasattr(kind, '__get__') or hasattr(kind, '__set__') or hasattr(kind, '__delete__')


class _Body(dict):
    """The namespace of an enum's body: remembers which names become members, in order."""

    def __init__(self, owner):
        super().__init__()
        self.owner = owner
        self.member_names = {}
        self.last_values = []
        self.ignore = []
        self.auto_called = False
        self.generate = None

    def __setitem__(self, name, value):
        if _is_private(self.owner, name):
            pass
        elif _is_sunder(name):
            self._set_sunder(name, value)
            if name == '_ignore_':
                return
        elif _is_dunder(name):
            if name == '__order__':
                name = '_order_'
        elif name in self.member_names:
            raise TypeError('%r already defined as %r' % (name, self[name]))
        elif name in self.ignore:
            pass
        elif isinstance(value, nonmember):
            value = value.value
        elif _is_descriptor(value) and not isinstance(value, member):
            pass
        else:
            if name in self:
                raise TypeError('%r already defined as %r' % (name, self[name]))
            if isinstance(value, member):
                value = value.value
            value = self._resolve_auto(name, value)
            self.member_names[name] = None
            self.last_values.append(value)
        super().__setitem__(name, value)

    def _set_sunder(self, name, value):
        allowed = ('_order_', '_generate_next_value_', '_numeric_repr_', '_missing_', '_ignore_', '_iter_member_',
                   '_iter_member_by_value_', '_iter_member_by_def_', '_add_alias_', '_add_value_alias_')
        if name not in allowed:
            raise ValueError('_sunder_ names, such as %r, are reserved for future Enum use' % (name,))
        if name == '_generate_next_value_':
            if self.auto_called:
                raise TypeError('_generate_next_value_ must be defined before members')
            self.generate = value.__func__ if isinstance(value, staticmethod) else value
        elif name == '_ignore_':
            if isinstance(value, str):
                value = value.replace(',', ' ').split()
            self.ignore = list(value)
            taken = set(value) & set(self.member_names)
            if taken:
                raise ValueError('_ignore_ cannot specify already set names: %r' % (taken,))

    def _resolve_auto(self, name, value):
        if isinstance(value, auto):
            if value.value is auto._unset:
                self.auto_called = True
                value.value = self.generate(name, 1, len(self.member_names), self.last_values[:])
            return value.value
        if type(value) is tuple and any(isinstance(v, auto) for v in value):
            self.auto_called = True
            return tuple(self._resolve_auto(name, v) for v in value)
        return value
