package commands_test

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"parlour/commands"
	"parlour/commands/match"
	"parlour/commands/message"
	"parlour/commands/publish"
	"parlour/games"
	"parlour/games/all"
	"parlour/games/gametest"
	"parlour/storage"
	"parlour/storage/postgres/pgtest"
)

var update = gametest.Update

// Each file of testdata is a conversation. A line that begins with "> " is a step, described at
// [world.step]; the lines after it are everything that people get. With -update the answers are
// written anew.
func TestConversations(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("testdata/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatalf("no conversations (%v)", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txt"), func(t *testing.T) {
			t.Parallel()
			old, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			got := converse(t, string(old))
			if *update {
				if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			compare(t, file, string(old), got)
		})
	}
}

func compare(t *testing.T, file, want, got string) {
	t.Helper()
	wants, gots := strings.Split(want, "\n"), strings.Split(got, "\n")
	for i := range min(len(wants), len(gots)) {
		if wants[i] != gots[i] {
			t.Fatalf("%s:%d:\n want %s\n  got %s", file, i+1, wants[i], gots[i])
		}
	}
	if len(wants) != len(gots) {
		t.Fatalf("%s has %d lines, want %d", file, len(gots), len(wants))
	}
}

// converse plays the steps of a conversation and writes down what people get.
func converse(t *testing.T, script string) string {
	w := newWorld(t)
	var out strings.Builder
	for _, line := range strings.Split(script, "\n") {
		switch {
		case strings.HasPrefix(line, "# "):
			fmt.Fprintln(&out, line)
		case strings.HasPrefix(line, "> "):
			fmt.Fprintf(&out, "\n%s\n", line)
			w.out.Reset()
			does, err := strconv.Unquote(`"` + strings.TrimPrefix(line, "> ") + `"`) // for \u202e and the like
			if err != nil {
				t.Fatalf("%s: %v", line, err)
			}
			if err := w.step(t, does); err != nil {
				t.Fatalf("%s%s: %v", out.String(), line, err) // with what went before, to mend a step by
			}
			out.WriteString(w.out.String())
		}
	}
	return out.String()
}

// palettes are the names of all palettes.
var palettes = []string{"classic", "contrast"}

// A world is a service, its store, and what people see of them.
type world struct {
	t          testing.TB
	service    *commands.Service
	store      storage.Store
	path       string
	now        time.Time
	requests   int
	lacks      []commands.Right
	misses     []commands.Right
	fails      error           // the failure of every public message; nil for none
	lost       bool            // whether the answer to the next message is lost
	unanswered bool            // whether the next public answer does not reach anybody
	gone       map[string]bool // channels that were deleted
	locked     map[string]bool // threads that were locked
	asleep     map[string]bool // threads that have fallen asleep
	absent     map[string]bool // people who have left the server
	alone      bool            // the bot was removed from the server
	thread     bool
	unthreaded bool                         // whether threads are limited for minutes
	public     []posted                     // by number, from 1
	direct     []posted                     // direct messages, likewise
	closed     map[string]error             // the failure of opening direct messages, by person
	refuse     map[string]error             // the failure of direct messages, by person
	panel      map[string][]message.Message // the messages that only one person sees, by person
	panelID    map[string][]string          // their ids, where they are direct messages; else empty
	guest      *guest                       // where the bot can only answer
	again      commands.Request             // the last request
	meanwhile  func()                       // what happens before what follows a reply; nil for nothing
	out        strings.Builder
}

// moderator is who may manage the messages of others in all channels.
const moderator = "mo"

// manager is who may manage the server, and moderate it.
const manager = "maya"

// A posted message has all its versions, the newest last.
type posted struct {
	channel, nonce string
	versions       []message.Message
	at             time.Time
}

// nonceLives is how long a channel recognises a nonce.
const nonceLives = 3 * time.Minute

