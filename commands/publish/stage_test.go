package publish_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"parlour/commands/locale"
	"parlour/commands/match"
	"parlour/commands/message"
	"parlour/commands/publish"
	"parlour/commands/world"
	"parlour/games"
	"parlour/games/all"
	"parlour/storage"
	"parlour/storage/bolt"
	"parlour/storage/fleet"
	"parlour/storage/storetest"
)

// A stage has a match, and processes that show it in a channel. It plays a script, a line at a time.
// The line
//
//	QUESTION: ANSWER
//
// asks one of the questions of [answers]. All others say what happens. Where there is an "!" in it, that
// fails with the error that is said after that, or with any.
//
//	game GAME PLAYER…          begins a game with its first board, at once Permute of ann and ben
//	begins GAME PLAYER…        begins a game of which nothing is shown yet
//	pass DURATION              lets time pass
//	fail CALLS ERROR…          fails the next calls such as "edit,delete"; the last error for ever with an "…",
//	                           with none they succeed again; "-" is success, "lost" an answer that is lost
//	at CALL [ID] ; LINE ; …    does something once: as the next "before edit" or "after post" happens
//	later LINE                 does something beside the rest; "wait" waits for all of that
//	ID := CONTENT              changes what a message says
//	left CHANNEL NONCE CONTENT makes a message that nobody has noted
//	delete ID, restore ID      deletes a message, and has it be again what it was at first
//	cut, thread, owes          drops the note that a publication was begun, moves the match into a thread,
//	                           has Ann wait for a message
//	rematch                    goes on with the rematch
//	count                      counts anew what is sent, written and owed
//	P joins                    P becomes a process that is not alone
//	P idles                    P becomes a process that makes lines of old boards when its idle channel has room
//	P commits WHAT [as CLAIM]  commits what [decide] does
//	P shows, P delivers        publishes a claim, the newest one, or has had its answer delivered: "ask on ID" if that
//	                           shows the question, "on ID" if it shows the board in a message
//	P does WHAT [×N]           commits and shows
//	P due DURATION             publishes what is due within a time
//	P forgets [as CLAIM]       has a claim not say what was committed, as if a check had made it
//	P touches                  writes the match, in which nothing changes
//	P reminds DURATION         sends the reminders that are due within a time
//	lobby                      the server has a lobby in #lounge, which is due
//	P lobbies                  shows the lobbies that are due
//	month                      the server has standings of last month, which are due in #lounge
//	puzzle                     the puzzle of the day is due in #lounge
//	P puzzles                  posts puzzles that are due
//	P months                   posts the standings of months that are due
//	P free                     its idle channel has room from now on
//	P works                    does what is to be done aside
//	P dies                     every later write of it fails
//	P looks, P outlives        looks at the others, and sees the end of their leases
//	P leaves                   gives its own lease back
type stage struct {
	*world.Channel
	t     *testing.T
	store storage.Store
	later sync.WaitGroup

	mu        sync.Mutex
	clock     *world.Clock
	processes map[string]*process
	on        *process // the one that a line is about
	fails     map[world.Op][]string
	calls     map[world.Op]int
	events    map[string][]string // lines by what happens before them
	claims    map[string]match.Unshown
	names     []string // that the thread was given
	owed      int
	match     string // whose moves are made
}

// A process shows matches in the channel of a stage.
type process struct {
	*publish.Publisher
	fleet         *fleet.Member
	fuse          world.Fuse
	wholly        bool // whether the fuse burns with each call of the channel too
	posts, writes int

	aside         []func(context.Context)
	free          bool // whether its idle channel has room without waiting for it
	places, rests int  // how often that room was waited for, and how often there was a pause
}

// failing are the calls that scripts have fail.
var failing = []world.Op{world.ToThread, world.ToPost, world.ToEdit, world.ToStrip, world.ToDelete, world.ToRename,
	world.ToInvite, world.ToRead}

var players = map[string]storage.Player{
	"ann": {ID: "ann", Name: "Ann"}, "ben": {ID: "ben", Name: "Ben"}, "cleo": {ID: "cleo", Name: "Cleo"},
	"parlour": {ID: "opponent-1", Name: "Parlour", Level: "easy"},
}

// plays plays each script on a stage of its own.
func plays(t *testing.T, scripts map[string]string) {
	for name, script := range scripts {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			newStage(t, "permute", "ann", "ben").play(script)
		})
	}
}

