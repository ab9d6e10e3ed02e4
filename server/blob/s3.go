package blob

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/minio/minio-go/v7"
	"github.com/minio/minio-go/v7/pkg/credentials"
)

// s3 is a bucket, or what is below a prefix in one.
type s3 struct {
	client *minio.Client
	bucket string
	prefix string // ends in /, or is empty
	name   string
}

// attempts at one request: a server that starts again is there for the next.
const attempts = 3

// switches are the words of a parameter that is on or off.
var switches = map[string]bool{"": false, "off": false, "on": true}

func openS3(u *url.URL, owner string, keys Keys) (*s3, error) {
	q := u.Query()
	for name := range q {
		if name != "endpoint" && name != "region" && name != "path-style" && name != "tls" {
			return nil, fmt.Errorf("the address has no parameter %q: there are endpoint, region, path-style and tls", name)
		}
	}
	path, known := switches[q.Get("path-style")]
	encrypted, also := switches[q.Get("tls")]
	if !known || !also {
		return nil, errors.New("the parameters path-style and tls are on or off")
	}
	if u.Host == "" {
		return nil, errors.New("the address names no bucket: s3://BUCKET")
	}
	endpoint, own := q.Get("endpoint"), q.Has("endpoint")
	if !own {
		endpoint = "s3.amazonaws.com"
	}
	lookup := minio.BucketLookupAuto
	if path {
		lookup = minio.BucketLookupPath
	}
	client, err := minio.New(endpoint, &minio.Options{
		Creds: keys.credentials(), Secure: encrypted || !q.Has("tls"), Region: q.Get("region"), BucketLookup: lookup, MaxRetries: attempts,
	})
	if err != nil {
		return nil, fmt.Errorf("the address: %w", err)
	}
	prefix := strings.Trim(u.Path, "/")
	if prefix != "" {
		prefix += "/"
	}
	return &s3{client: client, bucket: u.Host, prefix: prefix + owner + "/", name: "s3://" + u.Host + u.Path}, nil
}

// credentials are the keys; without, those of the environment, of a file of the user's, or of the machine or pod.
func (k Keys) credentials() *credentials.Credentials {
	if k != (Keys{}) {
		return credentials.NewStaticV4(k.Access, k.Secret, "")
	}
	return credentials.NewChainCredentials([]credentials.Provider{
		&credentials.EnvAWS{}, &credentials.FileAWSCredentials{}, &credentials.IAM{Client: &http.Client{Timeout: 5 * time.Second}},
	})
}

func (s *s3) String() string { return s.name }

func (s *s3) put(ctx context.Context, path string, data []byte) error {
	_, err := s.client.PutObject(ctx, s.bucket, s.prefix+path, bytes.NewReader(data), int64(len(data)),
		minio.PutObjectOptions{ContentType: "application/octet-stream", DisableMultipart: true})
	return err
}

func (s *s3) get(ctx context.Context, path string) ([]byte, error) {
	object, err := s.client.GetObject(ctx, s.bucket, s.prefix+path, minio.GetObjectOptions{})
	if err != nil {
		return nil, err
	}
	defer object.Close()
	data, err := io.ReadAll(object)
	return data, missing(err)
}

// missing is ErrMissing for the error of an object that is not there.
func missing(err error) error {
	if minio.ToErrorResponse(err).Code == minio.NoSuchKey {
		return ErrMissing
	}
	return err
}

func (s *s3) has(ctx context.Context, path string) (bool, error) {
	_, err := s.client.StatObject(ctx, s.bucket, s.prefix+path, minio.StatObjectOptions{})
	if err = missing(err); errors.Is(err, ErrMissing) {
		return false, nil
	}
	return err == nil, err
}

func (s *s3) list(ctx context.Context, sub string, f func(string, time.Time) error) error {
	ctx, cancel := context.WithCancel(ctx) // ends the listing when f does
	defer cancel()
	below := s.prefix
	if sub != "" {
		below += sub + "/"
	}
	for object := range s.client.ListObjects(ctx, s.bucket, minio.ListObjectsOptions{Prefix: below}) {
		name := strings.TrimPrefix(object.Key, below)
		switch {
		case object.Err != nil:
			return object.Err
		case strings.HasSuffix(name, "/"): // a folder
			continue
		}
		if err := f(name, object.LastModified); err != nil {
			return err
		}
	}
	return ctx.Err()
}

func (s *s3) move(ctx context.Context, from, to string) error {
	_, err := s.client.CopyObject(ctx, minio.CopyDestOptions{Bucket: s.bucket, Object: s.prefix + to},
		minio.CopySrcOptions{Bucket: s.bucket, Object: s.prefix + from})
	if err = missing(err); err != nil {
		if errors.Is(err, ErrMissing) { // another node has moved it
			err = nil
		}
		return err
	}
	return s.remove(ctx, from)
}

func (s *s3) remove(ctx context.Context, path string) error {
	return s.client.RemoveObject(ctx, s.bucket, s.prefix+path, minio.RemoveObjectOptions{})
}

func (s *s3) ready(ctx context.Context) error {
	there, err := s.client.BucketExists(ctx, s.bucket)
	switch response := minio.ToErrorResponse(err); {
	case err == nil && !there:
		return fmt.Errorf("%w: there is no bucket %q", ErrRefused, s.bucket)
	case response.StatusCode/100 == 4:
		return fmt.Errorf("%w: %w", ErrRefused, err)
	}
	return err
}
