//go:build js && promises

// This program holds lessons against what they promise, in a browser's worker, as gputour test does elsewhere. It is given
// all files of the course in the place of one lesson's, goldens in testdata, and in a file "only" the lessons that are
// asked for, if not all.
package main

import (
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"runtime/debug"
	"slices"
	"strings"
	"syscall/js"

	"gputour/engine/breath"
	"gputour/lessons/lesson"
	"gputour/server/promise"
)

func main() {
	debug.SetGCPercent(200)
	tab := js.Global().Get("gputourTab")
	breath.Through(round(tab))
	breath.Asked(asked(tab))
	files := given(tab.Get("files"))
	only, _ := fs.ReadFile(files, "only") // all, if it is not there
	entries := lesson.Load(files).Entries
	if len(only) > 0 {
		entries = slices.DeleteFunc(entries, func(e *lesson.Entry) bool { return !slices.Contains(strings.Fields(string(only)), e.ID) })
	}
	tab.Call("ready")
	for _, e := range entries {
		runner := promise.Runner{Open: config(slog.New(slog.NewTextHandler(os.Stderr, nil))).Open, Goldens: promise.Goldens{Dir: "testdata", Files: files}}
		counts, failures := runner.Run([]*lesson.Entry{e})
		said := fmt.Sprintf("%s: %v, %d broken promises", e.ID, counts, len(failures))
		for _, f := range failures {
			said += "\n" + f.String()
		}
		tab.Call("send", 0, []any{said})
		debug.FreeOSMemory()
	}
	tab.Call("close", 0, 1000, "")
	select {}
}
