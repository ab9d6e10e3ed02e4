//go:build js && !promises

// Command tab is the engine in a browser's tab: it runs in a worker, where a page reaches sessions through a pipe as it
// reaches a server's through a socket.
//
// The worker's script (web/src/tab) leaves an object gputourTab for it, and calls what Go sets there.
package main

import (
	"log/slog"
	"os"
	"runtime/debug"
	"syscall/js"

	"gputour/engine/breath"
	"gputour/engine/parts"
	"gputour/engine/session"
	"gputour/lessons/lesson"
	"gputour/server/desk"
	"gputour/server/draft"
	"gputour/server/journal"
)

func main() {
	debug.SetGCPercent(200) // time is dearer than memory in a tab
	log := slog.New(slog.NewTextHandler(os.Stderr, nil))
	w := &worker{tab: js.Global().Get("gputourTab"), pipes: map[int]*pipe{}}
	course := lesson.Load(given(w.tab.Get("files")))
	w.desk = &desk.Desk{
		Sessions: &session.Registry{Config: session.Config{Open: w.pacing(session.Merging(config(log).Open, limits.OutputBytes, nil)), Limits: limits}},
		Course:   func() *lesson.Course { return course },
		Allow:    allow,
		Build:    "tab", Log: log,
	}
	if kept := w.tab.Get("store"); kept.Truthy() {
		w.desk.Sessions.Keeper = salvaging{&journal.Keeper{Store: database{kept}}, func() { w.tab.Call("damaged") }, log}
		w.desk.Drafts = &draft.Keeper{Store: database{kept}}
	}
	breath.Through(round(w.tab))
	breath.Asked(asked(w.tab))
	parts.Through(part(w.tab))
	w.serve()
	select {} // callbacks do the rest
}
