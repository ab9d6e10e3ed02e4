// Package interp evaluates Python: it runs the bytecode of package compile on the
// values of package object.
//
// Its one idea: a call of a Python function does not call a Go function. Frames
// are records on the heap whose registers lie on a stack of their own, and one
// loop (run) executes them all. So recursion is bounded by Python's limit alone, a
// generator is a frame that has been put aside, and the registers that no longer
// matter are known at every call (ClearDead). Go code that calls Python, such as
// sorted with a key, starts another run of the loop above the same stack.
//
// Functions, generators, cells, code, frames and tracebacks are defined here; they
// join the rest of the language through the slots of their classes. The package
// knows nothing of tensors or devices.
//
//	s := object.NewSession()
//	interp.Install(s, modules...)
//	t := object.NewThread(s, token)
//	res, err := interp.Exec(t, interp.Source{Name: "Cell In[1]", Text: "1 + 1"}, interp.Main(s))
//
// Where to start reading: frame.go (frames and registers), run.go (the loop),
// raise.go (exceptions), generator.go, cache.go (attributes), import.go, exec.go
// (running a cell). Package traceback, above, writes exceptions. engine/RATIONALE.md says why things are as they are.
package interp
