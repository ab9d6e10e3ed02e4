package tensor

import (
	"os"
	"strconv"
	"strings"
	"testing"

	"gputour/engine/device"
)

// TestDTypesAsInPyTorch compares what dtypes are, what becomes of two, and which may be written to which, with what the real PyTorch
// answered (testdata/promote.py).
func TestDTypesAsInPyTorch(t *testing.T) {
	text, err := os.ReadFile("testdata/promote.txt")
	if err != nil {
		t.Fatal(err)
	}
	byName := map[string]DType{"-": device.NoDType}
	for _, d := range device.DTypes() {
		byName[d.Name()] = d
	}
	rows := 0
	for line := range strings.Lines(string(text)) {
		f := strings.Fields(line)
		rows++
		switch f[0] {
		case "dtype":
			d := byName[f[1]]
			kinds := strings.Join(f[4:], " ")
			if strconv.Itoa(d.Size()) != f[2] || d.Legacy() != f[3] || d.Scalar()+"Tensor" != f[3] || d.String() != "torch."+f[1] ||
				d.IsFloat() != strings.Contains(kinds, "float") || d.IsComplex() != strings.Contains(kinds, "complex") || d.IsSigned() != strings.Contains(kinds, "signed") {
				t.Errorf("%s is %d bytes, %s; want %s", d, d.Size(), d.Legacy(), line)
			}
		case "promote":
			a, b := byName[f[1]], byName[f[2]]
			if got := Promote(a, b); got.Name() != f[3] {
				t.Errorf("%s and %s become %s, want %s", a, b, got, f[3])
			}
			if got := CanCast(a, b); got != (f[4] == "True") {
				t.Errorf("%s may be cast to %s: %v", a, b, got)
			}
		case "result":
			e := &Env{DefaultDType: byName[f[1]]}
			var operands []*Tensor
			if d := byName[f[2]]; d != device.NoDType {
				operands = append(operands, &Tensor{dtype: d, shape: []int{2}})
			}
			if d := byName[f[3]]; d != device.NoDType {
				operands = append(operands, &Tensor{dtype: d})
			}
			got := []string{e.ResultType(operands...).Name()}
			if len(f) > 5 {
				for _, d := range []DType{device.Bool, device.Int64, device.Float64, device.Complex128} { // as Python's numbers come
					number := &Tensor{dtype: d, wrapped: true}
					got = append(got, e.ResultType(append([]*Tensor{number}, operands...)...).Name())
				}
			}
			// There is no complex32 here; PyTorch 1.13 has it, and few kernels for it.
			if want := strings.ReplaceAll(strings.Join(f[4:], " "), "complex32", "complex64"); strings.Join(got, " ") != want {
				t.Errorf("by default %s, %s and %s: %v, want %s", f[1], f[2], f[3], got, want)
			}
		}
	}
	if rows != 492 {
		t.Errorf("%d rows", rows)
	}
	if Promote(device.NoDType, device.Int8) != device.Int8 || Promote(device.Int8, device.NoDType) != device.Int8 || Promote(device.Float8E5M2, device.Float32) != device.Float8E5M2 {
		t.Error("nothing and a dtype are that dtype, and floats of 8 bits are promoted with nothing")
	}
}
