package bot

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"parlour/bot/rest"
	"parlour/bot/sandbox/fault"
	"parlour/bot/sandbox/rule"
	"parlour/commands/match"
	"parlour/commands/message"
	"parlour/commands/publish"
	"parlour/commands/world"
	"parlour/games"
	"parlour/games/all"
	"parlour/storage"
	"parlour/storage/bolt"
	"parlour/storage/storetest"
)

// Ids of a [standIn]. Those of threads are those of their messages.
const (
	aServer, aHome = "11", "22"
	aDirect        = "33" // begins the id of a direct channel
)

// A standIn answers the requests of publications as Discord does, in this process: in a bubble time passes while they
// wait. The zero value with its maps is ready to use.
type standIn struct {
	mu      sync.Mutex
	ids     int64
	nonces  map[string]string // ids of messages, by channel and nonce
	boards  map[string]board  // the newest of each match
	threads map[string]bool

	fails  fault.Fault        // what befalls requests
	strike func(request) bool // which; nil for none
	asleep bool               // whether nothing can be edited in threads

	takes time.Duration // how long a request takes, at least
	sent  []sent        // all requests
}

// A sent is what a request was for, and when it went out.
type sent struct {
	at   time.Time
	what string
}

// A board is a message of a match, a table or a board, by its number.
type board struct {
	number  int
	at      time.Time
	channel string
}

// request is what a request asks for.
type request struct{ route, channel, message, nonce string }

// boards returns the match and the number of a board that a request posts, or of a table.
func (r request) boards() (match string, number int) {
	match, n, _ := strings.Cut(r.nonce, "-")
	if r.route != "POST /channels/{}/messages" || strings.HasPrefix(r.channel, aDirect) {
		return "", 0
	}
	number, _ = strconv.Atoi(n) // 0 for other messages
	return match, number
}

var anID = regexp.MustCompile(`\d{2,}`)

// read reads a request.
func read(r *http.Request) request {
	path := strings.TrimPrefix(r.URL.Path, "/api/v9")
	parts := append(strings.Split(path, "/"), "", "")
	a := request{route: r.Method + " " + anID.ReplaceAllString(path, "{}"), channel: parts[2], message: parts[4]}
	var said struct{ Nonce string }
	if strings.HasPrefix(r.Header.Get("Content-Type"), "multipart/") {
		_ = json.Unmarshal([]byte(r.FormValue("payload_json")), &said)
	} else if r.Body != nil {
		_ = json.NewDecoder(r.Body).Decode(&said)
	}
	a.nonce = said.Nonce
	return a
}

func (d *standIn) RoundTrip(r *http.Request) (*http.Response, error) {
	a := read(r)
	d.mu.Lock()
	d.sent = append(d.sent, sent{time.Now(), inShort.Replace(a.route)})
	takes := d.takes
	var f fault.Fault
	if d.strike != nil && d.fails.Times != 0 && d.strike(a) {
		f = d.fails
		d.fails.Times--
	}
	d.mu.Unlock()
	status, header, body := http.StatusOK, http.Header{}, []byte(nil)
	late := !f.After && f.Delay() > 0 // it takes effect after the wait
	if f.After || !f.Fails() && !late {
		status, body = d.does(a)
	}
	select {
	case <-r.Context().Done():
		return nil, r.Context().Err()
	case <-time.After(max(takes, f.Delay())):
	}
	if late && !f.Fails() {
		status, body = d.does(a)
	}
	if f.Cut {
		return nil, io.ErrUnexpectedEOF
	}
	if f.Status != 0 {
		status = f.Status
		header, body = f.Answer(a.route, time.Now())
	}
	header.Set("Date", time.Now().UTC().Format(http.TimeFormat))
	return &http.Response{StatusCode: status, Header: header, Body: io.NopCloser(bytes.NewReader(body)), Request: r}, nil
}

// does carries a request out, and returns the answer.
func (d *standIn) does(a request) (status int, body []byte) {
	d.mu.Lock()
	defer d.mu.Unlock()
	refused := func(e *rule.Error) (int, []byte) {
		body, _ := json.Marshal(e)
		return e.Status, body
	}
	id := a.message
	switch a.route {
	case "POST /channels/{}/messages":
		key := a.channel + " " + a.nonce
		if d.nonces[key] == "" {
			d.ids++
			d.nonces[key] = idOf(d.ids)
			if m, n := a.boards(); n > d.boards[m].number {
				d.boards[m] = board{n, time.Now(), a.channel}
			}
		}
		id = d.nonces[key]
	case "POST /channels/{}/messages/{}/threads":
		if d.threads[id] {
			return refused(rule.ErrThreadExists)
		}
		d.threads[id] = true
	case "PATCH /channels/{}/messages/{}":
		if d.asleep && a.channel != aHome {
			return refused(rule.ErrArchived)
		}
	case "GET /channels/{}":
		return http.StatusOK, []byte(`{"thread_metadata":{"archived":true}}`)
	case "GET /channels/{}/messages":
		return http.StatusOK, []byte("[]")
	case "POST /users/@me/channels":
		id = aDirect + "1"
	case "POST /interactions/{}/{}/callback":
		d.ids++
		return http.StatusOK, fmt.Appendf(nil, `{"resource":{"message":{"id":%q}}}`, idOf(d.ids))
	case "POST /webhooks/{}/{}":
		d.ids++
		id = idOf(d.ids)
	}
	return http.StatusOK, fmt.Appendf(nil, `{"id":%q}`, id)
}

