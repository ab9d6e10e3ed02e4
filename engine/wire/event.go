package wire

// This file defines the bodies of events and replies, server to client.

// WelcomeBody answers Hello. SID stands in the envelope; Token proves ownership
// of the session at the next Hello.
type WelcomeBody struct {
	Token   string       `json:"token"`
	Seq     uint64       `json:"seq"`           // last event of the session so far
	Log     int          `json:"log,omitempty"` // its generation: one more after each start of the server
	Epoch   int          `json:"epoch"`
	Server  string       `json:"server"` // build, for the log
	Devices []DeviceInfo `json:"devices"`
	Limits  Limits       `json:"limits"`
	Pen     PenBody      `json:"pen"`
	Unkept  bool         `json:"unkept,omitempty"` // as KeepingBody, when it is not so
	Member  *Person      `json:"member,omitempty"` // whose session it is, where there is a class
	Class   string       `json:"class,omitempty"`  // its title
	Watch   *Person      `json:"watch,omitempty"`  // whose session it is, for who only looks at it
	GPU     *GPUOffer    `json:"gpu,omitempty"`    // turns that this server gives; nil is none
	Cut     int64        `json:"cut,omitempty"`    // see Bound
}

// Limits are the budgets that hold in a session; 0 is none.
type Limits struct {
	CellMS      int64 `json:"cell_ms"`      // wall time of one run
	MemoryBytes int64 `json:"memory_bytes"` // Python objects of the session
	DeviceBytes int64 `json:"device_bytes"` // memory on each device
	OutputBytes int64 `json:"output_bytes"` // output of one run
}

// DeviceInfo describes one device of the session.
type DeviceInfo struct {
	Device    string `json:"device"` // "cuda:0", "cpu"
	Name      string `json:"name"`   // as torch.cuda.get_device_name
	Total     int64  `json:"total"`  // bytes
	Simulated bool   `json:"simulated,omitempty"`
}

// ResumedBody says that the events after From follow.
type ResumedBody struct {
	From uint64 `json:"from"`
}

// ResetBody replaces all that the client knows of the session. The next event is Seq+1.
type ResetBody struct {
	Seq      uint64   `json:"seq"`
	Snapshot Snapshot `json:"snapshot"`
	Cut      int64    `json:"cut,omitempty"` // see Bound
}

// Snapshot is a session's state in compact form.
type Snapshot struct {
	Epoch  int            `json:"epoch"`
	Status string         `json:"status"`           // as StatusBody.State
	Reason string         `json:"reason,omitempty"` // as StatusBody.Reason, while there are no names, or have not been since the session went on
	Again  []string       `json:"again,omitempty"`  // as StatusBody.Again, until a run begins
	GPU    *GPUState      `json:"gpu,omitempty"`    // the last turn that was asked for
	Cells  []CellSnapshot `json:"cells"`
}

// CellSnapshot is the last run of one cell. Outputs are events without numbers
// (stream, display_data, execute_result, error, limit, progress,
// check_result, device_event), to be applied in order to a cleared cell.
type CellSnapshot struct {
	Cell    string     `json:"cell"`
	RID     string     `json:"rid"`
	State   RunState   `json:"state"`
	Count   int        `json:"count,omitempty"`
	Code    string     `json:"code,omitempty"`    // that ran
	Started int64      `json:"started,omitempty"` // server clock, ms since 1970
	Reply   *ReplyBody `json:"reply,omitempty"`   // when the run has ended
	Outputs []Message  `json:"outputs,omitempty"`
	GPU     bool       `json:"gpu,omitempty"` // as InputBody.GPU
}

// RunState says how far a run is.
type RunState string

const (
	RunQueued  RunState = "queued"
	RunBusy    RunState = "busy"
	RunDone    RunState = "done"
	RunFailed  RunState = "error"
	RunStopped RunState = "stopped" // interrupted, killed, or ended by a limit
	RunAborted RunState = "aborted" // taken out of the queue before it began
)

// QueueBody says that the run in the envelope waits, with Position runs before it
// (the one that runs included).
type QueueBody struct {
	Position int `json:"position"`
}

