package main

import (
	"strings"
	"testing"

	"gputour/server/completion"
)

func TestComplete(t *testing.T) {
	parser, err := grammar(&commandLine{}, terminal{})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ line, want string }{
		{"gputour class", "class classroom"},
		{"gputour class ", "backup"},
		{"gputour class res", "restore"},
		{"gputour classroom --ro", "--roster"},
		{"gputour classroom --join ", "approve oidc open roster"},
		{"gputour classroom --join o", "oidc open"},
		{"gputour classroom --join open --ti", "--title"},
		{"gputour --devices cpu ru", "run"},
		{"gputour export --lang ", "all"},
		{"gputour run x", ""},
		{"gputour nonsense --", "--help"},
		{"gputour --vers", ""},
		{"gputour completion ", "bash fish powershell zsh"},
		{"", "serve"},
	} {
		got := strings.Join(completion.Words(parser.Model, c.line), " ")
		if c.want == "" && got != "" || !strings.Contains(" "+got+" ", " "+c.want+" ") {
			t.Errorf("%q offers %q, want %q", c.line, got, c.want)
		}
	}
}
