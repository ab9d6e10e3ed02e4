package cudac

import (
	"encoding/binary"
	"math"
	"math/bits"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"gputour/cuda/cudac/report"
	"gputour/cuda/cudac/simt"
)

// ints makes a buffer of integers.
func ints(list ...int32) *simt.Buffer {
	b := &simt.Buffer{Name: "data", Data: make([]byte, 4*len(list))}
	for i, v := range list {
		binary.LittleEndian.PutUint32(b.Data[4*i:], uint32(v))
	}
	return b
}

func intAt(b *simt.Buffer, i int) int { return int(int32(binary.LittleEndian.Uint32(b.Data[4*i:]))) }

// course holds the kernels of testdata/course by name.
func course(t *testing.T) map[string]*simt.Kernel {
	t.Helper()
	files, err := filepath.Glob("testdata/course/*.cu")
	if err != nil || len(files) == 0 {
		t.Fatal("no kernels found", err)
	}
	kernels := map[string]*simt.Kernel{}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, k := range compile(t, string(text)).Kernels {
			kernels[k.Name] = k
		}
	}
	return kernels
}

// lesson launches kernels of the course.
type lesson struct {
	*testing.T
	kernels map[string]*simt.Kernel
}

// Launch runs a kernel and returns its profile; args are buffers and numbers.
func (l *lesson) Launch(name string, grid, block [3]int, shared int, args ...any) *report.Profile {
	l.Helper()
	k := l.kernels[name]
	if k == nil {
		l.Fatalf("no kernel %s", name)
	}
	run := simt.Launch{Grid: grid, Block: block, DynamicShared: shared, Steps: 50_000_000}
	for i, a := range args {
		switch a := a.(type) {
		case *simt.Buffer:
			run.Args = append(run.Args, simt.Arg{Buffer: a})
		case int:
			run.Args = append(run.Args, simt.Number(k.Params[i].Type, 0, int64(a), false))
		case float64:
			run.Args = append(run.Args, simt.Number(k.Params[i].Type, a, 0, true))
		}
	}
	sameByRule(l.T, k, run)
	p, err := k.Launch(run)
	if err != nil {
		l.Fatalf("%s: %v", name, err)
	}
	return p
}

// Same holds floats against what they must be.
func (l *lesson) Same(name string, got *simt.Buffer, n int, want func(i int) float64) {
	l.Helper()
	for i := range n {
		if x, y := float64(floatAt(got, i)), want(i); math.Abs(x-y) > 1e-4*max(1, math.Abs(y)) {
			l.Fatalf("%s: element %d is %v, want %v", name, i, x, y)
		}
	}
}

func (l *lesson) sameInts(name string, got *simt.Buffer, want []int) {
	l.Helper()
	for i, y := range want {
		if x := intAt(got, i); x != y {
			l.Fatalf("%s: element %d is %d, want %d", name, i, x, y)
		}
	}
}

func (l *lesson) equal(what string, got, want int64) {
	l.Helper()
	if got != want {
		l.Errorf("%s: %d, want %d", what, got, want)
	}
}

func line(n int) [3]int          { return [3]int{n, 1, 1} }
func plane(x, y int) [3]int      { return [3]int{x, y, 1} }
func blocks(n, block int) int    { return (n + block - 1) / block }
func wave(i int) float32         { return float32(i%17) - 8 + float32(i%5)/4 }
func zerosOf(n int) *simt.Buffer { return floats(make([]float32, n)...) }
func waves(n int) *simt.Buffer   { return floats(wavesOf(n)...) }

func wavesOf(n int) (list []float32) {
	for i := range n {
		list = append(list, wave(i))
	}
	return list
}

func TestCourseVectors(t *testing.T) {
	l := &lesson{t, course(t)}
	const n = 1000
	a, c := waves(n), zerosOf(n)
	p := l.Launch("vectorAdd", line(blocks(n, 128)), line(128), 0, a, a, c, n)
	l.Same("vectorAdd", c, n, func(i int) float64 { return 2 * float64(wave(i)) })
	l.equal("threads", p.Threads, 1024)
	l.equal("loads", p.GlobalLoads, 2*32)
	l.equal("sectors loaded", p.LoadSectors, 2*125)
	l.equal("floating-point operations", p.Flops, n)
	l.equal("divergent branches", p.Divergent, 1)

	y := waves(n)
	l.Launch("saxpy", line(blocks(n, 128)), line(128), 0, n, 2.5, a, y)
	l.Same("saxpy", y, n, func(i int) float64 { return 3.5 * float64(wave(i)) })

	p = l.Launch("scaleStrided", line(2), line(64), 0, y, 2.0, n)
	l.Same("scaleStrided", y, n, func(i int) float64 { return 7 * float64(wave(i)) })
	l.equal("stores", p.GlobalStores, blocksOf(n, 32))

	out := zerosOf(n)
	p = l.Launch("stencil", line(blocks(n, 128)), line(128), 0, a, out, n)
	weights := []float64{0.1, 0.2, 0.4, 0.2, 0.1}
	l.Same("stencil", out, n, func(i int) (sum float64) {
		for j, w := range weights {
			if k := i + j - 2; k >= 0 && k < n {
				sum += w * float64(wave(k))
			}
		}
		return sum
	})
	l.equal("bank conflicts of the stencil", p.BankConflicts, 0)
}

