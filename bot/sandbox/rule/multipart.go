package rule

import (
	"bytes"
	_ "image/gif"
	_ "image/jpeg"
	_ "image/png"
	"io"
	"mime"
	"mime/multipart"
	"strings"
)

// File is one uploaded file.
type File struct {
	Name, MIME string
	Data       []byte
}

// MaxFile is the largest size of one attachment.
const MaxFile = 10 << 20

// ReadForm splits a multipart body into its JSON and its files. The files are by n of
// files[n].
func ReadForm(kind string, raw []byte) ([]byte, map[string]File, error) {
	media, params, err := mime.ParseMediaType(kind)
	if err != nil || !strings.HasPrefix(media, "multipart/") {
		return raw, nil, nil
	}
	var body []byte
	files := map[string]File{}
	parts := multipart.NewReader(bytes.NewReader(raw), params["boundary"])
	for {
		part, err := parts.NextPart()
		if err == io.EOF {
			return body, files, nil
		}
		if err != nil {
			return nil, nil, ErrBadJSON
		}
		data, err := io.ReadAll(part)
		if err != nil {
			return nil, nil, ErrBadJSON
		}
		name := part.FormName()
		if name == "payload_json" {
			body = data
			continue
		}
		if len(data) > MaxFile {
			return nil, nil, ErrTooLarge
		}
		n := strings.TrimSuffix(strings.TrimPrefix(name, "files["), "]")
		files[n] = File{Name: part.FileName(), MIME: part.Header.Get("Content-Type"), Data: data}
	}
}
