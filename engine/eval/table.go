package eval

import (
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"gputour/engine/device"
	"gputour/engine/eval/advice"
	"gputour/engine/interp"
	"gputour/engine/object"
	"gputour/engine/pylib/torch/state"
	"gputour/engine/pylib/torch/values"
	"gputour/engine/tensor"
	"gputour/engine/wire"
)

// This file lays a value out as a table, for a page that sorts it and turns its pages. A cell's value says
// whether it can be asked for, and it is asked for only then: what a cell shows stays the text.

// Of a table so much is told at most: rows and columns from the first on, cells, letters of a cell,
// and bytes of all.
const (
	mostRows    = 1000
	mostColumns = 50
	mostCells   = 10_000
	mostLetters = 60
	mostTable   = 200 << 10
)

// worthATable are the elements of a tensor, and the rows of another value, that are not taken in at a glance.
const (
	worthATable = 32
	fewestRows  = 2
)

// table is wire.TableType.
type table struct {
	Rows    int        `json:"rows"`    // in all
	Columns int        `json:"columns"` // in all
	Heads   []string   `json:"heads"`   // of the columns that are told
	Names   []string   `json:"names"`   // of the rows that are told
	Cells   [][]string `json:"cells"`
}

// offerTable marks a cell's value that can be laid out as a table, with what it is asked for by.
func (e *Evaluator) offerTable(t *object.Thread, a *active, v object.Value, body *wire.DisplayBody) {
	if len(body.Data) == 1 && e.isTable(t, v) {
		body.Table = fmt.Sprintf("%s.%d", e.serial(), a.Count)
	}
}

// serial tells the evaluators of a session apart: each counts its values from 1.
func (e *Evaluator) serial() string {
	if e.number == "" {
		e.number = rand.Text()[:8]
	}
	return e.number
}

func (e *Evaluator) isTable(t *object.Thread, v object.Value) bool {
	if x, ok := values.AsTensor(v); ok {
		return !state.Answers(v) && x.Device().Info().Kind != device.Meta && x.Dim() > 0 && x.Numel() >= worthATable
	}
	if object.TypeName(v) == advice.NumpyArray {
		n, err := object.GetAttr(t, v, "size")
		size, ok := object.AsInt(n)
		return err == nil && ok && size >= worthATable
	}
	rows, _ := records(v)
	return len(rows) >= fewestRows
}

// inspectTable answers wire.InspectTable: of a cell's value, or of the tensor that the placement calls so.
func (e *Evaluator) inspectTable(name string) wire.InspectReplyBody {
	told := make(chan wire.InspectReplyBody, 1)
	e.look(func(t *object.Thread) {
		v, ok := e.tabled(t, name)
		if !ok {
			told <- wire.InspectReplyBody{Why: wire.ValueGone}
			return
		}
		made, err := e.layOut(t, v)
		switch {
		case errors.As(err, new(*object.Stopped)): // it took too long
		case err != nil || made == nil:
			told <- wire.InspectReplyBody{Why: wire.ValueUnfit}
		default:
			data, _ := json.Marshal(made)
			told <- wire.InspectReplyBody{Found: true, Data: wire.Bundle{wire.TableType: string(data)}}
		}
	})
	select {
	case b := <-told:
		return b
	default:
		return wire.InspectReplyBody{}
	}
}

// tabled is the value that a table is asked of.
func (e *Evaluator) tabled(t *object.Thread, name string) (object.Value, bool) {
	if count, ok := strings.CutPrefix(name, e.serial()+"."); ok && e.out != nil {
		n, err := strconv.Atoi(count)
		v, ok, failed := e.out.Get(t, object.Int(int64(n)))
		return v, ok && err == nil && failed == nil
	}
	if x := e.tensorNamed(name); x != nil {
		return values.Wrap(x), true
	}
	return object.Value{}, false
}

// layOut is nil for what is no table.
func (e *Evaluator) layOut(t *object.Thread, v object.Value) (*table, error) {
	if object.TypeName(v) == advice.NumpyArray {
		module, err := interp.Import(t, "torch")
		if err != nil {
			return nil, err
		}
		if v, err = object.CallAttr(t, module, "as_tensor", v); err != nil {
			return nil, err
		}
	}
	if x, ok := values.AsTensor(v); ok {
		return e.tensorTable(x)
	}
	return recordTable(t, v)
}

