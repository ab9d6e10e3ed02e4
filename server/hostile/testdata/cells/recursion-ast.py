# raises SyntaxError | raises RecursionError | raises MemoryError | ends
import ast
ast.parse('[' * 5000 + ']' * 5000)
