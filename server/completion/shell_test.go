package completion

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// program stands for gputour: it says with which line it was asked.
const program = "#!/bin/sh\necho \"--ro:$COMP_LINE\"\necho --rosary\n"

// asks are what a shell has to be told to complete "gputour class --ro" with the words in the file "words", and to print what is offered.
// PowerShell and its words are tried where a machine has it.
var asks = map[string][]string{
	"bash": {"-c", `source words; COMP_LINE="gputour class --ro"; COMP_POINT=${#COMP_LINE}
		c=$(complete -p gputour); c=${c#*-C }; c=${c% gputour}; eval "c=$c"; export COMP_LINE; eval "$c gputour --ro class"`},
	"zsh": {"-fc", `function compdef { }; function compadd { print -l -- $offered }; function _files { }
		source words; words=(gputour class --ro); CURRENT=3; _gputour`},
	"fish": {"--no-config", "-c", `source words; complete -C "gputour class --ro"`},
	"powershell": {"-NoProfile", "-Command", `. ./words.ps1
		(TabExpansion2 -inputScript 'gputour class --ro' -cursorColumn 18).CompletionMatches | ForEach-Object { $_.CompletionText }`},
}

// TestScripts has each shell that there is read its words and complete, with a program whose path has all that a shell minds.
func TestScripts(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, `it's a $HOME "x"`)
	if err := os.WriteFile(path, []byte(program), 0o755); err != nil {
		t.Fatal(err)
	}
	for _, s := range Shells {
		name := s.Name
		if name == "powershell" {
			name = "pwsh"
		}
		for _, file := range []string{"words", "words.ps1"} {
			if err := os.WriteFile(filepath.Join(dir, file), []byte(s.Script(path)), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := exec.LookPath(name); err != nil {
			t.Logf("no %s here", name)
			continue
		}
		cmd := exec.Command(name, asks[s.Name]...)
		cmd.Dir = dir
		out, err := cmd.CombinedOutput()
		if err != nil || !strings.Contains(string(out), "--ro:gputour class --ro\n") || !strings.Contains(string(out), "--rosary\n") {
			t.Errorf("%s: %v\n%s", s.Name, err, out)
		}
	}
}

func TestFind(t *testing.T) {
	for _, s := range Shells {
		if found, ok := Find(s.Name); !ok || found.File != s.File {
			t.Errorf("%s is not found", s.Name)
		}
	}
	if _, ok := Find("tcsh"); ok {
		t.Error("a shell that there are no words for is found")
	}
}
