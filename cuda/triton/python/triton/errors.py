"""How Triton tells of mistakes (triton/compiler/errors.py of 3.0)."""


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


class OutOfResources(TritonError):
    def __init__(self, required, limit, name):
        super().__init__('out of resource: %s, Required: %s, Hardware limit: %s. Reducing block sizes or `num_stages` may help.' % (name, required, limit))
        self.required, self.limit, self.name = required, limit, name


for _class in (TritonError, CompilationError, UnsupportedLanguageConstruct, OutOfResources):
    _class.__module__ = 'triton.compiler.errors' if issubclass(_class, CompilationError) else 'triton.runtime.errors'


class Mistake(Exception):
    """What is wrong at a node of the tree; the translator adds where."""

    def __init__(self, text, node=None, unsupported=False):
        super().__init__(text)
        self.text, self.node, self.unsupported = text, node, unsupported
