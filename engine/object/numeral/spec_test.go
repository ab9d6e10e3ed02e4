package numeral

import "testing"

// TestSpec: what CPython 3.11 says to format(1234.5, spec), a text or the words of its ValueError.
func TestSpec(t *testing.T) {
	for _, c := range []struct{ spec, want string }{
		{"", "1234.5"},
		{"+", "+1234.5"},
		{"*^14.1f", "****1234.5****"},
		{"015,.2f", "0,000,001,234.50"},
		{"_.0f", "1_234"},
		{",e", "1.234500e+03"},
		{" g", " 1234.5"},
		{"#.0f", "1234."},
		{"z.3%", "123450.000%"},
		{"=+12", "+     1234.5"},
		{"é>9", "ééé1234.5"},
		{"<9G", "1234.5   "},
		{"d", "Unknown format code 'd' for object of type 'float'"},
		{"€", "Unknown format code '\\x20ac' for object of type 'float'"},
		{"5..2", "Format specifier missing precision"},
		{",_", "Cannot specify both ',' and '_'."},
		{"_,", "Cannot specify both ',' and '_'."},
		{",,", "Cannot specify ',' with ','."},
		{"f.", "Invalid format specifier 'f.' for object of type 'float'"},
		{".", "Format specifier missing precision"},
		{"99999999999999999999", "Too many decimal digits in format string"},
		{"12fx", "Invalid format specifier '12fx' for object of type 'float'"},
	} {
		got := ""
		if f, err := ParseSpec(c.spec, "float", '>'); err != nil {
			got = err.Error()
		} else if f.Kind == 'd' || f.Kind == 0xff {
			got = f.UnknownKind("float").Error()
		} else {
			got = f.Float(1234.5)
		}
		if got != c.want {
			t.Errorf("%q: got %q, want %q", c.spec, got, c.want)
		}
	}
}