// StatusBody is the session's state: "busy", "idle" or "restarting". Epoch grows
// with each restart; names and counts of an earlier epoch are gone.
type StatusBody struct {
	State string `json:"state"`
	Epoch int    `json:"epoch"`
	// Reason of a restart: "asked", "killed", "devices", "worker" (the process that ran the
	// cells is gone), "neighbour" (somebody else's cell took it along), "server" (it was
	// started again), "put-away" (it was, and goes on now, perhaps on another machine), "machine" (the one that
	// ran it cannot be reached, and another goes on), "gpu" (the session has moved to a GPU), "gpu-over" (it has left it). After no evaluator could be had, "failed", "full" or "machines" (no machine for workers has room) when there is none
	// now, "kept" when the one before goes on; "given-up" after the session's place went to
	// another one, and with it its names. Else empty.
	Reason string `json:"reason,omitempty"`
	// Again are the cells that had run when names were lost that nobody gave up: the page
	// offers to run them again, in this order.
	Again   []string     `json:"again,omitempty"`
	Devices []DeviceInfo `json:"devices,omitempty"` // after a restart
	Cut     int64        `json:"cut,omitempty"`     // see Bound
}

// States of StatusBody.
const (
	Busy       = "busy"
	Idle       = "idle"
	Restarting = "restarting"
)

// InputBody says that a run began; the page clears the cell and shows [*].
type InputBody struct {
	Code  string `json:"code"`
	Count int    `json:"count"`
	Check bool   `json:"check,omitempty"` // the run checks an exercise
	GPU   bool   `json:"gpu,omitempty"`   // it is part of a job on a GPU, whose names and counts are its own
	Cut   int64  `json:"cut,omitempty"`   // see Bound
}

// StreamBody is text that the run printed. Dropped bytes are missing before Text:
// the output cap keeps a run's beginning and its end.
type StreamBody struct {
	Name    string `json:"name"` // "stdout" or "stderr"
	Text    string `json:"text"`
	Dropped int64  `json:"dropped,omitempty"`
	Cut     int64  `json:"cut,omitempty"` // see Bound
}

// Bundle maps MIME types to representations of one object. Text and JSON types
// hold their text, image/png its base64. text/plain is always there.
type Bundle map[string]string

// DisplayBody is a shown object: display(x), or a cell's last expression (then
// Count is set). A later UpdateDisplay with the same ID replaces it.
type DisplayBody struct {
	Data    Bundle            `json:"data"`
	Meta    map[string]string `json:"meta,omitempty"` // "alt", "width", "height"
	ID      string            `json:"id,omitempty"`
	Count   int               `json:"count,omitempty"`
	Tensors []Tensor          `json:"tensors,omitempty"` // chips
	Table   string            `json:"table,omitempty"`   // what InspectTable asks for it by, of a value that can be laid out as a table
	// Cut counts the bytes and members that were left out to bound the event; see Bound.
	Cut int64 `json:"cut,omitempty"`
}

// Tensor is what a chip says of a tensor.
type Tensor struct {
	Name   string `json:"name,omitempty"` // variable, where it has one
	Device string `json:"device"`
	DType  string `json:"dtype"` // "torch.float32"
	Shape  []int  `json:"shape"`
	// Same says that it is the tensor before it in the list, by another name.
	Same bool `json:"same,omitempty"`
	// Line is where an error's operand got its name, from 1, in File ("Cell In[3]").
	Line  int    `json:"line,omitempty"`
	File  string `json:"file,omitempty"`
	Bytes int64  `json:"bytes,omitempty"` // of its memory, where that matters
}

// ClearBody clears the cell's output; Wait delays it until the next output.
type ClearBody struct {
	Wait bool `json:"wait,omitempty"`
}

// ErrorBody is the exception that ended a run. Text is the traceback as IPython
// prints it; Frames the same as data, outermost first.
type ErrorBody struct {
	Name    string       `json:"ename"`
	Value   string       `json:"evalue"`
	Frames  []Frame      `json:"frames,omitempty"`
	Text    string       `json:"text"`
	Chain   []Chained    `json:"chain,omitempty"` // exceptions before this one, oldest first
	Notes   []string     `json:"notes,omitempty"`
	Explain *Explanation `json:"explain,omitempty"`
	Cut     int64        `json:"cut,omitempty"` // see Bound
}

// Chained is an exception that led to a later one.
type Chained struct {
	Name   string  `json:"ename"`
	Value  string  `json:"evalue"`
	Frames []Frame `json:"frames,omitempty"`
	Cause  bool    `json:"cause,omitempty"` // raise … from; else raised while handling
}

