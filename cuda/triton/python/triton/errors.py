"""How Triton tells of mistakes (triton/compiler/errors.py and code_generator.py of 3.x)."""
import ast


class TritonError(Exception):
    pass


class CompilationError(TritonError):
    """What is wrong with a kernel, with the source up to the place."""
    LINES = 12

    def __init__(self, source, node, text):
        line, lines = node.lineno - source.header + 1, source.lines[source.header - 1:node.lineno]
        shown = '\n'.join(lines[-self.LINES:] + [' ' * node.col_offset + '^'])
        super().__init__('at %d:%d:\n%s\n%s' % (line, node.col_offset, shown, text))
        self.error_message, self.lineno = text, node.lineno


class UnsupportedLanguageConstruct(CompilationError):
    pass


class CompileTimeAssertionFailure(CompilationError):
    """tl.static_assert does not hold."""


class OutOfResources(TritonError):
    def __init__(self, required, limit, name):
        super().__init__('out of resource: %s, Required: %s, Hardware limit: %s. Reducing block sizes or `num_stages` may help.' % (name, required, limit))
        self.required, self.limit, self.name = required, limit, name


for _class in (TritonError, CompilationError, UnsupportedLanguageConstruct, OutOfResources):
    _class.__module__ = 'triton.compiler.errors' if issubclass(_class, CompilationError) else 'triton.runtime.errors'


class Mistake(Exception):
    """What is wrong at a node of the tree; the translator adds where."""

    def __init__(self, text, node=None, kind=CompilationError, cause=None):
        super().__init__(text)
        self.text, self.node, self.kind, self.cause = text, node, kind, cause

    def told(self, source):
        """The error that Triton raises. What its own code raised, as cause names it, is told by its repr; of a call Triton tells the
        exception apart, as what led to this one, and here its words stand in the message."""
        called = isinstance(self.node, ast.Call)
        text = self.text if called or self.cause is None else '%s(%r)' % (self.cause, self.text)
        return self.kind(source, self.node, text)
