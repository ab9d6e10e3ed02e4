package tensor

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"sync/atomic"

	"gputour/engine/device"
)

// Env holds a session's tensor settings: its devices, default dtype, generators and
// print options. Operations are its methods. It serves one goroutine at a time.
type Env struct {
	// DefaultDType is what float results of integers and new float tensors get.
	DefaultDType DType
	// CPU is the host; GPUs are the CUDA devices by index.
	CPU  device.Device
	GPUs []device.Device
	// WebGPU is the GPU of whoever reads the page; nil where a session has none.
	WebGPU device.Device
	// Print holds torch.set_printoptions' settings.
	Print PrintOptions
	// Waits is asked before the host waits for a GPU to copy; its error stops the
	// copy. nil allows every one. (torch.cuda.set_sync_debug_mode.)
	Waits func() error
	// Turns counts how often one of the session's threads made way for another; nil where there is but one.
	Turns *uint64
	// Watch, while it is set, is shown the results of elementwise operations.
	Watch *device.Watch

	generators map[device.Device]*Generator // one for each device, made when first asked for
	launch     device.Launch                // used again and again; see start
	busy       bool                         // launch is in use
	poll       func() error                 // see Attend
	stop       *atomic.Bool
	count      func(bytes int) error // see Count
	forget     func()                // see Forget
	behind     chan struct{}         // see aside
	scratch    []int                 // strides of the operands of one launch; see input
	made       uint64                // see Made
	aim        *Tensor               // see Aim
	open       int                   // how much work is open; see Open
	passing    []*Tensor             // made since
}

// NewEnv makes the settings of a session with the given devices.
func NewEnv(cpu device.Device, gpus ...device.Device) *Env {
	return &Env{DefaultDType: Float32, CPU: cpu, GPUs: gpus, Print: DefaultPrintOptions(),
		generators: map[device.Device]*Generator{}, poll: func() error { return nil }, forget: func() {}}
}

// Accelerators are the devices beside the host.
func (e *Env) Accelerators() []device.Device {
	if e.WebGPU == nil {
		return e.GPUs
	}
	return append(slices.Clone(e.GPUs), e.WebGPU)
}

// Attend has operations ask poll before each launch and in long loops of the host, and end
// with its error. Launches look at stop, and when it is set poll must fail.
func (e *Env) Attend(poll func() error, stop *atomic.Bool) { e.poll, e.stop = poll, stop }

// Count has e announce small tensors, which devices do not bound one by one: count gets about
// what each takes before it is made, and refuses it with its error.
func (e *Env) Count(count func(bytes int) error) { e.count = count }

// Forget has f called where the host has no room, before that is an error: it forgets what nothing will ask for, such as
// registers that still hold dead tensors.
func (e *Env) Forget(f func()) { e.forget = f }

// tensorBytes is about what a tensor takes beside its elements.
const tensorBytes = 1 << 10

// Options say what kind of tensor to make. The zero value asks for the default.
type Options struct {
	DType  DType
	Device device.Device // nil: the CPU
	Pinned bool
}

// Like are the options that make a tensor of t's kind.
func (t *Tensor) Like() Options { return Options{DType: t.dtype, Device: t.storage.Device} }

// Or fills what o leaves open with t's kind.
func (o Options) Or(t *Tensor) Options {
	if o.DType == NoDType {
		o.DType = t.dtype
	}
	if o.Device == nil {
		o.Device = t.storage.Device
	}
	return o
}

func (e *Env) fill(o Options) Options {
	if o.DType == NoDType {
		o.DType = e.DefaultDType
	}
	if o.Device == nil {
		o.Device = e.CPU
	}
	return o
}

// Empty makes a tensor whose elements are undefined.
func (e *Env) Empty(shape []int, o Options) (*Tensor, error) {
	o = e.fill(o)
	for _, s := range shape {
		if s < 0 {
			return nil, runtimeErr("Trying to create tensor with negative dimension %d: %s", s, FormatShape(shape))
		}
	}
	return e.empty(shape, o.DType, o.Device)
}

