package notebook

import (
	"errors"
	"reflect"
	"testing"
)

var sample = Document{Cells: []Cell{
	{Code: "# Title\n\nText with `code`.", Note: true},
	{Code: "x = 1\n\nprint(x)"},
	{Code: "s = '```'"},
	{Code: "第二段", Note: true},
}}

func TestEveryFormatReadsWhatItWrites(t *testing.T) {
	for _, ext := range []string{"md", "py", "ipynb"} {
		text, err := Format(sample, ext)
		if err != nil {
			t.Fatal(err)
		}
		got, err := Parse("n."+ext, text)
		if err != nil || !reflect.DeepEqual(got.Cells, sample.Cells) {
			t.Errorf("%s: %v\n%s\ngives %v", ext, err, text, got.Cells)
		}
	}
}

func TestParse(t *testing.T) {
	for _, c := range []struct {
		name, text string
		want       []Cell
	}{
		{"a.md", "---\nkernelspec: x\n---\nhi\n```{code-cell} python\n:tags: [a]\n:gputour: {id: b}\nx\n```\n", []Cell{{"hi", true}, {"x", false}}},
		{"a.md", "```python\nx\n```\n```\nplain\n```", []Cell{{"x", false}, {"```\nplain\n```", true}}},
		{"a.md", "```{code-cell}\nnever closed", []Cell{{"never closed", false}}},
		{"a.py", "import x\n# %%\ny\r\n# %% [markdown]\n#one\n# two\n", []Cell{{"import x", false}, {"y", false}, {"one\ntwo", true}}},
		{"a.py", "# %%bash\nx", []Cell{{"# %%bash\nx", false}}},
		{"a.ipynb", `{"cells":[{"cell_type":"code","source":["a\n","b"]},{"cell_type":"raw","source":"r"}]}`, []Cell{{"a\nb", false}, {"r", true}}},
	} {
		got, err := Parse(c.name, c.text)
		if err != nil || !reflect.DeepEqual(got.Cells, c.want) {
			t.Errorf("%s %q gives %v, %v", c.name, c.text, got.Cells, err)
		}
	}
}

func TestNonsenseIsAnError(t *testing.T) {
	if _, err := Parse("a.exe", ""); !errors.Is(err, ErrFormat) {
		t.Error(err)
	}
	for _, text := range []string{"", "[]", `{"cells":7}`, `{"cells":[{"source":7}]}`} {
		if _, err := Parse("a.ipynb", text); err == nil {
			t.Errorf("%q is taken for a notebook", text)
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, ext := range []string{"md", "py", "ipynb"} {
		text, _ := Format(sample, ext)
		f.Add(ext, text)
	}
	f.Fuzz(func(t *testing.T, ext, text string) {
		d, err := Parse("n."+ext, text)
		if err != nil {
			return
		}
		out, err := Format(d, "ipynb")
		if err != nil {
			t.Fatal(err)
		}
		again, err := Parse("n.ipynb", out)
		if err != nil || len(again.Cells) != len(d.Cells) {
			t.Errorf("%d cells become %d, %v", len(d.Cells), len(again.Cells), err)
		}
	})
}