// idOf returns an id of Discord's that is made now, by its number.
func idOf(number int64) string {
	const epoch = 1420070400000
	return strconv.FormatInt((time.Now().UnixMilli()-epoch)<<22|number, 10)
}

// A stage plays games with a bot that speaks to a standIn.
type stage struct {
	t       *testing.T
	b       *bot
	discord *standIn
	store   *bolt.Store

	games, interactions int // so many were there
}

// newStage returns a stage in a bubble.
func newStage(t *testing.T) *stage {
	time.Sleep(time.Until(time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)))
	store, err := bolt.Open(filepath.Join(storetest.Dir(t), "parlour.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { store.Close() })
	d := &standIn{nonces: map[string]string{}, boards: map[string]board{}, threads: map[string]bool{}}
	c := Config{Config: quiet(time.Now), Token: "a-token", Clock: time.Now, Transport: d}
	c.Games, c.Store = all.Games(), store
	c.Draw = func(message.Picture) ([]byte, error) { return []byte("\x89PNG"), nil }
	b := newBot(c)
	t.Cleanup(b.giveUp)
	if err := b.prepare(t.Context()); err != nil {
		t.Fatal(err)
	}
	b.app, b.self = "88", "99"
	b.clock.Judge(idOf(0))
	b.shards.Assign([]match.Shard{match.WholeShard})
	b.shards.Opened(match.WholeShard)
	b.shards.Noted(match.WholeShard)
	return &stage{t: t, b: b, discord: d, store: store}
}

// fail has requests fail from now on as long as they are to; times is how many do.
func (s *stage) fail(f fault.Fault, times int, strike func(request) bool) {
	s.discord.mu.Lock()
	defer s.discord.mu.Unlock()
	f.Fill()
	f.Times = times
	s.discord.fails, s.discord.strike = f, strike
}

// begins makes a table of two people whose game is to have a thread, and returns its id. They are others for each
// game, because a publication counts how often each has won.
func (s *stage) begins() string {
	s.t.Helper()
	s.games++
	head := storage.Head{ID: match.IDOf(strconv.Itoa(s.games)), Created: s.b.Now(), NextCheck: s.b.Now()}
	head.Phase, head.First, head.Setup = storage.Open, "me", games.Setup{Game: "permutations", Seats: 2, Options: map[string]string{"orders": "false"}}
	head.Players = []storage.Player{{ID: fmt.Sprint("1", s.games), Name: "Ann"}, {ID: fmt.Sprint("2", s.games), Name: "Ben"}}
	head.Channel, head.Home, head.Guild, head.Lang, head.Desired.Post = aHome, aHome, aServer, "en-GB", 1
	for _, g := range s.b.Games {
		if info := g.Info(); info.Name == head.Setup.Game {
			if err := match.FixDeal(&head.Lobby, info, world.RandomBytes(1)); err != nil {
				s.t.Fatal(err)
			}
		}
	}
	if _, err := s.store.Create(s.t.Context(), head); err != nil {
		s.t.Fatal(err)
	}
	if err := s.b.service.Publish(s.t.Context(), match.Unshown{ID: head.ID}); err != nil {
		s.t.Fatal(err)
	}
	return head.ID
}

// commits commits a decision about a game.
func (s *stage) commits(id string, decide match.Decision) *match.Match {
	s.t.Helper()
	m, err := s.b.service.Env.Change(s.t.Context(), id, decide)
	if err != nil {
		s.t.Fatal(err)
	}
	return m
}

// shows returns the newest board of a game, which a publication shows or, after it, those of the next ticks.
func (s *stage) shows(m *match.Match, publish func() error) board {
	s.t.Helper()
	began := time.Now()
	_ = publish() // what is left fails again
	for {
		s.discord.mu.Lock()
		newest := s.discord.boards[m.ID]
		s.discord.mu.Unlock()
		if newest.number >= m.Desired.Post {
			return newest
		}
		if time.Since(began) > 10*time.Hour {
			s.t.Fatalf("board %d of %s is not there after hours", m.Desired.Post, m.ID)
		}
		time.Sleep(s.b.Tick)
		_ = s.due()
	}
}

// does commits a decision and shows it.
func (s *stage) does(id string, decide match.Decision) board {
	s.t.Helper()
	m := s.commits(id, decide)
	return s.shows(m, func() error { return s.b.service.Publish(s.t.Context(), m.Unshown()) })
}

func (s *stage) due() error { return s.b.service.Due(s.t.Context()) }

// within is how soon a board is there, whatever fails.
const within = 15 * time.Second

// ever is more often than anything is tried here.
const ever = 1 << 30

// faults are how requests fail: by each of Discord's codes that is known, by statuses, limits, time-outs and cuts.
func faults() (all []fault.Fault) {
	for code := range 300_000 {
		if known := rule.KnownError(code); known != nil && known.Status != http.StatusTooManyRequests {
			all = append(all, fault.Fault{Code: code})
		}
	}
	for _, code := range []int{50035, 200000, 200001} {
		all = append(all, fault.Fault{Code: code})
	}
	for _, status := range []int{400, 403, 404} {
		all = append(all, fault.Fault{Status: status})
	}
	return append(append(all, fleeting()...), fault.Fault{Status: 429, Wait: time.Minute}, fault.Fault{Status: 429, Code: 30046, Wait: time.Minute},
		fault.Fault{Status: 429, HTML: true, Wait: 5 * time.Second}, fault.Fault{Status: 429, Global: true, Wait: 5 * time.Second},
		fault.Fault{Wait: time.Minute, After: true})
}

// A sideRequest is a request of publications that posts no board, and how a publication makes it.
type sideRequest struct {
	route string
	make  func(ctx context.Context, c channel, id string) error
}

var sideRequests = []sideRequest{
	{"POST /channels/{}/messages/{}/threads", func(ctx context.Context, c channel, id string) error {
		_, err := c.Thread(ctx, id, aHome, id, "a game")
		return err
	}},
	{"POST /channels/{}/messages", func(ctx context.Context, c channel, id string) error {
		_, err := c.Post(ctx, aDirect+id, id, message.Message{Content: "your bid, please"})
		return err
	}},
	{"PATCH /channels/{}/messages/{}", func(ctx context.Context, c channel, id string) error {
		return c.Edit(ctx, id, id, message.Message{Content: "a line"})
	}},
	{"DELETE /channels/{}/messages/{}", func(ctx context.Context, c channel, id string) error { return c.Delete(ctx, id, id) }},
	{"PATCH /channels/{}", func(ctx context.Context, c channel, id string) error { return c.Rename(ctx, id, "over", true) }},
	{"GET /channels/{}", func(ctx context.Context, c channel, id string) error { return c.Rouse(ctx, id) }},
	{"GET /channels/{}/messages", func(ctx context.Context, c channel, id string) error {
		_, err := c.Own(ctx, id, time.Now())
		return err
	}},
	{"POST /users/@me/channels", func(ctx context.Context, c channel, id string) error {
		_, err := c.Direct(ctx, id)
		return err
	}},
	{"GET /guilds/{}/members/{}", func(ctx context.Context, c channel, id string) error {
		_, err := c.Member(ctx, id, id)
		return err
	}},
}

// Whatever Discord answers to a request of a publication that posts no board, once and for long, the boards are there
// in time. The publisher knows no more of a failure than its error and when it came, so of those that are alike to it
// it meets one.
//
//test:unwatched
func TestASideRequestNeverStopsTheBoard(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStage(t)
		n := 0
		for _, side := range sideRequests {
			strike := func(r request) bool {
				_, number := r.boards()
				return r.route == side.route && number == 0
			}
			alike := map[string]bool{}
			for _, times := range []int{ever, 1} {
				for _, f := range faults() {
					n++
					s.fail(f, times, strike)
					kind := s.kind(side, strconv.Itoa(1000+n))
					s.passes()
					if !alike[kind] {
						s.besideBoard(side.route, f, times, strike)
						s.passes()
					}
					alike[kind] = true
				}
			}
		}
	})
}