// Frame is one frame of a traceback. Lines and columns are as in diag.Pos:
// lines from 1, columns from 0 in code points; Col < 0 where it is not known.
type Frame struct {
	Cell     string   `json:"cell,omitempty"` // cell id; empty in library code
	File     string   `json:"file"`           // "Cell In[3]" or a module's path
	Function string   `json:"function,omitempty"`
	Line     int      `json:"line"`
	Col      int      `json:"col"`
	EndLine  int      `json:"end_line,omitempty"`
	EndCol   int      `json:"end_col,omitempty"`
	First    int      `json:"first,omitempty"` // number of Source[0]
	Source   []string `json:"source,omitempty"`
	User     bool     `json:"user,omitempty"` // the learner's code, not a library's
}

// Explanation is our own word on an error, for a beginner, in the run's language.
type Explanation struct {
	Code     string   `json:"code"`           // stable name of the rule: "cross-device", "oom"
	Args     []string `json:"args,omitempty"` // with Code, the text in any language
	Summary  string   `json:"summary"`
	Operands []Tensor `json:"operands,omitempty"`
	// Clash is for each operand its dimension that does not fit another's, from 0; -1 for none.
	Clash  []int  `json:"clash,omitempty"`
	Room   *Room  `json:"room,omitempty"`  // what an allocation found
	Touch  *Touch `json:"touch,omitempty"` // what a kernel's thread did
	Fix    *Fix   `json:"fix,omitempty"`
	Lesson string `json:"lesson,omitempty"` // lesson id, with #section
}

// Room is how much memory an allocation asked for, and how much was there, in bytes.
type Room struct {
	Asked int64 `json:"asked"`
	Free  int64 `json:"free"`
	Total int64 `json:"total"`
}

// Touch is an element of an array that threads of a kernel touched. Length is 0 where it is not
// known.
type Touch struct {
	Array   string    `json:"array"`
	Index   int64     `json:"index"`
	Length  int64     `json:"length,omitempty"`
	Threads []Toucher `json:"threads"` // the one at fault first
}

// Toucher is a thread at a line of a kernel's cell.
type Toucher struct {
	Block  [3]int `json:"block"`
	Thread [3]int `json:"thread"`
	Does   string `json:"does"` // "read" or "write"
	Line   int    `json:"line"`
	Source string `json:"source,omitempty"`
}

// Fix is a proposed change: Code replaces line Line of the cell Cell, when Line > 0.
type Fix struct {
	Text string `json:"text"`
	Cell string `json:"cell,omitempty"`
	Code string `json:"code,omitempty"`
	Line int    `json:"line,omitempty"`
}

// ReplyBody ends a run.
type ReplyBody struct {
	State RunState `json:"state"` // done, error, stopped or aborted
	Count int      `json:"count,omitempty"`
	Cost  Cost     `json:"cost"`
}

// Cost is what a run took. Times are milliseconds; DeviceMS is from the first call to a
// GPU to the end of the last work, on the model's clock where the GPUs are simulated.
type Cost struct {
	HostMS     float64 `json:"host_ms"`
	DeviceMS   float64 `json:"device_ms,omitempty"`
	BytesMoved int64   `json:"bytes_moved,omitempty"` // between devices
	Launches   int64   `json:"launches,omitempty"`
}

// NamesBody says which names of other cells a cell's code reads, and which it binds or stores into, as far as its text
// says. It comes at a run's end.
type NamesBody struct {
	Reads  []string `json:"reads"`
	Writes []string `json:"writes"`
	Cut    int64    `json:"cut,omitempty"` // see Bound
}

// WarnShare is the share of a budget after which LimitNear is sent, once a run and budget.
const WarnShare = 0.8

// Kinds of LimitBody, near or reached, of a run whose server ends because it was asked to: a cell is stopped then, a job of a turn on a
// GPU begins again elsewhere.
const (
	LimitDrain    = "drain"
	LimitDrainJob = "drain-job"
)

// LimitBody says which budget was reached. Value is the budget and Peak what was
// asked of it, in Unit ("ms", "bytes", "steps", "calls"). Kind "killed" is a stop that had to be forced.
type LimitBody struct {
	Kind  string `json:"kind"` // "time", "memory", "device-memory", "output", "steps", "recursion", "killed", "server" (it ended in mid-run), LimitDrain, …
	Value int64  `json:"value,omitempty"`
	Peak  int64  `json:"peak,omitempty"`
	Unit  string `json:"unit,omitempty"`
	Text  string `json:"text"`          // in the run's language
	Cut   int64  `json:"cut,omitempty"` // see Bound
}