// newStage returns a stage with a game, of which the table and the first board are shown.
func newStage(t *testing.T, game string, who ...string) *stage {
	t.Helper()
	s := bareStage(t, game, who...)
	s.play("starter commits nothing\nstarter shows")
	return s
}

// zeros is a random source that returns zeros only.
type zeros struct{}

func (zeros) Read(p []byte) (int, error) { clear(p); return len(p), nil }

// bareStage returns a stage with a game of which nothing is shown.
func bareStage(t *testing.T, game string, who ...string) *stage {
	t.Helper()
	s := &stage{t: t, clock: world.NewClock(time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC))}
	t.Cleanup(func() {
		for event := range s.events {
			t.Errorf("it never came to this: at %s", event)
		}
	})
	s.begins(game, who...)
	return s
}

// begins begins anew, with another game.
func (s *stage) begins(game string, who ...string) {
	s.t.Helper()
	store, err := bolt.Open(filepath.Join(storetest.Dir(s.t), "parlour.db"))
	s.well(err)
	s.t.Cleanup(func() { store.Close() })
	s.Channel = world.NewChannel(s.clock, func(c world.Call, why string) { s.t.Errorf("%+v: %s", c, why) })
	s.Channel.Before, s.Channel.After = s.before, s.after
	s.store, s.processes, s.fails = store, map[string]*process{}, map[world.Op][]string{}
	s.calls, s.events, s.claims, s.match = map[world.Op]int{}, map[string][]string{}, map[string]match.Unshown{}, "m"
	head := storage.Head{ID: "m", Created: s.now(), NextCheck: s.now()}
	head.Phase, head.First, head.Setup = storage.Open, "me", games.Setup{Game: game, Seats: len(who), Options: map[string]map[string]string{
		"permute": {"size": "9", "start": "chequer", "swap": "off"}, "permutu": {"symbols": "5", "distinct": "false", "start": "seat0"},
		"permutations": {"orders": "false"},
	}[game]}
	for _, one := range who {
		head.Players = append(head.Players, players[one])
	}
	for _, g := range all.Games() {
		if info := g.Info(); info.Name == game && info.Hidden {
			s.well(match.FixDeal(&head.Lobby, info, zeros{}))
		}
	}
	head.Channel, head.Home, head.Guild, head.Lang, head.Desired.Post = "games", "games", "guild", "en-GB", 1
	_, err = store.Create(s.t.Context(), head)
	s.well(err)
	_, err = s.process("starter").Env.Change(s.t.Context(), "m", func(m *match.Match) ([]games.Ply, error) {
		return nil, m.Start("ann", match.Venue{Channel: "games"})
	})
	s.well(err)
}

// well ends the test for an error.
func (s *stage) well(err error) {
	s.t.Helper()
	if err != nil {
		s.t.Fatal(err)
	}
}

// now is a clock that never says the same twice, like that of a machine.
func (s *stage) now() time.Time { return s.pass(time.Microsecond) }

// pass lets time pass.
func (s *stage) pass(d time.Duration) time.Time {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.clock.Pass(d)
	return s.clock.Now()
}

// process returns the process with a name, and starts one that is not there.
func (s *stage) process(name string) *process {
	s.mu.Lock()
	p, there := s.processes[name]
	s.mu.Unlock()
	if !there {
		p = s.starts(name, func(*process, *publish.Config) {})
	}
	return p
}

// sentences are read once for all stages, because that takes longer than a game.
var sentences = sync.OnceValues(func() (*locale.Catalogue, error) { return locale.New(all.Games()) })

// writer returns what writes messages.
func (s *stage) writer() *message.Writer {
	words, err := sentences()
	s.well(err)
	return message.NewWriter(words, []string{"classic"})
}

// starts starts a process.
func (s *stage) starts(name string, adjust func(*process, *publish.Config)) *process {
	s.t.Helper()
	p := &process{}
	store := &world.Store{Store: s.store, Before: func(a world.Access) error {
		if !a.Writes() {
			return nil
		}
		return p.fuse.Burn()
	}, After: func(a world.Access) {
		s.mu.Lock()
		defer s.mu.Unlock()
		if a.Writes() {
			p.writes++
		}
	}}
	c := publish.Config{
		Env: match.NewEnv(all.Games(), store, s.now, zeros{}), Writer: s.writer(), Channel: s.Channel, Patient: s.Channel,
		Brief: time.Minute, AtOnce: 4, Log: slog.New(slog.NewTextHandler(io.Discard, nil)), Owed: func(string) { s.mu.Lock(); s.owed++; s.mu.Unlock() },
	}
	adjust(p, &c)
	p.Publisher = publish.New(c)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.processes[name] = p
	return p
}

