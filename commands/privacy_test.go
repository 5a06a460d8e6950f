package commands_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"parlour/commands"
	"parlour/commands/match"
	"parlour/commands/world"
	"parlour/games"
	"parlour/games/all"
	"parlour/storage"
)

// matches returns all matches that came of requests.
func (w *talk) matches() (all []storage.Match) {
	for n := range w.requests + 1 {
		if m, err := w.store.Get(w.t.Context(), match.IDOf(strconv.Itoa(n))); err == nil {
			all = append(all, m)
		}
	}
	return all
}

// named lists what the store keeps that has one of some words, with the word first.
func (w *talk) named(words ...string) (found []string) {
	w.t.Helper()
	var all []any
	for _, m := range w.matches() {
		all = append(all, m)
	}
	for _, id := range []string{"ann", "ben", "cleo", "dan"} {
		p, err := storage.People.Get(w.t.Context(), w.store, id)
		if err != nil {
			w.t.Fatal(err)
		}
		if p.ID = ""; id != "ann" || p.Leaving != nil || p.Zone != "" {
			all = append(all, p)
		}
	}
	for r, err := range w.store.(storage.Movable).Records(w.t.Context()) {
		if err != nil {
			w.t.Fatal(err)
		}
		for _, word := range words {
			if r.Kind == storage.AllSeries.Name() && strings.Contains(r.ID, strconv.Quote(word)) {
				found = append(found, fmt.Sprintf("%s: the series %s", word, r.ID))
			}
		}
	}
	for _, v := range all {
		text, err := json.Marshal(v)
		if err != nil {
			w.t.Fatal(err)
		}
		for _, word := range words {
			if strings.Contains(string(text), `"`+word+`"`) {
				found = append(found, fmt.Sprintf("%s: %.100s", word, text))
			}
		}
	}
	return found
}

// isForgotten checks that nothing names Ann any more, and that each of her games has an id of its own for her.
func (w *talk) isForgotten(when string) {
	w.t.Helper()
	if left := w.named("ann", "Ann", "marzipan"); len(left) > 0 {
		w.t.Fatalf("%s she is still named: %q", when, left)
	}
	of := map[string]string{} // the match that has an id for her
	for _, m := range w.matches() {
		for i, p := range m.Players {
			if !storage.IsFormer(p.ID) {
				continue
			}
			if other := of[p.ID]; other != "" {
				w.t.Errorf("%s matches %s and %s have the same id for her", when, other, m.ID)
			}
			of[p.ID] = m.ID
			if m.Phase.Live() && m.Stand != nil && slices.Contains(m.Stand.ToMove, games.Seat(i)) {
				w.t.Errorf("%s match %s waits for a person who was forgotten", when, m.ID)
			}
			if p.Name != "a former player" || p.Word != "" || m.Phase == storage.Open {
				w.t.Errorf("%s match %s, %s, has %+v", when, m.ID, m.Phase, p)
			}
		}
	}
	due, err := storage.People.Due(w.t.Context(), w.store, w.Now().AddDate(5, 0, 0), 100)
	if err != nil || slices.ContainsFunc(due, func(p storage.Person) bool { return storage.IsFormer(p.ID) || p.ID == "ann" }) {
		w.t.Errorf("%s %+v, %v are due, want nobody who was forgotten", when, due, err)
	}
}

// joins lists the texts and the fractions that are stored of two matches alike, but of none of some others: by them whoever
// reads the store would know that the same person played both.
func (w *talk) joins(a, b string, others ...string) (found []string) {
	w.t.Helper()
	values := func(id string) map[string]bool {
		text, err := json.Marshal(w.head(w.t, id))
		if err != nil {
			w.t.Fatal(err)
		}
		all := map[string]bool{}
		for _, value := range regexp.MustCompile(`"[^"]*"|[0-9]+\.[0-9]+`).FindAllString(string(text), -1) {
			all[value] = true
		}
		return all
	}
	in, known := values(b), map[string]bool{}
	for _, other := range others {
		maps.Copy(known, values(other))
	}
	for value := range values(a) {
		if in[value] && !known[value] {
			found = append(found, value)
		}
	}
	return found
}

