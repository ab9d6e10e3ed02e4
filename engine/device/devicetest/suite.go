// Package devicetest is the suite that every device passes: the same operations over
// dtypes, layouts and sizes, checked against float64 references with stated tolerances;
// memory that only copies reach; streams in order; events.
//
// A device's own test calls Run:
//
//	func TestSuite(t *testing.T) {
//		devicetest.Run(t, func(t testing.TB) []device.Device { return machine(t).Devices() })
//	}
package devicetest

import (
	"testing"

	"gputour/engine/device"
)

// Open makes the devices under test, all of one session; tests of transfers between
// devices need two. The tests do not share devices.
type Open func(t testing.TB) []device.Device

// test is one part of the suite.
type test struct {
	name string
	run  func(*testing.T, Open)
}

// Run runs the whole suite.
func Run(t *testing.T, open Open) {
	runAll(t, open, []test{{"memory", testMemory}, {"bounds", testBounds}, {"isolation", testIsolation}, {"clean", testClean}, {"foreign", testForeign}, {"living", testLiving}})
	RunOps(t, open)
	runAll(t, open, []test{{"streams", testStreams}, {"events", testEvents}, {"records", testRecords}})
}

// RunOps runs the part of the suite that computes. It needs Alloc, CopyIn, CopyOut and Launch.
func RunOps(t *testing.T, open Open) {
	runAll(t, open, []test{
		{"unary", testUnary},
		{"binary", testBinary},
		{"compare", testCompare},
		{"convert", testConvert},
		{"reduce", testReduce},
		{"softmax", testSoftmax},
		{"matmul", testMatmul},
		{"ternary", testTernary},
		{"scan", testScan},
		{"sort", testSort},
		{"gather", testGather},
		{"conv", testConv},
		{"pool", testPool},
		{"norm", testNorm},
		{"conv gradients", testConvGradients},
		{"pool gradients", testPoolGradients},
		{"upsample", testUpsample},
		{"index_put", testIndexPut},
		{"random", testRandom},
		{"complex", testComplex},
		{"step", testStep},
	})
}

func runAll(t *testing.T, open Open, tests []test) {
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) { test.run(t, open) })
	}
}

// first opens the devices and takes one.
func first(t testing.TB, open Open) device.Device {
	t.Helper()
	devices := open(t)
	if len(devices) == 0 {
		t.Fatal("no device")
	}
	return devices[0]
}

func alloc(t testing.TB, d device.Device, bytes int) *device.Buffer {
	t.Helper()
	b := new(device.Buffer)
	if err := d.Alloc(b, bytes); err != nil {
		t.Fatal(err)
	}
	return b
}

func upload(t testing.TB, d device.Device, data []byte) *device.Buffer {
	t.Helper()
	b := alloc(t, d, len(data))
	if err := d.CopyIn(b, 0, data, false); err != nil {
		t.Fatal(err)
	}
	return b
}

func download(t testing.TB, b *device.Buffer) []byte {
	t.Helper()
	data := make([]byte, b.Bytes)
	if err := b.Device.CopyOut(data, b, 0); err != nil {
		t.Fatal(err)
	}
	return data
}
