package rest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"mime/multipart"
	"net/textproto"
)

// File is a file of a message.
type File struct {
	Name, Kind string // Kind is its content type
	Data       []byte
}

// Parts returns the content type and the body of a request with files. The body is made in one
// piece, as pictures are most of what the bot sends.
func Parts(message any, files []File) (kind string, body []byte, err error) {
	text, err := json.Marshal(message)
	if err != nil {
		return "", nil, err
	}
	room := len(text) + 512
	for _, f := range files {
		room += len(f.Data) + 512
	}
	b := bytes.NewBuffer(make([]byte, 0, room))
	w := multipart.NewWriter(b)
	part := func(place, kind string, data []byte) error {
		p, err := w.CreatePart(textproto.MIMEHeader{"Content-Disposition": {place}, "Content-Type": {kind}})
		if err == nil {
			_, err = p.Write(data)
		}
		return err
	}
	if err := part(`form-data; name="payload_json"`, "application/json", text); err != nil {
		return "", nil, err
	}
	for i, f := range files {
		if err := part(multipart.FileContentDisposition(fmt.Sprintf("files[%d]", i), f.Name), f.Kind, f.Data); err != nil {
			return "", nil, err
		}
	}
	if err := w.Close(); err != nil {
		return "", nil, err
	}
	return w.FormDataContentType(), b.Bytes(), nil
}