// empty is Empty for shapes known to be sound.
func (e *Env) empty(shape []int, dt DType, dev device.Device) (*Tensor, error) {
	if dev != e.CPU && dev.Info().Lacks.Has(dt) {
		return nil, lacks(dev, dt)
	}
	bytes, err := sizeOf(shape, dt)
	if err != nil {
		return nil, err
	}
	if e.count != nil && bytes < countBelow {
		own := 0 // elements in another device's memory
		if dev == e.CPU {
			own = bytes
		}
		if err := e.count(tensorBytes + own); err != nil {
			return nil, err
		}
	}
	return e.uncounted(shape, dt, dev, bytes)
}

// uncounted is empty without asking whether there is room: for what goes with the operation that it is made for.
func (e *Env) uncounted(shape []int, dt DType, dev device.Device, bytes int) (t *Tensor, err error) {
	t = &Tensor{dtype: dt}
	t.setShape(shape)
	t.storage, err = e.newStorage(dev, bytes)
	if err != nil {
		return nil, err
	}
	t.version = &t.storage.version
	e.made++
	t.storage.born, t.storage.users, t.storage.env = e.made, 1, e
	t.storage.note(t)
	return t, nil
}

// Made counts the tensors that were given memory of their own.
func (e *Env) Made() uint64 { return e.made }

// MadeSince reports a tensor that was given memory after Made was n.
func (t *Tensor) MadeSince(n uint64) bool { return t.storage.born > n }

// Share notes that others than t and its views see its memory, which Release then leaves alone.
func (t *Tensor) Share() { t.storage.shared = true }

// releaseFrom is the size, in bytes, from which giving host memory back is worth the trouble.
const releaseFrom = 1 << 10

// countBelow is the size, in bytes, from which tensors are not announced: it is for devices to bound such memory.
const countBelow = 64 << 10

// New reports, once, a view that has just been made.
func (t *Tensor) New() bool {
	young := t.young
	t.young = false
	return young
}

// Release gives t up: nobody will use it again. The memory comes back with the last
// of its tensors, unless others may share it.
func (t *Tensor) Release() {
	s := t.storage
	if t.given || s.born == 0 {
		return
	}
	t.given = true
	s.users--
	s.unless()
}

// Given reports a tensor that was given up.
func (t *Tensor) Given() bool { return t.given }

// Save counts one node of a graph that needs the memory, given up or not, until it calls Forget.
func (s *Storage) Save() { s.saves++ }

// Forget takes one such node away.
func (s *Storage) Forget() {
	s.saves--
	s.unless()
}

// unless gives the memory back, unless somebody uses it or may share it.
func (s *Storage) unless() {
	if s.users == 0 && s.saves == 0 && s.held == 0 && s.born != 0 && !s.shared {
		s.free()
	}
}

// Spent gives v up, which an operation has made of x for itself alone, unless it is x.
func Spent(v, x *Tensor) {
	if v != x {
		v.Release()
	}
}

// Revive takes back that t was given up, where a view has led to it.
func (t *Tensor) Revive() {
	if t.given {
		t.given = false
		t.storage.users++
	}
}

func (s *Storage) free() {
	if s.releasable() {
		s.Device.Free(&s.Buffer)
	}
}

// releasable reports memory that is worth giving back before the collector does: of the
// host what is not tiny, any of a GPU, where programs ask how much is in use.
func (s *Storage) releasable() bool { return s.Host == nil || s.Bytes >= releaseFrom }

// Mark is where work began.
type Mark struct {
	open, at int
	turn     uint64
}

// Open begins work that makes tensors for itself: End tells which were made since.
func (e *Env) Open() Mark {
	m := Mark{e.open, len(e.passing), e.turn()}
	e.open++
	return m
}

// End ends what Open began at m, and calls each of the tensors and views made since that have no object
// of the language. It calls none where some may be another's: of work within that a fault cut off, or of a
// thread that had its turn since. A second End of m does nothing.
func (e *Env) End(m Mark, each func(*Tensor)) {
	own := e.open == m.open+1 && e.turn() == m.turn
	e.open = min(e.open, m.open)
	at := min(m.at, len(e.passing))
	for _, x := range e.passing[at:] {
		if own && x.Handle == nil {
			each(x)
		}
	}
	clear(e.passing[at:])
	e.passing = e.passing[:at]
}

func (e *Env) turn() uint64 {
	if e.Turns == nil {
		return 0
	}
	return *e.Turns
}

// note has End tell of t.
func (s *Storage) note(t *Tensor) {
	if e := s.env; e != nil && e.open > 0 {
		e.passing = append(e.passing, t)
	}
}

