package cudac

func (l *lowering) launchValue(e *expr) value                          { return value{} }
func (l *lowering) newValue(e *expr) value                             { return value{} }
func (l *lowering) deleteValue(e *expr) value                          { return value{} }
func (l *lowering) native(f *function, args []operand, at token) value { return value{} }

const hostDenied = "a kernel cannot reach host memory"
