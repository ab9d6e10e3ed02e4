package page

import (
	"regexp"
	"strings"

	"gputour/lessons/lesson"
)

// This file turns links between the course's files, which work where the files are
// read as they are, into links between the site's pages.

var courseLink = regexp.MustCompile(`^(?:\.\./)?(pages/)?([a-z0-9][a-z0-9-]*)\.(zh|en)\.md(?:#([a-z0-9-]+))?$`)

// siteURL is the address of what a link in the course means.
func siteURL(link string) string {
	m := courseLink.FindStringSubmatch(link)
	if m == nil {
		return link
	}
	folder := "/lessons/"
	if m[1] != "" {
		folder = "/pages/"
	}
	url := "/" + m[3] + folder + m[2]
	if m[4] != "" {
		url += "#s-" + m[4]
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