func newWorld(t testing.TB) *world {
	w := &world{
		t: t, path: filepath.Join(memoryDir(t), "parlour.db"),
		now: time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC), panel: map[string][]message.Message{}, panelID: map[string][]string{}, gone: map[string]bool{}, locked: map[string]bool{},
		asleep: map[string]bool{}, absent: map[string]bool{},
		closed: map[string]error{}, refuse: map[string]error{},
	}
	w.open(t)
	t.Cleanup(func() { w.store.Close() })
	return w
}

// open starts a service, for the first time or again.
func (w *world) open(t testing.TB) {
	t.Helper()
	store, err := pgtest.Open(t, w.path)
	if err != nil {
		t.Fatal(err)
	}
	w.store = store
	offered := all.Games()
	if w.service != nil {
		offered = w.service.Config.Games
	}
	w.service, err = commands.New(commands.Config{
		Config: publish.Config{Channel: w, Guest: w.invite(), Brief: time.Hour, Log: slog.New(slog.NewTextHandler(io.Discard, nil))},
		Games:  offered, Palettes: palettes, Store: store, Now: func() time.Time { return w.now }, Random: zeros{},
	})
	if err != nil {
		t.Fatal(err)
	}
}

// another returns a second service over the same store with a changed configuration.
func (w *world) another(change func(*commands.Config)) *commands.Service {
	w.t.Helper()
	c := w.service.Config
	change(&c)
	service, err := commands.New(c)
	if err != nil {
		w.t.Fatal(err)
	}
	return service
}

// with replaces the service by [world.another].
func (w *world) with(change func(*commands.Config)) {
	w.t.Helper()
	w.service = w.another(change)
}

// zeros is a random source that returns zeros only.
type zeros struct{}

func (zeros) Read(p []byte) (int, error) { clear(p); return len(p), nil }

