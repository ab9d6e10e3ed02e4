package prose

import (
	"strings"
	"testing"
)

// TestLanguages colours a line of each language that lessons show.
func TestLanguages(t *testing.T) {
	for _, c := range []struct{ language, code, want string }{
		{"python", "import torch", `<span class="tok-keyword">import</span>`},
		{"py", "x = 1", `<span class="tok-number">1</span>`},
		{"c++", "return 0;", `<span class="tok-keyword">return</span>`},
		{"c", "return 0;", `<span class="tok-keyword">return</span>`},
		{"bash", "# list", `<span class="tok-comment"># list</span>`},
		{"console", "$ echo 'x'", `<span class="tok-string">&#39;x&#39;</span>`},
		{"yaml", "# a", `<span class="tok-comment"># a</span>`},
		{"json", `{"a": 1}`, `<span class="tok-number">1</span>`},
		{"toml", "a = 1", `<span class="tok-number">1</span>`},
		{"dockerfile", "FROM debian", `<span class="tok-keyword">FROM</span>`},
		{"makefile", "# a", `<span class="tok-comment"># a`},
		{"cmake", "project(a)", `<span class="tok-function">project</span>`},
		{"ini", "; a", `<span class="tok-comment">; a</span>`},
		{"tpu", "a < b", "a &lt; b"},
		{"", "a < b", "a &lt; b"},
	} {
		if got := string(Highlight(c.code, c.language)); !strings.Contains(got, c.want) {
			t.Errorf("%s: %s", c.language, got)
		}
	}
}
