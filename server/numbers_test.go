package main

import (
	"encoding/json"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"gputour/server/blob/blobtest"
	"gputour/server/flags"
	"gputour/server/health"
)

// TestNumbers: what is served on the address of --metrics, with a token for other machines.
func TestNumbers(t *testing.T) {
	token := filepath.Join(t.TempDir(), "token")
	if err := os.WriteFile(token, []byte("hidden-word\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	files := blobtest.Start(t)
	t.Setenv("GPUTOUR_FILES_KEYS", "ann:secret-word")
	at := freePort(t)
	program(t, "classroom", "--addr", freePort(t), "--data", t.TempDir(), "--files", files.Where, "--metrics", at, "--metrics-token-file", token)
	get := func(path string) (int, string) {
		r, _ := http.NewRequest("GET", "http://"+at+path, nil)
		r.Header.Set("Authorization", "Bearer hidden-word")
		res, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		defer res.Body.Close()
		text, _ := io.ReadAll(res.Body)
		return res.StatusCode, string(text)
	}
	_, numbers := get("/metrics")
	for _, want := range []string{
		"gputour_ready 1", "gputour_draining 0", `gputour_dependency_up{name="database"} 1`, `gputour_dependency_up{name="files"} 1`,
		`gputour_queue_length{queue="grading"} 0`, `gputour_queue_length{queue="gpu"} 0`,
	} {
		if !strings.Contains(numbers, want+"\n") {
			t.Errorf("no %q in\n%s", want, numbers)
		}
	}
	if m := regexp.MustCompile(`gputour_commit_seconds_count\{result="kept"\} [1-9]`); !m.MatchString(numbers) {
		t.Errorf("no commits in\n%s", numbers)
	}
	var r health.Report
	status, text := get("/readyz")
	if err := json.Unmarshal([]byte(text), &r); err != nil || status != http.StatusOK || len(r.Parts) != 2 {
		t.Errorf("%d, %s", status, text)
	}
	for _, args := range [][]string{{"--metrics", ":0"}, {"--metrics", "nowhere"}, {"--metrics", "127.0.0.1:0", "--metrics-token-file", t.TempDir()}} {
		var out strings.Builder
		if status := command(append([]string{"serve", "--data", "none", "--addr", "127.0.0.1:0"}, args...), flags.Terminal{In: nil, Out: &out, Err: &out}); status != flags.Misuse || !strings.Contains(out.String(), "--metrics") {
			t.Errorf("%v: %d, %s", args, status, out.String())
		}
	}
}
