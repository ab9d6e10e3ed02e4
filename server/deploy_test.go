package main

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"gputour/server/metrics"
	"gputour/server/worker/far"
)

// This file reads what stands in deploy as what it speaks of: the program's flags, and the numbers that it serves. What others
// read there (Kubernetes, compose, systemd) is tested beside it.

func deployed(t *testing.T, name string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("deploy", name))
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// calls are the command lines of gputour in the files: the command, and its flags.
func calls(t *testing.T) (all [][]string) {
	shell := regexp.MustCompile(`(?m)(?:^|[ /])gputour (classroom|worker|class \w+)\b((?:.*\\\n)*.*)`)
	for _, name := range []string{"../DEPLOYING.md", "gputour.service", "gputour-worker.service"} {
		for _, m := range shell.FindAllStringSubmatch(deployed(t, name), -1) {
			all = append(all, append([]string{name + ": " + m[1]}, m[2]))
		}
	}
	list := regexp.MustCompile(`(?m)^ +- (classroom|worker)\n((?: +- --.*\n)+)|command: \[(worker), (.*)\]`)
	for name, want := range map[string]int{"kubernetes.yaml": 1, "kubernetes-workers.yaml": 1, "kubernetes-gpus.yaml": 1, "compose.yaml": 2, "compose-gpus.yaml": 1} {
		found := list.FindAllStringSubmatch(deployed(t, name), -1)
		if len(found) != want {
			t.Fatalf("%s starts gputour %d times", name, len(found))
		}
		for _, m := range found {
			all = append(all, []string{name + ": " + m[1] + m[3], m[2] + m[4]})
		}
	}
	return all
}

// TestDeployFlags: what the files say to gputour, it understands.
func TestDeployFlags(t *testing.T) {
	program := grammar(&commandLine{})
	word := regexp.MustCompile(`(?:^|[\s'` + "`" + `])--([a-z][a-z-]*)`)
	seen := 0
	for _, call := range calls(t) {
		_, command, _ := strings.Cut(call[0], ": ")
		c := program
		for _, part := range strings.Fields(command) {
			if c = c.Find(part); c == nil {
				t.Fatalf("%s: there is no such command", call[0])
			}
		}
		known := map[string]bool{}
		for _, flag := range c.All() {
			known[flag.Name] = true
		}
		for _, m := range word.FindAllStringSubmatch(call[1], -1) {
			if seen++; !known[m[1]] {
				t.Errorf("%s has no flag --%s", call[0], m[1])
			}
		}
	}
	if seen < 30 {
		t.Errorf("only %d flags were found", seen)
	}
}

// TestDashboard: every number that the dashboard and the rules show is one that the program serves.
func TestDashboard(t *testing.T) {
	var board struct {
		Panels []struct{ Targets []struct{ Expr string } }
	}
	if err := json.Unmarshal([]byte(deployed(t, "grafana.json")), &board); err != nil {
		t.Fatal(err)
	}
	var shown []string
	for _, p := range board.Panels {
		for _, target := range p.Targets {
			shown = append(shown, target.Expr)
		}
	}
	for _, m := range regexp.MustCompile(`expr: (.*)`).FindAllStringSubmatch(deployed(t, "alerts.yaml"), -1) {
		shown = append(shown, m[1])
	}
	for _, m := range regexp.MustCompile("`(gputour_\\w+)`").FindAllStringSubmatch(deployed(t, "../DEPLOYING.md"), -1) {
		shown = append(shown, m[1])
	}
	shown = append(shown, regexp.MustCompile(`metric: \{name: (\w+)\}`).FindStringSubmatch(deployed(t, "kubernetes.yaml"))[1])
	served := numbersServed(t) + numbersOfHosts(t)
	name := regexp.MustCompile(`\b(?:gputour|process|go)_\w+`)
	label := regexp.MustCompile(`(\w+)\{([a-z]+)="([^"]*)"`)
	n := 0
	for _, expr := range shown {
		for _, metric := range name.FindAllString(expr, -1) {
			if n++; !strings.Contains(served, "\n"+metric+" ") && !strings.Contains(served, "\n"+metric+"{") && !strings.Contains(served, "# TYPE "+metric+" ") {
				t.Errorf("%s is not served, but shown in %s", metric, expr)
			}
		}
		for _, m := range label.FindAllStringSubmatch(expr, -1) {
			if !regexp.MustCompile(m[1] + `\{[^}]*` + m[2] + `="` + m[3] + `"`).MatchString(served) {
				t.Errorf("%s{%s=%q} is not served, but shown in %s", m[1], m[2], m[3], expr)
			}
		}
	}
	if n < 40 {
		t.Errorf("only %d numbers were found", n)
	}
}

// oneHost is a machine for workers that there could be.
type oneHost struct{}

func (oneHost) Known() []far.Status {
	return []far.Status{{Name: "lab", State: far.Usable, Most: 4, Taken: 1, Cards: 2, Memory: 8, Free: 5, Age: 2 * time.Second}}
}
func (oneHost) NoRoom() int64 { return 3 }

// numbersOfHosts is what a node beside a machine for workers serves as well.
func numbersOfHosts(t *testing.T) string {
	m := metrics.New(func() int { return 0 })
	m.Hosts(oneHost{}, func() map[string]int { return map[string]int{"lab": 7} })
	w := httptest.NewRecorder()
	m.Handler(metrics.Serving{}).ServeHTTP(w, httptest.NewRequest("GET", "/metrics", nil))
	text := w.Body.String()
	for _, want := range []string{
		`gputour_hosts{state="usable"} 1`, `gputour_hosts{state="silent"} 0`, "gputour_no_room_total 3", `gputour_host_seats{host="lab"} 4`, `gputour_host_workers{host="lab"} 1`,
		`gputour_host_cards{host="lab"} 2`, `gputour_host_memory_bytes{host="lab"} 8`, `gputour_host_memory_free_bytes{host="lab"} 5`,
		`gputour_host_heartbeat_age_seconds{host="lab"} 2`, `gputour_host_sessions{host="lab"} 7`,
	} {
		if !strings.Contains(text, "\n"+want+"\n") {
			t.Errorf("no %s in %s", want, text)
		}
	}
	return text
}

// numbersServed is what a class serves as numbers.
func numbersServed(t *testing.T) string {
	at := freePort(t)
	program(t, "classroom", "--addr", freePort(t), "--data", t.TempDir(), "--files", t.TempDir(), "--metrics", at)
	res, err := http.Get("http://" + at + "/metrics")
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	text, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
