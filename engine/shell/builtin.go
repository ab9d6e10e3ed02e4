package shell

import (
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/spf13/afero"
	"mvdan.cc/sh/v3/expand"
	"mvdan.cc/sh/v3/syntax"
)

// builtin is a command that works on the shell itself.
type builtin func(p *process, args []string) int

var (
	builtinsOnce sync.Once
	builtinTable map[string]builtin
)

// builtins is the table of them; it never changes.
func builtins() map[string]builtin {
	builtinsOnce.Do(func() { builtinTable = makeBuiltins() })
	return builtinTable
}

func makeBuiltins() map[string]builtin {
	nothing := func(*process, []string) int { return 0 }
	return map[string]builtin{
		":": nothing, "true": nothing, "false": func(*process, []string) int { return 1 },
		"alias": nothing, "unalias": nothing, "shopt": nothing, "hash": nothing, "enable": nothing,
		"echo": echo, "printf": printf, "pwd": pwd, "cd": cd, "exit": exit, "return": leaveFunction,
		"break": leaveLoop(breaking), "continue": leaveLoop(continuing), "shift": shift, "set": set,
		"unset": unsetNames, "eval": eval, "source": sourceFile, ".": sourceFile, "exec": exec, "command": command,
		"builtin": command, "type": typeOf, "test": test, "[": bracket, "read": read, "mapfile": mapfile, "readarray": mapfile,
		"wait": wait, "jobs": listJobs, "kill": kill, "trap": trap, "umask": umask, "ulimit": ulimit, "times": nothing,
		"bash": sh, "sh": sh,
	}
}

func echo(p *process, args []string) int {
	newline, escapes := true, false
	for len(args) > 0 && len(args[0]) > 1 && args[0][0] == '-' && strings.Trim(args[0][1:], "neE") == "" {
		for _, c := range args[0][1:] {
			newline = newline && c != 'n'
			escapes = c == 'e' || escapes && c != 'E'
		}
		args = args[1:]
	}
	line := strings.Join(args, " ")
	if escapes {
		line, _, _ = expand.Format(nil, line, nil)
	}
	if newline {
		line += "\n"
	}
	_, _ = io.WriteString(port{p, 1}, line)
	return 0
}

func pwd(p *process, _ []string) int {
	fmt.Fprintln(port{p, 1}, p.dir)
	return 0
}

func cd(p *process, args []string) int {
	target := p.get("HOME").String()
	if len(args) > 0 {
		target = args[len(args)-1]
	}
	if target == "-" {
		target = p.get("OLDPWD").String()
		defer fmt.Fprintln(port{p, 1}, target)
	}
	dir := absolute(p.dir, target)
	info, err := p.shell.FS.Stat(dir)
	switch {
	case err != nil:
		p.errorf("cd: %s: No such file or directory", target)
		return 1
	case !info.IsDir():
		p.errorf("cd: %s: Not a directory", target)
		return 1
	}
	_ = p.set("OLDPWD", text(p.dir))
	p.dir = dir
	return 0
}

// number reads the argument of exit and its like.
func numeric(p *process, name string, args []string, otherwise int) int {
	if len(args) == 0 {
		return otherwise
	}
	n, err := strconv.Atoi(args[0])
	if err != nil {
		p.errorf("%s: %s: numeric argument required", name, args[0])
		return 2
	}
	return n
}

func exit(p *process, args []string) int {
	panic(exited{numeric(p, "exit", args, p.status) & 255})
}

func leaveFunction(p *process, args []string) int {
	if p.calls == 0 {
		p.errorf("return: can only `return' from a function or sourced script")
		return 1
	}
	p.flow = returning
	return numeric(p, "return", args, p.status) & 255
}

func leaveLoop(how flow) builtin {
	return func(p *process, args []string) int {
		if p.loops == 0 {
			return 0
		}
		p.flow, p.left = how, min(max(numeric(p, "break", args, 1), 1), p.loops)
		return 0
	}
}

func shift(p *process, args []string) int {
	n := numeric(p, "shift", args, 1)
	if n < 0 || n > len(p.args) {
		return 1
	}
	p.args = p.args[n:]
	return 0
}

func set(p *process, args []string) int {
	for i := 0; i < len(args); i++ {
		a := args[i]
		if len(a) < 2 || a[0] != '-' && a[0] != '+' || a == "--" {
			if a == "--" {
				i++
			}
			p.args = slices.Clone(args[i:])
			return 0
		}
		on := a[0] == '-'
		for _, c := range a[1:] {
			name := map[rune]string{'e': "errexit", 'u': "nounset", 'f': "noglob", 'x': "xtrace"}[c]
			if c == 'o' && i+1 < len(args) {
				i++
				name = args[i]
			}
			p.option(name, on)
		}
	}
	return 0
}

