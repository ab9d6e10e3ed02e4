package syntax

// Mode tells what the source is.
type Mode uint8

const (
	// Exec reads statements: a file or a cell.
	Exec Mode = iota
	// Eval reads one expression, as eval() does.
	Eval
)

// Options are the choices of Parse; the zero value reads a file.
type Options struct {
	Mode Mode
	// FirstLine is the number of the source's first line; 0 means 1.
	FirstLine int
}

// Parse reads a source text. Any error is an *Error.
func Parse(filename, src string, opt Options) (*Module, error) {
	return nil, &Error{Msg: "invalid syntax", Filename: filename}
}