// tensorTable has a tensor's last dimension as columns, and a row for each index of those before it.
func (e *Evaluator) tensorTable(x *tensor.Tensor) (*table, error) {
	shape := x.Shape()
	if len(shape) == 0 || x.Numel() == 0 {
		return nil, nil
	}
	last := len(shape) - 1
	made := &table{Rows: 1, Columns: shape[last]}
	leading := shape[:last]
	if last == 0 { // a vector stands in one column
		leading, made.Columns = shape, 1
	}
	for _, n := range leading {
		made.Rows *= n
	}
	columns := min(made.Columns, mostColumns)
	rows := min(made.Rows, mostRows, mostCells/columns)
	part, err := e.corner(x, leading, rows, columns)
	if err != nil {
		return nil, err
	}
	values, err := e.tensors.Scalars(part)
	if err != nil {
		return nil, err
	}
	wide := part.Numel() / (product(part.Shape()[:len(leading)]))
	for c := range columns {
		made.Heads = append(made.Heads, strconv.Itoa(c))
	}
	if last == 0 {
		made.Heads = []string{""}
	}
	for r := range rows {
		row := make([]string, columns)
		for c := range row {
			row[c] = number(values[r*wide+c], x.DType())
		}
		made.add(place(r, leading), row)
	}
	return made, nil
}

func product(list []int) int {
	p := 1
	for _, n := range list {
		p *= n
	}
	return p
}

// corner is the smallest part of a tensor from its beginning that has so many rows, in the order of their
// indices, and at least so many columns; it is on the host.
func (e *Evaluator) corner(x *tensor.Tensor, leading []int, rows, columns int) (part *tensor.Tensor, err error) {
	part = x
	for d := range leading {
		below := product(leading[d+1:])
		keep := min((rows+below-1)/below, leading[d])
		if part, err = e.tensors.Slice(part, d, 0, keep, 1); err != nil {
			return nil, err
		}
		if keep > 1 {
			break // what lies below is whole
		}
	}
	if len(leading) < x.Dim() {
		if part, err = e.tensors.Slice(part, len(leading), 0, columns, 1); err != nil {
			return nil, err
		}
	}
	return e.tensors.To(part, tensor.Options{Device: e.tensors.CPU}, false, false)
}

// place is the index of row r, as it is written in brackets.
func place(r int, leading []int) string {
	parts := make([]string, len(leading))
	for d := len(leading) - 1; d >= 0; d-- {
		parts[d] = strconv.Itoa(r % leading[d])
		r /= leading[d]
	}
	return strings.Join(parts, ", ")
}

// number writes an element in the fewest digits that tell it from others of its type, as NumPy does; whole numbers have all of
// theirs, as PyTorch shows them.
func number(s tensor.Scalar, d tensor.DType) string {
	switch {
	case s.DType == tensor.Bool:
		return map[bool]string{false: "False", true: "True"}[s.IsTrue()]
	case !s.IsFloating():
		return s.String()
	case math.IsNaN(s.F):
		return "nan"
	case math.IsInf(s.F, 0):
		return strings.ToLower(strings.TrimPrefix(strconv.FormatFloat(s.F, 'g', -1, 64), "+"))
	}
	digits, bits := fewest(s.F, d)
	if size := math.Abs(s.F); size != 0 && (size < 1e-4 || size >= 1e16) {
		return strconv.FormatFloat(digits, 'e', -1, bits)
	}
	return strconv.FormatFloat(digits, 'f', -1, bits)
}

// fewest is the number of fewest digits that the type rounds to x, and of how many bits a float it is.
func fewest(x float64, d tensor.DType) (float64, int) {
	switch d {
	case tensor.Float64:
		return x, 64
	case tensor.Float32:
		return x, 32
	}
	if x == math.Trunc(x) {
		return x, 64
	}
	for n := 1; ; n++ { // a float32 is told from others in 9 digits, narrower ones in fewer
		y, err := strconv.ParseFloat(strconv.FormatFloat(x, 'e', n-1, 64), 64)
		if err != nil || n == 9 || nearest(y, d) == x {
			return y, 64
		}
	}
}

