"""Programs as trees: https://docs.python.org/3/library/ast.html"""

import _ast
import re


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
_classes = {'AST': AST}


def _define(name, base, fields, places=None):
    body = {'__module__': 'ast', '_fields': tuple(field.rstrip('?') for field in fields)}
    body['__match_args__'] = body['_fields']
    if places is not None:
        body['_attributes'] = tuple(place.rstrip('?') for place in places)
    body.update((field[:-1], None) for field in (*fields, *(places or ())) if field[-1] == '?')
    _classes[name] = type(name, (base,), body)


for _kind, _attributes, _members in _kinds:
    if _members[0].islower():
        _define(_kind, AST, _members.split(), _attributes.split())
        continue
    _define(_kind, AST, (), _attributes.split())
    for _member in _members.split(','):
        _name, *_fields = _member.split()
        _define(_name, _classes[_kind], _fields)


def _alias_of_value(self):
    """The value of the constant, under an old name."""
    return self.value


_classes['Constant'].n = _classes['Constant'].s = property(_alias_of_value, lambda self, value: setattr(self, 'value', value))


class _OldConstant(type):
    """A class that constants of some types are instances of, and that makes constants."""

    def __instancecheck__(cls, node):
        return isinstance(node, _classes['Constant']) and type(node.value) in cls._types

    def __call__(cls, *args, **kwargs):
        return _classes['Constant'](*args, **kwargs) if args or kwargs else _classes['Constant'](...)


for _name, _types in {'Num': (int, float, complex), 'Str': (str,), 'Bytes': (bytes,), 'NameConstant': (bool, type(None)),
                      'Ellipsis': (type(...),)}.items():
    _classes[_name] = _OldConstant(_name, (_classes['Constant'],), {'_types': _types, '__module__': 'ast'})


globals().update(_classes)

PyCF_ONLY_AST, PyCF_TYPE_COMMENTS, PyCF_ALLOW_TOP_LEVEL_AWAIT = 0x400, 0x1000, 0x2000


def parse(source, filename='<unknown>', mode='exec', *, type_comments=False, feature_version=None):
    """The tree of a program; in mode 'eval' of an expression."""
    if isinstance(source, AST):
        return source
    if isinstance(source, (bytes, bytearray)):
        source = bytes(source).decode('utf-8-sig')
    if not isinstance(source, str):
        raise TypeError('compile() arg 1 must be a string, bytes or AST object')
    if mode not in ('exec', 'eval', 'single'):
        raise ValueError("compile() mode must be 'exec', 'eval', 'single' or 'func_type'")
    body = _ast.parse(source, filename, mode, _classes)
    return Expression(body) if mode == 'eval' else Interactive(body) if mode == 'single' else Module(body, [])


def unparse(ast_obj):
    """The text of a tree."""
    if isinstance(ast_obj, (Module, Interactive, Expression)):
        ast_obj = ast_obj.body
    return _ast.unparse(ast_obj)


def literal_eval(node_or_string):
    """The value of a text or tree that holds strings, bytes, numbers, tuples, lists, dicts, sets, booleans and None."""
    if isinstance(node_or_string, str):
        node_or_string = parse(node_or_string.lstrip(' \t'), mode='eval')
    if isinstance(node_or_string, Expression):
        node_or_string = node_or_string.body
    return _literal(node_or_string)


def _malformed(node):
    place = ' on line %s' % node.lineno if getattr(node, 'lineno', None) else ''
    return ValueError('malformed node or string%s: %r' % (place, node))


def _number(node):
    """The value of a number, which may have a sign."""
    if isinstance(node, UnaryOp) and isinstance(node.op, (UAdd, USub)):
        value = _plain_number(node.operand)
        return +value if isinstance(node.op, UAdd) else -value
    return _plain_number(node)


def _plain_number(node):
    if not isinstance(node, Constant) or type(node.value) not in (int, float, complex):
        raise _malformed(node)
    return node.value


def _literal(node):
    if isinstance(node, Constant):
        return node.value
    if isinstance(node, Tuple):
        return tuple(map(_literal, node.elts))
    if isinstance(node, List):
        return list(map(_literal, node.elts))
    if isinstance(node, Set):
        return set(map(_literal, node.elts))
    if isinstance(node, Call) and isinstance(node.func, Name) and node.func.id == 'set' and node.args == node.keywords == []:
        return set()
    if isinstance(node, Dict):
        if len(node.keys) != len(node.values):
            raise _malformed(node)
        return dict(zip(map(_literal, node.keys), map(_literal, node.values)))
    if isinstance(node, BinOp) and isinstance(node.op, (Add, Sub)):
        left, right = _number(node.left), _plain_number(node.right)
        if isinstance(left, (int, float)) and isinstance(right, complex):
            return left + right if isinstance(node.op, Add) else left - right
    return _number(node)


