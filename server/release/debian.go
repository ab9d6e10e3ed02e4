package main

import (
	"debug/elf"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"gputour/server/completion"
	"gputour/server/version"
)

// nfpm makes packages; it is run and not imported, because with it come the parts of all the packagers that it knows.
const nfpm = "github.com/goreleaser/nfpm/v2/cmd/nfpm@v2.43.0"

// places are where an archive's files stand in a package.
var places = map[string]string{
	"gputour":            "/usr/bin/gputour",
	"README.md":          "/usr/share/doc/gputour/README.md",
	"CHANGELOG.md":       "/usr/share/doc/gputour/CHANGELOG.md",
	"LICENSE":            "/usr/share/doc/gputour/copyright",
	"LICENSES.txt":       "/usr/share/doc/gputour/LICENSES.txt",
	"man/man1/gputour.1": "/usr/share/man/man1/gputour.1",
}

// words are the folders in which shells look for what a package says of completion.
var words = map[string]string{
	"bash": "/usr/share/bash-completion/completions",
	"zsh":  "/usr/share/zsh/vendor-completions",
	"fish": "/usr/share/fish/vendor_completions.d",
}

// placed is where a file of the archive stands in a package; "" is nowhere.
func placed(name string) string {
	for _, s := range completion.Shells {
		if name == completed(s) && words[s.Name] != "" {
			return path.Join(words[s.Name], s.File)
		}
	}
	if strings.HasPrefix(name, "deploy/") {
		return "/usr/share/doc/gputour/" + name
	}
	return places[name]
}

// oldest is the oldest version of the C library that has all that a program asks of it; "" for a program that asks nothing.
func oldest(program string) (string, error) {
	f, err := elf.Open(program)
	if err != nil {
		return "", err
	}
	defer f.Close()
	wanted, err := f.ImportedSymbols()
	if err != nil && !errors.Is(err, elf.ErrNoSymbols) {
		return "", err
	}
	var newest string
	var parts [3]int
	for _, s := range wanted {
		var p [3]int
		v, ok := strings.CutPrefix(s.Version, "GLIBC_")
		if !ok {
			continue
		}
		fmt.Sscanf(v, "%d.%d.%d", &p[0], &p[1], &p[2]) // the third is often not there
		if slices.Compare(p[:], parts[:]) > 0 {
			newest, parts = v, p
		}
	}
	return newest, nil
}

// debian writes a .deb with the files of the archive, through a folder that holds them as they are.
func debian(deb, work string, t target, files []file, at time.Time) error {
	type info struct {
		Mode  int64     `json:"mode"`
		MTime time.Time `json:"mtime"`
	}
	type content struct {
		Src  string `json:"src"`
		Dst  string `json:"dst"`
		Info info   `json:"file_info"`
	}
	root := filepath.Join(work, "root")
	var contents []content
	put := func(dst string, mode int64, data []byte) error {
		src := filepath.Join(root, filepath.Base(dst)+fmt.Sprint(len(contents)))
		contents = append(contents, content{src, dst, info{mode, at}})
		return os.WriteFile(src, data, 0o644)
	}
	if err := os.Mkdir(root, 0o755); err != nil {
		return err
	}
	for _, f := range files {
		data, err := f.read()
		if err != nil {
			return err
		}
		place := placed(f.name)
		if place == "" {
			continue
		}
		if err := put(place, f.mode, data); err != nil {
			return err
		}
	}
	libc, err := oldest(filepath.Join(work, "gputour"))
	if err != nil {
		return err
	}
	config, err := json.Marshal(map[string]any{ // which is YAML, too
		"name": "gputour", "arch": t.arch, "platform": "linux", "version": version.Number, "section": "education", "priority": "optional",
		"maintainer": "The developers of gputour", "description": "A notebook course about GPUs\nCells are Python with PyTorch's API; without a GPU, simulated ones run them.",
		"license": "Apache-2.0", "depends": []string{"libc6 (>= " + libc + ")"}, "recommends": []string{"ca-certificates"}, "mtime": at, "contents": contents,
	})
	if err != nil {
		return err
	}
	file := filepath.Join(work, "nfpm.yaml")
	if err := os.WriteFile(file, config, 0o644); err != nil {
		return err
	}
	cmd := exec.Command("go", "run", nfpm, "package", "--config", file, "--packager", "deb", "--target", deb)
	cmd.Env, cmd.Stderr = append(os.Environ(), "GOFLAGS=", "CGO_ENABLED=0", fmt.Sprint("SOURCE_DATE_EPOCH=", at.Unix())), os.Stderr
	return cmd.Run()
}
