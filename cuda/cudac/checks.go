// This file warns of classic mistakes.

package cudac

func (l *lowering) checkShadow(d *decl)                          {}
func (l *lowering) checkInitial(o operand, t *Type)              {}
func (l *lowering) checkIntegerDivision(e *expr)                 {}
func (l *lowering) checkIntegerDivisionIn(e *expr)               {}
func (l *lowering) checkOperands(op string, a, b value, e *expr) {}
func (l *lowering) checkUnused(e *expr)                          {}
func (l *lowering) checkScope(s *scope)                          {}
func (l *lowering) checkKernel(f *function)                      {}
func (l *lowering) checkFormat(f *formatter, c *call, i int)     {}
func (l *lowering) warnOnce(at token, hint, format string, args ...any) {
	l.warn(at, hint, format, args...)
}

func (l *lowering) checkLaunch(e *expr, f *function, args []operand) {}