// step does one thing. These are the steps:
//
//	ann /play game:permute options:size=9 opponent:ben    a command, in #games unless "in NAME" follows the person;
//	                                         "in dm" is with the bot, "in friends" without it, "in abroad" in a
//	                                         server that has not invited it, "in voice" where there are no threads,
//	                                         "in private-talk" in a private thread, where it is unless that is locked
//	ann types /move move:Cd                  the completions of the last option
//	ann clicks Join on 1                     a button of a public message, by its number, or of a direct one: d1
//	ann clicks Confirm                       a button of the newest message that only ann sees
//	ann fills Berlin                         what is typed into the form that was opened last
//	ann picks d                              a line of a menu or a button of a choice there, or "picks d on d1", by its value
//	ann plays Cd3-d4                         /move, and Confirm if that asks
//	ann presses TEXT                         a forged button
//	again                                    the last request arrives once more
//	restart                                  the bot is stopped and, a second later, started
//	resume, wake, remind, beat               Service.Resume, Due, Remind and Beat are called
//	hour, pass 36h                           time passes
//	leaves ben, returns ben, removed         a person leaves the server, comes back; the bot was removed from it
//	unknown, known                           the server is not known to the bot, and is again
//	asleep thread-1                          a thread falls asleep
//	fails gone, fails forbidden, fails, works    public messages fail, or work again
//	loses                                    the next message is posted, and the answer to it is lost
//	unanswered                               the next public answer to a click reaches nobody
//	deleted thread-1, locked thread-1        a channel is deleted; a thread takes no messages
//	unlocked thread-1                        it takes them again
//	lacks see post attach                    the rights that the bot lacks; all are granted with nothing after "lacks"
//	misses history open within               the same for those that it plays without
//	discord 120ms, discord 2s without bid    Discord says which commands it has, after a while; "discord silent": it says nothing
//	refuses ben closed, refuses ben          direct messages to ben fail: closed, gone, forbidden or, without a word, for now
//	hurries ben, takes ben                   the channel of direct messages cannot be opened; both work again
//	caps games=2 pair=1                      from now on one person may have as many: games, parlour, tables, pair, challenges
//	offers permute magic                     from now on the bot has these games alone
//	threads, threads limited                 from now on channels have threads; Discord lets none be made for minutes
func (w *world) step(t testing.TB, line string) error {
	words := strings.Fields(line)
	switch words[0] {
	case "again":
		return w.do(w.again)
	case "restart":
		w.store.Close()
		w.now = w.now.Add(time.Second)
		w.open(t)
		return nil
	case "resume":
		return w.service.Resume(t.Context())
	case "wake":
		return w.service.Due(t.Context())
	case "remind":
		return w.service.Remind(t.Context())
	case "beat":
		return w.service.Beat(t.Context(), match.WholeShard)
	case "hour":
		w.now = w.now.Add(time.Hour)
		return nil
	case "pass":
		d, err := time.ParseDuration(words[1])
		w.now = w.now.Add(d)
		return err
	case "leaves", "returns":
		w.absent[words[1]] = words[0] == "leaves"
		return nil
	case "removed":
		w.alone, w.fails = true, publish.ErrForbidden
		return nil
	case "unknown", "known":
		w.alone = words[0] == "unknown"
		return nil
	case "asleep":
		w.asleep[words[1]] = true
		return nil
	case "threads":
		w.thread, w.unthreaded = true, len(words) > 1
		return nil
	case "caps":
		caps, err := readCaps(words[1:])
		w.with(func(c *commands.Config) { c.Caps = caps })
		return err
	case "offers":
		w.with(func(c *commands.Config) {
			c.Games = slices.DeleteFunc(all.Games(), func(g games.Game) bool { return !slices.Contains(words[1:], g.Info().Name) })
		})
		return nil
	case "works":
		w.fails = nil
		return nil
	case "fails":
		w.fails = failure(words[1:])
		return nil
	case "refuses":
		w.refuse[words[1]] = failure(words[2:])
		return nil
	case "hurries":
		w.closed[words[1]] = publish.ErrClosed
		return nil
	case "takes":
		delete(w.refuse, words[1])
		delete(w.closed, words[1])
		return nil
	case "loses":
		w.lost = true
		return nil
	case "unanswered":
		w.unanswered = true
		return nil
	case "deleted":
		w.gone[words[1]] = true
		return nil
	case "locked", "unlocked":
		w.locked[words[1]] = words[0] == "locked"
		return nil
	case "lacks", "misses":
		var rights []commands.Right
		for _, r := range words[1:] {
			rights = append(rights, commands.Right(r))
		}
		if words[0] == "lacks" {
			w.lacks = rights
		} else {
			w.misses = rights
		}
		return nil
	case "discord":
		return w.discord(words[1:])
	}
	return w.person(words[0], strings.TrimSpace(strings.TrimPrefix(line, words[0])))
}

// person does a step of a person.
func (w *world) person(who, does string) error {
	w.requests++
	r := commands.Request{
		ID: strconv.Itoa(w.requests), By: person(who), Guild: "guild", Channel: "games",
		Lang: "en-GB", PlaceLang: "en-US", Lacks: w.lacks, Misses: w.misses, Threads: w.thread, Moderates: who == moderator || who == manager, Manages: who == manager,
	}
	if place, ok := strings.CutPrefix(does, "in "); ok {
		if above, thread, ok := strings.Cut(strings.Fields(place)[0], "/"); ok { // "in games/thread-1"
			r.Above, does = above, strings.Replace(does, above+"/"+thread, thread, 1)
		}
	}
	whole := does
	if place, ok := strings.CutPrefix(does, "in "); ok {
		r.Channel, does, _ = strings.Cut(place, " ")
		if r.Channel == "dm" {
			r.Channel, r.Guild, r.Threads = directPrefix+who, "", false
		}
		if isGuest(r.Channel) {
			r.Guest, r.Guild, r.Threads = true, "", false
		}
		if r.Private = strings.HasPrefix(r.Channel, privatePrefix); r.Private {
			r.Threads = false
		}
		r.Unthreaded, r.Stranger = r.Above != "" || r.Private || r.Channel == "voice", r.Channel == "abroad"
	}
	var err error
	switch verb, rest, _ := strings.Cut(does, " "); verb {
	case "clicks":
		err = w.find(&r, who, rest)
	case "picks":
		err = w.menu(&r, who, rest)
	case "plays":
		return w.plays(who, strings.TrimSuffix(whole, does), rest)
	case "presses":
		r.Button = rest
	case "types":
		readCommand(&r, rest)
		for _, word := range strings.Fields(rest) {
			if option, _, ok := strings.Cut(word, ":"); ok {
				r.Focus = option
			}
		}
	case "fills":
		r.Button, r.Message, r.Alone, r.Typed = w.again.Button, w.again.Message, w.again.Alone, &rest
	default:
		readCommand(&r, does)
	}
	if err != nil {
		return err
	}
	return w.do(r)
}

