package main

import (
	"context"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/gorilla/websocket"

	"gputour/engine/wire"
	"gputour/lessons"
	"gputour/lessons/lesson"
	"gputour/server/assign"
	"gputour/server/gradebook"
	"gputour/server/keep"
	"gputour/server/store/sqlite"
)

// TestReceiptOutlastsTheServer hands in over a socket and kills the server at the receipt. The next server has what the receipt says,
// judges it once, and tells the student; after a second kill the points are the same.
func TestReceiptOutlastsTheServer(t *testing.T) {
	addr, data := freePort(t), t.TempDir()
	args := []string{"--addr", addr, "--data", data, "--join", "open"}
	s := serveClass(t, args...)
	s.data = data
	owner, ann := s.pupil(), s.pupil()
	if status, page := owner.get(strings.TrimPrefix(s.owner, s.origin)); status != 200 {
		t.Fatal(status, page)
	}
	const exercise = "all-gpus"
	entry := lesson.Load(lessons.Files).Entry("devices")
	form := []string{"lesson", "devices", "title", "Homework", "open", "1", "late", "mark", "counts", "last", "feedback", "now", "item." + exercise, "1"}
	tests := assign.TestsOf(entry, exercise)
	for _, test := range tests {
		form = append(form, "part."+exercise+"."+test.Key, "1")
	}
	if status := owner.post(gradebook.Path, form...); status != 200 {
		t.Fatal("no assignment: ", status)
	}
	if status := ann.post("/join", "code", s.class("code"), "name", "Ann"); status != 200 {
		t.Fatal("Ann is not let in: ", status)
	}
	socket, _, _, err := ann.socket("", "")
	if err != nil {
		t.Fatal(err)
	}
	told := hear(t, socket, wire.Assigned, "Homework").(*wire.AssignedBody)
	submit := wire.New(wire.Submit, wire.SubmitBody{Assignment: told.Assignments[0].ID, Answers: map[string]string{exercise: entry.Secret.Solutions[exercise].Code}, Lang: "en"})
	submit.RID = "h1"
	text, _ := wire.Encode(submit)
	if err := socket.WriteMessage(websocket.TextMessage, text); err != nil {
		t.Fatal(err)
	}
	receipt := hear(t, socket, wire.Receipt, "").(*wire.ReceiptBody)
	s.cmd.Process.Kill()
	s.cmd.Wait()

	want := `"points":"` + strconv.Itoa(len(tests)) + `"`
	for range 2 {
		next := serveClass(t, args...)
		ann.s = next
		if socket, _, _, err = ann.socket("", ""); err != nil {
			t.Fatal(err)
		}
		hear(t, socket, "", want)
		next.cmd.Process.Kill()
		next.cmd.Wait()
	}
	kept, err := sqlite.Open(context.Background(), filepath.Join(data, keep.StoreFile))
	if err != nil {
		t.Fatal(err)
	}
	defer kept.Close()
	all, _ := kept.Submissions(context.Background(), receipt.Assignment)
	scores, _ := kept.Scores(context.Background(), receipt.Assignment)
	if len(all) != 1 || all[0].ID != receipt.ID || all[0].At != receipt.At || len(scores) != 1 {
		t.Errorf("%+v\n%+v", all, scores)
	}
}

// hear reads up to an event of a type ("": any of an assignment) that has a text.
func hear(t *testing.T, socket *websocket.Conn, typ, text string) any {
	t.Helper()
	socket.SetReadDeadline(time.Now().Add(60 * time.Second))
	for {
		_, data, err := socket.ReadMessage()
		if err != nil {
			t.Fatalf("no %s with %s: %v", typ, text, err)
		}
		m, body, err := wire.Decode(data, wire.FromServer)
		if err == nil && (m.Type == typ || typ == "" && (m.Type == wire.Assigned || m.Type == wire.Grade)) && strings.Contains(string(m.Body), text) {
			return body
		}
	}
}
