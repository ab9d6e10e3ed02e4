package lti

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"
)

// The scopes of grades (Grades section 4.1).
const (
	scoreScope    = "https://purl.imsglobal.org/spec/lti-ags/scope/score"
	lineItemScope = "https://purl.imsglobal.org/spec/lti-ags/scope/lineitem"
)

// The media types of grades (Grades section 3).
const (
	scoreType     = "application/vnd.ims.lis.v1.score+json"
	lineItemType  = "application/vnd.ims.lis.v2.lineitem+json"
	lineItemsType = "application/vnd.ims.lis.v2.lineitemcontainer+json"
)

// LineItem is a column of a platform's grade book (Grades section 3.2).
type LineItem struct {
	ID       string  `json:"id,omitempty"` // its address
	Label    string  `json:"label"`
	Maximum  float64 `json:"scoreMaximum"`
	Resource string  `json:"resourceId,omitempty"` // our assignment
	Link     string  `json:"resourceLinkId,omitempty"`
	Tag      string  `json:"tag,omitempty"`
	Due      string  `json:"endDateTime,omitempty"`
}

// MayScore and MayMakeColumns report what a launch lets us do.
func (g GradesClaim) MayScore() bool { return slices.Contains(g.Scopes, scoreScope) }

// MayMakeColumns reports whether we may make columns.
func (g GradesClaim) MayMakeColumns() bool {
	return g.LineItems != "" && slices.Contains(g.Scopes, lineItemScope)
}

// Column returns the course's column for want.Resource, which it makes when there is none: asked twice, it is the same one.
func (s *Services) Column(ctx context.Context, p Platform, items string, want LineItem) (LineItem, error) {
	address, err := withQuery(items, "resource_id", want.Resource)
	if err != nil {
		return LineItem{}, err
	}
	scopes := []string{lineItemScope}
	var found []LineItem
	look := call{asked: "columns of the grade book", method: http.MethodGet, url: address, scopes: scopes, accept: lineItemsType}
	if _, err := s.call(ctx, p, look, &found); err != nil {
		return LineItem{}, err
	}
	for _, f := range found {
		if f.Resource == want.Resource && f.ID != "" { // not every platform looks only for what was asked
			return f, nil
		}
	}
	var made LineItem
	add := call{asked: "a new column in the grade book", method: http.MethodPost, url: items, scopes: scopes, accept: lineItemType, sends: lineItemType, body: want}
	if _, err := s.call(ctx, p, add, &made); err != nil {
		return LineItem{}, err
	}
	if made.ID == "" {
		return LineItem{}, &ServiceError{Asked: add.asked, Status: http.StatusOK, Detail: "the answer names no column"}
	}
	return made, nil
}

// Score is somebody's points.
type Score struct {
	Subject    string // as the platform names them
	Given, Max float64
	At         time.Time // a later one replaces an earlier one, whenever they come
	Comment    string
}

// SendScore writes points into a column (Grades section 3.4).
func (s *Services) SendScore(ctx context.Context, p Platform, column string, score Score) error {
	u, err := url.Parse(column)
	if err != nil {
		return fmt.Errorf("the column %q: %w", column, err)
	}
	u.Path = strings.TrimSuffix(u.Path, "/") + "/scores" // before the query, which some platforms have
	body := map[string]any{
		"userId": score.Subject, "scoreGiven": score.Given, "scoreMaximum": score.Max,
		"timestamp":        score.At.UTC().Format("2006-01-02T15:04:05.000Z07:00"),
		"activityProgress": "Completed", "gradingProgress": "FullyGraded",
	}
	if score.Comment != "" {
		body["comment"] = score.Comment
	}
	_, err = s.call(ctx, p, call{asked: "points", method: http.MethodPost, url: u.String(), scopes: []string{scoreScope}, sends: scoreType, body: body}, nil)
	return err
}

func withQuery(address, name, value string) (string, error) {
	u, err := url.Parse(address)
	if err != nil {
		return "", err
	}
	q := u.Query()
	q.Set(name, value)
	u.RawQuery = q.Encode()
	return u.String(), nil
}