// Nothing that is stored joins the games of a person who was forgotten, not even the ratings before and after. Those of the
// others stay, and agree with their games.
func TestNothingJoinsTheGamesOfOneWhoWasForgotten(t *testing.T) {
	t.Parallel()
	w := newTalk(t)
	for i, people := range []string{"ben cleo", "ann ben", "ben cleo", "ann cleo", "cleo ben"} {
		first, second, _ := strings.Cut(people, " ")
		w.tell(t, fmt.Sprintf("%s /play game:magic opponent:%s rated:on turn-time:12h \n %s clicks Accept on last", first, second, second))
		w.tell(t, fmt.Sprintf("pass %dm", 7+i))
		m := w.matches()[i]
		for range 2 {
			seat := w.load(t, m.ID).State.ToMove()[0]
			w.tell(t, fmt.Sprintf("%s plays %s", m.Players[seat].ID, map[int]string{0: "b2U", 1: "b2Wc3U"}[len(w.load(t, m.ID).Log)]))
			w.tell(t, fmt.Sprintf("pass %dm", 3+i))
		}
		w.tell(t, first+" /resign > Yes, resign")
	}
	all := w.matches()
	before := w.joins(all[1].ID, all[3].ID, all[0].ID, all[2].ID, all[4].ID)
	if !slices.Contains(before, `"ann"`) || !slices.ContainsFunc(before, func(s string) bool { return strings.Contains(s, ".") }) {
		t.Fatalf("before, only %q joins her games, want her id and her rating too", before)
	}
	w.steps(t, "ann /privacy > Forget me > Yes, forget me", "remind")
	w.isForgotten("after two rated games")
	if left := w.joins(all[1].ID, all[3].ID, all[0].ID, all[2].ID, all[4].ID); !slices.Equal(left, []string{`"a former player"`}) {
		t.Errorf("her games are joined by %q, want nothing but what everybody is called who was forgotten", left)
	}
	rated, wrong, err := match.RebuildRatings(t.Context(), w.store.(storage.Movable), false)
	if err != nil || rated != 5 || len(wrong) > 0 {
		t.Errorf("of %d rated games the ratings differ: %q, %v", rated, wrong, err)
	}
}

// The process dies after each number of writes. At the next start the rest is done: nothing names the person, and
// nobody waits for them. Ann is in everything in which she can be: games that are over, one that goes on, one with
// Parlour, tables, challenges, a rematch that she asked for, a word for a deal.
//
//test:unwatched
func TestForgettingSurvivesACrash(t *testing.T) {
	t.Parallel()
	for writes := 0; ; writes++ {
		w := newTalk(t)
		w.tell(t, `
			ann /settings zone:Berlin
			duel magic
			ann /resign > Yes, resign
			ann /rematch
			ann /play game:permutations first:me > Add to the shuffle on 5
			ann fills marzipan
			ben /play game:permutations first:me > ann Join on 6
			ann /play game:permute opponent:dan
			dan /play game:permute opponent:ann
			ann /play game:permute level:easy
		`)
		if before := w.named("marzipan", "ann", "Ann"); len(before) < 10 || len(w.named("marzipan")) == 0 {
			t.Fatalf("before, only %q name her", before)
		}
		w.steps(t, "ann /privacy > Forget me > Yes, forget me")
		dying, fuse := world.Dying(w.store, writes)
		_ = w.another(func(c *commands.Config) { c.Store = dying }).Remind(t.Context())
		w.steps(t, "restart", "pass 1m", "resume", "wake", "remind")
		w.isForgotten(fmt.Sprintf("after %d writes and a crash", writes))
		if fuse.Refused() == 0 {
			if writes < 6 {
				t.Errorf("forgetting took %d writes, want one a match and more", writes)
			}
			return
		}
	}
}

