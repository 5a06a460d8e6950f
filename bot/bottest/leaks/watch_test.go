package leaks_test

import (
	"bytes"
	"encoding/json"
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
	"testing"

	"parlour/commands/world"
)

// An output goes to one person, to everybody, to a program or to the log. Outputs whose recipient is
// unclear go to everybody, so that the comparison leaves out none by mistake.
const (
	everybody = "everybody"
	logbook   = "the log"
	programs  = "the program"
)

// An output is one thing that left the bot: a request, or a line of its log.
type output struct {
	action int    // the action during which it left
	to     string // a person, [everybody] or the [logbook]
	text   string // every byte of it except tokens and boundaries, which are random
	data   int    // the bytes of its files
}

// A watch records all output of the bot, action by action.
type watch struct {
	channels map[string]string // the owners of direct channels, by id

	mu       sync.Mutex
	all      []output
	action   int
	actor    string          // takes the action
	direct   bool            // the action is in their direct channel
	panel    bool            // the action is on an ephemeral message of theirs
	private  map[string]bool // whether the person who acts alone sees @original, by the token of an interaction
	current  string          // the token of the newest interaction of the action
	called   chan struct{}   // closed when the action has its first answer, or needs none
	said     chan struct{}   // closed when @original is changed
	deferred int             // how many first answers were deferrals
	early    int             // how many messages may go out before the answer
	vanish   bool            // any number of messages may
	guest    bool            // the bot can only answer where they play
	plain    bool            // hashes and codes are kept as they are
	answered chan struct{}   // closed once the action is answered
	gaveUp   string          // a request that the bot gave up while it was held, so that it is made twice; empty for none
}

// begin begins the next action, of a person in a channel. Until it is answered, other
// messages wait, so that the ids of messages are the same in every run.
func (w *watch) begin(who, channel string, alone bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.action++
	w.actor, w.direct, w.panel = who, w.channels[channel] != "", alone
	w.answered, w.called, w.said, w.current, w.vanish = make(chan struct{}), make(chan struct{}), make(chan struct{}), "", false
	if who == "" {
		w.noteCall()
	}
}

// noteCall notes that the action has its first answer. The lock is held.
func (w *watch) noteCall() { happens(w.called) }

// happens closes a channel, unless it is closed. The lock is held.
func happens(what chan struct{}) {
	select {
	case <-what:
	default:
		close(what)
	}
}

// untilSaid waits until the message that was pressed says something else.
func (w *watch) untilSaid(t testing.TB) {
	w.mu.Lock()
	said := w.said
	w.mu.Unlock()
	world.Pass(t, said, "the change of the message that was pressed")
}

// hurry says that the action is one that is never deferred.
func (w *watch) hurry() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.noteCall()
}

// untilCalled waits until the action has its first answer.
func (w *watch) untilCalled(t testing.TB) {
	w.mu.Lock()
	called := w.called
	w.mu.Unlock()
	if called != nil {
		world.Pass(t, called, "the first answer")
	}
}

// let allows so many messages before the answer to the next action.
func (w *watch) let(early int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.early = early
}

// number returns the number of the action.
func (w *watch) number() int64 {
	w.mu.Lock()
	defer w.mu.Unlock()
	return int64(w.action)
}

// vanishes says that the action is a press that is answered when all is published.
func (w *watch) vanishes() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.vanish = true
}

// answer notes that the action is answered, and releases the messages that wait.
func (w *watch) answer() { close(w.answered) }

// end ends the action with its lines of the log, and those that the program got.
func (w *watch) end(log, asked string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if asked != "" {
		w.all = append(w.all, output{action: w.action, to: programs, text: asked})
	}
	for line := range strings.Lines(log) {
		w.all = append(w.all, output{action: w.action, to: logbook, text: w.masked(clock.ReplaceAllString(line, ""))})
	}
}

var (
	clock = regexp.MustCompile(`^time=\S+ `)
	token = regexp.MustCompile(`^(/api/v\d+/(?:interactions|webhooks)/\d+)/[^/?]+`)
	hash  = regexp.MustCompile(`\b[0-9a-f]{64}\b`)
	code  = regexp.MustCompile(`\b[0-9A-Z]{4}(-[0-9A-Z]{4}){7}\b`)
)