// ProgressBody draws a progress bar; the last one with the same ID wins.
type ProgressBody struct {
	ID    string `json:"id"`
	Value int64  `json:"value"`
	Total int64  `json:"total,omitempty"` // 0: unknown
	Text  string `json:"text,omitempty"`
	Done  bool   `json:"done,omitempty"`
	Cut   int64  `json:"cut,omitempty"` // see Bound
}

// DeviceBody carries device events, oldest first, while a run goes on and at its end.
type DeviceBody struct {
	Events []DeviceEvent `json:"events"`
	Memory []MemoryPoint `json:"memory,omitempty"` // at the end of a run: how what is in use changed
	Cut    int64         `json:"cut,omitempty"`    // see Bound
}

// MemoryPoint is what a device's buffers took after an allocation of a run: some of them all,
// with the greatest for certain.
type MemoryPoint struct {
	Device string `json:"device"`
	At     int64  `json:"at,omitempty"` // of the devices' clock, as DeviceEvent.Called
	Used   int64  `json:"used"`
	Bytes  int64  `json:"bytes,omitempty"` // of the allocation
	Cell   string `json:"cell,omitempty"`  // that Line is of, where it is not the run's
	Line   int    `json:"line,omitempty"`
}

// DeviceEvent is one thing a device did, or many on one queue that are told as one to keep
// the log small. Times are nanoseconds of the clock that the session's devices share.
type DeviceEvent struct {
	Kind   string `json:"kind"` // "copy", "launch", "sync", "fallback"
	Device string `json:"device"`
	From   string `json:"from,omitempty"` // source of a copy
	Bytes  int64  `json:"bytes,omitempty"`
	Kernel string `json:"kernel,omitempty"`
	Shape  []int  `json:"shape,omitempty"`
	Cell   string `json:"cell,omitempty"` // that Line is of, where it is not the run's
	Line   int    `json:"line,omitempty"`
	Stream int    `json:"stream,omitempty"`
	Start  int64  `json:"start,omitempty"`
	Nanos  int64  `json:"nanos,omitempty"`  // at work
	Called int64  `json:"called,omitempty"` // when the host asked for it
	Held   int64  `json:"held,omitempty"`   // how long that held the host up
	// Uses are the addresses of the blocks it used (see Block), written ones first.
	Uses []uint64 `json:"uses,omitempty"`
	// Count events are told as one, where it is above 1: Span is from the start of the
	// first to the end of the last, and HostSpan the same of the host's calls.
	Count    int   `json:"count,omitempty"`
	Span     int64 `json:"span,omitempty"`
	HostSpan int64 `json:"host_span,omitempty"`
}

// CheckResultBody is the outcome of an exercise's tests.
type CheckResultBody struct {
	Status  string       `json:"status"` // "pass", "fail", "error"
	Message string       `json:"message,omitempty"`
	Tests   []TestResult `json:"tests,omitempty"`
	Points  int          `json:"points,omitempty"`
	Cut     int64        `json:"cut,omitempty"` // see Bound
}

// TestResult is one test. A hidden test tells its name and message, never its source.
type TestResult struct {
	Name     string `json:"name"`
	Status   string `json:"status"`
	Message  string `json:"message,omitempty"`
	Expected string `json:"expected,omitempty"`
	Got      string `json:"got,omitempty"`
	Hidden   bool   `json:"hidden,omitempty"`
	Function string `json:"function,omitempty"` // its own name, for who gives points for it; a learner is not told
}

// InputRequestBody says that input() waits in the run of the envelope.
type InputRequestBody struct {
	Prompt   string `json:"prompt"`
	Password bool   `json:"password,omitempty"`
	Cut      int64  `json:"cut,omitempty"` // see Bound
}

// CompleteReplyBody answers Complete: each match replaces code points Start to End.
type CompleteReplyBody struct {
	Start   int          `json:"start"`
	End     int          `json:"end"`
	Matches []Completion `json:"matches"`
	Cut     int64        `json:"cut,omitempty"` // see Bound
}

