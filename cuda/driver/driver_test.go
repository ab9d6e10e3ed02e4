//go:build linux && cgo && cuda

package driver_test

import (
	"bytes"
	"errors"
	"os"
	"runtime"
	"strings"
	"testing"
	"unsafe"

	"gputour/cuda/driver"
	"gputour/cuda/driver/fake"
)

var drv driver.Driver

func TestMain(m *testing.M) {
	dir, err := os.MkdirTemp("", "fake")
	if err != nil {
		panic(err)
	}
	library, err := fake.Build(dir)
	if err == nil {
		drv, err = driver.Open(library)
	}
	if err != nil {
		panic(err)
	}
	code := m.Run()
	os.RemoveAll(dir)
	os.Exit(code)
}

const ptx = `
.version 6.0
.target sm_70
.address_size 64
// .entry commented()
.visible .entry twice(.param .align 8 .b8 twice_param_0[24]) { ret; }
.visible .entry plain(
	.param .u64 plain_param_0,
	.param .u32 plain_param_1,
	.param .align 16 .b8 plain_param_2[20]
)
{ ret; }
.visible .entry tiled(.param .u64 tiled_param_0)
.maxntid 64, 2, 1
{
	.shared .align 4 .b8 tile[40000];
	ld.shared.f32 %f1, [tile];
	ret;
}
`

func context(t *testing.T) driver.Context {
	t.Helper()
	c, err := drv.NewContext(0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Destroy() })
	return c
}

func code(t *testing.T, err error) int {
	t.Helper()
	var e *driver.Error
	if !errors.As(err, &e) {
		t.Fatalf("%v is no error of the driver", err)
	}
	return e.Code
}

func TestProperties(t *testing.T) {
	if drv.Count() != 2 || drv.Version() != 12040 || !drv.Peers(0, 1) {
		t.Errorf("%d GPUs, version %d", drv.Count(), drv.Version())
	}
	g, err := drv.GPU(1)
	if err != nil || g.Name != "Fake GPU" || g.Memory != 1<<30 || g.Major != 8 || g.SMs != 4 || g.SMThreads != 2048 ||
		g.SharedBytes != 163<<10 || g.MaxGrid != [3]uint32{1<<31 - 1, 65535, 65535} || g.UUID != "fafafafa-fafa-fafa-fafa-fafafafafa01" {
		t.Errorf("%+v %v", g, err)
	}
	if _, err := drv.GPU(2); code(t, err) != 101 {
		t.Errorf("%v", err)
	}
}

// Copies are asynchronous: bytes arrive when the stream has been waited for.
func TestCopies(t *testing.T) {
	c := context(t)
	at, err := c.Alloc(1000)
	if err != nil {
		t.Fatal(err)
	}
	pinned, err := c.AllocPinned(1000)
	if err != nil {
		t.Fatal(err)
	}
	s, err := c.NewStream(0)
	if err != nil {
		t.Fatal(err)
	}
	copy(pinned, "first")
	if err := c.CopyIn(at, unsafe.Pointer(&pinned[0]), 1000, s); err != nil {
		t.Fatal(err)
	}
	copy(pinned, "later")
	got := make([]byte, 5)
	if err := c.CopyOut(unsafe.Pointer(&got[0]), at, 5, s); err != nil || string(got) != "later" {
		t.Errorf("pinned memory read too late or too soon: %q, %v", got, err)
	}
	if err := c.CopyIn(at+999, unsafe.Pointer(&pinned[0]), 2, s); code(t, err) != driver.InvalidValue {
		t.Errorf("%v", err)
	}
	for range 100 {
		if done, err := c.StreamDone(s); done || err != nil {
			return
		}
	}
	t.Error("the stream is never done")
}

func TestContextsAreApart(t *testing.T) {
	a, b := context(t), context(t)
	at, err := a.Alloc(64)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(a.Clear(at, 64, 0), a.Synchronize()); err != nil {
		t.Fatal(err)
	}
	other, err := b.Alloc(64)
	if err != nil {
		t.Fatal(err)
	}
	if err := b.CopyWithin(other, at, 64, 0); code(t, err) != driver.InvalidValue {
		t.Errorf("a context copies from another's memory: %v", err)
	}
	if err := b.CopyFrom(other, a, at, 64, 0); err != nil {
		t.Fatal(err)
	}
	got := bytes.Repeat([]byte{1}, 64)
	if err := b.CopyOut(unsafe.Pointer(&got[0]), other, 64, 0); err != nil || !bytes.Equal(got, make([]byte, 64)) {
		t.Errorf("%v %v", got, err)
	}
}

