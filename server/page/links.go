package page

import (
	"strings"

	"gputour/lessons/lesson"
	"gputour/web/text"
)

// This file says where pages are, and turns links between the course's files, which work where the files are
// read as they are, into links between the site's pages.

// addresses are those of a site's pages, as seen from its pages.
type addresses struct {
	root   string // of the site, with a slash at its end
	static bool   // pages are files
}

// served are the addresses of a server.
var served = addresses{root: "/"}

// ending is what the address of a page ends in.
func (a addresses) ending() string {
	if a.static {
		return ".html"
	}
	return ""
}

func (a addresses) home(lang text.Lang) string {
	if a.static {
		return a.root + string(lang) + "/index.html"
	}
	return a.root + string(lang) + "/"
}

func (a addresses) lesson(lang text.Lang, id string) string {
	return a.root + string(lang) + "/lessons/" + id + a.ending()
}

// jupyter is the address of a lesson as Jupyter reads it.
func (a addresses) jupyter(lang text.Lang, id string) string {
	return a.root + string(lang) + "/lessons/" + id + ".ipynb"
}

func (a addresses) page(lang text.Lang, name string) string {
	return a.root + string(lang) + "/pages/" + name + a.ending()
}

// doc is the address of a document of the project.
func (a addresses) doc(lang text.Lang, name string) string {
	return a.root + string(lang) + "/docs/" + name + a.ending()
}

func (a addresses) scratch(lang text.Lang) string {
	return a.root + string(lang) + "/scratch" + a.ending()
}

// figure is the address of a figure by its name.
func (a addresses) figure(name string) string {
	return a.root + "lessons/" + lesson.FiguresFolder + "/" + name
}

// link is the address of what a link in the course means.
func (a addresses) link(link string) string {
	l, ok := lesson.ParseLink(link)
	if !ok {
		return link
	}
	url := a.lesson(text.Lang(l.Lang), l.Name)
	if l.Page {
		url = a.page(text.Lang(l.Lang), l.Name)
	}
	if l.Section != "" {
		url += "#s-" + l.Section
	}
	return url
}

// image is the address of a figure; only data and the course's own figures get through.
func (a addresses) image(url string) string {
	if strings.HasPrefix(url, "data:image/") {
		return url
	}
	if name, ok := strings.CutPrefix(strings.TrimPrefix(url, "../"), lesson.FiguresFolder+"/"); ok && !strings.ContainsAny(name, "/:\\") {
		return a.figure(name)
	}
	return ""
}
