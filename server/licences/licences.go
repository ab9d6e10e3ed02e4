// Package licences says under which licences the parts of a program are given out, and finds those of which nobody has
// decided yet that they may be.
package licences

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/google/licensecheck"
)

// Part is something of others that the program has in it.
type Part struct {
	Name, Version string
	FS            fs.FS // its source, with the licences in the root
	// Declared is the licence that its makers name, in SPDX; it counts where the text is not one word for word.
	Declared string
}

// Licensed is a part with what it is given out under.
type Licensed struct {
	Part
	IDs  []string // SPDX, sorted
	Text string   // of its licences, whole
}

// Allowed are the licences under which a part may be taken in: each lets the program be given out under the Apache
// licence as long as its text comes along. See https://spdx.org/licenses.
var Allowed = []string{
	"0BSD", "Apache-2.0", "BSD-2-Clause", "BSD-2-Clause-NetBSD", "BSD-3-Clause", "FTL", "ISC", "MIT", "OFL-1.1", "PSF-2.0", "Python-2.0", "Unlicense", "Zlib",
}

// decided are the files to read of a part whose LICENSE alone does not tell what holds for us.
var decided = map[string][]string{
	// LICENSE leaves the choice between this one and the GPL.
	"github.com/golang/freetype": {"licenses/ftl.txt"},
	// LICENSE-3RD-PARTY.md is of what its tests and tools use; what the program has in it of that are modules of their own.
	"modernc.org/sqlite": {"LICENSE", "LICENSE-SQLITE", "LICENSE-SQLITE_VEC"},
}

// names are what files with licences are called, in lower case and without an ending.
var names = []string{"license", "licence", "licenses", "copying", "notice", "unlicense", "patents"}

// Of reads a part's licences. It is an error when there is none, when its text is not known, or when it is not Allowed.
func Of(p Part) (Licensed, error) {
	l := Licensed{Part: p}
	files, err := p.files()
	if err != nil {
		return l, fmt.Errorf("%s: %w", p.Name, err)
	}
	var text strings.Builder
	for _, f := range files {
		data, err := fs.ReadFile(p.FS, f)
		if err != nil {
			return l, fmt.Errorf("%s: %w", p.Name, err)
		}
		for _, m := range licensecheck.Scan(data).Match {
			l.IDs = append(l.IDs, m.ID)
		}
		fmt.Fprintf(&text, "%s\n\n", strings.TrimSpace(string(data)))
	}
	if len(l.IDs) == 0 && text.Len() > 0 && p.Declared != "" {
		l.IDs = []string{p.Declared}
	}
	slices.Sort(l.IDs)
	l.IDs, l.Text = slices.Compact(l.IDs), text.String()
	return l, l.check()
}

// files are those that say what a part is given out under.
func (p Part) files() (files []string, err error) {
	if d := decided[p.Name]; d != nil {
		return d, nil
	}
	all, err := fs.ReadDir(p.FS, ".")
	for _, f := range all {
		if !f.IsDir() && named(f.Name()) {
			files = append(files, f.Name())
		}
	}
	return files, err
}

// named reports whether a file's name is one of a licence: LICENSE, LICENSE.md, LICENSE-MIT, MIT-LICENSE.txt.
func named(file string) bool {
	if path.Ext(file) == ".go" {
		return false
	}
	stem := strings.ToLower(strings.TrimSuffix(file, path.Ext(file)))
	return slices.ContainsFunc(names, func(n string) bool {
		return stem == n || strings.HasPrefix(stem, n+"-") || strings.HasSuffix(stem, "-"+n)
	})
}

func (l Licensed) check() error {
	if len(l.IDs) == 0 {
		return fmt.Errorf("%s %s: no licence that is known; look at it, and at what stands in its place", l.Name, l.Version)
	}
	for _, id := range l.IDs {
		if !slices.Contains(Allowed, id) && !extra[id] {
			return fmt.Errorf("%s %s: licence %s is not among those that may be taken in", l.Name, l.Version, id)
		}
	}
	return nil
}

// extra are texts that stand beside a licence and take nothing away.
var extra = map[string]bool{"GooglePatentsFile": true, "GooglePatentClause": true}

// Collect reads the licences of parts, sorted by name, and returns all that is wrong with them.
func Collect(parts []Part) (all []Licensed, wrong []error) {
	for _, p := range parts {
		l, err := Of(p)
		if err != nil {
			wrong = append(wrong, err)
		}
		all = append(all, l)
	}
	slices.SortFunc(all, func(a, b Licensed) int { return cmp.Compare(a.Name, b.Name) })
	return all, wrong
}

// Text is what comes along with the program: each part with its licence. Parts that have the very same text share it.
func Text(all []Licensed) string {
	byText := map[string][]string{}
	var order []string
	for _, l := range all {
		if byText[l.Text] == nil {
			order = append(order, l.Text)
		}
		byText[l.Text] = append(byText[l.Text], fmt.Sprintf("%s %s (%s)", l.Name, l.Version, strings.Join(l.IDs, ", ")))
	}
	var s strings.Builder
	s.WriteString("gputour is made of its own code and of these parts, each under its own licence.\n")
	for _, text := range order {
		fmt.Fprintf(&s, "\n%s\n%s\n\n%s", strings.Repeat("=", 78), strings.Join(byText[text], "\n"), text)
	}
	return s.String()
}

// Packages are the parts that npm has installed for a page: those that package-lock.json says are no tools of development.
// modules is the folder in which node_modules stands.
func Packages(lock []byte, modules fs.FS) ([]Part, error) {
	var l struct {
		Packages map[string]struct {
			Version, License string
			Dev              bool
		}
	}
	if err := json.Unmarshal(lock, &l); err != nil {
		return nil, fmt.Errorf("package-lock.json: %w", err)
	}
	var parts []Part
	for dir, p := range l.Packages {
		if dir == "" || p.Dev {
			continue
		}
		sub, err := fs.Sub(modules, dir)
		if err != nil {
			return nil, err
		}
		parts = append(parts, Part{Name: strings.TrimPrefix(dir, "node_modules/"), Version: p.Version, FS: sub, Declared: p.License})
	}
	return parts, nil
}
