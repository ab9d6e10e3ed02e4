package lti

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"slices"
)

// Ours is what a platform is told about us.
type Ours struct {
	Name                        string
	Login, Launch, Choose, Keys string // addresses
}

// configuration is what a platform says of itself (Registration section 3.4).
type configuration struct {
	Issuer       string `json:"issuer"`
	Auth         string `json:"authorization_endpoint"`
	Token        string `json:"token_endpoint"`
	Audience     string `json:"authorization_server"`
	JWKS         string `json:"jwks_uri"`
	Registration string `json:"registration_endpoint"`
	Platform     struct {
		Family   string `json:"product_family_code"`
		Messages []struct {
			Type string `json:"type"`
		} `json:"messages_supported"`
	} `json:"https://purl.imsglobal.org/spec/lti-platform-configuration"`
}

// Register tells a platform of us (Registration section 3.5): address is where it says what it is, token lets us register. What comes
// back is the platform as it is to be kept.
func (s *Services) Register(ctx context.Context, ours Ours, address, token string) (Platform, error) {
	const asked = "registration"
	if !secure(address) {
		return Platform{}, &ServiceError{Asked: asked, Status: http.StatusMisdirectedRequest, Detail: fmt.Sprintf("%v: %q", errPlace, address)}
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return Platform{}, err
	}
	var c configuration
	if _, err := s.do(req, asked, &c); err != nil {
		return Platform{}, err
	}
	if err := c.check(address); err != nil {
		return Platform{}, &ServiceError{Asked: asked, Status: http.StatusMisdirectedRequest, Detail: err.Error()}
	}
	return s.register(ctx, ours, c, token)
}

// check refuses a platform that says it is another (Registration section 3.5.1: the address and the issuer are of one host).
func (c configuration) check(address string) error {
	at, err := url.Parse(address)
	if err != nil {
		return err
	}
	issuer, err := url.Parse(c.Issuer)
	if err != nil || issuer.Scheme != at.Scheme || issuer.Host != at.Host {
		return fmt.Errorf("the issuer %q is not at %s", c.Issuer, at.Host)
	}
	for _, a := range []string{c.Auth, c.Token, c.JWKS, c.Registration} {
		if !secure(a) {
			return fmt.Errorf("%w: %q", errPlace, a)
		}
	}
	return nil
}

func (s *Services) register(ctx context.Context, ours Ours, c configuration, token string) (Platform, error) {
	body, err := json.Marshal(ours.registration(c))
	if err != nil {
		return Platform{}, err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, c.Registration, bytes.NewReader(body))
	if err != nil {
		return Platform{}, err
	}
	req.Header.Set("Content-Type", "application/json")
	if token != "" {
		req.Header.Set("Authorization", "Bearer "+token)
	}
	var got struct {
		Client string `json:"client_id"`
		Tool   struct {
			Deployment string `json:"deployment_id"`
		} `json:"https://purl.imsglobal.org/spec/lti-tool-configuration"`
	}
	if _, err := s.do(req, "registration", &got); err != nil {
		return Platform{}, err
	}
	p := Platform{Name: c.Platform.Family, Issuer: c.Issuer, Client: got.Client, Auth: c.Auth, Token: c.Token, Audience: c.Audience, JWKS: c.JWKS}
	if p.Name == "" {
		p.Name = c.Issuer
	}
	if got.Tool.Deployment != "" {
		p.Deployments = []string{got.Tool.Deployment}
	}
	return p, p.Check()
}

// registration is what we say of ourselves (Registration section 3.5.2).
func (o Ours) registration(c configuration) map[string]any {
	host := ""
	if u, err := url.Parse(o.Launch); err == nil {
		host = u.Host
	}
	messages := []map[string]any{{"type": ResourceLink}}
	if slices.ContainsFunc(c.Platform.Messages, func(m struct {
		Type string `json:"type"`
	}) bool {
		return m.Type == string(DeepLinking)
	}) {
		messages = append(messages, map[string]any{"type": DeepLinking, "target_link_uri": o.Choose, "label": o.Name})
	}
	return map[string]any{
		"application_type": "web", "response_types": []string{"id_token"}, "grant_types": []string{"implicit", "client_credentials"},
		"initiate_login_uri": o.Login, "redirect_uris": []string{o.Launch}, "client_name": o.Name, "jwks_uri": o.Keys,
		"token_endpoint_auth_method": "private_key_jwt", "scope": lineItemScope + " " + scoreScope + " " + membersScope,
		"https://purl.imsglobal.org/spec/lti-tool-configuration": map[string]any{
			"domain": host, "target_link_uri": o.Launch, "claims": []string{"iss", "sub", "name", "given_name", "family_name", "email"}, "messages": messages,
		},
	}
}
