package commands_test

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"parlour/commands"
	"parlour/commands/locale"
	"parlour/commands/match"
	"parlour/commands/message"
	"parlour/commands/publish"
	"parlour/commands/think/program"
	"parlour/commands/world"
	"parlour/games"
	"parlour/games/all"
	"parlour/games/gametest"
	"parlour/imaging"
	"parlour/imaging/pages"
	"parlour/imaging/replay"
	"parlour/storage"
	"parlour/storage/postgres/pgtest"
	"parlour/storage/storetest"
)

var update = gametest.Update

// Each file of testdata is a conversation. A line that begins with "> " is a step, described at
// [talk.step]; the lines after it are everything that people get. With -update the answers are
// written anew. Of a step after ">> " nothing is written down. Of a step after ">2 " only the first two lines
// of each message are, without pictures and controls. A line that begins with "## "
// begins another conversation, in a world of its own.
//
//test:unwatched
func TestConversations(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("testdata/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatalf("no conversations (%v)", err)
	}
	if *addSamples {
		t.Cleanup(func() { addButtons(t) })
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txt"), func(t *testing.T) {
			t.Parallel()
			old, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			got := converse(newTalk, t, string(old))
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

// converse plays the steps of a conversation, each in a world that begins, and writes down what people get.
func converse(begin func(testing.TB) *talk, t *testing.T, script string) string {
	w := begin(t)
	var out strings.Builder
	for _, line := range strings.Split(script, "\n") {
		switch {
		case strings.HasPrefix(line, "# "):
			fmt.Fprintln(&out, line)
		case strings.HasPrefix(line, "## "):
			fmt.Fprintf(&out, "\n%s\n", line)
			w = begin(t)
		case strings.HasPrefix(line, ">"):
			mark, does, _ := strings.Cut(line, " ")
			shown := mark != ">>"
			if shown {
				fmt.Fprintln(&out)
			}
			fmt.Fprintln(&out, line)
			w.out.Reset()
			var err error
			if w.lines, err = strconv.Atoi(mark[1:]); err != nil {
				w.lines = math.MaxInt
			}
			if strings.Contains(does, `\u`) {
				if does, err = strconv.Unquote(`"` + does + `"`); err != nil {
					t.Fatalf("%s: %v", line, err)
				}
			}
			if err := w.step(t, does); err != nil {
				t.Fatalf("%s%s: %v", out.String(), line, err) // with what went before, to mend a step by
			}
			if shown {
				out.WriteString(w.out.String())
			}
		}
	}
	return out.String()
}

// palettes are the names of all palettes.
var palettes = []string{"classic", "contrast"}

// A talk is a service, its store, and what people see of them.
type talk struct {
	*world.Clock
	*world.Channel
	t          testing.TB
	service    *commands.Service
	store      storage.Store
	path       string
	requests   int
	lacks      []commands.Right
	misses     []commands.Right
	fails      error                                   // the failure of every public message; nil for none
	lost       bool                                    // whether the answer to the next message is lost
	unanswered bool                                    // whether the next public answer does not reach anybody
	openings   bool                                    // whether it is written down with whom direct messages are opened
	alone      bool                                    // the bot was removed from the server
	thread     bool                                    // whether channels have threads
	unthreaded bool                                    // whether threads are limited for minutes
	closed     map[string]error                        // the failure of opening direct messages, by person
	refuse     map[string]error                        // the failure of direct messages, by person
	panel      map[string][]world.Seen                 // the messages that only one person sees, by person
	guest      *world.Guest                            // where the bot can only answer
	again      commands.Request                        // the last request
	form       *message.Form                           // that was opened last
	meanwhile  func()                                  // what happens before what follows a reply; nil for nothing
	before     func(context.Context, world.Call) error // fails a call of the channel first; nil for none
	after      func(world.Call)                        // sees what was carried out; nil for nothing
	writing    sync.Mutex                              // of out
	out        strings.Builder
	lang       string                     // the language of the people
	placeLang  string                     // the language of the server
	tongues    map[string]string          // the languages of single people
	roles      map[string][]string        // of people in the server
	rolesThere map[string]commands.Role   // of the server
	madeUp     string                     // the language in whose place a made-up one is spoken; empty for none
	lines      int                        // how many lines of a message are written down
	aside      chan func(context.Context) // the thoughts of opponents, see [thinking]
	tooLate    bool                       // whether answers that follow come too late, see the step "late"
	counted    func() int                 // see the step "counts"
	waits      []time.Duration            // for which opponents have waited
}

// moderator is a person who may manage the messages of others in all channels.
const moderator = "mo"

// manager is a person who may manage the server, and moderate it.
const manager = "maya"

// mute is a person who may write in no channel.
const mute = "mute"

func newTalk(t testing.TB) *talk { return talkIn(t, "", "en-GB", "en-US") }

// talkIn is newTalk with the language of people and that of the server, and one in whose place a made-up one is spoken.
func talkIn(t testing.TB, madeUp, lang, placeLang string) *talk {
	w := &talk{
		t: t, madeUp: madeUp, lang: lang, placeLang: placeLang, lines: math.MaxInt, path: filepath.Join(storetest.Dir(t), "parlour.db"), Clock: world.NewClock(time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)),
		panel: map[string][]world.Seen{}, closed: map[string]error{}, refuse: map[string]error{},
	}
	w.Channel = world.NewChannel(w.Clock, func(c world.Call, why string) { t.Errorf("%s in %s: %s", c.Op, c.Channel, why) })
	w.Before, w.After, w.Late, w.Lingers = w.may, w.saw, w.late, true
	w.open(t)
	if lang == madeUp { // so that no conversation has a write more than in English
		w.steps(t, `note ann {"lang":"`+madeUp+`"}`, `note ben {"lang":"`+madeUp+`"}`)
	}
	t.Cleanup(func() { w.store.Close() })
	return w
}

// open starts a service, for the first time or again.
func (w *talk) open(t testing.TB) {
	t.Helper()
	store, err := pgtest.Open(t, w.path)
	if err != nil {
		t.Fatal(err)
	}
	w.store, w.guest = store, w.Guest()
	offered := all.Games()
	if w.service != nil {
		offered = w.service.Config.Games
	}
	w.service, err = commands.New(commands.Config{
		Config: publish.Config{Channel: w, Guest: w.guest, Leave: w.leaveServer, Brief: time.Hour, Log: slog.New(slog.NewTextHandler(io.Discard, nil))},
		Games:  offered, Palettes: palettes, Legible: imaging.Legible, Store: store, Now: w.Now, Random: zeros{}, MadeUp: w.madeUp,
	})
	if err != nil {
		t.Fatal(err)
	}
}

// leaveServer is what the bot does when it leaves a server.
func (w *talk) leaveServer(_ context.Context, guild string) error {
	w.note("(Parlour leaves the server %s)", guild)
	w.alone, w.fails = true, publish.ErrForbidden
	return nil
}

// another returns a second service over the same store with a changed configuration.
func (w *talk) another(change func(*commands.Config)) *commands.Service {
	w.t.Helper()
	c := w.service.Config
	change(&c)
	service, err := commands.New(c)
	if err != nil {
		w.t.Fatal(err)
	}
	return service
}

// with replaces the service by [talk.another].
func (w *talk) with(change func(*commands.Config)) {
	w.t.Helper()
	w.service = w.another(change)
}

// over replaces the store of the service.
func (w *talk) over(s storage.Store) { w.with(func(c *commands.Config) { c.Store = s }) }

// dies has the process die after some writes.
func (w *talk) dies(writes int) *world.Fuse {
	s, fuse := world.Dying(w.store, writes)
	w.over(s)
	return fuse
}

// last returns the newest message that only a person sees.
func (w *talk) last(who string) message.Message {
	return w.panel[who][len(w.panel[who])-1].Message
}

// private returns the messages that only a person sees.
func (w *talk) private(who string) (all []message.Message) {
	for _, s := range w.panel[who] {
		all = append(all, s.Message)
	}
	return all
}

// lastSaid returns the last answer to a person.
func (w *talk) lastSaid(who string) string { return w.last(who).Content }

// may fails the calls of the channel that the steps have fail.
func (w *talk) may(ctx context.Context, c world.Call) error {
	if w.before != nil {
		if err := w.before(ctx, c); err != nil {
			return err
		}
	}
	who, direct := strings.CutPrefix(c.Channel, world.DM)
	switch c.Op {
	case world.ToOpen:
		err := cmp.Or(w.closed[who], w.closed["everybody"])
		if err != nil {
			w.note("(direct messages to %s are opened too fast)", who)
		} else if w.openings {
			w.note("(direct messages to %s are opened)", who)
		}
		return err
	case world.ToFind, world.ToLayout:
		if w.alone {
			return publish.ErrGone
		}
	case world.ToRead, world.ToRouse:
	case world.ToThread:
		if w.fails == nil && w.unthreaded {
			return publish.ErrLater
		}
		return w.fails
	case world.ToPost:
		if err := w.refuse[who]; direct && err != nil {
			w.note("(a direct message to %s fails)", who)
			return err
		} else if !direct {
			return w.fails
		}
	case world.ToStrip, world.ToDelete:
		if !direct {
			return w.fails
		}
	default:
		return w.fails
	}
	return nil
}

// saw writes down what was carried out in a channel.
func (w *talk) saw(c world.Call, p *world.Post) error {
	if w.after != nil {
		w.after(c)
	}
	at := "#" + c.Channel
	switch c.Op {
	case world.ToPost:
		if c.Again {
			return nil
		}
		if who, direct := strings.CutPrefix(c.Channel, world.DM); direct {
			w.panel[who] = append(w.panel[who], world.Seen{ID: c.ID, Message: c.Message})
			w.write("to "+who+", message "+c.ID, c.Message)
		} else {
			w.writePosted(c.Channel, c.ID, c.Message)
		}
		if w.lost {
			w.lost = false
			return io.ErrUnexpectedEOF
		}
	case world.ToEdit:
		w.write(at+", message "+c.ID+" changed", c.Message)
	case world.ToStrip:
		w.note("%s, message %s has no buttons any more", at, c.ID)
	case world.ToDelete:
		w.note("%s, message %s is deleted", at, c.ID)
	case world.ToRename:
		w.hears(at, c.Words)
		w.note("%s is called now: %s", at, c.Words)
	case world.ToInvite:
		w.note("%s has %s", at, strings.Join(c.People, ", "))
	case world.ToThread:
		w.hears(at, c.Words)
		w.note("%s, message %s gets a thread: %s", at, c.ID, c.Words)
	case world.ToRouse:
		w.note("%s is woken", at)
	}
	return nil
}

// writePosted writes a public message down that was posted.
func (w *talk) writePosted(channel, id string, m message.Message) {
	head := "#" + channel + ", message " + id
	if m.Silent {
		head += ", silent"
	}
	w.write(head, m)
}

// late writes down what comes too late where the bot can only answer.
func (w *talk) late(c world.Call) {
	if c.Op == world.ToPost {
		w.note("(nothing can be posted in #%s)", c.Channel)
	} else {
		w.note("(message %s cannot be changed)", c.ID)
	}
}

// note writes down a line.
func (w *talk) note(format string, args ...any) {
	w.writing.Lock()
	defer w.writing.Unlock()
	fmt.Fprintf(&w.out, format+"\n", args...)
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
//	ann fills size=10; boxes=swap,strict-time    what is given there, by field; the others stay as they are
//	ann sends 1:o:0:options:0 with size=10   a forged form, with these fields alone
//	ann picks d                              a line of a menu or a button of a choice there, or "picks d on d1", by its value;
//	                                         "picks off in Ratings": of the menu whose label begins so
//	ann picks ben,cleo                       people of a menu of people
//	ann plays Cd3-d4                         /move, and Confirm if that asks
//	ann /resign > Yes, resign > ben Rematch on 3    a step, and what is clicked after it, by the same or by another
//	ann presses TEXT, TEXT on 2, TEXT alone  a forged button, of no message, of a message or of one that only ann sees
//	again                                    the last request arrives once more
//	restart                                  the bot is stopped and, a second later, started
//	resume, wake, remind, beat               Service.Resume, Due, Remind and Beat are called
//	lobbies, months, puzzles, servers        Service.Lobbies, Months, Puzzles and Leaves are called
//	hour, pass 36h                           time passes
//	leaves ben, returns ben, removed         a person leaves the server, comes back; the bot was removed from it
//	unknown, known                           the server is not known to the bot, and is again
//	asleep thread-1                          a thread falls asleep
//	fails gone, fails forbidden, fails, works    public messages fail, or work again
//	loses                                    the next message is posted, and the answer to it is lost
//	unanswered                               the next public answer to a click reaches nobody
//	deleted thread-1, locked thread-1        a channel is deleted; a thread takes no messages
//	unlocked thread-1                        it takes them again
//	taken 1                                  a moderator deletes a message
//	lacks see post attach                    the rights that the bot lacks; all are granted with nothing after "lacks"
//	misses history open within               the same for those that it plays without
//	discord 120ms, discord 2s without bid    Discord says which commands it has, after a while; "discord silent": it says nothing
//	refuses ben closed, refuses ben          direct messages to ben fail: closed, gone, forbidden or, without a word, for now
//	hurries ben, takes ben                   the channel of direct messages cannot be opened, or with everybody; both work again
//	caps games=2 pair=1                      from now on one person may have as many: games, parlour, tables, pair, challenges
//	player NAME=COMMAND                      from now on the bot has this program, to play against
//	offers permute magic                     from now on the bot has these games alone
//	speaks ann de                            the language of ann's client; in the place of German a made-up one is spoken
//	roles ben staff                          the roles that ben has from now on
//	role players, role bots managed          a role of the server; nobody may mention it if "closed" follows
//	unrole players                           it is deleted
//	views hall -guild +staff                 what the overwrites of a channel say from now on: the role of everybody
//	                                         is "guild"; "closed" for one that is age-restricted, "above games" for a thread,
//	                                         "-write" and "+write" for whether everybody may write there
//	threads, threads limited                 from now on channels have threads; Discord lets none be made for minutes
func (w *talk) step(t testing.TB, line string) error {
	words := strings.Fields(line)
	if first, clicks, chained := strings.Cut(line, " > "); chained {
		who, label, _ := strings.Cut(clicks, " ")
		if label == "" || label[0] == '>' || strings.ToLower(who) != who {
			who, label = words[0], clicks
		}
		return errors.Join(w.step(t, first), w.step(t, who+" clicks "+label))
	}
	switch words[0] {
	case "again":
		return w.do(w.again)
	case "restart":
		w.store.Close()
		w.Pass(time.Second)
		w.open(t)
		return nil
	case "resume":
		return w.service.Resume(t.Context())
	case "wake":
		return w.service.Due(t.Context())
	case "remind":
		return w.service.Remind(t.Context())
	case "lobbies":
		return w.service.Lobbies(t.Context())
	case "servers":
		return w.service.Leaves(t.Context())
	case "months":
		return w.service.Months(t.Context())
	case "puzzles":
		return w.service.Puzzles(t.Context())
	case "beat":
		return w.service.Env.Beat(t.Context(), match.WholeShard)
	case "hour":
		w.Pass(time.Hour)
		return nil
	case "pass":
		d, err := time.ParseDuration(words[1])
		w.Pass(d)
		return err
	case "leaves", "returns":
		w.Left[words[1]] = words[0] == "leaves"
		return nil
	case "removed":
		w.alone, w.fails = true, publish.ErrForbidden
		return nil
	case "unknown", "known":
		w.alone = words[0] == "unknown"
		return nil
	case "asleep":
		w.Asleep[words[1]] = true
		return nil
	case "threads":
		w.thread, w.unthreaded = true, len(words) > 1
		return nil
	case "caps":
		var caps commands.Caps
		fields := map[string]*int{"games": &caps.Games, "parlour": &caps.Parlour, "tables": &caps.Tables, "pair": &caps.Pair, "challenges": &caps.Challenges}
		for _, word := range words[1:] {
			name, number, _ := strings.Cut(word, "=")
			n, err := strconv.Atoi(number)
			if err != nil {
				return err
			}
			*fields[name] = n
		}
		w.with(func(c *commands.Config) { c.Caps = caps })
		return nil
	case "player":
		var one program.Program
		if err := one.UnmarshalText([]byte(strings.TrimPrefix(line, "player "))); err != nil {
			return err
		}
		w.with(func(c *commands.Config) {
			c.Programs = program.Programs{List: []program.Program{one}, Time: time.Minute, Memory: 1 << 10}
		})
		return nil
	case "offers":
		w.with(func(c *commands.Config) {
			c.Games = slices.DeleteFunc(all.Games(), func(g games.Game) bool { return !slices.Contains(words[1:], g.Info().Name) })
		})
		return nil
	case "speaks":
		if w.tongues == nil {
			w.tongues = map[string]string{}
		}
		if w.madeUp == "" {
			w.madeUp = madeUp
			w.with(func(c *commands.Config) { c.MadeUp = madeUp })
		}
		w.tongues[words[1]] = words[2]
		return nil
	case "roles":
		if w.roles == nil {
			w.roles = map[string][]string{}
		}
		w.roles[words[1]] = words[2:]
		return nil
	case "role", "unrole":
		w.role(words[0] == "role", words[1], words[2:])
		return nil
	case "views":
		w.arrange(words[1], words[2:])
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
		if len(words) > 2 {
			w.closed[words[1]] = failure(words[2:])
		}
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
	case "taken":
		w.ByID(words[1]).Gone = true
		return nil
	case "deleted", "restored":
		w.Gone[words[1]] = words[0] == "deleted"
		return nil
	case "locked", "unlocked":
		w.Locked[words[1]] = words[0] == "locked"
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
	if known, err := w.behind(words, line); known {
		return err
	}
	return w.person(words[0], strings.TrimSpace(strings.TrimPrefix(line, words[0])))
}

// arrange changes what the overwrites of a channel say about viewing it.
func (w *talk) arrange(channel string, says []string) {
	r := publish.Room{View: map[string]bool{}, Write: map[string]bool{}, Rank: len(w.Arranged.Rooms) + 3}
	for i, word := range says {
		switch {
		case word == "+write", word == "-write":
			r.Write["guild"], r.Write[world.Robot] = word == "+write", true
		case word == "closed":
			r.Closed = true
		case word == "above":
			r.Above = says[i+1]
		case word[0] == '+' || word[0] == '-':
			r.View[word[1:]] = word[0] == '+'
		}
	}
	if w.Arranged.Rooms == nil {
		w.Arranged.Rooms = map[string]publish.Room{}
	}
	if rank := map[string]int{"games": 1, "lounge": 2}[channel]; rank > 0 {
		r.Rank = rank
	}
	w.Arranged.Rooms[channel] = r
	w.service.Rearranged("guild")
}

// role makes or deletes a role of the server.
func (w *talk) role(there bool, name string, says []string) {
	if w.Arranged.Open == nil {
		w.Arranged.Open, w.rolesThere = map[string]bool{"guild": false}, map[string]commands.Role{"guild": {ID: "guild"}}
	}
	r := commands.Role{ID: name, Managed: slices.Contains(says, "managed"), Open: !slices.Contains(says, "closed")}
	w.Arranged.Open[name], w.rolesThere[name] = r.Open, r
	if !there {
		delete(w.Arranged.Open, name)
	}
	w.service.Rearranged("guild")
}

// person does a step of a person.
func (w *talk) person(who, does string) error {
	w.requests++
	r := commands.Request{
		ID: strconv.Itoa(w.requests), By: person(who), Guild: "guild", Channel: "games",
		Lang: cmp.Or(w.tongues[who], w.lang), PlaceLang: w.placeLang, Lacks: w.lacks, Misses: w.misses, Threads: w.thread, Roles: w.roles[who], Moderates: who == moderator || who == manager, Manages: who == manager, Posts: who != mute,
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
			r.Channel, r.Guild, r.Threads, r.Posts = world.DM+who, "", false, false
		}
		if strings.HasPrefix(r.Channel, world.Friends) {
			r.Guest, r.Guild, r.Threads, r.Posts = true, "", false, false
		}
		if r.Private = strings.HasPrefix(r.Channel, world.Private); r.Private {
			r.Threads = false
		}
		r.Unthreaded, r.Stranger = r.Above != "" || r.Private || r.Channel == "voice", r.Channel == "abroad"
	}
	if r.Guild == "" {
		r.PlaceLang = r.Lang
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
		r.Button, r.Message, _ = strings.Cut(rest, " on ")
		r.Button, r.Alone = strings.CutSuffix(r.Button, " alone")
	case "types":
		world.Types(&r, rest, person)
		for _, word := range strings.Fields(rest) {
			if option, _, ok := strings.Cut(word, ":"); ok {
				r.Focus = option
			}
		}
	case "fills":
		r.Button, r.Message, r.Alone = w.form.ID, w.again.Message, w.again.Alone
		w.fill(&r, *w.form, rest)
	case "sends":
		r.Button, rest, _ = strings.Cut(rest, " with ")
		w.fill(&r, message.Form{}, rest)
	default:
		if !strings.HasPrefix(does, "/") {
			return fmt.Errorf("there is no step %q", does)
		}
		world.Types(&r, does, person)
		if name, given := r.Options["role"]; given {
			r.Named = map[string]commands.Role{"role": w.rolesThere[name]}
		}
	}
	if err != nil {
		return err
	}
	return w.do(r)
}

// fill has a request fill in a form: the line that it asks for, or its fields by their names.
func (w *talk) fill(r *commands.Request, f message.Form, with string) {
	r.Filled = map[string][]string{}
	for _, field := range f.Fields {
		if r.Filled[field.Name] = field.Given; field.Kind == message.FieldLine {
			r.Filled[field.Name] = []string{strings.Join(field.Given, "")}
		}
	}
	if len(f.Fields) == 1 && f.Fields[0].Name == message.TypedField {
		with = message.TypedField + "=" + with
	}
	for part := range strings.SplitSeq(with, "; ") {
		name, given, is := strings.Cut(part, "=")
		if !is {
			continue
		}
		if r.Filled[name] = strings.Split(given, ","); given == "" {
			r.Filled[name] = nil
		}
		if role, there := w.rolesThere[given]; there {
			r.Named = map[string]commands.Role{name: role}
		}
		if name == message.TypedField || name == message.SetZone {
			r.Filled[name] = []string{given}
		}
	}
	if line := r.Filled[message.TypedField]; len(line) == 1 {
		r.Typed = &line[0]
	}
}

// do has the service handle a request and writes down the answer.
func (w *talk) do(r commands.Request) error {
	w.again = r
	reply := w.service.Handle(context.Background(), r)
	err := w.take(r, reply)
	for then := reply.Then; then != nil && err == nil; then = reply.Then {
		if w.meanwhile != nil {
			w.meanwhile()
		}
		ctx := context.Background()
		if w.tooLate {
			ended, cancel := context.WithDeadline(ctx, time.Time{})
			cancel()
			ctx = ended
		}
		if reply = then(ctx); reply.Message.Content == "" {
			continue
		}
		reply.Kind = commands.Update
		err = w.take(r, reply)
	}
	return err
}

// take shows a person the reply to a request.
func (w *talk) take(r commands.Request, reply commands.Reply) error {
	if reply.Kind == commands.Completion {
		for _, c := range reply.Choices {
			w.hears("only "+r.By.ID, strings.TrimPrefix(c.Label, c.Value+" · "))
			w.note("  %s = %s", c.Label, c.Value)
		}
		w.note("  (%d)", len(reply.Choices))
		return nil
	}
	if r.Guest && !w.unanswered {
		w.guest.Answered(r, reply)
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
	kind, direct := "only "+r.By.ID, strings.HasPrefix(r.Message, "d")
	if reply.Kind == commands.Update && (r.Message == "" || direct) {
		kind += ", changed"
	}
	if f := reply.Form; f != nil {
		w.form = f
		checkForm(w.t, *f)
		w.hears(kind, f.Title)
		for _, field := range f.Fields {
			w.hears(kind, field.Label, field.About, field.Hint)
		}
		if one := f.Fields[0]; one.Name == message.TypedField {
			w.note("%s, a form: %s", kind, strings.Join(append([]string{f.Title, one.Label, one.Hint}, match.Without(one.Given, func(s string) bool { return s == "" })...), " | "))
			return nil
		}
		w.note("%s, a form: %s", kind, f.Title)
		for _, field := range f.Fields {
			said := field.Given
			if field.Options != nil {
				said = nil
			}
			for _, o := range field.Options {
				if slices.Contains(field.Given, o.Value) {
					o.Value = "*" + o.Value
				}
				said = append(said, o.Value)
			}
			w.note("  {%s: %s: %s}", field.Label, field.Name, strings.Join(said, " "))
		}
		return nil
	}
	if reply.Vanish && r.Alone {
		kind += ", and gone once the board is up"
	}
	if reply.Until != nil && len(reply.Message.Rows) == 0 {
		kind += ", and gone with the turn"
	}
	w.write(kind, reply.Message)
	seen := world.Seen{Alone: true, Message: reply.Message}
	if reply.Kind == commands.Update && direct {
		w.ByID(r.Message).Change(reply.Message)
		seen.ID, seen.Alone = r.Message, false
	}
	w.panel[r.By.ID] = append(w.panel[r.By.ID], seen)
	w.publish(reply.Due)
	return nil
}

// showPublicly changes the message that was pressed, as the edge does with a public reply.
func (w *talk) showPublicly(r commands.Request, reply commands.Reply) error {
	p := w.ByID(r.Message)
	if p == nil {
		return fmt.Errorf("a public reply to a click on message %q", r.Message)
	}
	delivered := !w.unanswered
	if delivered {
		p.Change(reply.Message)
		w.write("message "+r.Message+" changed by the answer to "+r.By.ID, reply.Message)
	}
	w.unanswered = false
	if reply.Shows != nil {
		shows := *reply.Shows
		shows.Delivered = delivered
		w.unshown(w.service.Publish(context.Background(), shows))
	}
	w.publish(reply.Due)
	return nil
}

// sayAloud posts the first answer to a command, as the edge does.
func (w *talk) sayAloud(r commands.Request, reply commands.Reply) {
	if w.unanswered {
		w.unanswered = false
		w.note("(the answer is lost)")
		w.publish([]match.Unshown{*reply.Shows})
		return
	}
	shows := *reply.Shows
	shows.Delivered = true
	shows.Message = w.Make(r.Channel, "answer "+r.ID, *reply.Aloud).ID
	w.writePosted(r.Channel, shows.Message, *reply.Aloud)
	w.guest.Given(shows.Message)
	w.unshown(w.service.Publish(context.Background(), shows))
	if reply.Message.Rows != nil {
		w.write("only "+r.By.ID, reply.Message)
		w.panel[r.By.ID] = append(w.panel[r.By.ID], world.Seen{Alone: true, Message: reply.Message})
	}
}

// unshown writes down why something was not shown.
func (w *talk) unshown(err error) {
	if err != nil {
		w.note("(not shown: %v)", err)
	}
}

// publish shows the matches that a reply has changed.
func (w *talk) publish(due []match.Unshown) {
	for _, unshown := range due {
		w.unshown(w.service.Publish(context.Background(), unshown))
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
		p.Name, p.User = "\u200b \u2067\u3164\u2800", "ghost.7"
	case "tanaka":
		p.Name, p.User = "田中 太郎", "tanaka_taro"
	case "noa":
		p.Name, p.User = "נועה 3", "noa"
	case "proud":
		p.Name = "🏴\U000E0067\U000E0062 👩\u200d 🇩 Pat 🏴\U000E0067\U000E0062\U000E007F👩\u200d🚀🇩🇪" + strings.Repeat("👩\u200d🚀", 20)
	case "mallory":
		p.Name = "@everyone <@ann> **[Mallory](https://example.org)**"
	}
	return p
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
func (w *talk) plays(who, place, move string) error {
	if err := w.person(who, place+"/move move:"+move); err != nil {
		return err
	}
	if _, asks := world.Find(w.last(who), world.Label("Confirm")); asks {
		return w.person(who, place+"clicks Confirm")
	}
	return nil
}

// find has a request press a button, or pick the line of a menu that reads so: "Join on 1" on a message, or "Confirm" on
// the messages that only the person sees, or "Open beside Magic" in a section with these words. It finds buttons of older
// versions too, as a slow client shows them.
func (w *talk) find(r *commands.Request, who, what string) error {
	what, words, _ := strings.Cut(what, " beside ")
	label, number, _ := cutOn(what)
	if shown := w.panel[who]; words != "" && len(shown) > 0 {
		for _, s := range shown[len(shown)-1].Sections {
			if m := shown[len(shown)-1]; locale.Plain(s.Button.Label) == label && strings.Contains(locale.Plain(s.Says), words) {
				r.Button, r.Message, r.Alone = s.Button.ID, m.ID, m.Alone
				return nil
			}
		}
		return fmt.Errorf("there is no button %s beside %s", label, words)
	}
	return w.press(r, who, number, "button "+label, func(c message.Control) bool {
		i := slices.IndexFunc(c.Options, func(o message.MenuOption) bool { return locale.Plain(o.Label) == label && o.About != "" })
		if i >= 0 {
			r.Values = []string{c.Options[i].Value}
		}
		return i >= 0 || world.Label(label)(c)
	})
}

// menu has a request choose a value of a menu, or press the button of a choice: "43" on the newest
// message that only the person sees, or "43 on d2" on a message.
func (w *talk) menu(r *commands.Request, who, what string) error {
	value, number, _ := cutOn(what)
	value, label, _ := strings.Cut(value, " in ")
	return w.press(r, who, number, "choice "+value, func(c message.Control) bool {
		if label != "" && !strings.HasPrefix(locale.Plain(c.Label), label) {
			return false
		}
		if world.HasValue(c, value) {
			r.Values = []string{value}
		}
		if c.People > 0 {
			r.Values, r.People = strings.Split(value, ","), map[string]commands.Person{}
			for _, name := range r.Values {
				r.People[name] = person(name)
			}
		}
		return world.Choice(value)(c)
	})
}

// press has a request press a control of a message with a number or, without one, of the
// messages that only the person sees.
func (w *talk) press(r *commands.Request, who, number, what string, is func(message.Control) bool) error {
	shown := w.panel[who]
	if number == "last" {
		number = w.Posts[len(w.Posts)-1].ID
	}
	if number != "" {
		p := w.ByID(number)
		if p == nil {
			return fmt.Errorf("there is no message %s", number)
		}
		shown = nil
		for _, m := range p.Versions {
			shown = append(shown, world.Seen{ID: number, Message: m})
		}
	}
	for _, m := range slices.Backward(shown) {
		if c, found := world.Find(m.Message, is); found {
			r.Button, r.Message, r.Alone = c.ID, m.ID, m.Alone
			return nil
		}
	}
	return fmt.Errorf("there is no %s", what)
}

// failure returns the error with a name, as the steps of a conversation write it.
func failure(name []string) error {
	word := strings.Join(name, "")
	err, known := map[string]error{
		"gone": publish.ErrGone, "forbidden": publish.ErrForbidden, "closed": publish.ErrClosed, "fast": publish.ErrTooFast, "": io.ErrUnexpectedEOF,
	}[word]
	if !known {
		panic(fmt.Sprintf("there is no failure %q", word))
	}
	return err
}

// write writes a message down and checks it against Discord's limits.
func (w *talk) write(head string, m message.Message) {
	checkMessage(w.t, m)
	keepButtons(m)
	w.heard(head, m)
	w.writing.Lock()
	defer w.writing.Unlock()
	fmt.Fprintf(&w.out, "%s:\n", head)
	lines := strings.Split(m.Content, "\n")
	if w.lines < math.MaxInt {
		lines = lines[:min(w.lines, len(lines))]
		m.Sections, m.Picture, m.Better, m.Animation, m.Replay, m.Rows, m.Pings = nil, nil, nil, nil, nil, nil, nil
	}
	for _, line := range lines {
		fmt.Fprintf(&w.out, "  %s\n", line)
	}
	for _, s := range m.Sections {
		fmt.Fprintf(&w.out, "  | %s", strings.ReplaceAll(s.Says, "\n", "\n  | "))
		if s.Button.ID != "" {
			w.control(s.Button)
		}
		fmt.Fprintln(&w.out)
	}
	for _, p := range []*message.Picture{m.Picture, m.Better} {
		w.picture(p)
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
	if m.Replay != nil {
		w.replay(m.Replay)
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
	if m.Role != "" {
		fmt.Fprintf(&w.out, "  pings the role %s\n", m.Role)
	}
}

// picture writes down what a picture shows, and its words.
func (w *talk) picture(p *message.Picture) {
	if p != nil && p.Page != nil {
		w.page(p.Page, p.Alt)
	} else if p != nil {
		fmt.Fprintf(&w.out, "  picture: %v, preview %q", p.Names, p.Preview)
		if p.Palette != "" {
			fmt.Fprintf(&w.out, ", palette %q", p.Palette)
		}
		if p.Margins {
			fmt.Fprint(&w.out, ", plain")
		}
		if p.Better != nil {
			fmt.Fprintf(&w.out, ", %q | %q", p.Heads[0], p.Heads[1])
		}
		if p.Area > 0 {
			fmt.Fprintf(&w.out, ", area %d", p.Area)
		}
		fmt.Fprintln(&w.out)
		w.ribbon(p.Ribbon)
		for _, line := range strings.Split(p.Alt, "\n") {
			fmt.Fprintf(&w.out, "    %s\n", line)
		}
	}
}

// page writes what a picture that belongs to no game shows.
func (w *talk) page(p pages.Page, alt string) {
	switch p := p.(type) {
	case pages.Lobby:
		fmt.Fprintf(&w.out, "  picture of a lobby: %s\n", alt)
		for _, t := range p.Tables {
			fmt.Fprintf(&w.out, "    %s · %s: %v, to move %v\n", t.Game, t.Pace, t.Names, t.ToMove)
		}
	case pages.Shelf:
		fmt.Fprintf(&w.out, "  picture of games: %s\n", alt)
	case pages.Profile:
		fmt.Fprintf(&w.out, "  picture of a profile: %s\n    %s · %s · %s %s · %s\n", alt, p.Name, p.Line, p.Rating, p.Deviation, p.Change)
		fmt.Fprint(&w.out, "    line:")
		for _, r := range p.Ratings {
			fmt.Fprintf(&w.out, " %d: %.0f ± %.0f,", r.Day, r.Rating, r.Deviation)
		}
		fmt.Fprintf(&w.out, " below: %v\n    %s: %v\n    %s: %s · %s", p.Times, p.Played, p.Games, p.With, p.Pace, p.Late)
		if p.Against != nil {
			fmt.Fprintf(&w.out, " · %s %v %s", p.Against.Title, p.Against.Score, p.Against.Line)
		}
		fmt.Fprintln(&w.out)
	case pages.Standings:
		fmt.Fprintf(&w.out, "  picture of standings: %s | %s | %s | %q %q %q", p.Title, p.Line, p.Aside, p.Rating, p.Played, p.Form)
		if p.Palette != palettes[0] {
			fmt.Fprintf(&w.out, ", palette %q", p.Palette)
		}
		fmt.Fprintln(&w.out)
		for i, r := range p.Rows {
			mark := ""
			if i > 0 && i == p.Rest {
				mark = "… "
			}
			fmt.Fprintf(&w.out, "    %s%d %s %s rating %q, %d: %v, form %v, asks %v\n", mark, r.Place, r.Name, r.Game, r.Rating, r.Played, r.Score, r.Form, r.Asks)
		}
		fmt.Fprintf(&w.out, "    %s\n", strings.ReplaceAll(alt, "\n", "\n    "))
	}
}

// ribbon writes down what a picture says of an end, if it does.
func (w *talk) ribbon(e *games.Ribbon) {
	if e != nil {
		fmt.Fprintf(&w.out, "  ribbon: %s | %s | %s | %s | won by %v\n", e.Title, e.Short, e.Score, e.Line, e.Winners)
	}
}

// animation writes down the first and the last picture of an animation, and its words.
func (w *talk) animation(a *message.Animation) {
	first, last := a.Frames[0], a.Frames[len(a.Frames)-1]
	fmt.Fprintf(&w.out, "  animation: %s, %d frames for %v each and %v at last, palette %q\n", a.Name, len(a.Frames), a.Each, a.Last, last.Palette)
	w.ribbon(last.Ribbon)
	for _, text := range []string{first.View.String(), last.View.String(), a.Alt, "else: " + a.Lost} {
		for _, line := range strings.Split(text, "\n") {
			fmt.Fprintf(&w.out, "    %s\n", line)
		}
	}
}

// replay writes down what a page says, of its steps those with turning points and the last.
func (w *talk) replay(p *replay.Page) {
	fmt.Fprintf(&w.out, "  page: %s, %d steps, in %s: %s\n", p.Name, len(p.Steps), p.Lang, p.Title)
	for _, f := range p.Facts {
		fmt.Fprintf(&w.out, "    %s\n", f)
	}
	for i, s := range p.Steps {
		if s.Turning == nil && i < len(p.Steps)-1 {
			continue
		}
		fmt.Fprintf(&w.out, "    %d: %s · %s\n", i, strings.Join(s.Says, " "), s.When)
		for _, line := range s.Turning {
			fmt.Fprintf(&w.out, "      ◆ %s\n", line)
		}
		for _, d := range s.Better {
			fmt.Fprintf(&w.out, "      %s\n", d.View)
		}
	}
	if r, _, err := games.ReadRecord(all.Games(), p.Data); err != nil || len(p.Proof) == 0 {
		w.t.Errorf("the record in a page has %d moves, %v, and a proof of %d lines", len(r.Moves), err, len(p.Proof))
	}
}

func (w *talk) control(c message.Control) {
	off := ""
	if c.Disabled {
		off = " (off)"
	}
	if c.People > 0 {
		fmt.Fprintf(&w.out, " {%s: %d people}", c.Label, c.People)
		return
	}
	if len(c.Options) == 0 {
		fmt.Fprintf(&w.out, " [%s%s]", c.Label, off)
		return
	}
	var lines []string
	between := " "
	for _, o := range c.Options {
		line := o.Value
		if o.About != "" {
			line, between = o.Label+" – "+o.About, " | "
		}
		lines = append(lines, line)
	}
	fmt.Fprintf(&w.out, " {%s: %s}", c.Label, strings.Join(lines, between))
}

// counts has a talk count the calls of its channel of one kind.
func (w *talk) counts(op world.Op) (n *atomic.Int32) {
	n = &atomic.Int32{}
	w.before = func(_ context.Context, c world.Call) error {
		if c.Op == op {
			n.Add(1)
		}
		return nil
	}
	return n
}

// once has a talk do something before the first call of its channel of a kind.
func (w *talk) once(op string, do func()) {
	var done atomic.Bool
	w.before = func(_ context.Context, c world.Call) error {
		if strings.HasPrefix(string(c.Op), op) && done.CompareAndSwap(false, true) {
			do()
		}
		return nil
	}
}

// steps does several things and fails the test when one cannot be done.
func (w *talk) steps(t testing.TB, all ...string) {
	t.Helper()
	for _, s := range all {
		if err := w.step(t, s); err != nil {
			t.Fatalf("%s: %v", s, err)
		}
	}
}

// tell plays a script and checks what it shows. A line is a step, or it has a mark and says what the step before it
// must have shown:
//
//	"+ WORDS"    a line with these words
//	"= LINE"     just this line
//	"- WORDS"    no line with these words
//	"| LINE"     the lines with this mark are the answer to the person of the step; if the last is "…", its beginning
func (w *talk) tell(t testing.TB, script string) {
	t.Helper()
	step := ""
	var answer []string
	for line := range strings.Lines(script + "\n\n") {
		line = strings.TrimSpace(line)
		mark, words, _ := strings.Cut(line, " ")
		if answer != nil && mark != "|" {
			who, _, _ := strings.Cut(step, " ")
			want, begins := strings.CutSuffix(strings.Join(answer, "\n"), "…")
			if said := w.lastSaid(who); said != want && !(begins && strings.HasPrefix(said, want)) {
				t.Errorf("%s: %s is told\n%s\nwant\n%s", step, who, said, want)
			}
			answer = nil
		}
		switch mark {
		case "":
		case "|":
			answer = append(answer, words)
		case "+", "=", "-":
			shown := slices.ContainsFunc(strings.Split(w.out.String(), "\n"), func(l string) bool {
				return strings.TrimSpace(l) == words || mark != "=" && strings.Contains(l, words)
			})
			if shown == (mark == "-") {
				t.Errorf("%s: %q is shown: %t\n%s", step, words, shown, &w.out)
			}
		default:
			w.out.Reset()
			step = line
			w.steps(t, step)
		}
	}
}

// match returns a stored match.
func (w *talk) match(t testing.TB, id string) storage.Match {
	t.Helper()
	m, err := w.store.Get(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// newest returns the newest public message as it was changed last.
func (w *talk) newest() message.Message {
	newest := w.Posts[len(w.Posts)-1].Versions
	return newest[len(newest)-1]
}

// head returns the head of a match as it is stored.
func (w *talk) head(t testing.TB, id string) storage.Head { return w.match(t, id).Head }

// live returns the head of Ann's only match that goes on.
func (w *talk) live() storage.Head {
	w.t.Helper()
	own, err := w.store.OfPlayer(context.Background(), "ann", true, storage.All)
	if err != nil || len(own) != 1 {
		w.t.Fatalf("ann has %d live matches, %v, want one", len(own), err)
	}
	return own[0]
}

// scenes plays scripts, each in a world of its own.
func scenes(t *testing.T, scripts map[string]string) {
	t.Helper()
	t.Parallel()
	for name, script := range scripts {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			newTalk(t).tell(t, script)
		})
	}
}

// load reads a match of the world.
func (w *talk) load(t testing.TB, id string) *match.Match {
	t.Helper()
	m, err := match.NewEnv(all.Games(), w.store, w.Now, zeros{}).Load(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	return m
}