func (p *process) option(name string, on bool) {
	for known, at := range map[string]*bool{
		"errexit": &p.opts.errexit, "nounset": &p.opts.nounset, "pipefail": &p.opts.pipefail,
		"noglob": &p.opts.noglob, "xtrace": &p.opts.xtrace,
	} {
		if known == name {
			*at = on
		}
	}
}

func unsetNames(p *process, args []string) int {
	flags, names := options(args)
	for _, name := range names {
		if _, ok := p.funcs[name]; ok && (strings.Contains(flags, "f") || !p.get(name).Declared()) {
			delete(p.funcs, name)
			continue
		}
		base, index, part := strings.Cut(strings.TrimSuffix(name, "]"), "[")
		err := error(nil)
		if part {
			err = p.unsetElement(base, index)
		} else {
			err = p.set(name, expand.Variable{})
		}
		if err != nil {
			p.errorf("unset: %v", err)
			return 1
		}
	}
	return 0
}

func (p *process) unsetElement(name, index string) error {
	v := p.get(name)
	switch v.Kind {
	case expand.Associative:
		v.Map = maps.Clone(v.Map)
		delete(v.Map, index)
	case expand.Indexed:
		n, err := strconv.Atoi(index)
		if err != nil {
			return fmt.Errorf("%s: bad array subscript", name)
		}
		if at, ok := place(v, n); ok {
			if v.Indexes == nil {
				p.setElement(&v, top(v)+2, "") // sparse
				v.List, v.Indexes = v.List[:len(v.List)-1], v.Indexes[:len(v.Indexes)-1]
			}
			v.List = slices.Delete(slices.Clone(v.List), at, at+1)
			v.Indexes = slices.Delete(slices.Clone(v.Indexes), at, at+1)
		}
	}
	return p.set(name, v)
}

func eval(p *process, args []string) int {
	p.source(strings.Join(args, " "))
	return p.status
}

func sourceFile(p *process, args []string) int {
	if len(args) == 0 {
		p.errorf("source: filename argument required")
		return 2
	}
	source, ok := p.script(args[0])
	if !ok {
		return 1
	}
	if len(args) > 1 {
		saved := p.args
		p.args = args[1:]
		defer func() { p.args = saved }()
	}
	p.calls++
	defer func() { p.calls-- }()
	p.source(source)
	if p.flow == returning {
		p.flow = onward
	}
	return p.status
}

// script reads a file of commands.
func (p *process) script(name string) (string, bool) {
	full := absolute(p.dir, name)
	info, err := p.shell.FS.Stat(full)
	if err != nil || info.IsDir() {
		p.errorf("%s: No such file or directory", name)
		return "", false
	}
	if info.Size() > maxSource {
		p.errorf("%s: File too large: a script has at most %d bytes here", name, maxSource)
		return "", false
	}
	data, err := afero.ReadFile(p.shell.FS, full)
	if err != nil {
		p.errorf("%s", message(err))
		return "", false
	}
	return string(data), true
}

func exec(p *process, args []string) int {
	if len(args) == 0 {
		p.forever = true
		return 0
	}
	panic(exited{p.program(args)})
}

func command(p *process, args []string) int {
	if len(args) > 0 && (args[0] == "-v" || args[0] == "-V") {
		status := 0
		for _, name := range args[1:] {
			if kind := p.kind(name); kind == "" {
				status = 1
			} else if kind == "file" {
				fmt.Fprintln(port{p, 1}, "/usr/bin/"+name)
			} else {
				fmt.Fprintln(port{p, 1}, name)
			}
		}
		return status
	}
	if len(args) > 0 && args[0] == "-p" {
		args = args[1:]
	}
	if len(args) == 0 {
		return 0
	}
	if run, ok := builtins()[args[0]]; ok {
		return run(p, args[1:])
	}
	return p.program(args)
}

// kind is what a name stands for: a keyword, a function, a builtin, a file; or nothing.
func (p *process) kind(name string) string {
	_, function := p.funcs[name]
	_, own := builtins()[name]
	switch {
	case syntax.IsKeyword(name):
		return "keyword"
	case function:
		return "function"
	case own && name != "bash" && name != "sh":
		return "builtin"
	case slices.Contains(p.shell.Names(), name):
		return "file"
	}
	return ""
}

