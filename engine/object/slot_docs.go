package object

// slotDocs are the docstrings of the dunder methods that stand for slots.
var slotDocs = map[string]string{
	"__repr__": "Return repr(self).", "__str__": "Return str(self).", "__hash__": "Return hash(self).", "__call__": "Call self as a function.",
	"__init__": "Initialize self.  See help(type(self)) for accurate signature.", "__getattribute__": "Return getattr(self, name).",
	"__setattr__": "Implement setattr(self, name, value).", "__delattr__": "Implement delattr(self, name).",
	"__get__": "Return an attribute of instance, which is of type owner.", "__set__": "Set an attribute of instance to value.", "__delete__": "Delete an attribute of instance.",
	"__iter__": "Implement iter(self).", "__next__": "Implement next(self).", "__len__": "Return len(self).", "__getitem__": "Return self[key].",
	"__setitem__": "Set self[key] to value.", "__delitem__": "Delete self[key].", "__contains__": "Return key in self.", "__bool__": "True if self else False",
	"__index__": "Return self converted to an integer, if self is suitable for use as an index into a list.", "__int__": "int(self)", "__float__": "float(self)",
	"__lt__": "Return self<value.", "__le__": "Return self<=value.", "__eq__": "Return self==value.", "__ne__": "Return self!=value.", "__gt__": "Return self>value.", "__ge__": "Return self>=value.",
	"__add__": "Return self+value.", "__radd__": "Return value+self.", "__iadd__": "Implement self+=value.", "__sub__": "Return self-value.", "__rsub__": "Return value-self.",
	"__mul__": "Return self*value.", "__rmul__": "Return value*self.", "__imul__": "Implement self*=value.", "__truediv__": "Return self/value.", "__rtruediv__": "Return value/self.",
	"__floordiv__": "Return self//value.", "__rfloordiv__": "Return value//self.", "__mod__": "Return self%value.", "__rmod__": "Return value%self.",
	"__divmod__": "Return divmod(self, value).", "__rdivmod__": "Return divmod(value, self).", "__pow__": "Return pow(self, value, mod).", "__rpow__": "Return pow(value, self, mod).",
	"__lshift__": "Return self<<value.", "__rlshift__": "Return value<<self.", "__rshift__": "Return self>>value.", "__rrshift__": "Return value>>self.",
	"__and__": "Return self&value.", "__rand__": "Return value&self.", "__or__": "Return self|value.", "__ror__": "Return value|self.", "__xor__": "Return self^value.", "__rxor__": "Return value^self.",
	"__matmul__": "Return self@value.", "__rmatmul__": "Return value@self.", "__neg__": "-self", "__pos__": "+self", "__invert__": "~self", "__abs__": "abs(self)",
}
