package object

// The built-in exception classes, as CPython 3.11 has them. exceptionTree lists
// them in the order in which they are made, each after its base.
var (
	BaseException = bare("BaseException")

	SystemExit, KeyboardInterrupt, GeneratorExit = bare("SystemExit"), bare("KeyboardInterrupt"), bare("GeneratorExit")
	BaseExceptionGroup, ExceptionGroup           = bare("BaseExceptionGroup"), bare("ExceptionGroup")
	ExceptionClass                               = bare("Exception")

	StopIteration, StopAsyncIteration                  = bare("StopIteration"), bare("StopAsyncIteration")
	ArithmeticError, FloatingPointError, OverflowError = bare("ArithmeticError"), bare("FloatingPointError"), bare("OverflowError")
	ZeroDivisionError                                  = bare("ZeroDivisionError")
	AssertionError, AttributeError, BufferError        = bare("AssertionError"), bare("AttributeError"), bare("BufferError")
	EOFError, ImportError, ModuleNotFoundError         = bare("EOFError"), bare("ImportError"), bare("ModuleNotFoundError")
	LookupError, IndexError, KeyError                  = bare("LookupError"), bare("IndexError"), bare("KeyError")
	MemoryError, NameError, UnboundLocalError          = bare("MemoryError"), bare("NameError"), bare("UnboundLocalError")
	ReferenceError                                     = bare("ReferenceError")
	RuntimeError, NotImplementedError, RecursionError  = bare("RuntimeError"), bare("NotImplementedError"), bare("RecursionError")
	SyntaxError, IndentationError, TabError            = bare("SyntaxError"), bare("IndentationError"), bare("TabError")
	SystemError, TypeError, ValueError                 = bare("SystemError"), bare("TypeError"), bare("ValueError")
	UnicodeError, UnicodeDecodeError                   = bare("UnicodeError"), bare("UnicodeDecodeError")
	UnicodeEncodeError, UnicodeTranslateError          = bare("UnicodeEncodeError"), bare("UnicodeTranslateError")

	OSError, BlockingIOError, ChildProcessError              = bare("OSError"), bare("BlockingIOError"), bare("ChildProcessError")
	ConnectionError, BrokenPipeError, ConnectionAbortedError = bare("ConnectionError"), bare("BrokenPipeError"), bare("ConnectionAbortedError")
	ConnectionRefusedError, ConnectionResetError             = bare("ConnectionRefusedError"), bare("ConnectionResetError")
	FileExistsError, FileNotFoundError, InterruptedError     = bare("FileExistsError"), bare("FileNotFoundError"), bare("InterruptedError")
	IsADirectoryError, NotADirectoryError, PermissionError   = bare("IsADirectoryError"), bare("NotADirectoryError"), bare("PermissionError")
	ProcessLookupError, TimeoutError                         = bare("ProcessLookupError"), bare("TimeoutError")

	Warning, BytesWarning, DeprecationWarning     = bare("Warning"), bare("BytesWarning"), bare("DeprecationWarning")
	EncodingWarning, FutureWarning, ImportWarning = bare("EncodingWarning"), bare("FutureWarning"), bare("ImportWarning")
	PendingDeprecationWarning, ResourceWarning    = bare("PendingDeprecationWarning"), bare("ResourceWarning")
	RuntimeWarning, SyntaxWarning, UnicodeWarning = bare("RuntimeWarning"), bare("SyntaxWarning"), bare("UnicodeWarning")
	UserWarning                                   = bare("UserWarning")
)

// exceptionTree lists base, then its direct subclasses.
var exceptionTree = []struct {
	base *Class
	subs []*Class
}{
	{BaseException, []*Class{SystemExit, KeyboardInterrupt, GeneratorExit, BaseExceptionGroup, ExceptionClass}},
	{ExceptionClass, []*Class{
		StopIteration, StopAsyncIteration, ArithmeticError, AssertionError, AttributeError, BufferError, EOFError,
		ImportError, LookupError, MemoryError, NameError, OSError, ReferenceError, RuntimeError, SyntaxError,
		SystemError, TypeError, ValueError, Warning,
	}},
	{ArithmeticError, []*Class{FloatingPointError, OverflowError, ZeroDivisionError}},
	{ImportError, []*Class{ModuleNotFoundError}},
	{LookupError, []*Class{IndexError, KeyError}},
	{NameError, []*Class{UnboundLocalError}},
	{RuntimeError, []*Class{NotImplementedError, RecursionError}},
	{SyntaxError, []*Class{IndentationError}},
	{IndentationError, []*Class{TabError}},
	{ValueError, []*Class{UnicodeError}},
	{UnicodeError, []*Class{UnicodeDecodeError, UnicodeEncodeError, UnicodeTranslateError}},
	{OSError, []*Class{
		BlockingIOError, ChildProcessError, ConnectionError, FileExistsError, FileNotFoundError, InterruptedError,
		IsADirectoryError, NotADirectoryError, PermissionError, ProcessLookupError, TimeoutError,
	}},
	{ConnectionError, []*Class{BrokenPipeError, ConnectionAbortedError, ConnectionRefusedError, ConnectionResetError}},
	{Warning, []*Class{
		BytesWarning, DeprecationWarning, EncodingWarning, FutureWarning, ImportWarning, PendingDeprecationWarning,
		ResourceWarning, RuntimeWarning, SyntaxWarning, UnicodeWarning, UserWarning,
	}},
}

