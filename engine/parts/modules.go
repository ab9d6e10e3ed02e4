package parts

import "strings"

// early are the modules of the standard library that the first cells of a lesson import,
// for themselves or by way of torch, numpy and what shows their results; a name stands for its package too.
var early = func() map[string]bool {
	names := map[string]bool{}
	for name := range strings.FieldsSeq(`IPython __future__ _collections_abc _functools _traceback _weakrefset abc bisect collections contextlib copy copyreg
		dataclasses enum functools inspect io keyword linecache numbers numpy operator os random re reprlib string time torch traceback
		types typing warnings weakref`) {
		names[name] = true
	}
	return names
}()

// late are packages within those.
var late = []string{"torch.distributions", "torch.distributed", "torch.testing", "numpy.testing", "numpy.ma"}

// Rare tells whether the source of a Python module is in the part Modules.
func Rare(module string) bool {
	for _, name := range late {
		if module == name || strings.HasPrefix(module, name+".") {
			return true
		}
	}
	root, _, _ := strings.Cut(module, ".")
	return !early[root]
}
