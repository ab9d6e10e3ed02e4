package webgpu

import (
	"bytes"
	"encoding/binary"
	"errors"
	"flag"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"gputour/engine/device"
)

var update = flag.Bool("update", false, "rewrite the shaders in testdata")

// memory is a driver without a GPU: buffers are bytes, and commands are only kept. What kernels compute is tested in a
// browser (wasm/tab/webgpu_test.go).
type memory struct {
	t        *testing.T
	buffers  map[Handle][]byte
	sources  []string
	commands []command
	waits    int
	broken   error
	limit    int64
}

// command is one of a batch, decoded.
type command struct {
	pipeline uint32
	groups   []uint32
	places   [][3]uint32
	params   []uint32
}

func (m *memory) Adapter() Adapter {
	return Adapter{Name: "memory", Software: true, MaxBufferSize: 1 << 28, MaxStorageBufferBindingSize: 1 << 27}
}

func (m *memory) Create(bytes int64) (Handle, error) {
	if m.limit > 0 && bytes > m.limit {
		return 0, ErrNoMemory
	}
	h := Handle(len(m.buffers) + 1)
	m.buffers[h] = make([]byte, bytes)
	return h, m.broken
}
func (m *memory) Destroy(h Handle) { m.buffers[h] = nil }
func (m *memory) Compile(source string) uint32 {
	m.sources = append(m.sources, source)
	return uint32(len(m.sources) - 1)
}

func (m *memory) Submit(data []byte, count int) {
	words := make([]uint32, len(data)/4)
	for i := range words {
		words[i] = binary.LittleEndian.Uint32(data[4*i:])
	}
	take := func(n int) []uint32 {
		list := words[:n]
		words = words[n:]
		return list
	}
	for range count {
		c := command{pipeline: take(1)[0], groups: take(3)}
		for range take(1)[0] {
			c.places = append(c.places, [3]uint32(take(3)))
		}
		c.params = take(int(take(1)[0]))
		m.commands = append(m.commands, c)
	}
	if len(words) > 0 {
		m.t.Errorf("%d words follow %d commands", len(words), count)
	}
}

func (m *memory) Write(to Handle, offset int64, src []byte) {
	if offset%4 != 0 || len(src)%4 != 0 {
		m.t.Errorf("%d bytes are written at %d: WebGPU takes words", len(src), offset)
	}
	copy(m.buffers[to][offset:], src)
}

func (m *memory) Read(dst []byte, from Handle, offset int64) error {
	if offset%4 != 0 || len(dst)%4 != 0 {
		m.t.Errorf("%d bytes are read at %d: WebGPU takes words", len(dst), offset)
	}
	copy(dst, m.buffers[from][offset:])
	return m.broken
}
func (m *memory) Wait() error { m.waits++; return m.broken }
func (m *memory) Close()      {}

func open(t *testing.T) (*Device, *memory) {
	m := &memory{t: t, buffers: map[Handle][]byte{}}
	d := Open(m, 1<<30, Wall())
	t.Cleanup(d.Close)
	return d, m
}

func buffer(t *testing.T, d *Device, bytes int) *device.Buffer {
	t.Helper()
	b := new(device.Buffer)
	if err := d.Alloc(b, bytes); err != nil {
		t.Fatal(err)
	}
	return b
}

// operand is a dense one over a buffer of its own, or over one that is given.
func operand(t *testing.T, d *Device, typ device.DType, over *device.Buffer, shape ...int) device.Operand {
	if over == nil {
		over = buffer(t, d, product(shape)*typ.Size())
	}
	return device.Operand{DType: typ, Shape: shape, Strides: dense(shape), Buffer: over}
}

func launched(op device.Op, compute device.DType, args ...device.Operand) *device.Launch {
	l := new(device.Launch)
	l.Reset(op)
	l.Compute, l.Args = compute, args
	return l
}

// Bytes come and go at any offset though WebGPU moves words, and those beside them stay.
func TestBytes(t *testing.T) {
	d, _ := open(t)
	b, want := buffer(t, d, 37), make([]byte, 37)
	for i, c := range []struct{ at, n int }{{0, 37}, {1, 1}, {3, 6}, {36, 1}, {8, 4}, {30, 7}, {5, 0}} {
		data := bytes.Repeat([]byte{byte(i + 1)}, c.n)
		copy(want[c.at:], data)
		if err := d.CopyIn(b, c.at, data, false); err != nil {
			t.Fatal(err)
		}
		got := make([]byte, 37-c.at)
		if err := d.CopyOut(got, b, c.at); err != nil || !bytes.Equal(got, want[c.at:]) {
			t.Errorf("%d bytes at %d: %v, want %v (%v)", c.n, c.at, got, want[c.at:], err)
		}
	}
}