// nearest is the value of a narrow type that lies nearest to x.
func nearest(x float64, d tensor.DType) float64 {
	f := float32(x)
	switch {
	case d == tensor.Float16:
		f = device.HalfToFloat(device.FloatToHalf(f))
	case d == tensor.BFloat16:
		f = device.BFloatToFloat(device.FloatToBFloat(f))
	case d.IsFloat8():
		f = device.Float8ToFloat(d, device.FloatToFloat8(d, f))
	}
	return float64(f)
}

// add adds a row, while there is room.
func (m *table) add(name string, row []string) {
	m.Names, m.Cells = append(m.Names, name), append(m.Cells, row)
}

// records are the rows of a list of dicts or of sequences, and of a dict of sequences its columns.
func records(v object.Value) (rows []object.Value, columns *object.Dict) {
	if d, ok := v.Object().(*object.Dict); ok {
		n := -1
		for _, x := range d.All() {
			list := items(x)
			if list == nil || n >= 0 && len(list) != n {
				return nil, nil
			}
			n = len(list)
		}
		if n < fewestRows {
			return nil, nil
		}
		return make([]object.Value, n), d
	}
	rows = items(v)
	for i, x := range rows {
		d, isDict := x.Object().(*object.Dict)
		first, _ := rows[0].Object().(*object.Dict)
		switch {
		case i == 0 && (isDict && d.Len() > 0 || len(items(x)) > 1):
		case isDict && first != nil, !isDict && first == nil && len(items(x)) == len(items(rows[0])) && len(items(x)) > 0:
		default:
			return nil, nil
		}
	}
	return rows, nil
}

// recordTable lays records out: a column for each key, in the order in which they come.
func recordTable(t *object.Thread, v object.Value) (*table, error) {
	rows, columns := records(v)
	if len(rows) == 0 {
		return nil, nil
	}
	made := &table{Rows: len(rows)}
	heads := object.NewDict()
	for _, x := range rows[:min(len(rows), mostRows)] {
		d := columns
		if d == nil {
			d, _ = x.Object().(*object.Dict)
		}
		if d == nil {
			for i := range items(rows[0]) {
				_ = heads.Set(t, object.Int(int64(i)), object.None)
			}
			break
		}
		for k := range d.All() {
			if err := heads.Set(t, k, object.None); err != nil {
				return nil, err
			}
		}
	}
	var keys []object.Value
	for k := range heads.All() {
		if keys = append(keys, k); len(keys) <= mostColumns {
			made.Heads = append(made.Heads, shown(t, k))
		}
	}
	made.Columns = len(keys)
	keys = keys[:min(len(keys), mostColumns)]
	size := 0
	for r := range min(made.Rows, mostRows, mostCells/max(len(keys), 1)) {
		row := make([]string, len(keys))
		for c, k := range keys {
			if x, ok := cellOf(t, rows[r], columns, r, k); ok {
				row[c] = shown(t, x)
			}
			size += len(row[c]) + 3
		}
		if size > mostTable {
			break
		}
		made.add(strconv.Itoa(r), row)
	}
	return made, nil
}

// cellOf is what stands in row r under key k.
func cellOf(t *object.Thread, row object.Value, columns *object.Dict, r int, k object.Value) (object.Value, bool) {
	if columns != nil {
		x, _, _ := columns.Get(t, k)
		list := items(x)
		if r >= len(list) {
			return object.Value{}, false
		}
		return list[r], true
	}
	if d, ok := row.Object().(*object.Dict); ok {
		x, ok, err := d.Get(t, k)
		return x, ok && err == nil
	}
	n, _ := object.AsInt(k)
	list := items(row)
	if int(n) >= len(list) {
		return object.Value{}, false
	}
	return list[n], true
}

// shown is a text as it is, and anything else as it is written in a program.
func shown(t *object.Thread, v object.Value) string {
	text, ok := object.AsStr(v)
	if !ok {
		var err error
		if text, err = object.Repr(t, v); err != nil {
			return "…"
		}
	}
	if runes := []rune(text); len(runes) > mostLetters {
		return string(runes[:mostLetters]) + "…"
	}
	return text
}
