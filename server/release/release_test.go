package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"gputour/server/completion"
	"gputour/server/licences"
)

var commit = time.Date(2026, 11, 22, 21, 0, 0, 0, time.UTC)

// TestPack: an archive has its files where they belong, and is the same twice.
func TestPack(t *testing.T) {
	files := []file{{"gputour", 0o755, text("program")}, {"LICENSE", 0o644, text("licence")}}
	dir := t.TempDir()
	for name, list := range map[string]func(*testing.T, []byte) string{"a.tar.gz": listTar, "a.zip": listZip} {
		var made [][]byte
		for _, n := range []string{"1", "2"} {
			path := filepath.Join(dir, n+name)
			if err := pack(path, "gputour-1", files, commit); err != nil {
				t.Fatal(err)
			}
			data, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			made = append(made, data)
		}
		if !bytes.Equal(made[0], made[1]) {
			t.Errorf("%s is not the same twice", name)
		}
		if got, want := list(t, made[0]), "gputour-1/LICENSE -rw-r--r-- licence 2026-11-22T21:00:00Z\ngputour-1/gputour -rwxr-xr-x program 2026-11-22T21:00:00Z\n"; got != want {
			t.Errorf("%s:\n%s\nwant\n%s", name, got, want)
		}
	}
	if err := pack(filepath.Join(dir, "b.zip"), "x", []file{{"absent", 0o644, from(filepath.Join(dir, "absent"))}}, commit); err == nil {
		t.Error("a file that is not there is no error")
	}
}

func listTar(t *testing.T, data []byte) string {
	z, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	var s strings.Builder
	for a := tar.NewReader(z); ; {
		h, err := a.Next()
		if err == io.EOF {
			return s.String()
		}
		if err != nil {
			t.Fatal(err)
		}
		body, _ := io.ReadAll(a)
		s.WriteString(strings.Join([]string{h.Name, h.FileInfo().Mode().String(), string(body), h.ModTime.UTC().Format(time.RFC3339)}, " ") + "\n")
	}
}

func listZip(t *testing.T, data []byte) string {
	a, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	var s strings.Builder
	for _, f := range a.File {
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		body, _ := io.ReadAll(r)
		s.WriteString(strings.Join([]string{f.Name, f.Mode().String(), string(body), f.Modified.UTC().Format(time.RFC3339)}, " ") + "\n")
	}
	return s.String()
}

func TestBill(t *testing.T) {
	parts := []licences.Licensed{
		{Part: licences.Part{Name: "github.com/a/b", Version: "v1.2.3", FS: fstest.MapFS{}}, IDs: []string{"MIT"}},
		{Part: licences.Part{Name: "@scope/page", Version: "4.5.6"}, IDs: []string{"ISC", "MIT"}},
		{Part: licences.Part{Name: "Go", Version: "go1.26.8"}, IDs: []string{"BSD-3-Clause"}},
	}
	path := filepath.Join(t.TempDir(), "b.json")
	if err := bill(path, targets[0], parts, commit); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var got struct {
		BOMFormat, SpecVersion string
		Components             []struct {
			PURL     string
			Licenses []struct{ License struct{ ID string } }
		}
	}
	if err := json.Unmarshal(data, &got); err != nil {
		t.Fatal(err)
	}
	if got.BOMFormat != "CycloneDX" || got.SpecVersion != "1.5" || len(got.Components) != len(parts) {
		t.Fatalf("%+v", got)
	}
	for i, want := range []string{"pkg:golang/github.com/a/b@v1.2.3", "pkg:npm/%40scope/page@4.5.6", "pkg:golang/std@1.26.8"} {
		if c := got.Components[i]; c.PURL != want || len(c.Licenses) != len(parts[i].IDs) || c.Licenses[0].License.ID != parts[i].IDs[0] {
			t.Errorf("%+v, want %s", c, want)
		}
	}
}

func TestChoose(t *testing.T) {
	for list, want := range map[string]int{"": len(targets), "linux/amd64": 1, "darwin/arm64,windows/amd64": 2, "plan9/amd64": 0, "linux": 0} {
		got, err := choose(list)
		if len(got) != want || (err == nil) != (want > 0) {
			t.Errorf("%q: %v, %v", list, got, err)
		}
	}
}

// TestPlaced: what an archive has stands somewhere in a package, but what is for another system.
func TestPlaced(t *testing.T) {
	taken := map[string]string{}
	for name := range places {
		taken[placed(name)] = name
	}
	for _, s := range completion.Shells {
		if place := placed(completed(s)); s.Name != "powershell" {
			taken[place] = s.Name
		} else if place != "" {
			t.Errorf("%s stands at %s", s.Name, place)
		}
	}
	if len(taken) != len(places)+len(completion.Shells)-1 || taken[""] != "" {
		t.Errorf("%v", taken)
	}
}

// TestDeployed: what the guide to deploying names is given out, and the tests beside it are not.
func TestDeployed(t *testing.T) {
	files, err := deployed("../deploy")
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, f := range files {
		names = append(names, f.name)
		if placed(f.name) != "/usr/share/doc/gputour/"+f.name || strings.HasSuffix(f.name, ".go") {
			t.Errorf("%s stands at %q", f.name, placed(f.name))
		}
	}
	for _, want := range []string{"deploy/gputour.service", "deploy/compose.yaml", "deploy/grafana.json"} {
		if !slices.Contains(names, want) {
			t.Errorf("%s is not given out", want)
		}
	}
	if _, err := deployed("nowhere"); err == nil {
		t.Error("a folder that is not there is no error")
	}
}

// TestOldest asks a program of this machine that is linked with the C library, as readelf knows it.
func TestOldest(t *testing.T) {
	program, err := exec.LookPath("sh")
	if err != nil || runtime.GOOS != "linux" {
		t.Skip("no shell that is an ELF file")
	}
	got, err := oldest(program)
	if err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command("readelf", "--version-info", program).Output()
	if err != nil {
		t.Skip("no readelf: ", err)
	}
	inOrder := exec.Command("sort", "-V")
	inOrder.Stdin = strings.NewReader(strings.Join(regexp.MustCompile(`GLIBC_[\d.]+`).FindAllString(string(out), -1), "\n"))
	list, err := inOrder.Output()
	if err != nil {
		t.Fatal(err)
	}
	if versions := strings.Fields(string(list)); len(versions) == 0 || "GLIBC_"+got != versions[len(versions)-1] {
		t.Errorf("%s needs %q:\n%s", program, got, out)
	}
	if _, err := oldest("release_test.go"); err == nil {
		t.Error("what is no program needs a library")
	}
}
