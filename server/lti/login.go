package lti

import (
	"net/url"
	"slices"
)

// Initiation is how a platform announces somebody (Security section 5.1.1.1): it says no more than that they come.
type Initiation struct {
	Issuer, Client, Deployment string // Client and Deployment may be ""
	LoginHint, MessageHint     string // are given back as they are
	Target                     string // where they want to go; the launch says it again, signed
}

// ReadInitiation reads the parameters of an initiation.
func ReadInitiation(form url.Values) Initiation {
	return Initiation{
		Issuer: form.Get("iss"), Client: form.Get("client_id"), Deployment: form.Get("lti_deployment_id"),
		LoginHint: form.Get("login_hint"), MessageHint: form.Get("lti_message_hint"), Target: form.Get("target_link_uri"),
	}
}

// Values are the parameters again.
func (i Initiation) Values() url.Values {
	v := url.Values{}
	for name, value := range map[string]string{
		"iss": i.Issuer, "client_id": i.Client, "lti_deployment_id": i.Deployment,
		"login_hint": i.LoginHint, "lti_message_hint": i.MessageHint, "target_link_uri": i.Target,
	} {
		if value != "" {
			v.Set(name, value)
		}
	}
	return v
}

// From picks the platform that announces somebody.
func (i Initiation) From(all []Platform) (Platform, error) {
	var found []Platform
	for _, p := range all {
		known := i.Deployment == "" || len(p.Deployments) == 0 || slices.Contains(p.Deployments, i.Deployment)
		if p.Issuer == i.Issuer && (i.Client == "" || p.Client == i.Client) && known {
			found = append(found, p)
		}
	}
	switch {
	case len(found) == 0:
		return Platform{}, refuse(Unknown, "issuer %q, client %q, deployment %q", i.Issuer, i.Client, i.Deployment)
	case len(found) > 1:
		return Platform{}, refuse(Several, "issuer %q, client %q: %d", i.Issuer, i.Client, len(found))
	case i.LoginHint == "":
		return Platform{}, refuse(NoHint, "issuer %q", i.Issuer)
	}
	return found[0], nil
}

// Ask is the address at the platform that a browser opens to be told who they are (Security section 5.1.1.2). The answer comes
// to redirect as a form with id_token and state.
func (i Initiation) Ask(p Platform, redirect, state, nonce string) (string, error) {
	u, err := url.Parse(p.Auth)
	if err != nil {
		return "", err
	}
	q := u.Query()
	for name, value := range map[string]string{
		"scope": "openid", "response_type": "id_token", "response_mode": "form_post", "prompt": "none",
		"client_id": p.Client, "redirect_uri": redirect, "state": state, "nonce": nonce,
		"login_hint": i.LoginHint, "lti_message_hint": i.MessageHint,
	} {
		if value != "" {
			q.Set(name, value)
		}
	}
	u.RawQuery = q.Encode()
	return u.String(), nil
}
