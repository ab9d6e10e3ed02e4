package app

import (
	"strings"
	"testing"

	"gputour/web/boot"
)

// TestAnotherBrowserHasTheMetadataOfAFile: what a notebook file says of itself and of its cells is kept with how it is laid out.
func TestAnotherBrowserHasTheMetadataOfAFile(t *testing.T) {
	const file = `{"nbformat":4,"nbformat_minor":5,"metadata":{"title":"Mine","big":"BIG"},"cells":[
{"cell_type":"code","id":"one","metadata":{"tags":["keep-me"]},"source":"1","outputs":[],"execution_count":null},
{"cell_type":"raw","id":"two","metadata":{},"source":"raw"}]}`
	for big, kept := range map[string]bool{"small": true, strings.Repeat("x", maxMeta): false} {
		here, there := New(boot.Page{Kind: boot.Scratch}, "1"), New(boot.Page{Kind: boot.Scratch}, "2")
		here.Apply(1, FileOpened{"mine.ipynb", strings.Replace(file, "BIG", big, 1)})
		there.takeLayout(here.layout())
		var codes []*Cell
		for _, c := range there.Order() {
			if c.meta != nil || c.raw {
				codes = append(codes, c)
			}
		}
		if len(codes) != 2 || !strings.Contains(string(codes[0].meta), "keep-me") || !codes[1].raw {
			t.Fatalf("cells came as %v", codes)
		}
		if got := strings.Contains(string(there.fileMeta), `"Mine"`); got != kept {
			t.Errorf("metadata of %d bytes: kept is %v", len(big), got)
		}
		if there.layout() != here.layout() && kept {
			t.Errorf("laid out as %s, not %s", there.layout(), here.layout())
		}
	}
}
