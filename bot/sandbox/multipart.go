package sandbox

import (
	"bytes"
	"image"
	_ "image/gif"  // to measure what is attached
	_ "image/jpeg" // likewise
	_ "image/png"  // likewise
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"strings"
)

// file is one uploaded file.
type file struct {
	name, mime string
	data       []byte
}

// maxFile is the largest size of one attachment.
const maxFile = 10 << 20

// readForm splits a multipart body into its JSON and its files. The files are by n of
// files[n].
func readForm(kind string, raw []byte) ([]byte, map[string]file, error) {
	media, params, err := mime.ParseMediaType(kind)
	if err != nil || !strings.HasPrefix(media, "multipart/") {
		return raw, nil, nil
	}
	var body []byte
	files := map[string]file{}
	parts := multipart.NewReader(bytes.NewReader(raw), params["boundary"])
	for {
		part, err := parts.NextPart()
		if err == io.EOF {
			return body, files, nil
		}
		if err != nil {
			return nil, nil, errBadJSON
		}
		data, err := io.ReadAll(part)
		if err != nil {
			return nil, nil, errBadJSON
		}
		name := part.FormName()
		if name == "payload_json" {
			body = data
			continue
		}
		if len(data) > maxFile {
			return nil, nil, errTooLarge
		}
		n := strings.TrimSuffix(strings.TrimPrefix(name, "files["), "]")
		files[n] = file{name: part.FileName(), mime: part.Header.Get("Content-Type"), data: data}
	}
}

// attach makes an attachment of a file.
func attach(f file, id, name, alt string) *attachment {
	a := &attachment{id: id, name: f.name, alt: alt, mime: f.mime, data: f.data}
	if name != "" {
		a.name = name
	}
	if sniffed := http.DetectContentType(f.data); strings.HasPrefix(sniffed, "image/") {
		a.mime = sniffed
	}
	if c, _, err := image.DecodeConfig(bytes.NewReader(f.data)); err == nil {
		a.width, a.height = c.Width, c.Height
	}
	return a
}

// serveAttachment serves a file at its address without a login, as Discord does. A
// picture is shown; any other file is only downloaded.
func (pg *pages) serveAttachment(w http.ResponseWriter, r *http.Request) {
	pg.state.lock()
	a := pg.state.world.attachment(r.PathValue("channel"), r.PathValue("id"))
	pg.state.unlock()
	if a == nil {
		http.NotFound(w, r)
		return
	}
	w.Header().Set("Content-Security-Policy", "default-src 'none'; sandbox")
	kind := http.DetectContentType(a.data)
	if !strings.HasPrefix(kind, "image/") {
		kind = "application/octet-stream"
		w.Header().Set("Content-Disposition", mime.FormatMediaType("attachment", map[string]string{"filename": a.name}))
	}
	w.Header().Set("Content-Type", kind)
	_, _ = w.Write(a.data)
}

// attachment finds a file of a channel's messages, or nil.
func (w *world) attachment(channel, id string) *attachment {
	c := w.channels[channel]
	if c == nil {
		return nil
	}
	for _, m := range c.messages {
		for _, a := range m.files {
			if a.id == id {
				return a
			}
		}
	}
	return nil
}
