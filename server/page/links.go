package page

import (
	"strings"

	"gputour/lessons/lesson"
	"gputour/web/text"
)

// This file turns links between the course's files, which work where the files are
// read as they are, into links between the site's pages.

// siteURL is the address of what a link in the course means.
func siteURL(link string) string {
	l, ok := lesson.ParseLink(link)
	if !ok {
		return link
	}
	url := lessonURL(text.Lang(l.Lang), l.Name)
	if l.Page {
		url = pageURL(text.Lang(l.Lang), l.Name)
	}
	if l.Section != "" {
		url += "#s-" + l.Section
	}
	return url
}

// imageURL is the address of a figure; only data and the course's own figures get through.
func imageURL(url string) string {
	if strings.HasPrefix(url, "data:image/") {
		return url
	}
	if name, ok := strings.CutPrefix(strings.TrimPrefix(url, "../"), lesson.FiguresFolder+"/"); ok && !strings.ContainsAny(name, "/:\\") {
		return "/lessons/" + lesson.FiguresFolder + "/" + name
	}
	return ""
}