// joins has a process know others.
func (s *stage) joins(p *process, c *publish.Config) {
	store := storetest.Shared{Store: c.Env.Store, Clock: s.now}
	var err error
	c.Env = match.NewEnv(all.Games(), store, s.now, zeros{})
	p.fleet, err = fleet.Join(s.t.Context(), store, s.now, nil)
	s.well(err)
	c.Env.Fleet = p.fleet
}

// place is the key under which a context has a place for one request of an idle channel.
type place struct{}

// An idleChannel takes a request if there is room.
type idleChannel struct {
	*world.Channel
	p *process
}

func (c idleChannel) do(ctx context.Context, do func() error) error {
	if left, ok := ctx.Value(place{}).(*int); ok && *left > 0 {
		*left--
	} else if !c.p.free {
		return publish.ErrLater
	}
	return do()
}

func (c idleChannel) Edit(ctx context.Context, channel, id string, m message.Message) error {
	return c.do(ctx, func() error { return c.Channel.Edit(ctx, channel, id, m) })
}

func (c idleChannel) Delete(ctx context.Context, channel, id string) error {
	return c.do(ctx, func() error { return c.Channel.Delete(ctx, channel, id) })
}

// idles has a process write lines where it has room.
func (s *stage) idles(p *process, c *publish.Config) {
	c.Idle = idleChannel{s.Channel, p}
	c.Aside = func(do func(context.Context)) { p.aside = append(p.aside, do) }
	c.Wait = func(ctx context.Context, d time.Duration) error { p.rests++; s.pass(d); return ctx.Err() }
	c.Room = func(ctx context.Context) (context.Context, error) {
		p.places++
		s.happens("room")
		one := 1
		return context.WithValue(ctx, place{}, &one), ctx.Err()
	}
}

// works does what is to be done aside, until there is nothing.
func (p *process) works(ctx context.Context) {
	for len(p.aside) > 0 {
		do := p.aside[0]
		p.aside = p.aside[1:]
		do(ctx)
	}
}

// before fails a call of the channel as the script says.
func (s *stage) before(ctx context.Context, c world.Call) error {
	s.happens("before " + string(c.Op))
	s.mu.Lock()
	defer s.mu.Unlock()
	s.calls[c.Op]++
	if c.Op == world.ToRename || c.Op == world.ToThread {
		s.names = append(s.names, c.Words)
	}
	if s.on != nil && c.Op == world.ToPost {
		s.on.posts++
	}
	if s.on != nil && s.on.wholly && slices.Contains([]world.Op{world.ToPost, world.ToEdit, world.ToDelete, world.ToRead}, c.Op) {
		return s.on.fuse.Burn()
	}
	if next := s.fails[c.Op]; len(next) > 0 && next[0] != "lost" {
		return s.failure(c.Op)
	}
	return nil
}

// failure returns the next error of a call.
func (s *stage) failure(op world.Op) error {
	next := s.fails[op]
	if len(next) < 2 || next[1] != "…" {
		s.fails[op] = next[1:]
	}
	switch next[0] {
	case "-":
		return nil
	case "forbidden":
		return publish.ErrForbidden
	case "name":
		return publish.ErrName
	case "later":
		return fmt.Errorf("%w: 30046", publish.ErrLater)
	}
	return errors.New(next[0])
}

