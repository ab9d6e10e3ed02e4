package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"

	"gputour/lessons"
	"gputour/lessons/lesson"
	"gputour/server/export"
	"gputour/server/flags"
	"gputour/server/site"
	"gputour/web/text"
)

// exportCommand writes the course for reading elsewhere.
type exportCommand struct {
	Format   string `help:"ipynb (notebooks for Jupyter and Colab), html (a handout), slides (for a projector; a browser prints them to PDF) or site (a web site whose cells run in the reader's browser, for any web server); ${default} if not given." enum:"ipynb,html,slides,site" default:"html" placeholder:"FORMAT"`
	Lang     string `help:"zh, en, or all." enum:"zh,en,all,both" default:"all" placeholder:"LANG"`
	Out      string `help:"The folder to write to (${default}); it is made if need be." default:"export" placeholder:"DIR"`
	Lessons  string `help:"A folder of lessons instead of the built-in ones." placeholder:"DIR"`
	Practice bool   `help:"Of a site: put the solutions in. Whoever reads it can see them all; without this there are none, and hidden tests are in no site."`
	Base     string `help:"Of a site: the path under which it will lie, such as /course/, for a page that answers addresses that are none. All else is relative." placeholder:"PATH"`
}

// Validate refuses flags that mean nothing here; the reader of the command line calls it.
func (c *exportCommand) Validate() error {
	switch {
	case c.Format != "site" && (c.Practice || c.Base != ""):
		return errors.New("--practice and --base are for --format site")
	case c.Base != "" && !(strings.HasPrefix(c.Base, "/") && strings.HasSuffix(c.Base, "/") && !strings.ContainsAny(c.Base, "?#\\") && path.Clean(c.Base) == "/"+strings.Trim(c.Base, "/")):
		return fmt.Errorf("--base must be a path with slashes at both ends, such as /course/, but is %s", c.Base)
	}
	return nil
}

// Run implements gputour export.
func (c *exportCommand) Run(term flags.Terminal) error {
	var files fs.FS = lessons.Files
	if c.Lessons != "" {
		if info, err := os.Stat(c.Lessons); err != nil || !info.IsDir() {
			return flags.Usage(fmt.Errorf("%s is no folder of lessons", c.Lessons))
		}
		files = os.DirFS(c.Lessons)
	}
	if c.Format == "site" {
		return c.site(term, files)
	}
	course := lesson.Load(files)
	for _, p := range course.Problems {
		fmt.Fprintln(term.Err, p)
	}
	if len(course.Entries) == 0 {
		return fmt.Errorf("no lesson to export")
	}
	if err := os.MkdirAll(c.Out, 0o755); err != nil {
		return err
	}
	for _, lang := range c.langs() {
		if err := c.write(term, course, lang); err != nil {
			return err
		}
	}
	return nil
}

// langs are the languages that are asked for.
func (c *exportCommand) langs() []string {
	if c.Lang == "all" || c.Lang == "both" {
		return lesson.Languages
	}
	return []string{c.Lang}
}

// site writes a static site.
func (c *exportCommand) site(term flags.Terminal, lessons fs.FS) error {
	var langs []text.Lang
	for _, lang := range c.langs() {
		langs = append(langs, text.Lang(lang))
	}
	files, course, err := site.Write(lessons, site.Options{Langs: langs, Practice: c.Practice, Base: c.Base})
	for _, p := range course.Problems {
		fmt.Fprintln(term.Err, p)
	}
	switch {
	case err != nil:
		return err
	case len(course.Entries) == 0:
		return fmt.Errorf("no lesson to export")
	}
	bytes := 0
	for _, f := range files {
		name := filepath.Join(c.Out, filepath.FromSlash(f.Path))
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(name, f.Data, 0o644); err != nil {
			return err
		}
		bytes += len(f.Data)
	}
	fmt.Fprintf(term.Out, "%s: a site of %d lessons, %d files, %.1f MB\n", c.Out, len(course.Entries), len(files), float64(bytes)/1e6)
	return nil
}

func (c *exportCommand) write(term flags.Terminal, course *lesson.Course, lang string) error {
	files, err := export.Formats[c.Format](course, lang)
	if err != nil {
		return err
	}
	for _, f := range files {
		if err := os.WriteFile(filepath.Join(c.Out, f.Name), f.Data, 0o644); err != nil {
			return err
		}
	}
	fmt.Fprintf(term.Out, "%s: %d files in %s\n", c.Out, len(files), lang)
	return nil
}
