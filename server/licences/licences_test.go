package licences

import (
	"os"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
)

// mit is the text of a licence that is allowed.
const mit = `MIT License

Copyright (c) 2026 Somebody

Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated documentation
files (the "Software"), to deal in the Software without restriction, including without limitation the rights to use, copy,
modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit persons to whom the Software
is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES
OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE
LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR
IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.
`

const gpl = `This program is free software: you can redistribute it and/or modify it under the terms of the GNU General Public License as
published by the Free Software Foundation, either version 3 of the License, or (at your option) any later version.

This program is distributed in the hope that it will be useful, but WITHOUT ANY WARRANTY; without even the implied warranty of
MERCHANTABILITY or FITNESS FOR A PARTICULAR PURPOSE. See the GNU General Public License for more details.

You should have received a copy of the GNU General Public License along with this program. If not, see <https://www.gnu.org/licenses/>.
`

func TestOf(t *testing.T) {
	for _, c := range []struct {
		name  string
		files map[string]string
		want  string // of the error, or the licences
	}{
		{"mit", map[string]string{"LICENSE": mit}, "MIT"},
		{"another name", map[string]string{"LICENSE-MIT.md": mit, "main.go": ""}, "MIT"},
		{"British", map[string]string{"licence.txt": mit}, "MIT"},
		{"none", map[string]string{"README.md": mit, "license.go": "package x"}, "no licence"},
		{"a text of their own", map[string]string{"LICENSE": "You may use this as long as you send me a postcard."}, "no licence"},
		{"copyleft", map[string]string{"LICENSE": mit, "COPYING": gpl}, "GPL-3.0"},
	} {
		fs := fstest.MapFS{}
		for name, text := range c.files {
			fs[name] = &fstest.MapFile{Data: []byte(text)}
		}
		l, err := Of(Part{Name: c.name, Version: "v1", FS: fs})
		got := strings.Join(l.IDs, " ")
		if err != nil {
			got = err.Error()
		}
		if !strings.Contains(got, c.want) {
			t.Errorf("%s: %s; want %s", c.name, got, c.want)
		}
	}
}

func TestPackages(t *testing.T) {
	lock := `{"packages": {"": {"name": "web"}, "node_modules/a": {"version": "1.2.3"}, "node_modules/b": {"version": "2.0.0", "dev": true}}}`
	parts, err := Packages([]byte(lock), fstest.MapFS{"node_modules/a/LICENSE": {Data: []byte(mit)}})
	if err != nil || len(parts) != 1 || parts[0].Name != "a" || parts[0].Version != "1.2.3" {
		t.Fatalf("%+v, %v", parts, err)
	}
	all, wrong := Collect(parts)
	if len(wrong) > 0 || !strings.Contains(Text(all), "a 1.2.3 (MIT)") {
		t.Errorf("%v\n%s", wrong, Text(all))
	}
	if _, err := Packages([]byte(`[`), nil); err == nil {
		t.Error("nonsense is no error")
	}
}

// TestProgram: whatever the program and its page are made of may be given out with them.
func TestProgram(t *testing.T) {
	parts, err := Modules("../..", "./server")
	if err != nil {
		t.Fatal(err)
	}
	lock, err := os.ReadFile("../../web/package-lock.json")
	if err != nil {
		t.Fatal(err)
	}
	page, err := Packages(lock, os.DirFS("../../web"))
	if err != nil {
		t.Fatal(err)
	}
	if len(parts) < 20 || len(page) < 5 {
		t.Fatalf("only %d and %d parts were found", len(parts), len(page))
	}
	_, wrong := Collect(slices.Concat(parts, page))
	for _, err := range wrong {
		t.Error(err)
	}
}
