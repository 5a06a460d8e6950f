package bot_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"mime"
	"mime/multipart"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"sync"
)

// Who else than one person can get what leaves the bot. Everybody gets what nobody
// in particular does, so that nothing is left out of a comparison by mistake.
const (
	everybody = "everybody"
	logbook   = "the log"
)

// A sending is one thing that left the bot: a request, or a line of its log.
type sending struct {
	deed int    // during which deed of the people
	to   string // a person, everybody or the logbook
	text string // every byte of it, but for tokens and boundaries, which are drawn
	data int    // how much of it is files
}

// A watch sees all that leaves the bot, deed by deed.
type watch struct {
	channels map[string]string // whose direct channel is which, by its id

	mu       sync.Mutex
	all      []sending
	deed     int
	who      string        // does the deed
	direct   bool          // in their direct channel
	alone    bool          // and alone sees the message that it is done on
	private  bool          // the first answer is for them alone
	early    int           // how many messages the bot sends before it answers
	answered chan struct{} // closed once the deed is answered
}

// begin begins the next deed, of a person, in a channel, and perhaps on a message that
// they alone see. Until it is answered nothing else is posted, so that the ids of
// messages are the same every time.
func (w *watch) begin(who, channel string, alone bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.deed++
	w.who, w.direct, w.alone = who, w.channels[channel] != "", alone
	w.private, w.answered = false, make(chan struct{})
}

// let lets the bot send so many messages before it answers the next deed.
func (w *watch) let(early int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.early = early
}

// answer says that the deed is answered, and lets be posted what it brings about.
func (w *watch) answer() { close(w.answered) }

// end ends the deed with what the log has of it.
func (w *watch) end(log string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for line := range strings.Lines(log) {
		w.all = append(w.all, sending{deed: w.deed, to: logbook, text: masked(clock.ReplaceAllString(line, ""))})
	}
}

var (
	clock = regexp.MustCompile(`^time=\S+ `)
	token = regexp.MustCompile(`^(/api/v\d+/(?:interactions|webhooks)/\d+)/[^/?]+`)
	hash  = regexp.MustCompile(`\b[0-9a-f]{64}\b`)
)

// masked takes out of a text the hashes with which the bot commits itself: they
// differ with what they hide, and must not tell it.
func masked(text string) string { return hash.ReplaceAllString(text, "(a hash)") }

// see notes a request on its way to Discord.
func (w *watch) see(_ http.ResponseWriter, r *http.Request) bool {
	body, files, err := unpack(r)
	if err != nil {
		body = []byte("a body that cannot be read: " + err.Error())
	}
	path := token.ReplaceAllString(r.URL.RequestURI(), "$1/(a token)")
	s := sending{text: masked(fmt.Sprintf("%s %s\n%s\n", r.Method, path, body))}
	for _, f := range files {
		s.text += f
		s.data += len(f)
	}
	w.note(r.Context(), s, r.URL.Path, body)
	return false
}

