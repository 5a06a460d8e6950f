package commands_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"parlour/commands"
	"parlour/commands/match"
	"parlour/commands/match/proof"
	"parlour/commands/world"
	"parlour/games"
	"parlour/games/all"
	"parlour/storage"
)

// herGames are everything in which Ann can be when she is forgotten: games that are over, one that
// goes on, one with Parlour, tables, challenges, a seat that she gave up, a rematch that she asked
// for, a word for a deal.
var herGames = []string{
	"ann /settings zone:Berlin",
	"ann /play game:magic opponent:ben first:me", "ben clicks Accept on 1", "ann /resign", "ann clicks Yes, resign", "ann /rematch",
	"ann /play game:permutations first:me", "ann clicks Shuffle too on 5", "ann fills marzipan", "ben /play game:permutations", "ann clicks Join on 6", "ann /play game:permute opponent:dan",
	"dan /play game:permute opponent:ann", "ann /play game:permute level:easy",
}

// named checks whether a person is named in anything that a store keeps, by their id, their name or a
// word of theirs.
func named(t *testing.T, store storage.Store, requests int, words ...string) []string {
	t.Helper()
	var found []string
	look := func(what string, v any) {
		text, err := json.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		for _, word := range words {
			if strings.Contains(string(text), `"`+word+`"`) {
				found = append(found, fmt.Sprintf("%s: %s", word, what))
			}
		}
	}
	for n := range requests + 1 {
		if m, err := store.Get(t.Context(), match.IDOf(strconv.Itoa(n))); err == nil {
			look("match "+m.ID, m)
		}
	}
	for _, id := range []string{"ann", "ben", "cleo", "dan"} {
		p, err := storage.People.Get(t.Context(), store, id)
		if err != nil {
			t.Fatal(err)
		}
		if p.ID = ""; id != "ann" || p.Leaving != nil || p.Zone != "" {
			look("person "+id, p)
		}
	}
	return found
}

