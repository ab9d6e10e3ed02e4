package shell

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"path"
	"regexp"
	"sort"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/afero"
)

// This file holds the commands that work on text.

// count reads -n N or -N, and returns the other arguments.
func count(args []string, otherwise int) (n int, rest []string) {
	n = otherwise
	for i := 0; i < len(args); i++ {
		a := args[i]
		switch {
		case a == "-n" && i+1 < len(args):
			i++
			n, _ = strconv.Atoi(args[i])
		case strings.HasPrefix(a, "-n"):
			n, _ = strconv.Atoi(a[2:])
		case len(a) > 1 && a[0] == '-' && a[1] >= '0' && a[1] <= '9':
			n, _ = strconv.Atoi(a[1:])
		default:
			rest = append(rest, a)
		}
	}
	return max(n, 0), rest
}

func head(_ context.Context, c *Call) int {
	n, files := count(c.Args, 10)
	return filter(c, "head", files, func(l []string) []string { return l[:min(n, len(l))] })
}

func tail(_ context.Context, c *Call) int {
	n, files := count(c.Args, 10)
	return filter(c, "tail", files, func(l []string) []string { return l[max(len(l)-n, 0):] })
}

func wc(_ context.Context, c *Call) int {
	flags, files := options(c.Args)
	text, status := readAll(c, "wc", files)
	if status != 0 {
		return status
	}
	var parts []string
	for _, part := range []struct {
		flag string
		n    int
	}{{"l", strings.Count(text, "\n")}, {"w", len(strings.Fields(text))}, {"c", len(text)}} {
		if flags == "" || strings.Contains(flags, part.flag) {
			parts = append(parts, strconv.Itoa(part.n))
		}
	}
	fmt.Fprintln(c.Stdout, strings.Join(append(parts, files...), " "))
	return 0
}

// grepOptions are what grep understands.
type grepOptions struct {
	pattern       string
	flags         string
	before, after int
	files         []string
}

// grepArgs reads the arguments: letters, -A, -B and -C with a number, -e with the pattern.
func grepArgs(args []string) (o grepOptions, err error) {
	given := false
	for i := 0; i < len(args); i++ {
		a := args[i]
		if len(a) < 2 || a[0] != '-' {
			if !given {
				o.pattern, given = a, true
			} else {
				o.files = append(o.files, a)
			}
			continue
		}
		letter := strings.IndexAny(a, "ABCe")
		if letter < 0 {
			o.flags += a[1:]
			continue
		}
		o.flags += a[1:letter]
		value := a[letter+1:]
		if value == "" && i+1 < len(args) {
			i++
			value = args[i]
		}
		if a[letter] == 'e' {
			o.pattern, given = value, true
			continue
		}
		n, bad := strconv.Atoi(value)
		if bad != nil {
			return o, fmt.Errorf("%s: invalid context length argument", value)
		}
		if a[letter] != 'B' {
			o.after = n
		}
		if a[letter] != 'A' {
			o.before = n
		}
	}
	if !given {
		return o, fmt.Errorf("usage: grep [-EFinvcoqw] [-A N] [-B N] PATTERN [FILE]")
	}
	return o, nil
}

func (o *grepOptions) has(letter string) bool { return strings.Contains(o.flags, letter) }

func (o *grepOptions) compile() (*regexp.Regexp, error) {
	pattern := o.pattern
	if o.has("F") {
		pattern = regexp.QuoteMeta(pattern)
	}
	if o.has("w") {
		pattern = `\b(?:` + pattern + `)\b`
	}
	if o.has("i") {
		pattern = "(?i)" + pattern
	}
	return regexp.Compile(pattern)
}

func grep(_ context.Context, c *Call) int {
	o, err := grepArgs(c.Args)
	if err != nil {
		c.Fail("grep", err)
		return 2
	}
	re, err := o.compile()
	if err != nil {
		c.Fail("grep", err)
		return 2
	}
	found := 0
	status := filter(c, "grep", o.files, func(all []string) []string {
		var kept []string
		kept, found = o.matching(re, all)
		return kept
	})
	if status == 0 && found == 0 {
		return 1
	}
	return status
}

