package sandbox

import (
	"mime"
	"net/http"
	"strings"
)

// serveAttachment serves a file at its address without a login, as Discord does. A
// picture is shown; any other file is only downloaded.
func (pg *pages) serveAttachment(w http.ResponseWriter, r *http.Request) {
	pg.state.Lock()
	a := pg.state.World.Attachment(r.PathValue("channel"), r.PathValue("id"))
	pg.state.Unlock()
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
