"""The classes of the nodes of a program's tree."""

__name__ = 'ast'  # where the classes say they are from


class AST:
    """A node. _fields names what it is made of."""

    _fields = ()
    _attributes = ()
    __match_args__ = ()

    def __init__(self, *args, **kwargs):
        if len(args) > len(self._fields):
            raise TypeError('%s constructor takes at most %d positional argument%s'
                            % (type(self).__name__, len(self._fields), '' if len(self._fields) == 1 else 's'))
        for name, value in zip(self._fields, args):
            setattr(self, name, value)
        for name, value in kwargs.items():
            if name in self._fields[:len(args)]:
                raise TypeError("%s got multiple values for argument '%s'" % (type(self).__name__, name))
            setattr(self, name, value)

    def __reduce__(self):
        return type(self), (), self.__dict__


# Each kind of node: the class all of it are of, then its classes with their fields; ? marks one that may be None.
_places = 'lineno col_offset end_lineno? end_col_offset?'
_kinds = [
    ('mod', '', 'Module body type_ignores, Interactive body, Expression body, FunctionType argtypes returns'),
    ('stmt', _places, '''
        FunctionDef name args body decorator_list returns? type_comment?, AsyncFunctionDef name args body decorator_list returns? type_comment?,
        ClassDef name bases keywords body decorator_list, Return value?, Delete targets, Assign targets value type_comment?,
        AugAssign target op value, AnnAssign target annotation value? simple, TypeAlias name value,
        For target iter body orelse type_comment?, AsyncFor target iter body orelse type_comment?, While test body orelse,
        If test body orelse, With items body type_comment?, AsyncWith items body type_comment?, Match subject cases, Raise exc? cause?,
        Try body handlers orelse finalbody, TryStar body handlers orelse finalbody, Assert test msg?, Import names,
        ImportFrom module? names level?, Global names, Nonlocal names, Expr value, Pass, Break, Continue'''),
    ('expr', _places, '''
        BoolOp op values, NamedExpr target value, BinOp left op right, UnaryOp op operand, Lambda args body, IfExp test body orelse,
        Dict keys values, Set elts, ListComp elt generators, SetComp elt generators, DictComp key value generators,
        GeneratorExp elt generators, Await value, Yield value?, YieldFrom value, Compare left ops comparators, Call func args keywords,
        FormattedValue value conversion format_spec?, JoinedStr values, Constant value kind?, Attribute value attr ctx,
        Subscript value slice ctx, Starred value ctx, Name id ctx, List elts ctx, Tuple elts ctx, Slice lower? upper? step?'''),
    ('expr_context', '', 'Load, Store, Del'),
    ('boolop', '', 'And, Or'),
    ('operator', '', 'Add, Sub, Mult, MatMult, Div, Mod, Pow, LShift, RShift, BitOr, BitXor, BitAnd, FloorDiv'),
    ('unaryop', '', 'Invert, Not, UAdd, USub'),
    ('cmpop', '', 'Eq, NotEq, Lt, LtE, Gt, GtE, Is, IsNot, In, NotIn'),
    ('comprehension', '', 'target iter ifs is_async'),
    ('excepthandler', _places, 'ExceptHandler type? name? body'),
    ('arguments', '', 'posonlyargs args vararg? kwonlyargs kw_defaults kwarg? defaults'),
    ('arg', _places, 'arg annotation? type_comment?'),
    ('keyword', _places, 'arg? value'),
    ('alias', _places, 'name asname?'),
    ('withitem', '', 'context_expr optional_vars?'),
    ('match_case', '', 'pattern guard? body'),
    ('pattern', _places.replace('?', ''), '''
        MatchValue value, MatchSingleton value, MatchSequence patterns, MatchMapping keys patterns rest?,
        MatchClass cls patterns kwd_attrs kwd_patterns, MatchStar name?, MatchAs pattern? name?, MatchOr patterns'''),
    ('type_ignore', '', 'TypeIgnore lineno tag'),
]
classes = {'AST': AST}


def _define(name, base, fields, places=None):
    body = {'__module__': 'ast', '_fields': tuple(field.rstrip('?') for field in fields)}
    body['__match_args__'] = body['_fields']
    if places is not None:
        body['_attributes'] = tuple(place.rstrip('?') for place in places)
    body.update((field[:-1], None) for field in (*fields, *(places or ())) if field[-1] == '?')
    classes[name] = type(name, (base,), body)


for _kind, _attributes, _members in _kinds:
    if _members[0].islower():
        _define(_kind, AST, _members.split(), _attributes.split())
        continue
    _define(_kind, AST, (), _attributes.split())
    for _member in _members.split(','):
        _name, *_fields = _member.split()
        _define(_name, classes[_kind], _fields)


def _alias_of_value(self):
    """The value of the constant, under an old name."""
    return self.value


classes['Constant'].n = classes['Constant'].s = property(_alias_of_value, lambda self, value: setattr(self, 'value', value))


class _OldConstant(type):
    """A class that constants of some types are instances of, and that makes constants."""

    def __instancecheck__(cls, node):
        return isinstance(node, classes['Constant']) and type(node.value) in cls._types

    def __call__(cls, *args, **kwargs):
        return classes['Constant'](*args, **kwargs) if args or kwargs else classes['Constant'](...)


for _name, _types in {'Num': (int, float, complex), 'Str': (str,), 'Bytes': (bytes,), 'NameConstant': (bool, type(None)),
                      'Ellipsis': (type(...),)}.items():
    classes[_name] = _OldConstant(_name, (classes['Constant'],), {'_types': _types, '__module__': 'ast'})