// matching returns the lines to print and how many matched.
func (o *grepOptions) matching(re *regexp.Regexp, all []string) (kept []string, found int) {
	last := -1 // index of the last line printed
	for i, l := range all {
		if re.MatchString(l) == o.has("v") {
			continue
		}
		found++
		if o.has("o") {
			kept = append(kept, re.FindAllString(l, -1)...)
			continue
		}
		from := max(i-o.before, last+1)
		if last >= 0 && from > last+1 && o.before+o.after > 0 {
			kept = append(kept, "--")
		}
		for k := from; k <= min(i+o.after, len(all)-1); k++ {
			if k > last {
				kept = append(kept, o.numbered(k, k == i, all[k]))
				last = k
			}
		}
	}
	switch {
	case o.has("q"):
		return nil, found
	case o.has("c"):
		return []string{strconv.Itoa(found)}, found
	}
	return kept, found
}

func (o *grepOptions) numbered(i int, match bool, line string) string {
	switch {
	case !o.has("n"):
		return line
	case match:
		return fmt.Sprintf("%d:%s", i+1, line)
	}
	return fmt.Sprintf("%d-%s", i+1, line)
}

func sortLines(_ context.Context, c *Call) int {
	flags, files := options(c.Args)
	return filter(c, "sort", files, func(l []string) []string {
		sort.SliceStable(l, func(i, j int) bool {
			if strings.Contains(flags, "n") {
				return number(l[i]) < number(l[j])
			}
			return l[i] < l[j]
		})
		if strings.Contains(flags, "r") {
			for i, j := 0, len(l)-1; i < j; i, j = i+1, j-1 {
				l[i], l[j] = l[j], l[i]
			}
		}
		if strings.Contains(flags, "u") {
			l = distinct(l)
		}
		return l
	})
}

// number is the number at the start of a line, 0 where there is none.
func number(line string) (f float64) {
	fmt.Sscanf(strings.TrimSpace(line), "%g", &f)
	return f
}

func distinct(l []string) (kept []string) {
	for i, x := range l {
		if i == 0 || x != l[i-1] {
			kept = append(kept, x)
		}
	}
	return kept
}

func uniq(_ context.Context, c *Call) int {
	_, files := options(c.Args)
	return filter(c, "uniq", files, distinct)
}

func seq(ctx context.Context, c *Call) int {
	var n []int
	for _, a := range c.Args {
		i, err := strconv.Atoi(a)
		if err != nil {
			return c.Fail("seq", fmt.Errorf("invalid floating point argument: '%s'", a))
		}
		n = append(n, i)
	}
	first, step, last := 1, 1, 0
	switch len(n) {
	case 1:
		last = n[0]
	case 2:
		first, last = n[0], n[1]
	case 3:
		first, step, last = n[0], n[1], n[2]
	}
	w := bufio.NewWriter(c.Stdout)
	defer w.Flush()
	for i := first; step > 0 && i <= last || step < 0 && i >= last; i += step {
		if ctx.Err() != nil {
			return 130
		}
		fmt.Fprintln(w, i)
	}
	return 0
}

func sleep(ctx context.Context, c *Call) int {
	if len(c.Args) == 0 {
		return c.Fail("sleep", fmt.Errorf("missing operand"))
	}
	d, err := time.ParseDuration(strings.TrimSuffix(c.Args[0], "s") + "s")
	if err != nil {
		return c.Fail("sleep", fmt.Errorf("invalid time interval '%s'", c.Args[0]))
	}
	return pause(ctx, d)
}

func date(_ context.Context, c *Call) int {
	fmt.Fprintln(c.Stdout, time.Now().UTC().Format("Mon Jan _2 15:04:05 UTC 2006"))
	return 0
}

func env(_ context.Context, c *Call) int {
	if len(c.Args) == 1 {
		if v := c.Getenv(c.Args[0]); v != "" {
			fmt.Fprintln(c.Stdout, v)
			return 0
		}
		return 1
	}
	for _, kv := range c.Shell.environ() {
		fmt.Fprintln(c.Stdout, kv)
	}
	return 0
}

