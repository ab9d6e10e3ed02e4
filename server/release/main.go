// Command release builds what is given out: an archive for each system, a Debian package for each Linux, their checksums, and
// what they are made of.
//
//	go run ./server/release [-out artifacts] [-only linux/amd64,…]
//
// The same commit, Go and C compiler make the same bytes: paths are trimmed, and every time is the commit's. The page
// must have been built (make page). Linux binaries are linked with the C library of the machine that builds them: build
// where that is old.
package main

import (
	"cmp"
	"crypto/sha256"
	"errors"
	"flag"
	"fmt"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"gputour/server/completion"
	"gputour/server/licences"
	"gputour/server/version"
)

func main() {
	log.SetFlags(0)
	log.SetPrefix("release: ")
	out := flag.String("out", "artifacts", "`folder` to write to")
	only := flag.String("only", "", "build only these `targets`, as in linux/amd64,windows/amd64")
	flag.Parse()
	chosen, err := choose(*only)
	if err != nil {
		log.Fatal(err)
	}
	r, err := begin(*out)
	if err != nil {
		log.Fatal(err)
	}
	for _, t := range chosen {
		if err := r.make(t); err != nil {
			log.Fatalf("%s: %v", t, err)
		}
	}
	if err := r.sums(); err != nil {
		log.Fatal(err)
	}
}

// release is one that is being made.
type release struct {
	out  string
	at   time.Time // of the commit
	npm  []licences.Part
	page string   // of the manual, once it is made
	made []string // files in out
}

// begin finds out what is released.
func begin(out string) (*release, error) {
	stamp, err := exec.Command("git", "log", "-1", "--format=%ct").Output()
	if err != nil {
		return nil, fmt.Errorf("the commit is not known: %w", err)
	}
	var seconds int64
	if _, err := fmt.Sscan(string(stamp), &seconds); err != nil {
		return nil, err
	}
	lock, err := os.ReadFile("web/package-lock.json")
	if err != nil {
		return nil, fmt.Errorf("begin in the root of the project: %w", err)
	}
	page, err := licences.Packages(lock, os.DirFS("web"))
	if err != nil {
		return nil, err
	}
	if pages, _ := filepath.Glob("web/dist/*.br"); len(pages) == 0 {
		return nil, errors.New("the page has not been built: run make page")
	}
	return &release{out: out, at: time.Unix(seconds, 0).UTC(), npm: page}, os.MkdirAll(out, 0o755)
}

// make builds all that there is for a target.
func (r *release) make(t target) error {
	work, err := os.MkdirTemp(r.out, ".work")
	if err != nil {
		return err
	}
	defer os.RemoveAll(work)
	binary := filepath.Join(work, "gputour"+t.ending())
	if err := t.build(binary); err != nil {
		return err
	}
	parts, err := licences.Modules(".", "./server", t.env()...)
	if err != nil {
		return err
	}
	all, wrong := licences.Collect(append(parts, r.npm...))
	if err := errors.Join(wrong...); err != nil {
		return err
	}
	manual, err := r.manual(t, binary)
	if err != nil {
		return err
	}
	name := fmt.Sprintf("gputour-%s-%s-%s", version.Number, t.os, t.arch)
	files := []file{
		{"gputour" + t.ending(), 0o755, from(binary)},
		{"README.md", 0o644, from("README.md")}, {"CHANGELOG.md", 0o644, from("CHANGELOG.md")}, {"LICENSE", 0o644, from("LICENSE")},
		{"LICENSES.txt", 0o644, text(licences.Text(all))},
	}
	for _, s := range completion.Shells {
		files = append(files, file{completed(s), 0o644, text(s.Script("gputour"))})
	}
	if t.os == "linux" {
		examples, err := deployed("server/deploy")
		if err != nil {
			return err
		}
		files = append(files, examples...)
	}
	if manual != "" {
		files = append(files, file{"man/man1/gputour.1", 0o644, text(manual)})
	}
	if err := r.keep(name+t.archive(), func(path string) error { return pack(path, name, files, r.at) }); err != nil {
		return err
	}
	if err := r.keep(name+".cdx.json", func(path string) error { return bill(path, t, all, r.at) }); err != nil {
		return err
	}
	if t.os != "linux" {
		return nil
	}
	deb := fmt.Sprintf("gputour_%s_%s.deb", version.Number, t.arch)
	return r.keep(deb, func(path string) error { return debian(path, work, t, files, r.at) })
}

// deployed are the files with which a class is deployed (server/DEPLOYING.md).
func deployed(folder string) (files []file, err error) {
	all, err := os.ReadDir(folder)
	for _, f := range all {
		if name := f.Name(); !strings.HasPrefix(name, "go.") && !strings.HasSuffix(name, ".go") {
			files = append(files, file{"deploy/" + name, 0o644, from(filepath.Join(folder, name))})
		}
	}
	return files, err
}

// completed is the file of an archive that has a shell complete command lines.
func completed(s completion.Shell) string { return "completion/" + s.Name + "/" + s.File }

// keep makes one file of the release.
func (r *release) keep(name string, f func(path string) error) error {
	path := filepath.Join(r.out, name)
	if err := f(path); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	info, err := os.Stat(path)
	if err != nil {
		return err
	}
	r.made = append(r.made, name)
	log.Printf("%-44s %6.1f MB", name, float64(info.Size())/1e6)
	return nil
}

// sums writes the checksums, as sha256sum -c reads them.
func (r *release) sums() error {
	slices.Sort(r.made)
	var b strings.Builder
	for _, name := range r.made {
		data, err := os.ReadFile(filepath.Join(r.out, name))
		if err != nil {
			return err
		}
		fmt.Fprintf(&b, "%x  %s\n", sha256.Sum256(data), name)
	}
	return os.WriteFile(filepath.Join(r.out, "SHA256SUMS"), []byte(b.String()), 0o644)
}

// manual is the page of the manual. Another system's program cannot be asked for it; it is the same.
func (r *release) manual(t target, binary string) (string, error) {
	if t.os == "windows" {
		return "", nil
	}
	if r.page == "" {
		asked := exec.Command(binary, "man")
		if !t.native() {
			asked = exec.Command("go", "run", "./server", "man")
		}
		out, err := asked.Output()
		if err != nil {
			return "", fmt.Errorf("gputour man: %w", err)
		}
		r.page = string(out)
	}
	return r.page, nil
}

func sorted(files []file) []file {
	return slices.SortedFunc(slices.Values(files), func(a, b file) int { return cmp.Compare(a.name, b.name) })
}