// A publication that read a match before a person was forgotten there writes nothing of them when it is
// through.
func TestALatePublicationNamesNobodyWhoWasForgotten(t *testing.T) {
	t.Parallel()
	for _, begins := range []string{
		"ann /play game:permute opponent:ben first:me \n fails \n ben clicks Accept on 1",
		"ann /play game:permutations first:me > ben Join on 1 > cleo Join on 1 \n fails \n ann clicks Start on 1",
		"duel permute \n fails \n ann plays Cd3-d4",
	} {
		w := newTalk(t)
		w.tell(t, begins+"\n works \n hour")
		forgotten := false
		store := world.Once(w.store, true, func(a world.Access) bool { return a.Op == world.Append && a.Head.Live.Message != "" }, func() {
			forgotten = true
			w.steps(t, "forgotten")
		})
		if err := w.another(func(c *commands.Config) { c.Store = store }).Due(t.Context()); err != nil || !forgotten {
			t.Fatalf("%s: she is forgotten meanwhile: %t, %v", begins, forgotten, err)
		}
		if left := w.named("ann", "Ann"); len(left) > 0 {
			t.Errorf("%s: she is named again: %q", begins, left)
		}
	}
}

// A game for many goes on without a person who was forgotten, and nobody waits for their bid.
//
//test:unwatched
func TestAGameForManyGoesOnWithoutOneWhoWasForgotten(t *testing.T) {
	t.Parallel()
	for _, bids := range []string{"", "ann /bid bid:24"} {
		w := newTalk(t)
		w.tell(t, "table permutations ben,cleo \n"+bids+"\n forgotten \n wake")
		w.isForgotten("in the middle of a game")
		e := match.NewEnv(all.Games(), w.store, w.Now, zeros{})
		for w.head(t, "1").Phase == storage.Playing {
			if _, err := e.Change(t.Context(), "1", func(m *match.Match) ([]games.Ply, error) {
				seat := m.State.ToMove()[0]
				if storage.IsFormer(m.Players[seat].ID) || m.Plies > 200 {
					t.Fatalf("after %d moves the game waits for %+v", m.Plies, m.Players[seat])
				}
				return m.Play(seat, m.State.Legal(seat)[0])
			}); err != nil {
				t.Fatal(err)
			}
		}
		w.steps(t, "wake", "pass 1m", "wake")
		if h := w.head(t, "1"); h.Phase != storage.Over || h.Published != h.Desired {
			t.Errorf("the game is %s, and shown up to %v of %v", h.Phase, h.Published, h.Desired)
		}
	}
}

// A person who gave up their seat is forgotten in that match too, with the word that they left there; so is one
// in a game that is not offered any more.
func TestOneWhoLeftIsForgotten(t *testing.T) {
	t.Parallel()
	w := newTalk(t)
	w.tell(t, `
		ann /play game:permutations first:me > Add to the shuffle on 1
		ann fills marzipan
		ben clicks Join on 1 > Add to the shuffle on 1
		ben fills nougat
		ann clicks Start on 1 > More on 2 > Offer my place > Yes, offer it
		cleo clicks Take Ann's place on last
		match 1 players.0.id past
		= players.0.id: "cleo"
		= past: ["ann"]
	`)
	before := w.load(t, "1").Code()
	w.steps(t, "forgotten", "wake")
	w.isForgotten("after she gave up her seat")
	if kept, code := w.named("nougat", "cleo"), w.load(t, "1").Code(); len(kept) < 2 || code != before {
		t.Errorf("of the others only %q is kept; the code is %s, and was %s", kept, code, before)
	}
	w = newTalk(t)
	w.steps(t, "duel permute", "ann /privacy > Forget me > Yes, forget me", "offers magic", "remind")
	if left := w.named("ann", "Ann"); len(left) > 0 {
		t.Errorf("in a game that is not offered she is still named: %q", left)
	}
}

// After a word was erased the record of a game can still be verified; it says that the word is gone.
func TestProofsHoldWithoutAWord(t *testing.T) {
	t.Parallel()
	w := newTalk(t)
	w.tell(t, `
		ann /play game:permutu > Add to the shuffle on 1
		ann fills marzipan
		ben clicks Join on 1 > Add to the shuffle on 1
		ben fills nougat
		ben clicks Start on 1
		ben /resign > Yes, resign
		forgotten
		wake
	`)
	r, err := w.load(t, "1").Record()
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(r)
	if err != nil || strings.Contains(string(text), "marzipan") || !strings.Contains(string(text), "nougat") {
		t.Fatalf("%v in %s", err, text)
	}
	back, _, err := games.ReadRecord(all.Games(), text)
	if err != nil || back.Result == nil {
		t.Fatalf("%v of %s", err, text)
	}
	erased := false
	for _, f := range games.Verify(all.Games(), back) {
		erased = erased || f.Text.Key == "verify.erased"
		if !f.Holds {
			t.Error(f.Text)
		}
	}
	if !erased {
		t.Error("it does not say that a word was erased")
	}
}