// A kernel has one binding for each buffer, however many operands lie there, since bindings that are written must not
// overlap; commands go to the GPU together.
func TestBindings(t *testing.T) {
	d, m := open(t)
	x, y := operand(t, d, device.Float32, nil, 3, 4), operand(t, d, device.Float32, nil, 3, 4)
	column := y
	column.Shape, column.Strides, column.Offset = []int{3, 4}, []int{4, 0}, 1
	for _, c := range []struct {
		args     []device.Operand
		bindings int
	}{{[]device.Operand{x, x, y}, 2}, {[]device.Operand{x, x, x}, 1}, {[]device.Operand{x, y, column}, 2}} {
		if err := d.Launch(launched(device.OpAdd, device.Float32, c.args...)); err != nil {
			t.Fatal(err)
		}
		if len(m.commands) > 0 {
			t.Fatal("a command is submitted alone")
		}
		d.flush()
		got := m.commands[0]
		if m.commands = nil; len(got.places) != c.bindings || !slices.Equal(got.groups, []uint32{1, 1, 1}) || len(got.params) > mostParams {
			t.Errorf("%+v", got)
		}
	}
	for range mostCommands + 1 {
		if err := d.Launch(launched(device.OpNeg, device.Float32, x, y)); err != nil {
			t.Fatal(err)
		}
	}
	if len(m.commands) != mostCommands || m.waits != 1 {
		t.Errorf("%d commands are submitted, and %d times somebody waits", len(m.commands), m.waits)
	}
	if n := len(m.sources); n != 4 {
		t.Errorf("%d shaders are made for four kernels", n)
	}
}

// Shaders as they are written, to be read: what a test in the browser holds is what they compute.
func TestShaders(t *testing.T) {
	d, m := open(t)
	f := func(shape ...int) device.Operand { return operand(t, d, device.Float32, nil, shape...) }
	broadcast := f(5)
	broadcast.Shape, broadcast.Strides = []int{7, 5}, []int{0, 1}
	sum := launched(device.OpSum, device.Float32, f(300), f(300, 7))
	sum.I = []int{1}
	argmax := launched(device.OpArgmax, device.NoDType, operand(t, d, device.Int64, nil, 6), f(6, 1000))
	argmax.I = []int{1}
	product := launched(device.OpMatmul, device.NoDType, f(1, 8, 9), f(1, 8, 4), f(1, 4, 9))
	product.F = []float64{1, 1}
	step := launched(device.OpStepSGD, device.NoDType, f(9), f(9), f(9))
	step.F, step.I, step.Outs = []float64{.1, .9, 0, 0}, []int{1, 0, 0, 1}, 2
	for name, l := range map[string]*device.Launch{
		"add":     launched(device.OpAdd, device.Float32, f(7, 5), f(7, 5), broadcast),
		"less":    launched(device.OpLt, device.Int32, operand(t, d, device.Bool, nil, 9), operand(t, d, device.Int32, nil, 9), operand(t, d, device.Bool, nil, 9)),
		"gelu":    launched(device.OpGelu, device.Float32, f(10), f(10)),
		"sum":     sum,
		"softmax": launched(device.OpSoftmax, device.NoDType, f(6, 1000), f(6, 1000)),
		"argmax":  argmax, "matmul": product, "sgd": step,
	} {
		m.sources = nil
		if err := d.Launch(l); err != nil || len(m.sources) != 1 {
			t.Fatalf("%s: %d shaders, %v", name, len(m.sources), err)
		}
		file := "testdata/" + name + ".wgsl"
		if *update {
			os.WriteFile(file, []byte(m.sources[0]), 0o644)
		}
		want, err := os.ReadFile(file)
		if err != nil || string(want) != m.sources[0] {
			t.Errorf("%s is not the shader (%v); -update rewrites it:\n%s", file, err, m.sources[0])
		}
	}
}

