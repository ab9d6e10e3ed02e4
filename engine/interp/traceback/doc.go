// Package traceback writes exceptions as text: as CPython prints them, as IPython shows them in a notebook, and with
// the name that was meant where a name is not found.
//
// It stands above package interp, which says where an exception has been (interp.Entries), and gives a session what
// Python code knows of this: sys.excepthook and module _traceback.
//
//	interp.Install(s, modules...)
//	traceback.Install(s)
package traceback
