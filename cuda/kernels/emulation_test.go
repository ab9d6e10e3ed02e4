//go:build linux

package kernels_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"sync"
	"syscall"
	"testing"
	"unsafe"

	"gputour/cuda/driver/fake"
	"gputour/cuda/kernels"
	"gputour/engine/device"
	"gputour/engine/device/cpu"
)

// This file is a device that runs the kernels' own sources on the host: what emulate.sh builds
// runs in a process beside the test (emulation/runner.cc), over memory that both map.

const (
	arenaBytes = 1 << 30
	arenaBase  = 0x200000000000 // where the runner maps it
	guardBytes = 64             // before and after each buffer
	guardByte  = 0xa5
)

// machine is the runner and the memory it shares with the tests.
type machine struct {
	memory []byte
	next   int
	stdin  io.Writer
	stdout io.Reader
}

// built compiles what the tests need, unless it was before: the library and the runner.
var built = sync.OnceValues(func() (paths [2]string, err error) {
	if _, err := exec.LookPath("g++"); err != nil {
		return paths, err
	}
	library, err := fake.Kernels()
	if err != nil {
		return paths, err
	}
	source, err := os.ReadFile("emulation/runner.cc")
	if err != nil {
		return paths, err
	}
	runner := filepath.Join(filepath.Dir(library), fmt.Sprintf("runner-%x", sha256.Sum256(source)))
	if _, err := os.Stat(runner); err != nil {
		partial := fmt.Sprint(runner, ".", os.Getpid())
		if out, err := exec.Command("g++", "-O1", "-o", partial, "emulation/runner.cc", "-ldl").CombinedOutput(); err != nil {
			return paths, fmt.Errorf("runner: %v\n%s", err, out)
		}
		if err := os.Rename(partial, runner); err != nil {
			return paths, err
		}
	}
	return [2]string{library, runner}, nil
})

// emulator is a device of its own on a machine that all tests share. Threads of a block run
// in order; backwards reverses that, which brings out a missing barrier.
func emulator(t testing.TB, backwards bool) *emulated {
	t.Helper()
	m, err := machines[backwards]()
	if errors.Is(err, exec.ErrNotFound) {
		t.Skip("no g++: the kernels are not run")
	}
	if err != nil {
		t.Fatal(err)
	}
	return &emulated{machine: m, backwards: backwards, limits: kernels.Limits{SMs: 108, SMThreads: 2048, Major: 8, Minor: 0,
		SharedBytes: 160 << 10, MaxGrid: [3]uint32{1<<31 - 1, 65535, 65535}}}
}

var machines = map[bool]func() (*machine, error){
	false: sync.OnceValues(func() (*machine, error) { return newMachine(false) }),
	true:  sync.OnceValues(func() (*machine, error) { return newMachine(true) }),
}

func newMachine(backwards bool) (*machine, error) {
	paths, err := built()
	if err != nil {
		return nil, err
	}
	file, err := os.CreateTemp(memoryDir(), "gputour-memory-")
	if err != nil {
		return nil, err
	}
	defer os.Remove(file.Name())
	if err := file.Truncate(arenaBytes); err != nil {
		return nil, err
	}
	m := new(machine)
	m.memory, err = syscall.Mmap(int(file.Fd()), 0, arenaBytes, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_SHARED)
	if err != nil {
		return nil, err
	}
	cmd := exec.Command(paths[1], paths[0], file.Name(), fmt.Sprint(arenaBytes))
	cmd.Stderr = os.Stderr
	if backwards {
		cmd.Env = append(os.Environ(), "GPUTOUR_EMULATE_BACKWARDS=1")
	}
	if m.stdin, err = cmd.StdinPipe(); err != nil {
		return nil, err
	}
	if m.stdout, err = cmd.StdoutPipe(); err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	// the runner has the file open once it has answered
	if _, err := m.run("none", [3]uint32{}, [3]uint32{}, 0, nil); err != nil {
		return nil, err
	}
	return m, nil
}

func memoryDir() string {
	if _, err := os.Stat("/dev/shm"); err == nil {
		return "/dev/shm"
	}
	return ""
}

// run sends a request and waits for the answer.
func (m *machine) run(name string, grid, block [3]uint32, shared uint32, params []byte) (int32, error) {
	var b bytes.Buffer
	binary.Write(&b, binary.LittleEndian, struct {
		Name, Params uint32
		Grid, Block  [3]uint32
		Shared       uint32
	}{uint32(len(name)), uint32(len(params)), grid, block, shared})
	b.WriteString(name)
	b.Write(params)
	if _, err := m.stdin.Write(b.Bytes()); err != nil {
		return 0, err
	}
	var answer [4]byte
	if _, err := io.ReadFull(m.stdout, answer[:]); err != nil {
		return 0, fmt.Errorf("the runner has died in %s: %w", name, err)
	}
	return int32(binary.LittleEndian.Uint32(answer[:])), nil
}