// Every code of the table becomes a shader without any word of the table's own, that calls only what it declares.
func TestTable(t *testing.T) {
	d, m := open(t)
	ours := regexp.MustCompile(`[$#]\d|@\d|each \{|first \{|put\d\(`)
	calling, declaring := regexp.MustCompile(`\b([a-z]\w*)\(`), regexp.MustCompile(`fn (\w+)\(`)
	known := strings.Fields("select abs min max sign sqrt floor ceil round trunc clamp bitcast u32 i32 f32 vec2 vec3 vec4 array return if for while " +
		"group binding builtin workgroup_size workgroupBarrier atomicLoad atomicAnd atomicOr atomic ptr var")
	for op := range device.NumOps {
		for _, typ := range []device.DType{device.Float32, device.Int32, device.Bool} {
			ins, family := 0, op.Family()
			if family <= device.Ternary && rows[op].plan == byElement {
				ins = map[device.Family]int{device.Unary: 1, device.Predicate: 1, device.Binary: 2, device.Compare: 2, device.Ternary: 3}[family]
			}
			if ins == 0 || !Computes(op, typ) {
				continue
			}
			out := typ
			if family == device.Predicate || family == device.Compare {
				out = device.Bool
			}
			args := []device.Operand{operand(t, d, out, nil, 10)}
			for range ins {
				args = append(args, operand(t, d, typ, nil, 10))
			}
			m.sources = nil
			if err := d.Launch(launched(op, typ, args...)); err != nil || len(m.sources) != 1 {
				t.Fatalf("%v of %v: %d shaders, %v", op, typ, len(m.sources), err)
			}
			source := regexp.MustCompile(`//.*`).ReplaceAllString(m.sources[0], "")
			if w := ours.FindString(source); w != "" || strings.Count(source, "{") != strings.Count(source, "}") {
				t.Errorf("%v of %v: %q in\n%s", op, typ, w, source)
			}
			var declared []string
			for _, f := range declaring.FindAllStringSubmatch(source, -1) {
				declared = append(declared, f[1])
			}
			for _, c := range calling.FindAllStringSubmatch(source, -1) {
				if !slices.Contains(known, c[1]) && !slices.Contains(declared, c[1]) {
					t.Errorf("%v of %v calls %s, which is not there", op, typ, c[1])
				}
			}
		}
	}
}

// What the table has no kernel for is computed on the host, and the log says so each time.
func TestFallback(t *testing.T) {
	d, m := open(t)
	var did []device.Action
	d.Observe(func(r device.Record) { did = append(did, r.Action) })
	x, y := operand(t, d, device.Int64, nil, 3), operand(t, d, device.Int64, nil, 3)
	three := []byte{1, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 3, 0, 0, 0, 0, 0, 0, 0}
	if err := d.CopyIn(x.Buffer, 0, three, false); err != nil {
		t.Fatal(err)
	}
	did = nil
	for range 2 {
		if err := d.Launch(launched(device.OpNeg, device.Int64, y, x)); err != nil {
			t.Fatal(err)
		}
	}
	got := make([]byte, 24)
	if err := d.CopyOut(got, y.Buffer, 0); err != nil || got[0] != 0xff || got[8] != 0xfe || got[16] != 0xfd {
		t.Errorf("%v, %v", got, err)
	}
	if !slices.Equal(did, []device.Action{device.DidFallback, device.DidFallback, device.DidCopy}) || len(m.sources) > 0 {
		t.Errorf("%v, %d shaders", did, len(m.sources))
	}
}

// What cannot be had is said in words that name it.
func TestErrors(t *testing.T) {
	for _, c := range []struct {
		name string
		do   func(d *Device, m *memory) error
		want string
	}{
		{"a tensor beyond the browser's limit", func(d *Device, _ *memory) error { return d.Alloc(new(device.Buffer), 1<<27+1) },
			"WebGPU out of memory. Tried to allocate 128.00 MiB on webgpu:0: the browser's limit for one tensor on this GPU is 128.00 MiB (maxStorageBufferBindingSize)."},
		{"a GPU without room", func(d *Device, m *memory) error {
			m.limit = 1 << 20
			return d.Alloc(new(device.Buffer), 3<<20)
		}, "WebGPU out of memory. Tried to allocate 3.00 MiB on webgpu:0: 0 bytes allocated, 0 bytes reserved in total, of at most 1024.00 MiB for a session."},
		{"a GPU that is lost", func(d *Device, m *memory) error {
			b := buffer(t, d, 8)
			m.broken = &Lost{"unplugged"}
			if err := d.CopyOut(make([]byte, 8), b, 0); err == nil {
				t.Error("a lost device is read")
			}
			m.broken = nil
			return d.Alloc(new(device.Buffer), 8)
		}, "webgpu:0 is lost, and what was in its memory is gone: unplugged. Restart the session to have it again."},
		{"a shader that is refused", func(d *Device, m *memory) error {
			x := operand(t, d, device.Float32, nil, 4)
			if err := d.Launch(launched(device.OpNeg, device.Float32, x, x)); err != nil {
				return err
			}
			m.broken = errors.New("no such word")
			return d.Settle()
		}, "WebGPU error: no such word"},
		{"no GPU", func(*Device, *memory) error { return Absent(errors.New("no adapter")).Alloc(new(device.Buffer), 8) },
			"webgpu:0 is not available: no adapter"},
	} {
		d, m := open(t)
		if err := c.do(d, m); err == nil || err.Error() != c.want {
			t.Errorf("%s: %v, want %s", c.name, err, c.want)
		}
	}
}