func typeOf(p *process, args []string) int {
	flags, names := options(args)
	status := 0
	for _, name := range names {
		kind := p.kind(name)
		switch {
		case kind == "":
			status = 1
			if flags == "" {
				p.errorf("type: %s: not found", name)
			}
		case strings.Contains(flags, "t"):
			fmt.Fprintln(port{p, 1}, kind)
		case kind == "file":
			fmt.Fprintf(port{p, 1}, "%s is /usr/bin/%s\n", name, name)
		default:
			fmt.Fprintf(port{p, 1}, "%s is a %s\n", name, map[string]string{"keyword": "shell keyword", "function": "function", "builtin": "shell builtin"}[kind])
		}
	}
	return status
}

func read(p *process, args []string) int {
	raw, array, delimiter := false, "", byte('\n')
	for len(args) > 0 && len(args[0]) > 1 && args[0][0] == '-' {
		a := args[0]
		args = args[1:]
		value := func() (v string) {
			if len(args) > 0 {
				v, args = args[0], args[1:]
			}
			return v
		}
		switch a[len(a)-1] {
		case 'a':
			array = value()
		case 'd':
			delimiter = (value() + "\x00")[0]
		case 'p':
			_, _ = io.WriteString(port{p, 2}, value())
		case 'n', 'N', 't', 'u', 'i':
			value()
		}
		raw = raw || strings.Contains(a, "r")
	}
	if len(args) == 0 {
		args = []string{"REPLY"}
	}
	text1, whole := p.readLine(delimiter, raw)
	n := len(args)
	if array != "" {
		n = -1
	}
	fields := expand.ReadFields(p.config(), text1, n, raw)
	if array != "" {
		return p.finish(p.set(array, expand.Variable{Set: true, Kind: expand.Indexed, List: fields}), whole)
	}
	for i, name := range args {
		value := ""
		if i < len(fields) {
			value = fields[i]
		}
		if args[0] == "REPLY" && n == 1 {
			value = text1
		}
		if err := p.set(name, text(value)); err != nil {
			return p.finish(err, whole)
		}
	}
	return p.finish(nil, whole)
}

func (p *process) finish(err error, whole bool) int {
	if err != nil {
		p.failed(err)
	}
	return oneIf(!whole)
}

// readLine reads up to a delimiter; whole is false at the end of the input.
func (p *process) readLine(delimiter byte, raw bool) (line string, whole bool) {
	var b []byte
	one := make([]byte, 1)
	in := port{p, 0}
	for {
		n, err := in.Read(one)
		if n == 1 && one[0] == delimiter {
			if raw || len(b) == 0 || b[len(b)-1] != '\\' {
				return string(b), true
			}
			b = b[:len(b)-1] // the line goes on
			continue
		}
		if n == 1 {
			if len(b) == maxText {
				p.failed(fmt.Errorf("read: %w: a line has at most %d bytes here", errRoom, maxText))
			}
			p.keep(factor)
			b = append(b, one[0])
		}
		if err != nil {
			return string(b), false
		}
	}
}

func mapfile(p *process, args []string) int {
	flags, names := options(args)
	name := "MAPFILE"
	if len(names) > 0 {
		name = names[0]
	}
	var list []string
	total := 0
	for {
		line, whole := p.readLine('\n', true)
		if !whole && line == "" {
			break
		}
		if total += len(line) + 24; total > maxText {
			p.failed(fmt.Errorf("mapfile: %w: a variable holds at most %d bytes here", errRoom, maxText))
		}
		if whole && !strings.Contains(flags, "t") {
			line += "\n"
		}
		list = append(list, line)
	}
	return p.finish(p.set(name, expand.Variable{Set: true, Kind: expand.Indexed, List: list}), true)
}

func wait(p *process, args []string) int {
	status := 0
	for _, c := range p.jobs {
		if len(args) == 0 || slices.Contains(args, strconv.Itoa(c.id+1000)) || slices.Contains(args, "%"+strconv.Itoa(slices.Index(p.jobs, c)+1)) {
			got := p.await(c)
			if len(args) > 0 {
				status = got
			}
		}
	}
	if len(args) == 0 {
		p.jobs = nil
	}
	return status
}

func listJobs(p *process, _ []string) int {
	for i, c := range p.jobs {
		state := "Running"
		if c.over {
			state = "Done"
		}
		fmt.Fprintf(port{p, 1}, "[%d]   %s\n", i+1, state)
	}
	return 0
}

func kill(p *process, args []string) int {
	status := 0
	for _, a := range args {
		if strings.HasPrefix(a, "-") {
			continue
		}
		found := false
		for i, c := range p.jobs {
			if a == strconv.Itoa(c.id+1000) || a == "%"+strconv.Itoa(i+1) {
				found = true
				c.status = 143
				c.kill()
				p.wake.Broadcast()
			}
		}
		if !found {
			p.errorf("kill: (%s) - No such process", a)
			status = 1
		}
	}
	return status
}

