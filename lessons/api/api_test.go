package api

import (
	"slices"
	"testing"
)

func TestParse(t *testing.T) {
	got := Parse("stray\n# m https://x/{}.html\nadd(a, b=1)\tThe sum.\n-odd\tNo page.\n= mul -mul_\n# n\n")
	want := []Name{{"add", "(a, b=1)", "The sum.", "https://x/m.add.html"}, {"odd", "", "No page.", ""}}
	if len(got) != 2 || got[0].Name != "m" || got[1].Name != "n" || !slices.Equal(got[0].Names, want) {
		t.Errorf("got %+v", got)
	}
	if same := []Name{{"mul", "", "", "https://x/m.mul.html"}, {Name: "mul_"}}; !slices.Equal(got[0].Same, same) {
		t.Errorf("the same: %+v", got[0].Same)
	}
}

func FuzzParse(f *testing.F) {
	f.Add("# m p{}\nf(\tx\n= a -\n=\n#\n")
	f.Fuzz(func(t *testing.T, text string) { Parse(text) })
}
