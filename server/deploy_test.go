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

	"github.com/alecthomas/kong"
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
	for _, name := range []string{"README.md", "gputour.service", "gputour-worker.service"} {
		for _, m := range shell.FindAllStringSubmatch(deployed(t, name), -1) {
			all = append(all, append([]string{name + ": " + m[1]}, m[2]))
		}
	}
	list := regexp.MustCompile(`(?m)^ +- (classroom)\n((?: +- --.*\n)+)`)
	for _, name := range []string{"kubernetes.yaml", "compose.yaml"} {
		m := list.FindStringSubmatch(deployed(t, name))
		if m == nil {
			t.Fatalf("%s does not start gputour", name)
		}
		all = append(all, append([]string{name + ": " + m[1]}, m[2]))
	}
	return all
}

// TestDeployFlags: what the files say to gputour, it understands.
func TestDeployFlags(t *testing.T) {
	parser, err := kong.New(&commandLine{}, kong.Vars{"version": ""}, kong.Bind(terminal{}))
	if err != nil {
		t.Fatal(err)
	}
	word := regexp.MustCompile(`(?:^|[\s'` + "`" + `])--([a-z][a-z-]*)`)
	seen := 0
	for _, call := range calls(t) {
		_, command, _ := strings.Cut(call[0], ": ")
		node := parser.Model.Node
		for _, part := range strings.Fields(command) {
			var next *kong.Node
			for _, child := range node.Children {
				if child.Name == part {
					next = child
				}
			}
			if next == nil {
				t.Fatalf("%s: there is no such command", call[0])
			}
			node = next
		}
		known := map[string]bool{}
		for _, group := range node.AllFlags(false) {
			for _, flag := range group {
				known[flag.Name] = true
			}
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
	for _, m := range regexp.MustCompile("`(gputour_\\w+)`").FindAllStringSubmatch(deployed(t, "README.md"), -1) {
		shown = append(shown, m[1])
	}
	shown = append(shown, regexp.MustCompile(`metric: \{name: (\w+)\}`).FindStringSubmatch(deployed(t, "kubernetes.yaml"))[1])
	served := numbersServed(t)
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