// Hold counts one more user of t's memory who does not need it for ever.
func (t *Tensor) Hold() { t.storage.held++ }

// Held is how many such users there are.
func (t *Tensor) Held() int { return t.storage.held }

// Let takes one such user away and leaves the memory to those who have it else.
func (t *Tensor) Let() { t.storage.held-- }

// Drop takes one user away. After the last one it gives the memory back, if that was made
// after Made was since: the caller vouches that nobody but those who Hold uses such memory.
func (t *Tensor) Drop(since uint64) {
	s := t.storage
	if s.held--; s.held == 0 && s.born > since {
		s.free()
	}
}

// lacks is the error of a type that a device has nothing for, as PyTorch says it of MPS.
func lacks(dev device.Device, dt DType) error {
	name, instead := dev.Info().Kind.String(), "use .cpu() first"
	if dt == Float64 {
		instead = "use float32 instead, or .cpu() first"
	}
	return &Error{Kind: TypeError, Text: fmt.Sprintf("Cannot convert a %s tensor to %s dtype as %[1]s doesn't support %[2]s. Please %[3]s.", name, dt.Name(), instead)}
}

func (e *Env) newStorage(dev device.Device, bytes int) (*Storage, error) {
	s := &Storage{}
	if err := e.alloc(&s.Buffer, dev, bytes); err != nil {
		return nil, err
	}
	return s, nil
}

func (e *Env) alloc(b *device.Buffer, dev device.Device, bytes int) error {
	err := dev.Alloc(b, bytes)
	if err != nil && dev == e.CPU {
		e.forget()
		err = dev.Alloc(b, bytes)
	}
	return err
}

// sizeOf is the byte size of a tensor, or PyTorch's error for one too large to count.
func sizeOf(shape []int, dt DType) (int, error) {
	n := dt.Size()
	for _, s := range shape {
		if s != 0 && n > math.MaxInt64/s {
			return 0, runtimeErr("Storage size calculation overflowed with sizes=%s", FormatShape(shape))
		}
		n *= s
	}
	return n, nil
}

// FormatShape writes a shape as C++ does: [2, 3].
func FormatShape(shape []int) string {
	s := "["
	for i, n := range shape {
		if i > 0 {
			s += ", "
		}
		s += fmt.Sprint(n)
	}
	return s + "]"
}

// start returns a cleared launch; done gives it back. Launches do not nest: a second
// one in flight gets memory of its own.
func (e *Env) start(op device.Op) *device.Launch {
	l := &e.launch
	if e.busy {
		l = new(device.Launch)
	} else {
		e.busy = true
	}
	l.Reset(op)
	l.Stop = e.stop
	l.Watch = e.Watch
	return l
}

// run launches l on dev and gives it back.
func (e *Env) run(dev device.Device, l *device.Launch) error {
	err := e.obey(dev, l)
	if l == &e.launch {
		e.busy = false
		for i := range l.Args {
			l.Args[i] = device.Operand{}
		}
	}
	return err
}

// obey launches l, unless the run is to end; then its error is that of poll.
func (e *Env) obey(dev device.Device, l *device.Launch) error {
	return e.unless(func() error { return dev.Launch(l) })
}

// Replay does the work of a graph again; drawn is what device.Graph says.
func (e *Env) Replay(g device.Graph, drawn int) error {
	return e.unless(func() error { return g.Replay(drawn, e.stop) })
}

// unless does work, unless the run is to end.
func (e *Env) unless(work func() error) error {
	if err := e.poll(); err != nil {
		return err
	}
	err := work()
	if err == nil {
		return nil
	}
	var d *device.Error
	if errors.As(err, &d) && d.Code == device.Stopped {
		if stopped := e.poll(); stopped != nil {
			return stopped
		}
	}
	return err
}

// arg adds a tensor as an operand.
func arg(l *device.Launch, t *Tensor) {
	argAs(l, t, t.shape, t.strides)
}

// argAs adds a tensor seen with another shape and strides.
func argAs(l *device.Launch, t *Tensor, shape, strides []int) {
	o := l.Add()
	o.DType, o.Shape, o.Strides, o.Offset, o.Buffer = t.dtype, shape, strides, t.offset, &t.storage.Buffer
}