// A person who is being forgotten is told so, whatever they ask for, and is somebody new once they are
// forgotten.
func TestNothingIsDoneForOneWhoIsBeingForgotten(t *testing.T) {
	t.Parallel()
	w := newTalk(t)
	w.steps(t, "ann /privacy > Forget me > Yes, forget me")
	for _, what := range everything(w.service) {
		reply := w.service.Handle(t.Context(), requestOf(w, viewer{who: "ann", channel: "games"}, what, 0))
		if want := "I'm still forgetting you. Try again in a minute."; reply.Message.Content != want {
			t.Errorf("%s says %q, want %q", what, reply.Message.Content, want)
		}
	}
	for range 2 {
		w.steps(t, "remind")
		if r, err := w.store.Record(t.Context(), storage.People.Name(), "ann"); err != nil || r.Version != 0 {
			t.Errorf("her record is %+v, %v, want none", r, err)
		}
		// what a publication planned that read the match before
		if _, err := storage.People.Change(t.Context(), w.store, "ann", func(p *storage.Person) error { p.NextCheck = w.Now(); return nil }); err != nil {
			t.Fatal(err)
		}
	}
	w.tell(t, `
		ann /games
		+ No games yet
	`)
}

// exported returns the file that a person gets of what is kept about them, and what is said with it.
func (w *talk) exported(who string) (file []byte, said string) {
	w.t.Helper()
	m := w.service.Handle(w.t.Context(), requestOf(w, viewer{who: who, channel: "games"}, "mydata", 0)).Message
	if m.File == nil {
		w.t.Fatal(m.Content)
	}
	return m.File.Data, m.Content
}

// An export is JSON and within its bound, however much there is: it has the newest games, and says how
// many it leaves out.
//
//test:unwatched
func TestAnExportIsBounded(t *testing.T) {
	t.Parallel()
	w := newTalk(t)
	w.steps(t, "ann /play game:permute opponent:ben")
	const many = 110
	h, long := w.head(t, "1"), games.Say("news.grant", "Name", strings.Repeat("x", 50_000))
	for n := range many {
		h.ID, h.Phase, h.Created = fmt.Sprint("x", n), storage.Off, w.Now().Add(-time.Duration(n+1)*time.Hour)
		h.News = []games.Text{long, long}
		if _, err := w.store.Create(t.Context(), h); err != nil {
			t.Fatal(err)
		}
	}
	text, said := w.exported("ann")
	var file struct{ Matches []struct{ ID string } }
	if err := json.Unmarshal(text, &file); err != nil {
		t.Fatal(err)
	}
	n, size := len(file.Matches), len(text)
	if size > 8<<20 || size < 7<<20 || file.Matches[0].ID != "1" || file.Matches[1].ID != "x0" {
		t.Errorf("the file has %d bytes and %d matches, of which %v are the first", size, n, file.Matches[:2])
	}
	if want := fmt.Sprintf("your %d oldest games aren't in it.", many+1-n); !strings.Contains(said, want) {
		t.Errorf("it says %q, want %q", said, want)
	}
}

// Of a game that goes on a person is given what they may know: no secret, and no bid but their own.
func TestAnExportTellsNoSecret(t *testing.T) {
	t.Parallel()
	w := newTalk(t)
	w.steps(t, "table permutations ben", "ann /bid bid:47")
	bid := w.match(t, "1").Log[0]
	salt, _ := bid.Salt.MarshalText()
	for seat, who := range []string{"ann", "ben"} {
		text, _ := w.exported(who)
		if has := strings.Contains(string(text), fmt.Sprintf("%q", bid.Move)); has != (seat == int(bid.Seat)) {
			t.Errorf("%s is given %s of seat %d: %v", who, bid.Move, bid.Seat, has)
		}
		for _, key := range []string{string(salt), `"secret"`, `"seed"`, `"chance"`, `"shares"`, `"salt"`} {
			if strings.Contains(string(text), key) {
				t.Errorf("%s is given %s", who, key)
			}
		}
	}
}