func blocksOf(n, block int) int64 { return int64(blocks(n, block)) }

func TestCourseMatrices(t *testing.T) {
	l := &lesson{t, course(t)}
	const n = 64
	a := waves(n * n)
	transposed := func(i int) float64 { return float64(wave(i%n*n + i/n)) }
	const requests = n * n / 32
	for _, c := range []struct {
		name         string
		storeSectors int64 // per request
		conflicts    int64 // per request that reads a column
		wantFinding  string
	}{
		{"transposeNaive", 32, 0, "coalescing"}, {"transposeShared", 4, 31, "bank conflicts"}, {"transposePadded", 4, 0, ""},
	} {
		out := zerosOf(n * n)
		p := l.Launch(c.name, plane(n/32, n/32), plane(32, 8), 0, a, out, n)
		l.Same(c.name, out, n*n, transposed)
		l.equal(c.name+": load sectors", p.LoadSectors, 4*requests)
		l.equal(c.name+": store sectors", p.StoreSectors, c.storeSectors*requests)
		l.equal(c.name+": bank conflicts", p.BankConflicts, c.conflicts*requests)
		kind := ""
		if len(p.Findings) > 0 {
			kind = p.Findings[0].Kind
		}
		if kind != c.wantFinding {
			t.Errorf("%s: found %v, want %q", c.name, p.Findings, c.wantFinding)
		}
	}
	const m = 40 // no multiple of a tile
	x := waves(m * m)
	product := func(i int) (sum float64) {
		for k := range m {
			sum += float64(wave(i/m*m+k)) * float64(wave(k*m+i%m))
		}
		return sum
	}
	naive, tiled := zerosOf(m*m), zerosOf(m*m)
	p := l.Launch("matmulNaive", plane(3, 3), plane(16, 16), 0, x, x, naive, m)
	l.Same("matmulNaive", naive, m*m, product)
	q := l.Launch("matmulTiled", plane(3, 3), plane(16, 16), 0, x, x, tiled, m)
	l.Same("matmulTiled", tiled, m*m, product)
	l.equal("flops of the naive product", p.Flops, 2*m*m*m)
	if q.LoadSectors*4 > p.LoadSectors {
		t.Errorf("tiles load %d sectors, the naive product %d", q.LoadSectors, p.LoadSectors)
	}
	l.equal("barriers of the tiled product", q.Barriers, 9*8*2*3)
}

// TestCourseReduction: each step is better than the one before in what it is about.
func TestCourseReduction(t *testing.T) {
	l := &lesson{t, course(t)}
	const n = 4000
	in, want := waves(n), 0.0
	for _, v := range wavesOf(n) {
		want += float64(v)
	}
	profiles := map[string]*report.Profile{}
	for _, c := range []struct {
		name   string
		blocks int
	}{{"reduce1", 32}, {"reduce2", 32}, {"reduce3", 32}, {"reduce4", 16}, {"reduce5", 16}, {"reduce6", 4}} {
		out := zerosOf(c.blocks)
		profiles[c.name] = l.Launch(c.name, line(c.blocks), line(128), 0, in, out, n)
		got := 0.0
		for i := range c.blocks {
			got += float64(floatAt(out, i))
		}
		if math.Abs(got-want) > 0.01 {
			t.Errorf("%s: %v, want %v", c.name, got, want)
		}
	}
	better := func(what, before, after string, f func(p *report.Profile) int64) {
		if a, b := f(profiles[before]), f(profiles[after]); b >= a {
			t.Errorf("%s: %s has %d, %s has %d", what, before, a, after, b)
		}
	}
	better("divergence", "reduce1", "reduce2", func(p *report.Profile) int64 { return p.Divergent })
	better("bank conflicts", "reduce2", "reduce3", func(p *report.Profile) int64 { return p.BankConflicts })
	better("idle threads", "reduce3", "reduce4", func(p *report.Profile) int64 { return p.Threads })
	better("barriers", "reduce4", "reduce5", func(p *report.Profile) int64 { return p.Barriers })
	better("shared memory", "reduce5", "reduce6", func(p *report.Profile) int64 { return p.SharedRequests })
	l.equal("bank conflicts of sequential addresses", profiles["reduce3"].BankConflicts, 0)
	l.equal("atomics of the last step", profiles["reduce6"].Atomics, 4)
}