// after loses the answer to a call as the script says.
func (s *stage) after(c world.Call, p *world.Post) error {
	if !c.Again && p != nil {
		s.happens("after " + string(c.Op))
		s.happens(fmt.Sprintf("after %s %s", c.Op, p.ID))
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if next := s.fails[c.Op]; len(next) > 0 && next[0] == "lost" {
		return s.failure(c.Op)
	}
	return nil
}

// happens carries out what is to happen at an event.
func (s *stage) happens(event string) {
	s.mu.Lock()
	lines, on := s.events[event], s.on
	delete(s.events, event)
	s.mu.Unlock()
	for _, line := range lines {
		s.line(line)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.on = on
}

// play plays a script.
func (s *stage) play(script string) {
	s.t.Helper()
	for line := range strings.Lines(script) {
		s.line(strings.TrimSpace(line))
	}
	world.Finish(s.t, s.later.Wait, "the end of what happens beside the script")
}

// line carries out a line of a script.
func (s *stage) line(line string) {
	s.t.Helper()
	words := strings.Fields(line)
	if len(words) == 0 || words[0] == "#" {
		return
	}
	question, want, asks := strings.Cut(line, ":")
	if of := strings.Fields(question); asks && answers[of[0]] != nil {
		want = strings.TrimSpace(want)
		got := answers[of[0]](s, of[1:])
		if start, part := strings.CutSuffix(want, "…"); got != want && !(part && strings.HasPrefix(got, start)) {
			s.t.Errorf("%s: %s, want %s", question, got, want)
		}
		return
	}
	said, fails, may := strings.Cut(line, " !")
	switch err := s.does(strings.Fields(said)); {
	case may && (err == nil || !strings.Contains(err.Error(), strings.TrimSpace(fails))):
		s.t.Errorf("%s = %v, want%s", line, err, fails)
	case !may && err != nil:
		s.t.Errorf("%s = %v", line, err)
	}
}

// does carries out the words of a line.
func (s *stage) does(words []string) error {
	s.t.Helper()
	ctx, rest := s.t.Context(), words[1:]
	switch words[0] {
	case "game":
		s.begins(rest[0], rest[1:]...)
		s.play("starter commits nothing\nstarter shows")
		return nil
	case "begins":
		s.begins(rest[0], rest[1:]...)
		return nil
	case "pass":
		s.pass(duration(rest[0]))
		return nil
	case "fail":
		for op := range strings.SplitSeq(rest[0], ",") {
			if !slices.Contains(failing, world.Op(op)) {
				s.t.Fatalf("no script has the call %q fail", op)
			}
			s.fails[world.Op(op)] = rest[1:]
		}
		return nil
	case "at":
		event, lines, _ := strings.Cut(strings.Join(rest, " "), " ; ")
		s.events[event] = strings.Split(lines, " ; ")
		return nil
	case "later":
		s.later.Go(func() { s.line(strings.Join(rest, " ")) })
		return nil
	case "wait":
		world.Finish(s.t, s.later.Wait, "the end of what happens beside the script")
		return nil
	case "cut":
		return s.edit(func(h *storage.Head) { h.FailingSince = time.Time{} })
	case "thread":
		return s.edit(func(h *storage.Head) { h.Channel, h.Live.Channel = "thread", "thread" })
	case "rematch":
		s.match = match.IDOf("again")
		return nil
	case "delete":
		return s.Delete(ctx, "games", rest[0])
	case "restore": // a late answer to a press shows the board that was pressed
		p := s.ByID(rest[0])
		p.Change(p.Versions[0])
		return nil
	case "left":
		s.Make(rest[0], rest[1], message.Message{Content: strings.Join(rest[2:], " ")})
		return nil
	case "owes":
		_, err := storage.People.Change(ctx, s.store, "ann", func(p *storage.Person) error {
			p.Direct, p.NextCheck, p.Notices = world.DM+"ann", s.now(), 1
			p.Outbox = []storage.Notice{{At: s.now(), Nonce: "n1", Content: "Your turn."}}
			return nil
		})
		return err
	case "lobby":
		_, err := storage.Halls.Change(ctx, s.store, "guild", func(h *storage.Hall) error {
			h.Channel, h.Changed, h.NextCheck = "lounge", true, s.now()
			return nil
		})
		return err
	case "month":
		for n := range 15 {
			who := strings.Fields("ann ben cleo")
			h := storage.Head{ID: fmt.Sprint("ended ", n), Created: s.now()}
			h.Guild, h.Home, h.Channel, h.Setup.Game = "guild", "games", "games", "permute"
			h.Phase, h.Outcome, h.EndedAt = storage.Over, "wl", s.now().AddDate(0, -1, 0)
			h.Players = []storage.Player{players[who[n%3]], players[who[(n+1)%3]]}
			if _, err := s.store.Create(ctx, h); err != nil {
				return err
			}
		}
		_, err := storage.Servers.Change(ctx, s.store, "guild", func(g *storage.Server) error {
			g.Results, g.Month.NextCheck = "lounge", s.now()
			return nil
		})
		return err
	case "puzzle":
		_, err := storage.Dailies.Change(ctx, s.store, "guild", func(d *storage.Daily) error {
			d.Channel, d.NextCheck = "lounge", s.now()
			return nil
		})
		return err
	case "count":
		for _, p := range s.processes {
			p.posts, p.writes = 0, 0
		}
		s.owed, s.calls = 0, map[world.Op]int{}
		return nil
	}
	if rest[0] == ":=" {
		p := s.ByID(words[0])
		m := p.Newest()
		m.Content = strings.Join(rest[1:], " ")
		p.Change(m)
		return nil
	}
	return s.doesBy(words[0], rest[0], rest[1:])
}

// doesBy has a process do something.
func (s *stage) doesBy(name, verb string, rest []string) error {
	s.t.Helper()
	ctx := s.t.Context()
	switch verb {
	case "joins":
		s.starts(name, s.joins)
		return nil
	case "idles":
		s.starts(name, s.idles)
		return nil
	}
	p := s.process(name)
	s.mu.Lock()
	s.on = p
	s.mu.Unlock()
	claim := ""
	if i := slices.Index(rest, "as"); i >= 0 {
		claim, rest = rest[i+1], rest[:i]
	}
	c := s.claims[claim]
	if i := slices.Index(rest, "on"); i >= 0 {
		c.Message, rest = rest[i+1], rest[:i]
	}
	if i := slices.Index(rest, "ask"); i >= 0 {
		c.Ask, rest = 1, rest[:i]
	}
	switch verb {
	case "commits", "does":
		times := 1
		if last, many := strings.CutPrefix(rest[len(rest)-1], "×"); many {
			times = s.number(last)
			rest = rest[:len(rest)-1]
		}
		for range times {
			m, err := p.Env.Change(ctx, s.match, func(m *match.Match) ([]games.Ply, error) { return decide(m, rest) })
			if err != nil {
				return err
			}
			s.claims[claim] = m.Unshown()
			if verb == "does" {
				if err := p.Publish(ctx, m.Unshown()); err != nil {
					return err
				}
			}
		}
		return nil
	case "shows":
		return p.Publish(ctx, c)
	case "delivers":
		c.Delivered = true
		return p.Publish(ctx, c)
	case "forgets":
		c.Committed = nil
		s.claims[claim] = c
		return nil
	case "due":
		return p.Due(ctx, duration(rest[0]))
	case "touches":
		return p.Env.Touch(ctx, "m")
	case "lobbies":
		return p.Lobbies(ctx)
	case "months":
		return p.Months(ctx)
	case "puzzles":
		return p.Puzzles(ctx)
	case "reminds":
		return publish.NewReminders(p.Publisher).Due(ctx, s.now().Add(duration(rest[0])))
	case "free":
		p.free = true
		return nil
	case "works":
		world.Finish(s.t, func() { p.works(ctx) }, "what is done aside")
		return nil
	case "dies":
		p.fuse.Light(0)
		return nil
	case "looks":
		_, err := p.fleet.Look(ctx)
		return err
	case "outlives":
		s.pass(20 * time.Second)
		if ended, err := p.fleet.Look(ctx); err != nil || !ended {
			return fmt.Errorf("the lease of the other has not ended (%w)", err)
		}
		return nil
	case "leaves":
		return p.fleet.Leave(ctx)
	}
	s.t.Fatalf("there is no verb %q", verb)
	return nil
}

// number reads a number.
func (s *stage) number(text string) int {
	s.t.Helper()
	n, err := strconv.Atoi(text)
	s.well(err)
	return n
}

// duration reads a time such as "1m10s", "lease" or "lease-1ns".
func duration(text string) time.Duration {
	var sum time.Duration
	if rest, ok := strings.CutPrefix(text, "lease"); ok {
		if sum, text = match.Lease, rest; text == "" {
			return sum
		}
	}
	d, err := time.ParseDuration(text)
	if err != nil {
		panic(err)
	}
	return sum + d
}

// decide is one of the decisions that are committed.
func decide(m *match.Match, words []string) ([]games.Ply, error) {
	seat := games.Seat(0)
	if len(words) > 1 {
		n, err := strconv.Atoi(words[1])
		if err != nil {
			return nil, err
		}
		seat = games.Seat(n)
	}
	next := func(seat games.Seat) ([]games.Ply, error) { return m.Play(seat, m.State.Legal(seat)[0]) }
	switch words[0] {
	case "nothing":
		return nil, nil
	case "edit":
		m.Desired.Edit++
		return nil, nil
	case "thread":
		m.Thread = true
		return nil, nil
	case "move":
		return next(m.State.ToMove()[0])
	case "press":
		m.RequestID = "request"
		return next(m.State.ToMove()[0])
	case "bid":
		m.RequestID = "request"
		return next(seat)
	case "lapse":
		return m.Play(seat, games.Lapse)
	case "resign":
		return m.Resign(seat)
	case "off":
		return m.CallOff(seat)
	case "draw":
		return m.Ask(seat, match.AboutDraw)
	case "back":
		return m.TakeBack(seat)
	case "again":
		m.RequestID = "again"
		return m.Rematch(seat, "")
	case "agree", "decline":
		m.RequestID = "answer"
		_, plies, err := m.AnswerAsk(seat, m.AskCount, words[0] == "agree")
		return plies, err
	}
	return nil, fmt.Errorf("there is no decision %q", words[0])
}

// edit changes the head of the match in the store.
func (s *stage) edit(change func(*storage.Head)) error {
	m, err := s.store.Get(s.t.Context(), "m")
	if err != nil {
		return err
	}
	change(&m.Head)
	_, err = s.store.Append(s.t.Context(), m.Head)
	return err
}

// stored returns the match as it is in the store.
func (s *stage) stored() storage.Match {
	s.t.Helper()
	m, err := s.store.Get(s.t.Context(), "m")
	s.well(err)
	return m
}

// message returns a message of the channel by the id in a question, "last" for the newest.
func (s *stage) message(of []string) *world.Post {
	s.t.Helper()
	if of[0] == "last" {
		return s.Posts[len(s.Posts)-1]
	}
	p := s.ByID(of[0])
	if p == nil {
		s.t.Fatalf("there is no message %s", of[0])
	}
	return p
}

// buttons returns what the buttons of a message carry.
func buttons(p *world.Post) (ids []string) {
	if p.Gone {
		return nil
	}
	for _, c := range p.Newest().Controls() {
		ids = append(ids, c.ID)
	}
	return ids
}

// answers has what a script may ask, by the first word.
var answers map[string]func(s *stage, of []string) string

func init() {
	ofMatch := func(say func(s *stage, m storage.Match) any) func(*stage, []string) string {
		return func(s *stage, _ []string) string { return fmt.Sprint(say(s, s.stored())) }
	}
	ofMessage := func(say func(*world.Post) any) func(*stage, []string) string {
		return func(s *stage, of []string) string { return fmt.Sprint(say(s.message(of))) }
	}
	ofProcess := func(say func(*process) int) func(*stage, []string) string {
		return func(s *stage, of []string) string { return fmt.Sprint(say(s.process(of[0]))) }
	}
	answers = map[string]func(s *stage, of []string) string{
		"boards":   func(s *stage, _ []string) string { return fmt.Sprint(s.check()) },
		"told":     func(s *stage, _ []string) string { s.checkLines(); return "once" },
		"messages": func(s *stage, _ []string) string { return fmt.Sprint(len(s.Posts)) },
		"message":  ofMessage(func(p *world.Post) any { return p.Newest().Content }),
		"versions": ofMessage(func(p *world.Post) any { return len(p.Versions) }),
		"gone":     ofMessage(func(p *world.Post) any { return p.Gone }),
		"buttons":  ofMessage(func(p *world.Post) any { return len(buttons(p)) }),
		"shown": ofMatch(func(_ *stage, m storage.Match) any {
			if m.Published != m.Desired || !m.FailingSince.IsZero() {
				return "not all"
			}
			return fmt.Sprint("all, to ", m.Live.To)
		}),
		"old":   ofMatch(func(_ *stage, m storage.Match) any { return len(m.Old) }),
		"lines": ofMatch(func(_ *stage, m storage.Match) any { return len(m.Lines) }),
		"asked": ofMatch(func(_ *stage, m storage.Match) any { return len(m.Asked) }),
		"pinged": func(s *stage, of []string) string { // by the old board of a turn
			old := s.stored().Old
			i := slices.IndexFunc(old, func(b storage.Board) bool { return fmt.Sprint(b.Turn) == of[0] })
			if i < 0 {
				return "no such board"
			}
			return strings.Join(old[i].Pinged, " ")
		},
		"newest":  ofMatch(func(_ *stage, m storage.Match) any { return m.Message }),
		"table":   ofMatch(func(_ *stage, m storage.Match) any { return m.Table }),
		"channel": ofMatch(func(_ *stage, m storage.Match) any { return m.Channel }),
		"phase":   ofMatch(func(_ *stage, m storage.Match) any { return m.Phase }),
		"named":   ofMatch(func(_ *stage, m storage.Match) any { return m.Named }),
		"next": ofMatch(func(s *stage, m storage.Match) any {
			switch now := s.now(); {
			case m.NextCheck.IsZero():
				return "never"
			case !m.NextCheck.After(now):
				return "now"
			case !m.NextCheck.After(now.Add(match.Lease)):
				return "soon"
			}
			return "later"
		}),
		"directs": func(s *stage, of []string) string { return fmt.Sprint(s.directs()[of[0]]) },
		"asking": func(s *stage, of []string) string { // how many direct messages have buttons
			asking := 0
			for _, p := range s.In(world.DM + of[0]) {
				if len(buttons(p)) > 0 {
					asking++
				}
			}
			return fmt.Sprint(asking)
		},
		"owed":   func(s *stage, _ []string) string { return fmt.Sprint(s.owed) },
		"names":  func(s *stage, _ []string) string { return strings.Join(s.names, " | ") },
		"calls":  func(s *stage, of []string) string { return fmt.Sprint(s.calls[world.Op(of[0])]) },
		"posts":  ofProcess(func(p *process) int { return p.posts }),
		"writes": ofProcess(func(p *process) int { return p.writes }),
		"places": ofProcess(func(p *process) int { return p.places }),
		"rests":  ofProcess(func(p *process) int { return p.rests }),
		"reminded": func(s *stage, _ []string) string { // how often Ann was told
			n := 0
			for _, p := range s.DMs {
				if p.Newest().Content == "Your turn." {
					n++
				}
			}
			ann, err := storage.People.Get(s.t.Context(), s.store, "ann")
			if err != nil || len(ann.Outbox) > 0 || ann.Owner != "" {
				s.t.Errorf("Ann is %+v (%v), want nothing left to tell", ann, err)
			}
			return fmt.Sprint(n)
		},
	}
}

// check checks that the match is wholly shown, that its newest message alone has buttons, and that
// these are of the newest turn. It returns the number of boards in the channel.
func (s *stage) check() (boards int) {
	s.t.Helper()
	m := s.stored()
	last := s.Posts[len(s.Posts)-1]
	if m.Published != m.Desired || !m.FailingSince.IsZero() || m.Message != last.ID {
		s.t.Errorf("%v of %v is shown, failing since %v, up to message %s of %s", m.Published, m.Desired, m.FailingSince, m.Message, last.ID)
	}
	for _, p := range s.Posts {
		if got := buttons(p); (len(got) > 0) != (p == last) {
			s.t.Errorf("message %s of %s has the buttons %q", p.ID, last.ID, got)
		}
	}
	for _, id := range buttons(last) {
		if b := world.Carried(id); b.Turn != m.Plies {
			s.t.Errorf("the newest message has the button %q, want one of turn %d", id, m.Plies)
		}
	}
	return len(s.Posts) - 1
}

// checkLines checks that the newest board alone is a board, and that the lines of the others and
// the newest board tell of each ply once.
func (s *stage) checkLines() {
	s.t.Helper()
	m := s.stored()
	if m.Published != m.Desired || !m.FailingSince.IsZero() || len(m.Old) > 0 {
		s.t.Errorf("%v of %v is shown, failing since %v, old are %v", m.Published, m.Desired, m.FailingSince, m.Old)
	}
	told := map[string]int{}
	for _, p := range s.Posts {
		isBoard := slices.ContainsFunc(buttons(p), func(id string) bool { return world.Carried(id).Verb == "more" })
		if isBoard && p.ID != m.Message {
			s.t.Errorf("message %s is a board still, and %s is the newest", p.ID, m.Message)
		}
		if p.Gone {
			continue
		}
		for line := range strings.Lines(p.Newest().Content) {
			if _, unit, named := strings.Cut(line, ".** "); named {
				line = unit
			}
			if number, _, ok := strings.Cut(line, `\. `); ok {
				told[number]++
			}
		}
	}
	for n := range m.Live.From {
		if told[strconv.Itoa(n+1)] != 1 {
			s.t.Errorf("ply %d of %d is told %d times in the lines", n+1, m.Plies, told[strconv.Itoa(n+1)])
		}
	}
}