// note keeps a request, once the deed is answered if it is not the answer itself.
func (w *watch) note(ctx context.Context, s sending, path string, body []byte) {
	w.mu.Lock()
	s.deed = w.deed
	s.to = w.recipient(path, body)
	answered := w.answered
	held := strings.Contains(path, "/channels/")
	if held && w.early > 0 {
		held = false
		w.early--
	}
	w.mu.Unlock()
	if held {
		select {
		case <-answered:
		case <-ctx.Done():
		}
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.all = append(w.all, s)
}

// recipient says who gets a request. The lock is held.
func (w *watch) recipient(path string, body []byte) string {
	parts := strings.Split(strings.Trim(path, "/"), "/") // api, v9, …
	if len(parts) < 4 {
		return everybody
	}
	switch parts[2] {
	case "channels":
		if person := w.channels[parts[3]]; person != "" {
			return person
		}
	case "interactions":
		w.private = w.hides(body)
		fallthrough
	case "webhooks":
		if w.private {
			return w.who
		}
	}
	return everybody
}

// hides says whether the first answer to an interaction is for the person alone who
// asked: a message that is ephemeral or in their direct channel, a change of one that
// they alone see, choices, or a modal. The lock is held.
func (w *watch) hides(body []byte) bool {
	var answer struct {
		Type int
		Data struct{ Flags int }
	}
	if json.Unmarshal(body, &answer) != nil {
		return false
	}
	switch answer.Type {
	case 4, 5:
		return w.direct || answer.Data.Flags&64 != 0
	case 6, 7:
		return w.direct || w.alone
	}
	return answer.Type == 8 || answer.Type == 9
}

// unpack reads the body of a request: its JSON, and each file with its headers.
func unpack(r *http.Request) (body []byte, files []string, err error) {
	raw, err := io.ReadAll(r.Body)
	media, params, malformed := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if err != nil || malformed != nil || media != "multipart/form-data" {
		return raw, nil, err
	}
	parts := multipart.NewReader(bytes.NewReader(raw), params["boundary"])
	for {
		part, err := parts.NextRawPart()
		if err == io.EOF {
			return body, files, nil
		}
		if err != nil {
			return nil, nil, err
		}
		data, err := io.ReadAll(part)
		if err != nil {
			return nil, nil, err
		}
		if part.FormName() == "payload_json" {
			body = data
			continue
		}
		var head string
		for _, name := range slices.Sorted(maps.Keys(part.Header)) {
			head += fmt.Sprintf("%s: %q\n", name, part.Header[name])
		}
		files = append(files, head+string(data))
	}
}

// A tally is how much of two runs was compared.
type tally struct{ deeds, requests, bytes, pictures, lines int }

func (t *tally) add(o tally) {
	t.deeds += o.deeds
	t.requests += o.requests
	t.bytes += o.bytes
	t.pictures += o.pictures
	t.lines += o.lines
}

// errLeak is that a secret is told.
var errLeak = errors.New("a secret leaks")

// compare finds the first thing that differs, in two runs, in what anybody but one
// person got in the deeds from one up to another, the order of it included. It is
// an error too when there is nothing to be compared.
func compare(a, b []sending, but string, from, until int) (tally, error) {
	a, b = others(a, but, from, until), others(b, but, from, until)
	t := tally{deeds: until - from}
	for i := range max(len(a), len(b)) {
		switch {
		case i >= len(a):
			return t, fmt.Errorf("%w: only the second run has, in deed %d, for %s:\n%s", errLeak, b[i].deed, b[i].to, excerpt(b[i].text, 0))
		case i >= len(b):
			return t, fmt.Errorf("%w: only the first run has, in deed %d, for %s:\n%s", errLeak, a[i].deed, a[i].to, excerpt(a[i].text, 0))
		case a[i] != b[i]:
			at := unlike(a[i].text, b[i].text)
			return t, fmt.Errorf("%w: deed %d for %s:\n%s\nis, in the second run, deed %d for %s:\n%s",
				errLeak, a[i].deed, a[i].to, excerpt(a[i].text, at), b[i].deed, b[i].to, excerpt(b[i].text, at))
		}
		t.count(a[i])
	}
	if t.requests == 0 || t.bytes == 0 {
		return t, fmt.Errorf("there is nothing to compare in the deeds from %d up to %d: %+v", from, until, t)
	}
	return t, nil
}

func (t *tally) count(s sending) {
	t.bytes += len(s.text)
	switch {
	case s.to == logbook:
		t.lines++
	default:
		t.requests++
	}
	if s.data > 0 {
		t.pictures++
	}
}

// others is what anybody but one person got in the deeds from one up to another.
func others(all []sending, but string, from, until int) []sending {
	var some []sending
	for _, s := range all {
		if s.to != but && s.deed >= from && s.deed < until {
			some = append(some, s)
		}
	}
	return some
}

// own is what one person alone got in such deeds, in one text.
func own(all []sending, who string, from, until int) string {
	var text strings.Builder
	for _, s := range all {
		if s.to == who && s.deed >= from && s.deed < until {
			text.WriteString(s.text)
		}
	}
	return text.String()
}

// unlike is where two texts begin to differ.
func unlike(a, b string) int {
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			return i
		}
	}
	return min(len(a), len(b))
}

// excerpt is a text about a place in it, with its first line.
func excerpt(text string, at int) string {
	const about = 150
	first, _, _ := strings.Cut(text, "\n")
	return fmt.Sprintf("%s … %q", first, text[max(0, at-about):min(len(text), at+about)])
}