func TestLaunchesAreChecked(t *testing.T) {
	c := context(t)
	m, err := c.Load([]byte(ptx))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := c.Function(m, "commented"); code(t, err) != 500 {
		t.Errorf("%v", err)
	}
	one := [3]uint32{1, 1, 1}
	for _, l := range []struct {
		kernel      string
		grid, block [3]uint32
		shared      uint32
		params      int
		code        int
	}{
		{"twice", one, [3]uint32{256, 1, 1}, 0, 24, 0},
		{"plain", one, one, 48 << 10, 36, 0},
		{"plain", one, one, 0, 32, driver.InvalidValue},
		{"twice", [3]uint32{0, 1, 1}, one, 0, 24, driver.InvalidValue},
		{"twice", [3]uint32{1, 65536, 1}, one, 0, 24, driver.InvalidValue},
		{"twice", one, [3]uint32{1025, 1, 1}, 0, 24, driver.InvalidValue},
		{"twice", one, one, 48<<10 + 1, 24, driver.InvalidValue},
		{"tiled", one, [3]uint32{128, 1, 1}, 9152, 8, 0},
		{"tiled", one, [3]uint32{129, 1, 1}, 0, 8, driver.InvalidValue},
		{"tiled", one, one, 9153, 8, driver.InvalidValue},
	} {
		f, err := c.Function(m, l.kernel)
		if err != nil {
			t.Fatal(err)
		}
		err = c.Launch(f, l.grid, l.block, l.shared, 0, make([]byte, l.params))
		if (err == nil) != (l.code == 0) || err != nil && code(t, err) != l.code {
			t.Errorf("%+v: %v", l, err)
		}
	}
	f, _ := c.Function(m, "tiled")
	if err := c.AllowShared(f, 163<<10); code(t, err) != driver.InvalidValue {
		t.Errorf("more shared memory than there is: %v", err)
	}
	if err := errors.Join(c.AllowShared(f, 100<<10), c.Launch(f, one, one, 100<<10, 0, make([]byte, 8))); err != nil {
		t.Error(err)
	}
	if _, err := c.Load([]byte("nothing")); err == nil || !strings.Contains(err.Error(), "JIT compilation failed: the fake driver") {
		t.Errorf("%v", err)
	}
}

// An image made in one context loads in another.
func TestAssemble(t *testing.T) {
	image, err := context(t).Assemble([]byte(ptx))
	if err != nil {
		t.Fatal(err)
	}
	other := context(t)
	m, err := other.Load(image)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := other.Function(m, "twice"); err != nil {
		t.Error(err)
	}
	if _, err := other.Assemble([]byte("nothing")); code(t, err) != 218 {
		t.Errorf("%v", err)
	}
}

// After a fault every call in the context answers it; another context goes on.
func TestFaultsStick(t *testing.T) {
	bad, good := context(t), context(t)
	t.Setenv("GPUTOUR_FAKE_FAULT", "twice")
	m, err := bad.Load([]byte(ptx))
	if err != nil {
		t.Fatal(err)
	}
	f, _ := bad.Function(m, "twice")
	if err := bad.Launch(f, [3]uint32{1, 1, 1}, [3]uint32{1, 1, 1}, 0, 0, make([]byte, 24)); err != nil {
		t.Errorf("the launch already fails: %v", err)
	}
	if err := bad.Synchronize(); code(t, err) != driver.IllegalAddress || !err.(*driver.Error).Sticky() {
		t.Errorf("%v", err)
	}
	if _, err := bad.Alloc(1); code(t, err) != driver.IllegalAddress {
		t.Errorf("%v", err)
	}
	if err := good.Synchronize(); err != nil {
		t.Error(err)
	}
}

func TestEvents(t *testing.T) {
	c := context(t)
	s, _ := c.NewStream(0)
	at, _ := c.Alloc(1 << 20)
	start, _ := c.NewEvent(true)
	end, _ := c.NewEvent(true)
	if _, err := c.Elapsed(start, end); err == nil {
		t.Error("events that were never recorded are timed")
	}
	for _, err := range []error{c.Record(start, s), c.Clear(at, 1<<20, s), c.Record(end, s)} {
		if err != nil {
			t.Fatal(err)
		}
	}
	if done, err := c.EventDone(end); done || err != nil {
		t.Errorf("done at once (%v)", err)
	}
	if err := c.SynchronizeEvent(end); err != nil {
		t.Fatal(err)
	}
	if ms, err := c.Elapsed(start, end); err != nil || ms <= 0 {
		t.Errorf("%v ms, %v", ms, err)
	}
}