// room hands out memory in turn: what was handed out long ago is used again. Guards stand
// around it, and it holds no number.
func (m *machine) room(bytes int) int {
	whole := (bytes+2*guardBytes+255)&^255 + 256
	if m.next+whole > arenaBytes {
		m.next = 0
	}
	at := m.next + 256
	m.next += whole
	for i := at - guardBytes; i < at+bytes+guardBytes; i++ {
		m.memory[i] = guardByte
	}
	for i := at; i < at+bytes; i++ {
		m.memory[i] = 0xff
	}
	return at
}

func (m *machine) guarded(at, bytes int) bool {
	for i := range guardBytes {
		if m.memory[at-1-i] != guardByte || m.memory[at+bytes+i] != guardByte {
			return false
		}
	}
	return true
}

// emulated implements what of device.Device the suite's computing tests use.
type emulated struct {
	device.Device
	*machine
	backwards bool
	limits    kernels.Limits
	plan      kernels.Plan
	launches  int
}

func (d *emulated) Info() *device.Info {
	return &device.Info{Kind: device.CUDA, Name: "emulated", SMs: d.limits.SMs, SMThreads: d.limits.SMThreads}
}

func (d *emulated) Alloc(b *device.Buffer, bytes int) error {
	b.Device, b.Bytes, b.Block = d, bytes, d.room(bytes)
	return nil
}

func (d *emulated) CopyIn(b *device.Buffer, offset int, src []byte, _ bool) error {
	copy(d.memory[b.Block.(int)+offset:], src)
	return nil
}

func (d *emulated) CopyOut(dst []byte, b *device.Buffer, offset int) error {
	copy(dst, d.memory[b.Block.(int)+offset:])
	return nil
}

// onHost runs a launch on the CPU, on copies of its operands.
func (d *emulated) onHost(l *device.Launch) error {
	host, there := cpu.New(), *l
	there.Args = slices.Clone(l.Args)
	buffers := make([]device.Buffer, len(l.Args))
	for i := range l.Args {
		b := l.Args[i].Buffer
		if b == nil {
			continue
		}
		if err := host.Alloc(&buffers[i], b.Bytes); err != nil {
			return err
		}
		copy(buffers[i].Host, d.memory[b.Block.(int):][:b.Bytes])
		there.Args[i].Buffer = &buffers[i]
	}
	if err := host.Launch(&there); err != nil {
		return err
	}
	for i := range l.Args {
		if b := l.Args[i].Buffer; b != nil && i < l.Outs {
			copy(d.memory[b.Block.(int):][:b.Bytes], buffers[i].Host)
		}
	}
	return nil
}

// Launch runs the kernels of a launch. What is known to have none goes through the host,
// as on a real GPU; anything else without one is an error.
func (d *emulated) Launch(l *device.Launch) error {
	if fallsBack(l.Op, l.Args[0].DType) {
		return d.onHost(l)
	}
	if !d.plan.Make(l, &d.limits) {
		return &device.Error{Op: l.Op.String(), Code: device.Unsupported}
	}
	scratch := make([]int, len(d.plan.Scratch))
	for i, bytes := range d.plan.Scratch {
		scratch[i] = d.room(bytes)
	}
	if d.plan.Flag {
		clear(d.memory[scratch[0]:][:unsafe.Sizeof(kernels.Fault{})])
	}
	for i := range d.plan.Calls {
		if err := d.call(l, &d.plan.Calls[i], scratch); err != nil {
			return err
		}
	}
	for i := range l.Args {
		if b := l.Args[i].Buffer; b != nil && !d.guarded(b.Block.(int), b.Bytes) {
			return fmt.Errorf("%v writes beside operand %d", l.Op, i)
		}
	}
	for i, at := range scratch {
		if !d.guarded(at, d.plan.Scratch[i]) {
			return fmt.Errorf("%v writes beside scratch %d", l.Op, i)
		}
	}
	if d.plan.Flag {
		return (*kernels.Fault)(unsafe.Pointer(&d.memory[scratch[0]])).Err(l.Op)
	}
	return nil
}

func (d *emulated) call(l *device.Launch, c *kernels.Call, scratch []int) error {
	d.launches++
	params := append([]byte(nil), c.Params...)
	for _, p := range c.Pointers {
		at := arenaBase + p.Offset
		if p.Operand >= 0 {
			at += l.Args[p.Operand].Buffer.Block.(int)
		} else {
			at += scratch[-1-p.Operand]
		}
		binary.LittleEndian.PutUint64(params[p.At:], uint64(at))
	}
	answer, err := d.run(c.Name, c.Grid, c.Block, c.Shared, params)
	if err == nil && answer != 0 {
		err = fmt.Errorf("%s: the emulation answers %d", c.Name, answer)
	}
	return err
}