// fieldSpec describes the attributes that an exception class adds.
type fieldSpec struct {
	names []string
	// fill sets them from the constructor's positional arguments; nil: they stay None.
	fill func(e *Exception, args []Value)
	// keywords are the fields that the constructor takes by name.
	keywords []string
}

// exceptionFields is filled at start-up, since its functions refer to the classes.
var exceptionFields map[*Class]*fieldSpec

func initExceptionFields() {
	unicode := []string{"encoding", "object", "start", "end", "reason"}
	exceptionFields = map[*Class]*fieldSpec{
		StopIteration:         {names: []string{"value"}, fill: fillFirst},
		SystemExit:            {names: []string{"code"}, fill: fillExit},
		OSError:               {names: []string{"errno", "strerror", "filename", "filename2"}, fill: fillOSError},
		ImportError:           {names: []string{"msg", "name", "path"}, fill: fillOnly, keywords: []string{"name", "path"}},
		NameError:             {names: []string{"name"}, keywords: []string{"name"}},
		AttributeError:        {names: []string{"name", "obj"}, keywords: []string{"name", "obj"}},
		UnicodeDecodeError:    {names: unicode, fill: fillAll},
		UnicodeEncodeError:    {names: unicode, fill: fillAll},
		UnicodeTranslateError: {names: []string{"object", "start", "end", "reason"}, fill: fillAll},
		SyntaxError: {names: []string{"msg", "filename", "lineno", "offset", "text", "end_lineno", "end_offset", "print_file_and_line"},
			fill: fillSyntax},
		BaseExceptionGroup: {names: []string{"message", "exceptions"}},
	}
}

// setFields fills the added attributes from the constructor's arguments.
func (e *Exception) setFields(args []Value) {
	if spec := e.class.fieldSpec(); spec != nil && spec.fill != nil {
		e.fields = make([]Value, len(spec.names))
		spec.fill(e, args)
	}
}

// fieldSpec returns the attributes that an exception class or the nearest of its bases adds, or nil.
func (c *Class) fieldSpec() *fieldSpec {
	if c.fieldsSet {
		return c.fields
	}
	for _, k := range c.MRO {
		if spec := exceptionFields[k]; spec != nil {
			c.fields = spec
			break
		}
	}
	c.fieldsSet = true // built-in classes get here at start-up, before any session
	return c.fields
}

func fillFirst(e *Exception, args []Value) {
	if len(args) > 0 {
		e.fields[0] = args[0]
	}
}

func fillOnly(e *Exception, args []Value) {
	if len(args) == 1 {
		e.fields[0] = args[0]
	}
}

func fillAll(e *Exception, args []Value) { copy(e.fields, args) }

// fillExit: SystemExit("a", "b").code is the tuple.
func fillExit(e *Exception, args []Value) {
	switch len(args) {
	case 0:
	case 1:
		e.fields[0] = args[0]
	default:
		e.fields[0] = CopyTuple(args)
	}
}

// fillOSError takes (errno, strerror[, filename[, winerror[, filename2]]]); the
// file names do not stay in args.
func fillOSError(e *Exception, args []Value) {
	if len(args) < 2 || len(args) > 5 {
		return
	}
	copy(e.fields, args[:2])
	if len(args) > 2 {
		e.fields[2] = args[2]
		e.Args = newTuple(e.Args.Items[:2:2])
	}
	if len(args) > 4 {
		e.fields[3] = args[4]
	}
}

// fillSyntax takes (msg, (filename, lineno, offset, text[, end_lineno, end_offset])).
func fillSyntax(e *Exception, args []Value) {
	if len(args) > 0 {
		e.fields[0] = args[0]
	}
	if len(args) == 2 {
		if place, ok := args[1].Object().(*Tuple); ok {
			copy(e.fields[1:7], place.Items)
		}
	}
}

// errnoClasses are the subclasses that OSError(errno, …) makes of itself.
var errnoClasses map[int64]*Class

func initErrnoClasses() {
	errnoClasses = map[int64]*Class{
		1: PermissionError, 2: FileNotFoundError, 3: ProcessLookupError, 4: InterruptedError, 10: ChildProcessError,
		11: BlockingIOError, 13: PermissionError, 17: FileExistsError, 20: NotADirectoryError, 21: IsADirectoryError,
		32: BrokenPipeError, 103: ConnectionAbortedError, 104: ConnectionResetError, 110: TimeoutError,
		111: ConnectionRefusedError, 114: BlockingIOError, 115: BlockingIOError,
	}
}

// NewOSError returns the OSError for errno, of the subclass that belongs to it,
// with Linux's text. file may be empty.
func NewOSError(errno int64, file string) error {
	class := errnoClasses[errno]
	if class == nil {
		class = OSError
	}
	args := []Value{Int(errno), NewStr(errnoText[errno])}
	if file != "" {
		args = append(args, NewStr(file))
	}
	return NewException(class, args...)
}

// errnoText is strerror of the codes that a session can meet.
var errnoText = map[int64]string{
	1: "Operation not permitted", 2: "No such file or directory", 3: "No such process", 4: "Interrupted system call",
	5: "Input/output error", 9: "Bad file descriptor", 13: "Permission denied", 17: "File exists", 20: "Not a directory",
	21: "Is a directory", 22: "Invalid argument", 27: "File too large", 28: "No space left on device", 32: "Broken pipe",
	39: "Directory not empty", 75: "Value too large for defined data type", 110: "Connection timed out", 111: "Connection refused",
}