func TestCoursePatterns(t *testing.T) {
	l := &lesson{t, course(t)}
	const n = 256
	var values []int32
	var scanned []int
	bins, sum := make([]int, 16), 0
	for i := range n {
		v := i * 7 % 23
		values = append(values, int32(v))
		scanned = append(scanned, sum)
		sum += v
		bins[v%16]++
	}
	in, out := ints(values...), ints(make([]int32, n)...)
	l.Launch("scan", line(1), line(n/2), 4*n, in, out, n)
	l.sameInts("scan", out, scanned)

	counts := ints(make([]int32, 16)...)
	p := l.Launch("histogram", line(3), line(64), 0, in, counts, n)
	l.sameInts("histogram", counts, bins)
	l.equal("atomics", p.Atomics, n+3*16)
	if p.AtomicConflicts == 0 {
		t.Error("lanes that count in one bin did not wait for each other")
	}

	const rows, cols = 3, 100
	x, y := waves(rows*cols), zerosOf(rows*cols)
	row := func(i int, f func(v float64)) {
		for j := range cols {
			f(float64(wave(i/cols*cols + j)))
		}
	}
	l.Launch("softmax", line(rows), line(64), 0, x, y, cols)
	l.Same("softmax", y, rows*cols, func(i int) float64 {
		sum := 0.0
		row(i, func(v float64) { sum += math.Exp(v) })
		return math.Exp(float64(wave(i))) / sum
	})
	l.Launch("layerNorm", line(rows), line(64), 0, x, waves(cols), waves(cols), y, cols, 1e-5)
	l.Same("layerNorm", y, rows*cols, func(i int) float64 {
		mean, square := 0.0, 0.0
		row(i, func(v float64) { mean += v / cols })
		row(i, func(v float64) { square += (v - mean) * (v - mean) / cols })
		w := float64(wave(i % cols))
		return (float64(wave(i))-mean)/math.Sqrt(square+1e-5)*w + w
	})

	sorted := wavesOf(n)
	slices.Sort(sorted)
	a, b := waves(n), waves(n)
	for k := 2; k <= n; k *= 2 {
		for j := k / 2; j > 0; j /= 2 {
			l.Launch("bitonicStep", line(4), line(64), 0, a, j, k)
		}
	}
	l.Launch("bitonicShared", line(1), line(n), 0, b)
	for name, buffer := range map[string]*simt.Buffer{"bitonicStep": a, "bitonicShared": b} {
		l.Same(name, buffer, n, func(i int) float64 { return float64(sorted[i]) })
	}
}

func TestCourseWorlds(t *testing.T) {
	l := &lesson{t, course(t)}
	const w, h = 20, 13
	now, next := &simt.Buffer{Data: make([]byte, w*h)}, &simt.Buffer{Data: make([]byte, w*h)}
	for i := range now.Data {
		now.Data[i] = byte(i * i / 3 % 5 % 2)
	}
	l.Launch("life", plane(3, 2), plane(8, 8), 0, now, next, w, h)
	for i := range next.Data {
		alive := 0
		for d := range 9 {
			if d != 4 {
				alive += int(now.Data[(i/w+d/3-1+h)%h*w+(i%w+d%3-1+w)%w])
			}
		}
		if want := alive == 3 || alive == 2 && now.Data[i] == 1; want != (next.Data[i] == 1) {
			t.Fatalf("life: cell %d is %d with %d neighbours", i, next.Data[i], alive)
		}
	}

	picture := ints(make([]int32, w*h)...)
	p := l.Launch("mandelbrot", plane(3, 2), plane(8, 8), 0, picture, w, h, 50)
	var want []int
	for i := range w * h {
		cr, ci := 3*float32(i%w)/w-2, 2*float32(i/w)/h-1
		zr, zi, n := float32(0), float32(0), 0
		for n < 50 && zr*zr+zi*zi < 4 {
			zr, zi = zr*zr-zi*zi+cr, 2*zr*zi+ci
			n++
		}
		want = append(want, n)
	}
	l.sameInts("mandelbrot", picture, want)
	if p.Divergent*10 < p.Branches {
		t.Errorf("mandelbrot: only %d of %d branches diverge", p.Divergent, p.Branches)
	}

	const n = 100
	bodies, force := waves(4*n), zerosOf(3*n)
	l.Launch("nbody", line(2), line(64), 0, bodies, force, n)
	l.Same("nbody", force, 3*n, func(i int) (sum float64) {
		for j := range n {
			square := 1e-3
			for d := range 3 {
				square += math.Pow(float64(wave(4*j+d)-wave(i/3*4+d)), 2)
			}
			sum += float64(wave(4*j+3)) * float64(wave(4*j+i%3)-wave(i/3*4+i%3)) / math.Pow(square, 1.5)
		}
		return sum
	})

	var values []int32
	var sums []int
	for i := range 64 {
		values = append(values, int32(i*5%11))
		sums = append(sums, i*5%11)
		if i%32 > 0 {
			sums[i] += sums[i-1]
		}
	}
	in, out := ints(values...), ints(make([]int32, 64)...)
	l.Launch("warpScan", line(1), line(64), 0, in, out)
	l.sameInts("warpScan", out, sums)
	var odd uint32
	for i, v := range values[:32] {
		odd |= uint32(v&1) << i
	}
	l.Launch("warpVotes", line(1), line(32), 0, in, out)
	l.sameInts("warpVotes", out, []int{int(int32(odd)), bits.OnesCount32(odd), int(values[bits.TrailingZeros32(odd)]), int(values[1]), 1})
}