// passes ends all that fails, and what Discord has limited.
func (s *stage) passes() {
	s.fail(fault.Fault{}, 0, nil)
	time.Sleep(publish.StopFor)
}

// kind makes a request as a publication does, and returns what the publisher knows of its failure.
func (s *stage) kind(side sideRequest, id string) string {
	s.t.Helper()
	began := time.Now()
	ctx, done := context.WithTimeout(s.t.Context(), s.b.service.Brief)
	defer done()
	err := side.make(ctx, channel{s.b, rest.Normal}, id)
	took := time.Since(began)
	if took > s.b.service.Brief {
		s.t.Errorf("%s, %s: it takes %v", side.route, s.discord.fails.What(), took)
	}
	var kind []string
	for known, name := range outcomes {
		if errors.Is(err, known) {
			kind = append(kind, name)
		}
	}
	slices.Sort(kind)
	return fmt.Sprint(err == nil, took > time.Second, kind)
}

// press makes the first move that somebody can make.
func press(m *match.Match) ([]games.Ply, error) {
	seat := m.State.ToMove()[0]
	return m.Play(seat, m.State.Legal(seat)[0])
}

// starts begins a game in a thread.
func starts(m *match.Match) ([]games.Ply, error) {
	m.Thread = true
	return nil, m.Start(m.Players[0].ID, match.Venue{Channel: aHome, Threads: true})
}