// do has the service handle a request and writes down the answer.
func (w *world) do(r commands.Request) error {
	w.again = r
	reply := w.service.Handle(context.Background(), r)
	err := w.take(r, reply)
	for then := reply.Then; then != nil && err == nil; then = reply.Then {
		if w.meanwhile != nil {
			w.meanwhile()
		}
		if reply = then(context.Background()); reply.Message.Content == "" {
			continue
		}
		reply.Kind = commands.Update
		err = w.take(r, reply)
	}
	return err
}

// take shows a person the reply to a request.
func (w *world) take(r commands.Request, reply commands.Reply) error {
	if reply.Kind == commands.Completion {
		for _, c := range reply.Choices {
			fmt.Fprintf(&w.out, "  %s = %s\n", c.Label, c.Value)
		}
		fmt.Fprintf(&w.out, "  (%d)\n", len(reply.Choices))
		return nil
	}
	if r.Guest && !w.unanswered {
		w.guest.answered(r, reply, w.now)
	}
	switch {
	case reply.Public:
		return w.showPublicly(r, reply)
	case reply.Aloud != nil:
		w.sayAloud(r, reply)
		return nil
	case r.Guest && reply.Vanish && !r.Alone && !reply.Tell:
		w.publish(reply.Due)
		return nil
	}
	kind := "only " + r.By.ID
	if reply.Kind == commands.Update && (r.Message == "" || strings.HasPrefix(r.Message, "d")) {
		kind += ", changed"
	}
	if f := reply.Form; f != nil {
		fmt.Fprintf(&w.out, "%s, a form: %s | %s | %s\n", kind, f.Title, f.Field, f.Hint)
		return nil
	}
	if reply.Vanish && r.Alone {
		kind += ", and gone once the board is up"
	}
	w.write(kind, reply.Message)
	id := ""
	if n, err := strconv.Atoi(strings.TrimPrefix(r.Message, "d")); reply.Kind == commands.Update && strings.HasPrefix(r.Message, "d") && err == nil {
		id = r.Message
		w.direct[n-1].versions = append(w.direct[n-1].versions, reply.Message)
	}
	w.panel[r.By.ID], w.panelID[r.By.ID] = append(w.panel[r.By.ID], reply.Message), append(w.panelID[r.By.ID], id)
	w.publish(reply.Due)
	return nil
}

// showPublicly changes the message that was pressed, as the edge does with a public reply.
func (w *world) showPublicly(r commands.Request, reply commands.Reply) error {
	list, digits := w.public, r.Message
	if number, direct := strings.CutPrefix(digits, "d"); direct {
		list, digits = w.direct, number
	}
	n, err := strconv.Atoi(digits)
	if err != nil || n < 1 || n > len(list) {
		return fmt.Errorf("a public reply to a click on message %q", r.Message)
	}
	publish := w.service.Publish
	if !w.unanswered {
		list[n-1].versions = append(list[n-1].versions, reply.Message)
		w.write("message "+r.Message+" changed by the answer to "+r.By.ID, reply.Message)
		publish = w.service.Delivered
	}
	w.unanswered = false
	if reply.Shows != nil {
		if err := publish(context.Background(), *reply.Shows); err != nil {
			fmt.Fprintf(&w.out, "(not shown: %v)\n", err)
		}
	}
	w.publish(reply.Due)
	return nil
}

