package lti

import (
	"crypto/rand"
	"encoding/json"
	"time"
)

// linkType is the only type of item that we give: a link that is launched (Deep Linking section 3.4).
const linkType = "ltiResourceLink"

// Item is what somebody has chosen.
type Item struct {
	Title, Text string
	URL         string            // ours
	Custom      map[string]string // comes back with each launch
	Column      *LineItem         // nil when it has no points
}

// Respond returns the signed message that answers a deep linking request (Deep Linking section 4.5); a browser posts it as the form
// field JWT to the request's return address. Links ask to be opened in a window of their own, where our cookie is our own.
func (r Ring) Respond(now time.Time, p Platform, l Launch, items []Item) (string, error) {
	content := []map[string]any{}
	for _, item := range items {
		c := map[string]any{"type": linkType, "title": item.Title, "url": item.URL, "window": map[string]any{"targetName": "_blank"}}
		if item.Text != "" {
			c["text"] = item.Text
		}
		if len(item.Custom) > 0 {
			c["custom"] = item.Custom
		}
		if item.Column != nil && (l.Deep.LineItems == nil || *l.Deep.LineItems) {
			c["lineItem"] = item.Column
		}
		content = append(content, c)
	}
	claims := map[string]any{
		"iss": p.Client, "aud": p.Issuer, "iat": now.Unix(), "exp": now.Add(5 * time.Minute).Unix(), "nonce": rand.Text(),
		claim + "message_type": "LtiDeepLinkingResponse", claim + "version": "1.3.0", claim + "deployment_id": l.Deployment,
		"https://purl.imsglobal.org/spec/lti-dl/claim/content_items": content,
	}
	if len(l.Deep.Data) > 0 {
		claims["https://purl.imsglobal.org/spec/lti-dl/claim/data"] = json.RawMessage(l.Deep.Data)
	}
	return r.Sign(now, claims)
}

// Several reports whether more than one item may be chosen.
func (d DeepClaim) Several() bool { return d.Multiple == nil || *d.Multiple }
