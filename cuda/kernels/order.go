package kernels

import (
	"unsafe"

	"gputour/engine/device"
)

// This file plans scans (src/scan.cu) and sorts (src/sort.cu) along the last dimension.

// scanning mirrors Scan of scan.cu.
type scanning struct {
	out, positions, in                  address
	outDType, inDType                   int64
	outStride, positionStride, inStride int64
	rows, width                         uint32
	outRows, positionRows, inRows       walk
}

// laneClass is the class in which a launch along the last dimension computes.
func laneClass(l *device.Launch) class {
	if l.Compute != device.NoDType {
		return classOf(l.Compute)
	}
	return classOf(l.Args[l.Outs].DType.Compute())
}

func planScan(p *Plan, l *device.Launch) bool {
	if laneClass(l) == inComplex {
		return complexScan(p, l)
	}
	y, lines, width, ok := rowsOf(l, len(l.Args))
	kernel := l.Op.String() + classNames[laneClass(l)]
	if !ok || !has(kernel) {
		return false
	}
	rows, in := y.numel(), l.Outs
	if rows*width == 0 {
		return true
	}
	s := scanning{outDType: lines[0].dtype, inDType: lines[in].dtype, rows: uint32(rows), width: uint32(width),
		outStride: lines[0].stride, inStride: lines[in].stride, outRows: lines[0].rows, inRows: lines[in].rows}
	var room [maxPointers]Pointer
	pointers := append(room[:0], p.operand(unsafe.Offsetof(s.out), 0), p.operand(unsafe.Offsetof(s.in), in))
	if l.Outs == 2 {
		s.positionStride, s.positionRows = lines[1].stride, lines[1].rows
		pointers = append(pointers, p.operand(unsafe.Offsetof(s.positions), 1))
	}
	add(p, kernel, flat(rows), flat(blockThreads), &s, pointers...)
	return true
}

// sorting mirrors Sort of sort.cu.
type sorting struct {
	out, positions, in                  address
	values, places                      address
	oldValues, oldPlaces                address
	outDType, inDType                   int64
	outStride, positionStride, inStride int64
	rows, width, tile, run              uint32
	descending, last                    uint32
	outRows, positionRows, inRows       walk
}

const sortTile, sortLayer = 1024, 65535 // rows of one layer of a grid

func planOrder(p *Plan, l *device.Launch) bool {
	y, lines, width, ok := rowsOf(l, len(l.Args))
	c := laneClass(l)
	if !ok || c == inComplex {
		return false
	}
	rows := y.numel()
	if rows*width == 0 {
		return true
	}
	s := sorting{outDType: lines[0].dtype, inDType: lines[2].dtype, rows: uint32(rows), width: uint32(width),
		outStride: lines[0].stride, positionStride: lines[1].stride, inStride: lines[2].stride,
		outRows: lines[0].rows, positionRows: lines[1].rows, inRows: lines[2].rows,
		tile: uint32(max(min(powerOfTwo(width), sortTile), 2)), descending: bit(len(l.I) > 0 && l.I[0] == 1)}
	s.last = bit(width <= sortTile)
	grid := [3]uint32{uint32(ceilDiv(width, int(s.tile))), uint32(min(rows, sortLayer)), uint32(ceilDiv(rows, sortLayer))}
	result := []Pointer{p.operand(unsafe.Offsetof(s.out), 0), p.operand(unsafe.Offsetof(s.positions), 1), p.operand(unsafe.Offsetof(s.in), 2)}
	if s.last == 1 {
		add(p, "sort"+classNames[c], grid, flat(blockThreads), &s, result...)
		return true
	}
	p.mergeSort(&s, c, grid, result)
	return true
}

// mergeSort sorts tiles into one pair of buffers and merges from there into the other and
// back, the last time into the result.
func (p *Plan) mergeSort(s *sorting, c class, grid [3]uint32, result []Pointer) {
	const valueBytes, placeBytes = 8, 4
	n := int(s.rows) * int(s.width)
	var values, places [2]int
	for i := range values {
		values[i], places[i] = p.scratch(n*valueBytes), p.scratch(n*placeBytes)
	}
	to := func(i int) []Pointer {
		return append(append([]Pointer(nil), result...), Pointer{At: int(unsafe.Offsetof(s.values)), Operand: values[i]},
			Pointer{At: int(unsafe.Offsetof(s.places)), Operand: places[i]})
	}
	add(p, "sort"+classNames[c], grid, flat(blockThreads), s, to(0)...)
	grid[0] = uint32(ceilDiv(int(s.width), blockThreads))
	old := 0
	for run := int(s.tile); run < int(s.width); run *= 2 {
		s.run, s.last = uint32(run), bit(2*run >= int(s.width))
		pointers := append(to(1-old), Pointer{At: int(unsafe.Offsetof(s.oldValues)), Operand: values[old]},
			Pointer{At: int(unsafe.Offsetof(s.oldPlaces)), Operand: places[old]})
		add(p, "merge"+classNames[c], grid, flat(blockThreads), s, pointers...)
		old = 1 - old
	}
}