def dump(node, annotate_fields=True, include_attributes=False, *, indent=None):
    """The text of a tree's structure; indent spreads it over lines."""
    if not isinstance(node, AST):
        raise TypeError('expected AST, got %r' % node.__class__.__name__)
    if indent is not None and not isinstance(indent, str):
        indent = ' ' * indent

    def spread(parts, level):
        """Parts after each other, or each on its line."""
        if indent is None:
            return '', ', ', parts
        return '\n' + indent * (level + 1), ',\n' + indent * (level + 1), parts

    def show(node, level):
        """The text of a node, and whether it has no parts."""
        if isinstance(node, list):
            if not node:
                return '[]', True
            start, between, parts = spread([show(item, level + 1)[0] for item in node], level)
            return '[%s%s]' % (start, between.join(parts)), False
        if not isinstance(node, AST):
            return repr(node), True
        parts, simple, keywords = [], True, annotate_fields
        for name in node._fields:
            if not hasattr(node, name) or getattr(node, name) is None and getattr(type(node), name, ...) is None:
                keywords = True
                continue
            text, plain = show(getattr(node, name), level + 1)
            simple = simple and plain
            parts.append('%s=%s' % (name, text) if keywords else text)
        for name in node._attributes if include_attributes else ():
            value = getattr(node, name, None)
            if value is not None or hasattr(node, name) and getattr(type(node), name, ...) is not None:
                text, plain = show(value, level + 1)
                simple = simple and plain
                parts.append('%s=%s' % (name, text))
        if simple and len(parts) <= 3:
            return '%s(%s)' % (type(node).__name__, ', '.join(parts)), not parts
        start, between, parts = spread(parts, level)
        return '%s(%s%s)' % (type(node).__name__, start, between.join(parts)), False

    return show(node, 0)[0]


def iter_fields(node):
    """The fields that a node has, with names."""
    for name in node._fields:
        try:
            yield name, getattr(node, name)
        except AttributeError:
            pass


def iter_child_nodes(node):
    """The nodes right below a node."""
    for _, field in iter_fields(node):
        for item in field if isinstance(field, list) else [field]:
            if isinstance(item, AST):
                yield item


def walk(node):
    """A node and all below it, level by level."""
    waiting = [node]
    for node in waiting:
        waiting.extend(iter_child_nodes(node))
        yield node


def copy_location(new_node, old_node):
    """Gives a new node the place of an old one."""
    for name in 'lineno', 'col_offset', 'end_lineno', 'end_col_offset':
        if name in old_node._attributes and name in new_node._attributes:
            value = getattr(old_node, name, None)
            if value is not None or hasattr(old_node, name) and name.startswith('end_'):
                setattr(new_node, name, value)
    return new_node


def fix_missing_locations(node):
    """Gives the nodes of a tree that have no place that of the node above."""
    def fix(node, places):
        for name in places:
            if name in node._attributes:
                if getattr(node, name, None) is None:
                    setattr(node, name, places[name])
                else:
                    places = {**places, name: getattr(node, name)}
        for child in iter_child_nodes(node):
            fix(child, places)
    fix(node, {'lineno': 1, 'end_lineno': 1, 'col_offset': 0, 'end_col_offset': 0})
    return node


def increment_lineno(node, n=1):
    """Moves a tree down by n lines."""
    for child in walk(node):
        for name in 'lineno', 'end_lineno':
            if name in child._attributes and getattr(child, name, None) is not None:
                setattr(child, name, getattr(child, name) + n)
        if isinstance(child, TypeIgnore):
            child.lineno += n
    return node


def get_docstring(node, clean=True):
    """The docstring of a module, class or function; None without one."""
    if not isinstance(node, (FunctionDef, AsyncFunctionDef, ClassDef, Module)):
        raise TypeError("%r can't have docstrings" % node.__class__.__name__)
    first = node.body[0] if node.body else None
    if not isinstance(first, Expr) or not isinstance(first.value, Constant) or not isinstance(first.value.value, str):
        return None
    if clean:
        import inspect
        return inspect.cleandoc(first.value.value)
    return first.value.value


def get_source_segment(source, node, *, padded=False):
    """The piece of the source that a node was read from; None if its place is not known."""
    if None in [getattr(node, name, None) for name in ('lineno', 'end_lineno', 'col_offset', 'end_col_offset')]:
        return None
    lines = re.findall(r'[^\r\n]*(?:\r\n|\r|\n|$)', source)[node.lineno - 1:node.end_lineno]
    lines[-1] = lines[-1].encode()[:node.end_col_offset].decode()
    first = lines[0].encode()
    blank = ''.join(c if c in '\f\t' else ' ' for c in first[:node.col_offset].decode()) if padded and len(lines) > 1 else ''
    lines[0] = blank + first[node.col_offset:].decode()
    return ''.join(lines)


class NodeVisitor:
    """Calls visit_NAME for every node of class NAME; where there is none, goes on below it."""

    def visit(self, node):
        """Calls the method for a node."""
        return getattr(self, 'visit_' + node.__class__.__name__, self.generic_visit)(node)

    def visit_Constant(self, node):
        """Calls the method under an old name, such as visit_Num; else goes on below the node."""
        for name in 'Num', 'Str', 'Bytes', 'NameConstant', 'Ellipsis':
            if hasattr(self, 'visit_' + name) and isinstance(node, _classes[name]):
                return getattr(self, 'visit_' + name)(node)
        return self.generic_visit(node)

    def generic_visit(self, node):
        """Visits what is below a node."""
        for child in iter_child_nodes(node):
            self.visit(child)


class NodeTransformer(NodeVisitor):
    """Puts what the methods return in the place of nodes; None removes one, a list stands for several."""

    def generic_visit(self, node):
        """Visits and replaces what is below a node."""
        for name, old in iter_fields(node):
            if isinstance(old, list):
                old[:] = self._visited(old)
            elif isinstance(old, AST):
                new = self.visit(old)
                if new is None:
                    delattr(node, name)
                else:
                    setattr(node, name, new)
        return node

    def _visited(self, items):
        new = []
        for item in items:
            if isinstance(item, AST):
                item = self.visit(item)
                if item is None:
                    continue
                if not isinstance(item, AST):
                    new.extend(item)
                    continue
            new.append(item)
        return new
