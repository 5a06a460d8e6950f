package sandbox

import (
	"io"
	"mime"
	"net/http"
	"slices"
	"strings"

	"parlour/bot/sandbox/rule"
)

// Upload gives the person a file for an option of a command, and returns its id. In the line
// of the command it is named by that id or by its name: "/look at:board.png".
func (u *User) Upload(name string, data []byte) (string, error) {
	if len(data) > rule.MaxFile {
		return "", rule.ErrTooLarge
	}
	u.d.Lock()
	defer u.d.Unlock()
	return u.d.Upload(u.u, rule.File{Name: name, MIME: http.DetectContentType(data), Data: data}).ID, nil
}

// serveUpload takes a file that a person on the page gives to an option of a command.
func (pg *pages) serveUpload(w http.ResponseWriter, r *http.Request) {
	q := r.URL.Query()
	if !ownOrigin(r) || !slices.Contains(pg.People, q.Get("as")) {
		http.Error(w, "Only the sandbox's own page may act.", http.StatusForbidden)
		return
	}
	data, err := io.ReadAll(http.MaxBytesReader(w, r.Body, rule.MaxFile+1))
	if err != nil {
		sendJSON(w, result{Error: Sentence(rule.ErrTooLarge)})
		return
	}
	id, err := pg.server.User(q.Get("as")).Upload(q.Get("name"), data)
	sendJSON(w, result{Error: Sentence(err), Message: id})
}

// serveAttachment serves a file at its address without a login, as Discord does. A
// picture is shown; any other file is only downloaded.
func (pg *pages) serveAttachment(w http.ResponseWriter, r *http.Request) {
	pg.Lock()
	a := pg.Attachment(r.PathValue("channel"), r.PathValue("id"))
	pg.Unlock()
	if a == nil {
		http.NotFound(w, r)
		return
	}
	w.Header().Set("Content-Security-Policy", "default-src 'none'; sandbox")
	kind := http.DetectContentType(a.Data)
	if !strings.HasPrefix(kind, "image/") {
		kind = "application/octet-stream"
		w.Header().Set("Content-Disposition", mime.FormatMediaType("attachment", map[string]string{"filename": a.Name}))
	}
	w.Header().Set("Content-Type", kind)
	_, _ = w.Write(a.Data)
}