// masked removes the hashes and codes of the bot's proofs from a text. They differ with the
// secret, and must not reveal it. Where no hash may differ, it removes none.
func (w *watch) masked(text string) string {
	if w.plain {
		return text
	}
	return code.ReplaceAllString(hash.ReplaceAllString(text, "(a hash)"), "(a code)")
}

// see notes a request on its way to Discord.
func (w *watch) see(_ http.ResponseWriter, r *http.Request) bool {
	body, files, err := unpack(r)
	if err != nil {
		body = []byte("a body that cannot be read: " + err.Error())
	}
	path := token.ReplaceAllString(r.URL.RequestURI(), "$1/(a token)")
	s := output{text: w.masked(fmt.Sprintf("%s %s\n%s\n", r.Method, path, body))}
	for _, f := range files {
		if s.data += len(f); !strings.Contains(f, `"image/`) { // a picture has no hashes, and many bytes
			f = w.masked(f)
		}
		s.text += f
	}
	w.note(r, s, body)
	return false
}

// note keeps a request. A message waits until the action is answered, unless [watch.let]
// allows it, and so does what is done by the token of an earlier action.
func (w *watch) note(r *http.Request, s output, body []byte) {
	ctx, path := r.Context(), r.URL.Path
	w.mu.Lock()
	s.action = w.action
	s.to = w.recipient(r.Method, path, body)
	answered := w.answered
	held := strings.Contains(path+"/", "/channels/") || strings.Contains(path, "/webhooks/") && !strings.Contains(path, "/"+w.current+"/") && !strings.HasSuffix(path, "/"+w.current)
	panel := r.Method == http.MethodDelete && strings.HasSuffix(path, "/@original") // of an earlier action
	if w.vanish && !panel || r.Method == http.MethodGet {                           // a question is no message
		held = false
	}
	if held && w.early > 0 {
		held = false
		if !strings.HasSuffix(path, "/users/@me/channels") { // to open a channel is no message
			w.early--
		}
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
	if held && ctx.Err() != nil {
		w.gaveUp = s.text
	}
	w.all = append(w.all, s)
	if r.Method == http.MethodPatch && strings.HasSuffix(path, "/@original") && w.said != nil {
		happens(w.said)
	}
}

// recipient returns who gets a request. The lock is held.
func (w *watch) recipient(method, path string, body []byte) string {
	parts := strings.Split(strings.Trim(path, "/"), "/") // api, v9, …
	if len(parts) < 4 {
		return everybody
	}
	token := parts[min(4, len(parts)-1)]
	switch parts[2] {
	case "channels":
		if person := w.channels[parts[3]]; person != "" {
			return person
		}
	case "interactions":
		if w.private == nil {
			w.private = map[string]bool{}
		}
		w.private[token] = w.hides(body)
		w.current = token
		w.noteCall()
		return w.alone(w.private[token])
	case "webhooks":
		if method == http.MethodPost {
			return w.alone(w.direct && token == w.current || flags(body)&64 != 0)
		}
		if method == http.MethodDelete && w.guest {
			return everybody // panels of several people go at once, in any order
		}
		return w.alone(w.private[token] && token == w.current && strings.HasSuffix(path, "/@original"))
	}
	return everybody
}

// alone returns the person who acts if what they get is private, else everybody.
func (w *watch) alone(private bool) string {
	if private {
		return w.actor
	}
	return everybody
}

// flags returns the flags of a message.
func flags(body []byte) int {
	var m struct{ Flags int }
	_ = json.Unmarshal(body, &m) // a body that cannot be read has none
	return m.Flags
}

// hides reports whether only the person who acts sees the first answer: an ephemeral message
// or one in their direct channel, a change of such a message, choices, or a modal. The lock
// is held.
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
		w.deferred += answer.Type - 4
		return w.direct || answer.Data.Flags&64 != 0
	case 6, 7:
		w.deferred += 7 - answer.Type
		return w.direct || w.panel
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
