package values

import "gputour/engine/object"

// TypeName is the name of a value's type as C code sees it.
func TypeName(v object.Value) string {
	if IsTensor(v) {
		return v.Class().Name
	}
	return object.TypeName(v)
}

// ClassText is "<class 'str'>".
func ClassText(v object.Value) string { return "<class '" + FullName(v.Class()) + "'>" }

// FullName is the name of a class with its module, but for one of the builtins.
func FullName(c *object.Class) string {
	if c.Module == "builtins" || c.Module == "" {
		return c.Name
	}
	return c.Module + "." + c.QualName
}