func trap(p *process, args []string) int {
	if len(args) < 2 {
		return 0
	}
	for _, name := range args[1:] {
		if name == "EXIT" || name == "0" {
			p.trap = args[0]
			if p.trap == "-" {
				p.trap = ""
			}
		}
	}
	return 0
}

func umask(p *process, args []string) int {
	if len(args) == 0 {
		fmt.Fprintln(port{p, 1}, "0022")
	}
	return 0
}

func ulimit(p *process, args []string) int {
	fmt.Fprintln(port{p, 1}, p.limit/1024)
	return 0
}

// sh is another shell: bash -c LINE, bash FILE, or commands from its input.
func sh(p *process, args []string) int {
	name, source, rest := "bash", "", []string(nil)
	switch {
	case len(args) >= 2 && args[0] == "-c":
		source, rest = args[1], args[2:]
		if len(rest) > 0 {
			name, rest = rest[0], rest[1:]
		}
	case len(args) > 0:
		var ok bool
		if source, ok = p.script(args[0]); !ok {
			return 127
		}
		name, rest = args[0], args[1:]
	default:
		data, err := io.ReadAll(io.LimitReader(port{p, 0}, maxSource+1))
		if err != nil {
			return 1
		}
		source = string(data)
	}
	p.inside(func(c *process) {
		env := c.exported()
		c.vars.drop()
		c.vars = newScope(c.line, nil)
		c.funcs, c.opts = map[string]*syntax.Stmt{}, settings{}
		for k, v := range env {
			c.vars.put(k, expand.Variable{Set: true, Exported: true, Kind: expand.String, Str: v})
		}
		c.name, c.args, c.row = name, rest, 0
		c.source(source)
	})
	return p.status
}

// declaration is export, local, declare, readonly and their like.
func (p *process) declaration(c *syntax.DeclClause) int {
	var as expand.Variable
	var names []*syntax.Assign
	s := (*scope)(nil)
	function := p.calls > 0 && p.vars.outer != nil
	switch c.Variant.Value {
	case "export":
		as.Exported = true
	case "readonly":
		as.ReadOnly = true
	case "nameref":
		as.Kind = expand.NameRef
	case "local":
		if !function {
			p.errorf("local: can only be used in a function")
			return 1
		}
		s = p.vars
	default:
		if function {
			s = p.vars
		}
	}
	for _, a := range c.Args {
		if a.Name != nil {
			names = append(names, a)
			continue
		}
		for _, flag := range p.fields(a.Value) {
			if len(flag) < 2 || flag[0] != '-' && flag[0] != '+' {
				name, value, given := strings.Cut(flag, "=")
				if !syntax.ValidName(name) {
					p.errorf("%s: `%s': not a valid identifier", c.Variant.Value, flag)
					return 1
				}
				names = append(names, &syntax.Assign{Naked: !given, Name: &syntax.Lit{Value: name}, Value: quoted(value)})
				continue
			}
			as.Exported = as.Exported || strings.Contains(flag, "x") && flag[0] == '-'
			as.ReadOnly = as.ReadOnly || strings.Contains(flag, "r")
			switch {
			case strings.Contains(flag, "A"):
				as.Kind = expand.Associative
			case strings.Contains(flag, "a"):
				as.Kind = expand.Indexed
			case strings.Contains(flag, "n") && c.Variant.Value != "export":
				as.Kind = expand.NameRef
			}
			if strings.Contains(flag, "g") {
				s = nil
			}
			if strings.Contains(flag, "p") {
				p.listVariables()
			}
		}
	}
	if len(names) == 0 && len(c.Args) == 0 {
		p.listVariables()
	}
	for _, a := range names {
		err := p.assign(s, a, as)
		if errors.Is(err, errRoom) {
			p.failed(err)
		}
		if err != nil {
			p.errorf("%s: %v", c.Variant.Value, err)
			return 1
		}
	}
	return 0
}

func (p *process) listVariables() {
	vars := p.all()
	for _, name := range slices.Sorted(maps.Keys(vars)) {
		value, err := syntax.Quote(vars[name].String(), syntax.LangBash)
		if err == nil {
			fmt.Fprintf(port{p, 1}, "declare -%s %s=%s\n", vars[name].Flags()+"-"[:oneIf(vars[name].Flags() == "")], name, value)
		}
	}
}

func (p *process) timed(c *syntax.TimeClause) {
	start := time.Now()
	if c.Stmt != nil {
		p.stmt(c.Stmt)
	}
	d := time.Since(start).Seconds()
	fmt.Fprintf(port{p, 2}, "\nreal\t%dm%.3fs\n", int(d)/60, d-float64(int(d)/60*60))
}