func which(_ context.Context, c *Call) int {
	have := map[string]bool{}
	for _, name := range c.Shell.Names() {
		have[name] = true
	}
	status := 0
	for _, a := range c.Args {
		if have[a] {
			fmt.Fprintln(c.Stdout, "/usr/bin/"+a)
		} else {
			status = 1
		}
	}
	return status
}

func base(_ context.Context, c *Call) int {
	if len(c.Args) == 0 {
		return c.Fail("basename", fmt.Errorf("missing operand"))
	}
	name := path.Base(c.Args[0])
	if len(c.Args) > 1 {
		name = strings.TrimSuffix(name, c.Args[1])
	}
	fmt.Fprintln(c.Stdout, name)
	return 0
}

func dir(_ context.Context, c *Call) int {
	return each(c, "dirname", c.Args, func(name string) error { _, err := fmt.Fprintln(c.Stdout, path.Dir(name)); return err })
}

func tee(_ context.Context, c *Call) int {
	_, files := options(c.Args)
	text, _ := readAll(c, "tee", nil)
	io.WriteString(c.Stdout, text)
	return each(c, "tee", files, func(name string) error {
		return afero.WriteFile(c.Shell.FS, c.Path(name), []byte(text), 0o644)
	})
}

func tr(_ context.Context, c *Call) int {
	flags, sets := options(c.Args)
	for i, set := range sets {
		sets[i] = characters(set)
	}
	text, _ := readAll(c, "tr", nil)
	switch {
	case strings.Contains(flags, "d") && len(sets) == 1:
		text = strings.Map(func(r rune) rune {
			if strings.ContainsRune(sets[0], r) {
				return -1
			}
			return r
		}, text)
	case len(sets) == 2 && sets[1] != "":
		from, to := []rune(sets[0]), []rune(sets[1])
		text = strings.Map(func(r rune) rune {
			for i, x := range from {
				if x == r {
					return to[min(i, len(to)-1)]
				}
			}
			return r
		}, text)
	default:
		return c.Fail("tr", fmt.Errorf("usage: tr SET1 SET2, tr -d SET"))
	}
	io.WriteString(c.Stdout, text)
	return 0
}

// classes are the sets that tr knows by name.
var classes = strings.NewReplacer("[:lower:]", "a-z", "[:upper:]", "A-Z", "[:digit:]", "0-9", "[:alpha:]", "A-Za-z",
	"[:alnum:]", "A-Za-z0-9", "[:space:]", " \t\n\r\v\f", `\n`, "\n", `\t`, "\t")

// characters spells out a set of tr: a-e is abcde.
func characters(set string) string {
	in := []rune(classes.Replace(set))
	var out []rune
	for i := 0; i < len(in); i++ {
		if i+2 < len(in) && in[i+1] == '-' && in[i] <= in[i+2] {
			for r := in[i]; r <= in[i+2]; r++ {
				out = append(out, r)
			}
			i += 2
			continue
		}
		out = append(out, in[i])
	}
	return string(out)
}

func cut(_ context.Context, c *Call) int {
	delimiter, field := "\t", 0
	var files []string
	for i := 0; i < len(c.Args); i++ {
		a := c.Args[i]
		value := ""
		if len(a) > 2 {
			value = a[2:]
		} else if i+1 < len(c.Args) {
			value = c.Args[i+1]
		}
		switch {
		case strings.HasPrefix(a, "-d"), strings.HasPrefix(a, "-f"):
			if len(a) == 2 {
				i++
			}
			if a[1] == 'd' {
				delimiter = value
			} else {
				field, _ = strconv.Atoi(value)
			}
		default:
			files = append(files, a)
		}
	}
	if field < 1 {
		return c.Fail("cut", fmt.Errorf("give one field, as in -f 2"))
	}
	return filter(c, "cut", files, func(all []string) (kept []string) {
		for _, l := range all {
			parts := strings.Split(l, delimiter)
			switch {
			case len(parts) == 1:
				kept = append(kept, l)
			case field <= len(parts):
				kept = append(kept, parts[field-1])
			default:
				kept = append(kept, "")
			}
		}
		return kept
	})
}
