package lti

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

// Services asks platforms. Its methods may be called from any goroutine.
type Services struct {
	HTTP *http.Client
	Now  func() time.Time
	Sign func(claims any) (string, error)

	mu     sync.Mutex
	tokens map[string]access // by platform and scopes
}

// access is a token for a platform's services.
type access struct {
	token string
	until time.Time
}

// ServiceError is the error of a platform that did not do what it was asked.
type ServiceError struct {
	Asked  string // what for
	Status int    // of the answer; 0 when there was none
	Detail string
	After  time.Duration // how long the platform wants us to wait; 0 when it does not say
	err    error
}

// Error implements error.
func (e *ServiceError) Error() string {
	if e.Status == 0 {
		return fmt.Sprintf("%s: %v", e.Asked, e.err)
	}
	return fmt.Sprintf("%s: status %d: %s", e.Asked, e.Status, e.Detail)
}

// Unwrap implements errors.
func (e *ServiceError) Unwrap() error { return e.err }

// Passing reports whether the same request may succeed later: the platform is away, busy or has a fault of its own. What it
// refuses it will refuse again.
func (e *ServiceError) Passing() bool {
	return e.Status == 0 || e.Status >= 500 || slices.Contains([]int{http.StatusUnauthorized, http.StatusRequestTimeout, http.StatusTooEarly, http.StatusTooManyRequests}, e.Status)
}

const (
	answerMost = 4 << 20 // bytes of an answer
	detailMost = 300     // bytes of one that is kept for an error
)

// token returns a token for some scopes (Security section 4.1: a signed assertion instead of a password).
func (s *Services) token(ctx context.Context, p Platform, scopes []string) (string, error) {
	key := strings.Join(append([]string{p.ID, p.Client}, scopes...), " ")
	s.mu.Lock()
	kept := s.tokens[key]
	s.mu.Unlock()
	if s.Now().Before(kept.until) {
		return kept.token, nil
	}
	now, audience := s.Now(), p.Audience
	if audience == "" {
		audience = p.Token
	}
	assertion, err := s.Sign(map[string]any{
		"iss": p.Client, "sub": p.Client, "aud": audience, "iat": now.Unix(), "exp": now.Add(time.Minute).Unix(), "jti": rand.Text(),
	})
	if err != nil {
		return "", err
	}
	form := url.Values{
		"grant_type": {"client_credentials"}, "scope": {strings.Join(scopes, " ")},
		"client_assertion_type": {"urn:ietf:params:oauth:client-assertion-type:jwt-bearer"}, "client_assertion": {assertion},
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, p.Token, strings.NewReader(form.Encode()))
	if err != nil {
		return "", err
	}
	req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	var got struct {
		Token   string `json:"access_token"`
		Expires int64  `json:"expires_in"`
	}
	if _, err := s.do(req, "access to "+p.Name, &got); err != nil {
		return "", err
	}
	if got.Token == "" {
		return "", &ServiceError{Asked: "access to " + p.Name, Status: http.StatusOK, Detail: "the answer holds no token"}
	}
	s.keep(key, access{got.Token, now.Add(time.Duration(min(got.Expires, 3600))*time.Second - 30*time.Second)})
	return got.Token, nil
}

func (s *Services) keep(key string, a access) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.tokens == nil {
		s.tokens = map[string]access{}
	}
	s.tokens[key] = a
}

// forget drops the tokens for a platform: it does not take one any more.
func (s *Services) forget(p Platform) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for key := range s.tokens {
		if strings.HasPrefix(key, p.ID+" ") {
			delete(s.tokens, key)
		}
	}
}

// call is one request to a service.
type call struct {
	asked         string // in words
	method, url   string
	scopes        []string
	accept, sends string // media types
	body          any    // nil: none
}

// errPlace is the error of a service that is where we do not go.
var errPlace = errors.New("the platform names an address that is not safe")

// call asks a service and reads the answer into v. A token that the platform has taken back is replaced once.
func (s *Services) call(ctx context.Context, p Platform, c call, v any) (http.Header, error) {
	if !secure(c.url) {
		return nil, &ServiceError{Asked: c.asked, Status: http.StatusMisdirectedRequest, Detail: fmt.Sprintf("%v: %q", errPlace, c.url)}
	}
	for try := 0; ; try++ {
		token, err := s.token(ctx, p, c.scopes)
		if err != nil {
			return nil, err
		}
		req, err := c.request(ctx, token)
		if err != nil {
			return nil, err
		}
		head, err := s.do(req, c.asked, v)
		var refused *ServiceError
		if try == 0 && errors.As(err, &refused) && refused.Status == http.StatusUnauthorized {
			s.forget(p)
			continue
		}
		return head, err
	}
}

func (c call) request(ctx context.Context, token string) (*http.Request, error) {
	var body io.Reader
	if c.body != nil {
		data, err := json.Marshal(c.body)
		if err != nil {
			return nil, err
		}
		body = strings.NewReader(string(data))
	}
	req, err := http.NewRequestWithContext(ctx, c.method, c.url, body)
	if err != nil {
		return nil, err
	}
	req.Header.Set("Authorization", "Bearer "+token)
	if c.accept != "" {
		req.Header.Set("Accept", c.accept)
	}
	if c.sends != "" {
		req.Header.Set("Content-Type", c.sends)
	}
	return req, nil
}

// do sends a request and reads the answer, which is to be JSON, into v; nil reads nothing.
func (s *Services) do(req *http.Request, asked string, v any) (http.Header, error) {
	resp, err := s.HTTP.Do(req)
	if err != nil {
		return nil, &ServiceError{Asked: asked, err: err}
	}
	defer resp.Body.Close()
	data, err := io.ReadAll(io.LimitReader(resp.Body, answerMost+1))
	switch {
	case err != nil:
		return nil, &ServiceError{Asked: asked, err: err}
	case resp.StatusCode/100 != 2:
		return nil, &ServiceError{Asked: asked, Status: resp.StatusCode, Detail: string(data[:min(len(data), detailMost)]), After: after(resp.Header)}
	case len(data) > answerMost:
		return nil, &ServiceError{Asked: asked, Status: resp.StatusCode, Detail: "the answer is too large"}
	case v == nil:
		return resp.Header, nil
	}
	if err := json.Unmarshal(data, v); err != nil {
		return nil, &ServiceError{Asked: asked, Status: resp.StatusCode, Detail: fmt.Sprintf("the answer is not as the standard says: %v", err)}
	}
	return resp.Header, nil
}

// after reads Retry-After in seconds, at most a day.
func after(h http.Header) time.Duration {
	seconds, err := strconv.Atoi(h.Get("Retry-After"))
	if err != nil || seconds < 0 {
		return 0
	}
	return min(time.Duration(min(seconds, 1<<20))*time.Second, 24*time.Hour)
}