// publish shows the matches that a reply has changed.
func (w *world) publish(due []match.Unshown) {
	for _, unshown := range due {
		if err := w.service.Publish(context.Background(), unshown); err != nil {
			fmt.Fprintf(&w.out, "(not shown: %v)\n", err)
		}
	}
}

// person returns the person with a name. Some names stand for peculiar people.
func person(name string) commands.Person {
	p := commands.Person{ID: name, Name: strings.ToUpper(name[:1]) + name[1:], Sees: true}
	if n, ok := strings.CutPrefix(name, "long"); ok {
		p.Name = strings.Repeat("*_", 25) + n
	}
	switch name {
	case "parlour":
		p.Bot, p.Self = true, true
	case "robot":
		p.Bot = true
	case "far":
		p.Sees = false
	case "shady":
		p.Name = "Sha\u202edy\n\u200b\u2067Sam\x07"
	case "ghost":
		p.Name = "\u200b \u2067"
	case "mallory":
		p.Name = "@everyone <@ann> **[Mallory](https://example.org)**"
	}
	return p
}

// readCommand reads a command line as Discord would parse it.
func readCommand(r *commands.Request, line string) {
	r.Options, r.People = map[string]string{}, map[string]commands.Person{}
	var name []string
	last := ""
	for _, word := range strings.Fields(strings.TrimPrefix(line, "/")) {
		option, value, ok := strings.Cut(word, ":")
		switch {
		case ok && !strings.Contains(option, "//"):
			r.Options[option], last = value, option
			if option == "opponent" {
				r.People[option] = person(value)
			}
		case last != "":
			r.Options[last] += " " + word
		default:
			name = append(name, word)
		}
	}
	r.Command = strings.Join(name, " ")
}

// cutOn cuts "Play on on 3" at its last " on ".
func cutOn(what string) (before, number string, found bool) {
	i := strings.LastIndex(what, " on ")
	if i < 0 {
		return what, "", false
	}
	return what[:i], what[i+len(" on "):], true
}

// plays types a move, and confirms it if that is asked. place is "in NAME " or empty.
func (w *world) plays(who, place, move string) error {
	if err := w.person(who, place+"/move move:"+move); err != nil {
		return err
	}
	last := w.panel[who][len(w.panel[who])-1]
	for _, c := range slices.Concat(last.Rows...) {
		if c.Label == "Confirm" {
			return w.person(who, place+"clicks Confirm")
		}
	}
	return nil
}

// find has a request press a button: "Join on 1" on a message, or "Confirm" on the messages
// that only the person sees. It finds buttons of older versions too, as a slow client shows them.
func (w *world) find(r *commands.Request, who, what string) error {
	label, number, _ := cutOn(what)
	return w.press(r, who, number, "button "+label, func(c message.Control) bool { return c.Label == label && len(c.Options) == 0 })
}

// menu has a request choose a value of a menu, or press the button of a choice: "43" on the newest
// message that only the person sees, or "43 on d2" on a message.
func (w *world) menu(r *commands.Request, who, what string) error {
	value, number, _ := cutOn(what)
	return w.press(r, who, number, "choice "+value, func(c message.Control) bool {
		if slices.ContainsFunc(c.Options, func(o message.MenuOption) bool { return o.Value == value }) {
			r.Values = []string{value}
			return true
		}
		b, err := message.ParseButton(c.ID)
		return err == nil && !c.Disabled && (b.Verb == "pick" || b.Verb == "open" || b.Verb == "plan") && len(b.Steps) > 0 && b.Steps[len(b.Steps)-1] == value
	})
}