// leave has somebody give up.
func leave(m *match.Match) ([]games.Ply, error) {
	for _, seat := range m.People() {
		if m.In(seat) {
			return m.Resign(seat)
		}
	}
	return nil, errors.New("all have left")
}

// besideBoard plays a game in a thread while requests fail.
func (s *stage) besideBoard(route string, f fault.Fault, times int, strike func(request) bool) {
	s.t.Helper()
	id := s.begins()
	struck := false
	s.fail(f, times, func(a request) bool {
		struck = struck || strike(a)
		return strike(a)
	})
	what := fmt.Sprintf("%s, %s, %d times", route, s.discord.fails.What(), times)
	shows := func(which string, show func() board) {
		s.t.Helper()
		began := time.Now()
		if after := show().at.Sub(began); after > within {
			s.t.Errorf("%s: %s is there after %v", what, which, after)
		}
	}
	does := func(which string, decide match.Decision) {
		s.t.Helper()
		shows(which, func() board { return s.does(id, decide) })
	}
	does("the first board", starts)
	s.discord.asleep = route == "GET /channels/{}"
	does("a bid", press)
	m := s.commits(id, press)
	time.Sleep(8 * 24 * time.Hour)
	shows("the board after a week", func() board { return s.shows(m, s.due) })
	for { // until all have left
		m, err := s.store.Get(s.t.Context(), id)
		if err != nil || m.Phase != storage.Playing || !m.GuildLostAt.IsZero() {
			break
		}
		does("the board after somebody has left", leave)
	}
	s.discord.asleep = false
	if !struck {
		s.t.Errorf("%s: there was no such request", what)
	}
}

// A thread that takes no board has its game go on in the channel.
func TestAThreadThatRefusesTheBoard(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStage(t)
		for _, code := range []int{10003, 50001, 50013, 50083, 160005} {
			for _, move := range []bool{false, true} { // whether the thread takes the first board
				id, decide := s.begins(), match.Decision(starts)
				if move {
					s.does(id, starts)
					if b := s.does(id, press); b.channel == aHome {
						t.Errorf("board %d is in the channel", b.number)
					}
					decide = press
				}
				s.fail(fault.Fault{Code: code}, ever, func(r request) bool {
					_, number := r.boards()
					return number > 0 && r.channel != aHome
				})
				began := time.Now()
				if b := s.does(id, decide); b.channel != aHome || b.at.Sub(began) > within {
					t.Errorf("code %d: board %d is in %s after %v", code, b.number, b.channel, b.at.Sub(began))
				}
				s.passes()
			}
		}
	})
}

// A board that Discord takes for a while from nobody is there soon after it does again.
//
//test:unwatched
func TestTheBoardIsThereOnceItCanBe(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStage(t)
		for _, f := range slices.Concat(fleeting(), []fault.Fault{{Status: 429, Wait: 47 * time.Second}}) {
			for _, last := range []time.Duration{time.Second, 47 * time.Second, 7 * time.Hour} {
				id := s.begins()
				began, passes := time.Now(), time.Now().Add(last)
				s.fail(f, ever, func(r request) bool {
					_, number := r.boards()
					return number > 0 && time.Now().Before(passes)
				})
				m := s.commits(id, starts)
				b := s.shows(m, func() error {
					err := s.b.service.Publish(t.Context(), m.Unshown())
					if last > time.Hour { // of which a minute has ticks
						time.Sleep(last - time.Minute - time.Since(began))
					}
					return err
				})
				if f.Status == http.StatusTooManyRequests { // it can be when the last limit is over
					passes = passes.Add(f.Wait)
				}
				if late := b.at.Sub(passes); late > within {
					t.Errorf("%s for %v: the board is there %v too late", s.discord.fails.What(), last, late)
				}
				s.passes()
			}
		}
	})
}

// fleeting are the faults that pass.
func fleeting() (all []fault.Fault) {
	for _, code := range []int{20028, 40004, 40006, 40333} {
		all = append(all, fault.Fault{Code: code})
	}
	for _, status := range []int{401, 408, 500, 502, 503, 504} {
		all = append(all, fault.Fault{Status: status})
	}
	return append(all, fault.Fault{Cut: true}, fault.Fault{Cut: true, After: true}, fault.Fault{Status: 500, After: true},
		fault.Fault{Wait: time.Minute})
}
