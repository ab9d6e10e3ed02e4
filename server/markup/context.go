package markup

import (
	"errors"
	"fmt"
	"strings"
	"text/template/parse"
)

// place finds out where the values of a template stand. A template begins and ends between tags, wherever it is used.
func (s *Set) place(tree *parse.Tree) error {
	p := &placing{escapers: s.escapers}
	end, err := p.list(place{}, tree.Root)
	if err == nil && end != (place{}) {
		err = fmt.Errorf("the template ends in %s", end)
	}
	return err
}

// place is where in a document a template has come to; the zero value is between tags.
type place struct {
	state state
	tag   string // its name, in small letters; of an end tag ""
	attr  string
	quote byte
	part  part // of an address
}

type state int

const (
	inText state = iota
	inTag
	inValue // of an attribute
	inRaw   // the text of a script or style element
	inPlain // of a textarea or title: text without tags
)

// part is of an address: what may stand in a query is no whole address.
type part int

const (
	atStart part = iota
	inPath
	inQuery // or behind #
)

func (p place) String() string {
	return [...]string{"text", "the tag " + p.tag, "the attribute " + p.attr, "the element " + p.tag, "the element " + p.tag}[p.state]
}

type placing struct{ escapers map[*parse.ActionNode]escaper }

func (p *placing) list(at place, list *parse.ListNode) (place, error) {
	if list == nil {
		return at, nil
	}
	var err error
	for _, node := range list.Nodes {
		if at, err = p.node(at, node); err != nil {
			return at, err
		}
	}
	return at, nil
}

func (p *placing) node(at place, node parse.Node) (place, error) {
	switch n := node.(type) {
	case *parse.TextNode:
		return at.through(string(n.Text))
	case *parse.ActionNode:
		return p.action(at, n)
	case *parse.IfNode:
		return p.branches(at, &n.BranchNode)
	case *parse.WithNode:
		return p.branches(at, &n.BranchNode)
	case *parse.RangeNode:
		return p.branches(at, &n.BranchNode) // a turn is begun where none is, too
	case *parse.TemplateNode:
		if at.state != inText {
			return at, fmt.Errorf("line %d: a template in %s", n.Line, at)
		}
	case *parse.CommentNode:
	default:
		return at, fmt.Errorf("%s is not for pages", node)
	}
	return at, nil
}

func (p *placing) action(at place, n *parse.ActionNode) (place, error) {
	if len(n.Pipe.Decl) > 0 {
		return at, nil
	}
	escape, err := at.escaper()
	if err != nil {
		return at, fmt.Errorf("line %d: %w", n.Line, err)
	}
	p.escapers[n] = escape
	if at.part == atStart && at.isAddress() {
		at.part = inPath
	}
	return at, nil
}

// branches are both ways through a condition, which have to lead to the same place.
func (p *placing) branches(at place, n *parse.BranchNode) (place, error) {
	one, err := p.list(at, n.List)
	if err != nil {
		return one, err
	}
	other, err := p.list(at, n.ElseList)
	if err == nil && one != other {
		err = fmt.Errorf("line %d: one branch ends in %s, the other in %s", n.Line, one, other)
	}
	return one, err
}

// through is where one is behind a piece of a template's text.
func (at place) through(text string) (place, error) {
	for text != "" {
		var err error
		if at, text, err = at.step(text); err != nil {
			return at, err
		}
	}
	return at, nil
}

// step takes the first piece off a text.
func (at place) step(text string) (place, string, error) {
	switch at.state {
	case inText:
		return at.text(text)
	case inTag:
		return at.inside(text)
	case inValue:
		return at.value(text)
	}
	end := strings.Index(strings.ToLower(text), "</"+at.tag)
	if end < 0 {
		return at, "", nil
	}
	return place{}, text[end:], nil
}

const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"

func (at place) text(text string) (place, string, error) {
	_, rest, found := strings.Cut(text, "<")
	switch {
	case !found:
		return at, "", nil
	case strings.HasPrefix(rest, "!--"):
		return at, "", errors.New("a comment for whoever reads the page: write {{/* */}}")
	case rest == "" || !strings.ContainsRune(letters+"/!", rune(rest[0])):
		return at, rest, nil
	}
	end := strings.IndexAny(rest, " \t\r\n/>")
	if strings.HasPrefix(rest, "/") {
		return place{state: inTag}, strings.TrimLeft(rest[1:], letters+"123456789-"), nil
	}
	if end < 0 {
		end = len(rest)
	}
	return place{state: inTag, tag: strings.ToLower(rest[:end])}, rest[end:], nil
}

// inside is in a tag: before an attribute, or before its end.
func (at place) inside(text string) (place, string, error) {
	text = strings.TrimLeft(text, " \t\r\n/")
	switch {
	case text == "":
		return at, "", nil
	case text[0] == '>':
		return at.content(), text[1:], nil
	case strings.ContainsRune("\"'<=", rune(text[0])):
		return at, "", fmt.Errorf("%q in %s", text[0], at)
	}
	end := strings.IndexAny(text, " \t\r\n/>=")
	if end < 0 {
		return at, "", nil
	}
	name, rest := text[:end], text[end:]
	value, has := strings.CutPrefix(rest, "=")
	if !has {
		return at, rest, nil
	}
	if value != "" && (value[0] == '"' || value[0] == '\'') {
		at.state, at.attr, at.quote, at.part = inValue, strings.ToLower(name), value[0], atStart
		return at, value[1:], nil
	}
	end = strings.IndexAny(value, " \t\r\n>")
	if end <= 0 {
		return at, "", fmt.Errorf("the value of the attribute %s is not quoted", name)
	}
	return at, value[end:], nil
}

// content is where a tag ends: the text of its element.
func (at place) content() place {
	switch at.tag {
	case "script", "style":
		return place{state: inRaw, tag: at.tag}
	case "textarea", "title":
		return place{state: inPlain, tag: at.tag}
	}
	return place{}
}

// value is in the value of an attribute.
func (at place) value(text string) (place, string, error) {
	inside, rest, ends := strings.Cut(text, string(at.quote))
	if ends {
		return place{state: inTag, tag: at.tag}, rest, nil
	}
	switch {
	case !at.isAddress():
	case strings.ContainsAny(inside, "?#"):
		at.part = inQuery
	case at.part == atStart && inside != "":
		at.part = inPath
	}
	return at, "", nil
}
