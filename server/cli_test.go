package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"gputour/server/flags"
)

// TestMain lets the scripts in testdata/script call gputour as a program.
func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"gputour": func() {
			if status, is := errand(os.Args[1:]); is {
				os.Exit(status)
			}
			os.Exit(command(os.Args[1:], flags.Terminal{In: os.Stdin, Out: os.Stdout, Err: os.Stderr}))
		},
		"gputour-grader": gradeAll,
	})
}

func TestScripts(t *testing.T) {
	root, err := filepath.Abs("..")
	if err != nil {
		t.Fatal(err)
	}
	testscript.Run(t, testscript.Params{Dir: "testdata/script", Setup: func(e *testscript.Env) error {
		e.Setenv("HOME", filepath.Join(e.WorkDir, "home")) // whose data folder a command may make
		e.Setenv("ROOT", root)
		return nil
	}})
}
