package flags

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gputour/server/crew"
)

// TestSecrets: each comes from a flag, a file or the environment, and what cannot be is said without it.
func TestSecrets(t *testing.T) {
	const hidden = "postgres://ann:hidden-word@host/class"
	write := func(text string) string {
		path := filepath.Join(t.TempDir(), "secret")
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	good := write(" " + hidden + "\n")
	for _, s := range secrets {
		for _, test := range []struct{ flag, file, env, from, wrong string }{
			{flag: hidden, env: "another", from: s.flag},
			{file: good, env: "another", from: s.file + " " + good},
			{env: hidden + "\n", from: s.env},
			{flag: hidden, file: good, wrong: "give one of them"},
			{file: write(" \n"), wrong: "the file is empty"},
			{file: write(hidden + "\n" + hidden), wrong: "more than one line"},
			{file: filepath.Join(t.TempDir(), "nowhere"), wrong: "no such file"},
			{file: t.TempDir(), wrong: "is a directory"},
		} {
			if test.flag != "" && s.flag == "" {
				continue
			}
			t.Setenv(s.env, test.env)
			value, from, err := s.Read(test.flag, test.file)
			switch {
			case test.wrong != "":
				if err == nil || !strings.Contains(err.Error(), test.wrong) || !strings.Contains(err.Error(), s.file) || strings.Contains(err.Error(), "hidden-word") {
					t.Errorf("%s: %v, want %q", s.env, err, test.wrong)
				}
			case err != nil || value != hidden || from != test.from:
				t.Errorf("%s: %q from %q, %v, want it from %q", s.env, value, from, err, test.from)
			}
		}
		t.Setenv(s.env, "")
		if value, _, err := s.Read("", ""); value != "" || err != nil {
			t.Errorf("%s: %q, %v for none", s.env, value, err)
		}
	}
}

// TestNoSecretsInWorkers: what cells run in has nothing of the server's environment that is secret.
func TestNoSecretsInWorkers(t *testing.T) {
	for _, s := range secrets {
		t.Setenv(s.env, "hidden-word")
	}
	for _, v := range append(crew.Env(1<<30), crew.DriverEnv(os.Environ())...) {
		if strings.Contains(v, "hidden-word") {
			t.Errorf("a worker gets %s", v)
		}
	}
}