// press has a request press a control of a message with a number or, without one, of the
// messages that only the person sees.
func (w *world) press(r *commands.Request, who, number, what string, is func(message.Control) bool) error {
	shown := w.panel[who]
	if number != "" {
		var err error
		if shown, err = w.versions(number); err != nil {
			return err
		}
	}
	for i, msg := range slices.Backward(shown) {
		for _, c := range slices.Concat(msg.Rows...) {
			if is(c) {
				r.Button, r.Message = c.ID, number
				if number == "" {
					r.Message = w.panelID[who][i]
					r.Alone = r.Message == ""
				}
				return nil
			}
		}
	}
	return fmt.Errorf("there is no %s", what)
}

// write writes a message down and checks it against Discord's limits.
func (w *world) write(head string, m message.Message) {
	checkMessage(w.t, m)
	fmt.Fprintf(&w.out, "%s:\n", head)
	for _, line := range strings.Split(m.Content, "\n") {
		fmt.Fprintf(&w.out, "  %s\n", line)
	}
	if p := m.Picture; p != nil {
		fmt.Fprintf(&w.out, "  picture: %v, preview %q", p.Names, p.Preview)
		if p.Palette != "" {
			fmt.Fprintf(&w.out, ", palette %q", p.Palette)
		}
		if p.Areas {
			fmt.Fprint(&w.out, ", with numbered areas")
		}
		if p.Better != nil {
			fmt.Fprintf(&w.out, ", %q | %q", p.Heads[0], p.Heads[1])
		}
		if p.Area > 0 {
			fmt.Fprintf(&w.out, ", area %d", p.Area)
		}
		fmt.Fprintln(&w.out)
		for _, line := range strings.Split(p.Alt, "\n") {
			fmt.Fprintf(&w.out, "    %s\n", line)
		}
	}
	if m.Bare {
		fmt.Fprintln(&w.out, "  (no picture)")
	}
	if a := m.Animation; a != nil {
		w.animation(a)
	}
	if f := m.File; f != nil && strings.Contains(f.Name, "my-data") {
		fmt.Fprintf(&w.out, "  file: %s\n    %s\n", f.Name, strings.ReplaceAll(strings.TrimSpace(string(f.Data)), "\n", "\n    "))
	} else if f != nil {
		r, _, err := games.ReadRecord(all.Games(), f.Data)
		fmt.Fprintf(&w.out, "  file: %s, a record of %d moves, %v\n", f.Name, len(r.Moves), err)
	}
	for _, row := range m.Rows {
		fmt.Fprint(&w.out, " ")
		for _, c := range row {
			w.control(c)
		}
		fmt.Fprintln(&w.out)
	}
	if len(m.Pings) > 0 {
		fmt.Fprintf(&w.out, "  pings %s\n", strings.Join(m.Pings, " "))
	}
}

// animation writes down the first and the last picture of an animation, and its words.
func (w *world) animation(a *message.Animation) {
	first, last := a.Frames[0], a.Frames[len(a.Frames)-1]
	fmt.Fprintf(&w.out, "  animation: %s, %d frames for %v each and %v at last, palette %q\n", a.Name, len(a.Frames), a.Each, a.Last, last.Palette)
	for _, text := range []string{first.View.String(), last.View.String(), a.Alt, "else: " + a.Lost} {
		for _, line := range strings.Split(text, "\n") {
			fmt.Fprintf(&w.out, "    %s\n", line)
		}
	}
}

func (w *world) control(c message.Control) {
	off := ""
	if c.Disabled {
		off = " (off)"
	}
	if len(c.Options) == 0 {
		fmt.Fprintf(&w.out, " [%s%s]", c.Label, off)
		return
	}
	var values []string
	for _, o := range c.Options {
		values = append(values, o.Value)
	}
	fmt.Fprintf(&w.out, " {%s: %s}", c.Label, strings.Join(values, " "))
}