// Completion is one candidate.
type Completion struct {
	Text   string `json:"text"`
	Kind   string `json:"kind,omitempty"` // "function", "class", "module", "variable", "keyword", "property", "key", "argument"
	Detail string `json:"detail,omitempty"`
}

// InspectReplyBody answers Inspect.
type InspectReplyBody struct {
	Found bool   `json:"found"`
	Data  Bundle `json:"data,omitempty"`
	Brief *Brief `json:"brief,omitempty"`
	// Why an InspectTable found nothing: ValueGone or ValueUnfit; "" where it was not looked at in time.
	Why string `json:"why,omitempty"`
	Cut int64  `json:"cut,omitempty"` // see Bound
}

// What InspectReplyBody.Why says.
const (
	ValueGone  = "gone"  // the session that had it is no more
	ValueUnfit = "unfit" // it is there, and no table
)

// Brief is what a line beside the code says of a name.
type Brief struct {
	Name    string   `json:"name"`
	Calls   []Call   `json:"calls,omitempty"` // the ways to call it
	Doc     string   `json:"doc,omitempty"`   // the docstring's first paragraphs
	Type    string   `json:"type,omitempty"`
	Value   string   `json:"value,omitempty"`   // how it looks, of what is not called
	Tensors []Tensor `json:"tensors,omitempty"` // it, where it is one
	// Unrun says that this is known from the text alone: the name is not defined yet.
	Unrun bool `json:"unrun,omitempty"`
}

// Call is a way to call something: its parameters as written, which of them the cursor stands in (-1 for none), and what it returns.
type Call struct {
	Parameters []string `json:"parameters"`
	Active     int      `json:"active"`
	Returns    string   `json:"returns,omitempty"`
}

// DiagnoseReplyBody answers Diagnose, in source order; Python has at most one error.
type DiagnoseReplyBody struct {
	Problems []Problem `json:"problems"`
	Cut      int64     `json:"cut,omitempty"` // see Bound
}

// Problem is something wrong with a source. Positions are as in Frame; EndLine is 0
// where only the beginning is known.
type Problem struct {
	Severity string `json:"severity"`       // "error", "warning", "note"
	Code     string `json:"code,omitempty"` // "SyntaxError"
	Text     string `json:"text"`
	Line     int    `json:"line"`
	Col      int    `json:"col"`
	EndLine  int    `json:"end_line,omitempty"`
	EndCol   int    `json:"end_col,omitempty"`
}

// SolutionReplyBody answers Solution: Code is the first Parts of Total parts, Rest
// the outline of the lines that are still hidden.
type SolutionReplyBody struct {
	Code  string       `json:"code"`
	Parts int          `json:"parts"`
	Total int          `json:"total"`
	Rest  []HiddenLine `json:"rest,omitempty"`
	Cut   int64        `json:"cut,omitempty"` // see Bound
}

// HiddenLine is the shape of a line that has not been shown, in code points; both are 0 for an empty one.
type HiddenLine struct {
	Indent int `json:"indent,omitempty"`
	Width  int `json:"width,omitempty"`
}

// PlacementBody says what lives where now.
type PlacementBody struct {
	Devices []DeviceMemory `json:"devices"`
	Cut     int64          `json:"cut,omitempty"` // see Bound
}

// DeviceMemory is one device's memory, in bytes.
type DeviceMemory struct {
	DeviceInfo
	Used     int64   `json:"used"`
	Reserved int64   `json:"reserved,omitempty"`
	Blocks   []Block `json:"blocks,omitempty"`
}

// Block is one storage, with the tensors that view it. Addr tells it from all others that
// its device has had.
type Block struct {
	Addr    uint64   `json:"addr"`
	Bytes   int64    `json:"bytes"`
	Tensors []Tensor `json:"tensors,omitempty"`
}

// KeepingBody says whether what happens in the session outlasts the server: while it cannot
// write, runs go on and are kept when it can again.
type KeepingBody struct {
	Kept bool `json:"kept"`
}

// RefusedBody answers a request that was understood and not carried out. The page has
// words for each code.
type RefusedBody struct {
	Request string `json:"request"`       // its type
	Code    string `json:"code"`          // "queue-full", "unknown-cell", "busy", "not-waiting", "no-solution", "try-first", "devices", "locked", "no-store" (nothing is kept here), "store" (it cannot be, now), "quota"; of a class see RefusedRole
	Cut     int64  `json:"cut,omitempty"` // see Bound
}