// The current context belongs to the thread: calls from many goroutines do not mix.
func TestManyGoroutines(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(4))
	failed := make(chan error, 8)
	for i := range 8 {
		c := context(t)
		go func() {
			for range 200 {
				at, err := c.Alloc(int64(100 + i))
				if err == nil {
					err = c.Free(at)
				}
				if err != nil {
					failed <- err
					return
				}
			}
			failed <- nil
		}()
	}
	for range 8 {
		if err := <-failed; err != nil {
			t.Error(err)
		}
	}
}

const kernelSource = `
template<typename T> __device__ T twice(T x) { return x + x; }
__global__ void scale(float *x, double by, int n, bool flip) { }
`

// It stands before TestCompiler: a compiler that was opened stays.
func TestNoCompiler(t *testing.T) {
	if _, err := driver.OpenCompiler("/absent/libnvrtc.so"); err == nil || !strings.Contains(err.Error(), "NVRTC is not installed") {
		t.Errorf("%v", err)
	}
}

func TestCompiler(t *testing.T) {
	library, err := fake.BuildCompiler(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	c, err := driver.OpenCompiler(library)
	if err != nil {
		t.Fatal(err)
	}
	if major, minor := c.Version(); major != 12 || minor != 4 {
		t.Errorf("version %d.%d", major, minor)
	}
	p, err := c.Compile("cell.cu", kernelSource, []string{"scale"}, "--gpu-architecture=compute_80")
	if err != nil || len(p.Entries) != 1 || p.Entries[0] != "_Z5scale" || p.Log != "" {
		t.Fatalf("%+v %v", p, err)
	}
	ctx := context(t)
	m, err := ctx.Load(p.PTX)
	if err != nil {
		t.Fatal(err)
	}
	f, err := ctx.Function(m, p.Entries[0])
	if err != nil {
		t.Fatal(err)
	}
	one := [3]uint32{1, 1, 1}
	if err := ctx.Launch(f, one, one, 0, 0, make([]byte, 21)); err != nil {
		t.Errorf("a pointer, a double, an int and a bool: %v", err)
	}
	for _, bad := range []struct{ source, kernel, option, want string }{
		{"\n#error no", "scale", "--a", "cell.cu(2): catastrophic error: #error directive"},
		{kernelSource, "absent", "--a", `error: name expression "absent" not found`},
		{kernelSource, "scale", "-nothing", "NVRTC: NVRTC_ERROR_INVALID_OPTION (error 5)"},
	} {
		var e *driver.CompileError
		if _, err := c.Compile("cell.cu", bad.source, []string{bad.kernel}, bad.option); !errors.As(err, &e) || err.Error() != bad.want {
			t.Errorf("got %v, want %s", err, bad.want)
		}
	}
}

// The sensors that a board has are read, and the others said to be missing.
func TestManagement(t *testing.T) {
	if _, err := driver.OpenManagement("/absent/libnvidia-ml.so"); err == nil || !strings.Contains(err.Error(), "cannot open shared object") {
		t.Errorf("%v", err)
	}
	library, err := fake.BuildManagement(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	m, err := driver.OpenManagement(library)
	if err != nil {
		t.Fatal(err)
	}
	g, _ := drv.GPU(0)
	want := driver.Readings{Celsius: 41, Milliwatts: 61250, LimitMilliwatts: 400000, Busy: 17, MemoryBusy: 5, FanPercent: -1, State: 2,
		Clocks: driver.Clocks{Graphics: 1000, SM: 1001, Memory: 1002}, MostClocks: driver.Clocks{Graphics: 1400, SM: 1401, Memory: 1402}}
	if got, err := m.Read(g.UUID); err != nil || got != want || m.Version() != "550.54.14" {
		t.Errorf("%+v %v", got, err)
	}
	g, _ = drv.GPU(1)
	if got, err := m.Read(g.UUID); err != nil || got.Celsius != 42 || got.Milliwatts != -1 || got.MemoryBusy != -1 || got.MostClocks.Memory != -1 {
		t.Errorf("%+v %v", got, err)
	}
	if _, err := m.Read("no-such-gpu"); err == nil {
		t.Error("a GPU that is not there is read")
	}
}
