package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
)

// target is a system that gputour is built for.
type target struct {
	os, arch string
	cc       string // the C compiler that CUDA's binding needs; "" is none: CUDA is on Linux
}

// targets are those of a release.
var targets = []target{
	{"linux", "amd64", "gcc"},
	{"linux", "arm64", "aarch64-linux-gnu-gcc"},
	{"darwin", "amd64", ""},
	{"darwin", "arm64", ""},
	{"windows", "amd64", ""},
	{"windows", "arm64", ""},
}

func (t target) String() string { return t.os + "/" + t.arch }

// choose are the targets that a list names; all where it is empty.
func choose(list string) ([]target, error) {
	if list == "" {
		return targets, nil
	}
	var chosen []target
	for _, name := range strings.Split(list, ",") {
		i := slices.IndexFunc(targets, func(t target) bool { return t.String() == name })
		if i < 0 {
			return nil, fmt.Errorf("nothing is built for %q; there are %v", name, targets)
		}
		chosen = append(chosen, targets[i])
	}
	return chosen, nil
}

func (t target) native() bool { return t.os == runtime.GOOS && t.arch == runtime.GOARCH }

func (t target) ending() string {
	if t.os == "windows" {
		return ".exe"
	}
	return ""
}

func (t target) archive() string {
	if t.os == "windows" {
		return ".zip"
	}
	return ".tar.gz"
}

// compiler is the C compiler of the target on this machine.
func (t target) compiler() string {
	if t.cc != "" && t.native() {
		return "gcc"
	}
	return t.cc
}

// env is what the go command has to be told to build for the target.
func (t target) env() []string {
	env := []string{"GOOS=" + t.os, "GOARCH=" + t.arch, "CGO_ENABLED=0", "GOFLAGS=-trimpath"}
	if t.cc == "" {
		return env
	}
	root, _ := filepath.Abs(".")
	driver := filepath.Join(root, "cuda", "driver")
	return append(env, "CGO_ENABLED=1", "CC="+t.compiler(), "GOFLAGS=-trimpath -tags=cuda",
		"CGO_CFLAGS=-O2 -ffile-prefix-map="+root+"=. -I"+filepath.Join(driver, "include"), "CGO_LDFLAGS=-O2 -L"+filepath.Join(driver, "lib"))
}

// build builds the program.
func (t target) build(path string) error {
	if cc := t.compiler(); cc != "" {
		if _, err := exec.LookPath(cc); err != nil {
			return fmt.Errorf("CUDA's binding needs %s; Debian has it in the package gcc-%s-linux-gnu", cc, gnu[t.arch])
		}
	}
	cmd := exec.Command("go", "build", "-buildvcs=true", "-ldflags", "-s -w -buildid= -X gputour/server/version.released=yes", "-o", path, "./server")
	cmd.Env, cmd.Stderr = append(os.Environ(), t.env()...), os.Stderr
	return cmd.Run()
}

// gnu is what the GNU tools call a processor.
var gnu = map[string]string{"amd64": "x86-64", "arm64": "aarch64"}