// The process dies after each number of writes. At the next start the rest is done: nothing names the
// person, and nobody waits for them.
func TestForgettingSurvivesACrash(t *testing.T) {
	t.Parallel()
	for writes := 0; ; writes++ {
		w := newTalk(t)
		w.steps(t, herGames...)
		if before := named(t, w.store, w.requests, "ann", "Ann", "marzipan"); len(before) < 10 || !slices.ContainsFunc(before, func(s string) bool { return strings.HasPrefix(s, "marzipan") }) {
			t.Fatalf("before, only %q name her", before)
		}
		w.steps(t, "ann /privacy", "ann clicks Forget me", "ann clicks Yes, forget me")
		dying, fuse := world.Dying(w.store, writes)
		_ = w.another(func(c *commands.Config) { c.Store = dying }).Remind(t.Context())
		w.steps(t, "restart", "pass 1m", "resume", "wake", "remind")
		if left := named(t, w.store, w.requests, "ann", "Ann", "marzipan"); len(left) > 0 {
			t.Fatalf("after %d writes and a crash she is still named: %q", writes, left)
		}
		wantNobodyWaits(t, w)
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
	for name, begins := range map[string][]string{
		"pinged":          {"ann /play game:permute opponent:ben first:me", "fails", "ben clicks Accept on 1"},
		"asked for a bid": {"ann /play game:permutations first:me", "ben clicks Join on 1", "cleo clicks Join on 1", "fails", "ann clicks Start on 1"},
		"pinged before":   {"ann /play game:permute opponent:ben first:me", "ben clicks Accept on 1", "fails", "ann plays Cd3-d4"},
	} {
		w := newTalk(t)
		w.steps(t, begins...)
		w.steps(t, "works", "hour")
		forgotten := false
		store := world.Once(w.store, true, func(a world.Access) bool { return a.Op == world.Append && a.Head.Live.Message != "" }, func() {
			forgotten = true
			w.steps(t, "ann /privacy", "ann clicks Forget me", "ann clicks Yes, forget me", "remind")
		})
		if err := w.another(func(c *commands.Config) { c.Store = store }).Due(t.Context()); err != nil || !forgotten {
			t.Fatalf("%s: she is forgotten meanwhile: %t, %v", name, forgotten, err)
		}
		if left := named(t, w.store, w.requests, "ann", "Ann"); len(left) > 0 {
			t.Errorf("%s: she is named again: %q", name, left)
		}
	}
}

// wantNobodyWaits checks that no live match waits for a person who was forgotten, and that all their games
// have the same id for them.
func wantNobodyWaits(t *testing.T, w *talk) {
	t.Helper()
	aliases := map[string]bool{}
	for n := range w.requests + 1 {
		m, err := w.store.Get(t.Context(), match.IDOf(strconv.Itoa(n)))
		if err != nil {
			continue
		}
		for i, p := range m.Players {
			if !storage.IsFormer(p.ID) {
				continue
			}
			aliases[p.ID] = true
			if m.Phase.Live() && m.Stand != nil && slices.Contains(m.Stand.ToMove, games.Seat(i)) {
				t.Errorf("match %s waits for a person who was forgotten", m.ID)
			}
			if p.Name != "a former player" || p.Word != "" || m.Phase == storage.Open {
				t.Errorf("match %s, %s, has %+v", m.ID, m.Phase, p)
			}
		}
	}
	due, err := storage.People.Due(t.Context(), w.store, w.Now().AddDate(5, 0, 0), 100)
	if err != nil || slices.ContainsFunc(due, func(p storage.Person) bool { return storage.IsFormer(p.ID) || p.ID == "ann" }) {
		t.Errorf("%+v, %v are due, want nobody who was forgotten", due, err)
	}
	if len(aliases) != 1 {
		t.Errorf("the person who was forgotten has the ids %v, want one", aliases)
	}
}

// A game for many goes on without a person who was forgotten, and nobody waits for their bid.
func TestAGameForManyGoesOnWithoutOneWhoWasForgotten(t *testing.T) {
	t.Parallel()
	for _, bids := range [][]string{nil, {"ann /bid bid:20"}} {
		w := newTalk(t)
		w.steps(t, "ann /play game:permutations first:me", "ben clicks Join on 1", "cleo clicks Join on 1", "ann clicks Start on 1")
		w.steps(t, bids...)
		w.steps(t, "ann /privacy", "ann clicks Forget me", "ann clicks Yes, forget me", "remind", "wake")
		wantNobodyWaits(t, w)
		e := match.NewEnv(all.Games(), w.store, w.Now, zeros{})
		for n := range 200 {
			m, err := e.Load(t.Context(), "1")
			if err != nil {
				t.Fatal(err)
			}
			if m.Phase != storage.Playing {
				break
			}
			seat := m.State.ToMove()[0]
			if storage.IsFormer(m.Players[seat].ID) || n == 199 {
				t.Fatalf("after %d moves the game waits for %+v", n, m.Players[seat])
			}
			if _, err := e.Change(t.Context(), "1", func(m *match.Match) ([]games.Ply, error) { return m.Play(seat, m.State.Legal(seat)[0]) }); err != nil {
				t.Fatal(err)
			}
		}
		w.steps(t, "wake", "pass 1m", "wake")
		if h := w.head(t, "1"); h.Phase != storage.Over || h.Published != h.Desired {
			t.Errorf("the game is %s, and shown up to %v of %v", h.Phase, h.Published, h.Desired)
		}
	}
}

// A person who gave up their seat is forgotten in that match too, with the word that they left there.
func TestAPersonWhoGaveUpTheirSeatIsForgotten(t *testing.T) {
	t.Parallel()
	w := newTalk(t)
	w.steps(t, "ann /play game:permutations first:me", "ann clicks Shuffle too on 1", "ann fills marzipan", "ben clicks Join on 1", "ben clicks Shuffle too on 1",
		"ben fills nougat", "ann clicks Start on 1", "ann clicks More on 2", "ann clicks Offer my place", "ann clicks Yes, offer it")
	w.steps(t, "cleo clicks Take Ann's place on "+strconv.Itoa(len(w.Posts)))
	if h := w.head(t, "1"); h.Players[0].ID != "cleo" || !slices.Equal(h.Past, []string{"ann"}) {
		t.Fatalf("%+v play, and %q have left", h.Players, h.Past)
	}
	before := revealed(t, w, "1")
	w.steps(t, "ann /privacy", "ann clicks Forget me", "ann clicks Yes, forget me", "remind", "wake")
	if left := named(t, w.store, w.requests, "ann", "Ann", "marzipan"); len(left) > 0 {
		t.Errorf("she is still named: %q", left)
	}
	if kept := named(t, w.store, w.requests, "nougat", "cleo"); len(kept) < 2 {
		t.Errorf("of the others only %q is kept", kept)
	}
	if after := revealed(t, w, "1"); after != before {
		t.Errorf("the code is %s, and was %s", after, before)
	}
}

// revealed returns the code of a match.
func revealed(t *testing.T, w *talk, id string) string {
	t.Helper()
	m, err := match.NewEnv(all.Games(), w.store, w.Now, zeros{}).Load(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	return proof.Code(m)
}

// After a word was erased the record of a game can still be verified; it says that the word is gone.
func TestProofsHoldWithoutAWord(t *testing.T) {
	t.Parallel()
	w := newTalk(t)
	w.steps(t, "ann /play game:permutu", "ann clicks Shuffle too on 1", "ann fills marzipan", "ben clicks Join on 1", "ben clicks Shuffle too on 1", "ben fills nougat")
	w.steps(t, "ben clicks Start on 1", "ben /resign", "ben clicks Yes, resign", "ann /privacy", "ann clicks Forget me", "ann clicks Yes, forget me", "remind", "wake")
	m, err := match.NewEnv(all.Games(), w.store, w.Now, zeros{}).Load(t.Context(), "1")
	if err != nil {
		t.Fatal(err)
	}
	r, err := proof.Record(m)
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
	var said []string
	for _, f := range games.Verify(all.Games(), back) {
		said = append(said, f.Text.Key)
		if !f.Holds {
			t.Error(f.Text)
		}
	}
	if !slices.Contains(said, "verify.erased") {
		t.Errorf("it says %q, want that a word was erased", said)
	}
}

// A person who is being forgotten is told so, whatever they ask for, and is somebody new once they are
// forgotten.
func TestNothingIsDoneForOneWhoIsBeingForgotten(t *testing.T) {
	t.Parallel()
	w := newTalk(t)
	w.steps(t, "ann /privacy", "ann clicks Forget me", "ann clicks Yes, forget me")
	for _, what := range everything(w.service) {
		reply := w.service.Handle(t.Context(), requestOf(w, viewer{who: "ann", channel: "games"}, what, 0))
		if want := "I'm still forgetting you. Try again in a minute."; reply.Message.Content != want {
			t.Errorf("%s says %q, want %q", what, reply.Message.Content, want)
		}
	}
	w.steps(t, "remind")
	if r, err := w.store.Record(t.Context(), storage.People.Name(), "ann"); err != nil || r.Version != 0 {
		t.Errorf("her record is %+v, %v, want none", r, err)
	}
	if _, err := storage.People.Change(t.Context(), w.store, "ann", func(p *storage.Person) error { p.NextCheck = w.Now(); return nil }); err != nil {
		t.Fatal(err)
	}
	w.steps(t, "remind") // of what a publication planned that read the match before
	if r, err := w.store.Record(t.Context(), storage.People.Name(), "ann"); err != nil || r.Version != 0 {
		t.Errorf("her record is %+v, %v, want none again", r, err)
	}
	if reply := w.service.Handle(t.Context(), requestOf(w, viewer{who: "ann", channel: "games"}, "/games", 0)); !strings.HasPrefix(reply.Message.Content, "No games yet") {
		t.Errorf("afterwards /games says %q", reply.Message.Content)
	}
}

// An export is JSON and within its bound, however much there is: it has the newest games, and says how
// many it leaves out.
func TestAnExportIsBounded(t *testing.T) {
	t.Parallel()
	w := newTalk(t)
	w.steps(t, "ann /play game:permute opponent:ben")
	h, rng := w.head(t, "1"), rand.New(rand.NewPCG(1, 2))
	const many = 110
	for n := range many {
		h.ID, h.Phase, h.Created = fmt.Sprint("x", n), storage.Off, w.Now().Add(-time.Duration(n+1)*time.Hour)
		noise := make([]byte, 50_000)
		for i := range noise {
			noise[i] = byte('a' + rng.IntN(26))
		}
		h.News = []games.Text{games.Say("news.grant", "Name", string(noise)), games.Say("news.grant", "Name", string(noise))}
		if _, err := w.store.Create(t.Context(), h); err != nil {
			t.Fatal(err)
		}
	}
	reply := w.service.Handle(t.Context(), requestOf(w, viewer{who: "ann", channel: "games"}, "mydata", 0))
	var file struct {
		Matches []struct {
			ID    string
			Phase storage.Phase
		}
	}
	if reply.Message.File == nil {
		t.Fatal(reply.Message.Content)
	}
	if err := json.Unmarshal(reply.Message.File.Data, &file); err != nil {
		t.Fatal(err)
	}
	n, size := len(file.Matches), len(reply.Message.File.Data)
	if size > 8<<20 || size < 7<<20 || file.Matches[0].ID != "1" || file.Matches[1].ID != "x0" {
		t.Errorf("the file has %d bytes and %d matches, of which %v are the first", size, n, file.Matches[:2])
	}
	if want := fmt.Sprintf("your %d oldest games aren't in it.", many+1-n); !strings.Contains(reply.Message.Content, want) {
		t.Errorf("it says %q, want %q", reply.Message.Content, want)
	}
}

// Of a game that goes on a person is given what they may know: no secret, and no bid but their own.
func TestAnExportTellsNoSecret(t *testing.T) {
	t.Parallel()
	w := newTalk(t)
	w.steps(t, "ann /play game:permutations first:me", "ben clicks Join on 1", "ann clicks Start on 1", "ann /bid bid:47")
	m, err := w.store.Get(t.Context(), "1")
	if err != nil || len(m.Log) != 1 {
		t.Fatalf("%v, the log is %v", err, m.Log)
	}
	for seat, p := range m.Players {
		file := string(w.service.Handle(t.Context(), requestOf(w, viewer{who: p.ID, channel: "games"}, "mydata", 0)).Message.File.Data)
		for _, e := range m.Log {
			if has := strings.Contains(file, fmt.Sprintf("%q", e.Move)); has != (int(e.Seat) == seat) {
				t.Errorf("%s is given %s of seat %d: %v", p.Name, e.Move, e.Seat, has)
			}
			if salt, _ := e.Salt.MarshalText(); strings.Contains(file, string(salt)) {
				t.Errorf("%s is given a salt", p.Name)
			}
		}
		for _, key := range []string{"secret", "seed", "chance", "shares", "salt"} {
			if strings.Contains(file, `"`+key+`"`) {
				t.Errorf("%s is given the %s", p.Name, key)
			}
		}
	}
}

// A person is taken out of a match whose game is not offered any more, too.
func TestForgettingInAGameThatIsNotOffered(t *testing.T) {
	t.Parallel()
	w := newTalk(t)
	w.steps(t, "ann /play game:permute opponent:ben first:me", "ben clicks Accept on 1", "ann /privacy", "ann clicks Forget me", "ann clicks Yes, forget me")
	w.with(func(c *commands.Config) {
		c.Games = slices.DeleteFunc(slices.Clone(c.Games), func(g games.Game) bool { return g.Info().Name == "permute" })
	})
	w.steps(t, "remind")
	if left := named(t, w.store, w.requests, "ann", "Ann"); len(left) > 0 {
		t.Errorf("she is still named: %q", left)
	}
}
