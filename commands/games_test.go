package commands_test

import (
	"bytes"
	"log/slog"
	"reflect"
	"regexp"
	"strings"
	"testing"
	"time"

	"parlour/commands"
	"parlour/commands/message"
	"parlour/games"
	"parlour/games/all"
	"parlour/storage"
)

// Two games of Permutations differ in nothing but Ann's sealed bid. Everything that others are
// shown is the same in both, whatever they do or forge, before and after a restart.
func TestSealedBidsAreNotShown(t *testing.T) {
	public, private := sealing(t, "bid 34 take 38 29")
	otherPublic, otherPrivate := sealing(t, "bid 1")
	if !reflect.DeepEqual(public, otherPublic) {
		t.Error("the channel can tell which bid was sealed")
	}
	for _, who := range []string{"ben", "cleo", "dan"} {
		if len(private[who]) == 0 || !reflect.DeepEqual(private[who], otherPrivate[who]) {
			t.Errorf("%s can tell which bid was sealed", who)
		}
	}
	if reflect.DeepEqual(private["ann"], otherPrivate["ann"]) {
		t.Error("ann does not see her own bid")
	}
}

// sealing plays up to the last bid of an auction. It returns every version of every public
// message, and the messages that each person was shown.
func sealing(t *testing.T, bid string) (public [][]message.Message, private map[string][]message.Message) {
	t.Helper()
	w := newTalk(t)
	w.steps(t, "ann /play game:permutations first:me", "ben clicks Join on 1", "cleo clicks Join on 1", "ann clicks Start on 1",
		"ann plays "+bid, "ann clicks Board on 2", "ben clicks Board on 2", "ben clicks Bid on 2", "ben picks 43",
		"dan /board", "dan presses 1:1:0:text", "ben presses 1:1:0:text", "ben /board text:true", "dan clicks Bid on 2", "ben /games", "ben types /move move:", "ben /record", "dan in elsewhere /board game:1", "dan in elsewhere presses 1:1:0:text",
		"ben /draw", "dan /verify", "ben clicks More on 2", "ben clicks Proof", "ben plays bid 43 take 38", "ben plays bid 46", "ben plays take 38",
		"ann clicks More on 2", "ann clicks Resign", "ann clicks Yes, resign", "dan /board", "restart", "resume", "ben /board",
		"ann clicks More on 2", "ann clicks Come back", "dan /board", "ben presses 1:1:0:confirm:34:enough",
		"dan presses 1:1:0:confirm:34:enough", "ben presses 1:1:0:pick:0:34", "ben presses 1:1:0:page:0:34:38", "cleo plays bid 34")
	for _, p := range w.Posts {
		public = append(public, p.Versions)
	}
	for _, said := range public {
		maskHashes(said)
	}
	private = map[string][]message.Message{}
	for who := range w.panel {
		private[who] = w.private(who)
		maskHashes(private[who])
	}
	return public, private
}

// hash matches the hash that commits a sealed move, and code the code of one.
var (
	hash = regexp.MustCompile(`[0-9a-f]{64}`)
	code = regexp.MustCompile(`[0-9A-Z]{4}(-[0-9A-Z]{4}){7}`)
)

// maskHashes removes hashes and codes from messages and their files.
func maskHashes(said []message.Message) {
	mask := func(s string) string { return code.ReplaceAllString(hash.ReplaceAllString(s, "…"), "…") }
	for i, m := range said {
		said[i].Content = mask(m.Content)
		if m.File != nil {
			said[i].File = &message.File{Name: m.File.Name, Data: []byte(mask(string(m.File.Data)))}
		}
	}
}

// A message that fails, and a log that cannot be replayed, are logged without sealed moves.
func TestSealedBidsAreNotLogged(t *testing.T) {
	w := newTalk(t)
	var log bytes.Buffer
	w.with(func(c *commands.Config) { c.Log = slog.New(slog.NewTextHandler(&log, nil)) })
	w.steps(t, "ann /play game:permutations opponent:ben first:me", "ben clicks Accept on 1", "fails",
		"ann plays bid 1 take 38", "hour", "wake", "works")
	w.alter(t, "1", func(h *storage.Head) { h.Setup.Seed[0]++; h.NextCheck = w.Now() })
	w.steps(t, "ann /board", "wake")
	if said := log.String(); strings.Contains(said, "bid 1") || strings.Contains(said, "take") || strings.Count(said, "\n") < 2 ||
		!strings.Contains(said, "ply 1 cannot be played") {
		t.Errorf("the log says\n%s", said)
	}
}

// alter changes the head of a match in the store, past the service.
func (w *talk) alter(t *testing.T, id string, change func(*storage.Head)) {
	t.Helper()
	m, err := w.store.Get(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	change(&m.Head)
	if _, err := w.store.Append(t.Context(), m.Head); err != nil {
		t.Fatal(err)
	}
}

// position returns the position of match 1.
func (w *talk) position(t *testing.T) games.State {
	t.Helper()
	m, err := w.store.Get(t.Context(), "1")
	if err != nil {
		t.Fatal(err)
	}
	var log []games.Ply
	for _, e := range m.Log {
		log = append(log, e.Ply)
	}
	for _, g := range all.Games() {
		if g.Info().Name == m.Setup.Game {
			s, _, err := games.Replay(g, m.Setup, log)
			if err != nil {
				t.Fatal(err)
			}
			return s
		}
	}
	t.Fatalf("no game %q", m.Setup.Game)
	return nil
}

// A changed bid changes the code in the channel and nothing else, and makes nothing due.
func TestChangedBidShowsOnlyANewCode(t *testing.T) {
	w := newTalk(t)
	w.steps(t, "ann /play game:permutations opponent:ben first:me", "ben clicks Accept on 1", "ann plays bid 1")
	versions := len(w.Posts[1].Versions)
	legal := w.position(t).Legal(0)
	w.steps(t, "ann plays "+string(legal[len(legal)-1]))
	if got := w.lastSaid("ann"); !strings.HasPrefix(got, "You bid ") {
		t.Fatalf("the change was answered with %q", got)
	}
	shown := w.Posts[1].Versions
	if len(w.Posts) != 2 || len(shown) != versions+1 {
		t.Fatalf("a changed bid made %d messages, and %d versions of the newest, want one more than %d", len(w.Posts), len(shown), versions)
	}
	maskHashes(shown)
	if !reflect.DeepEqual(shown[versions-1], shown[versions]) {
		t.Errorf("a changed bid shows more than its code:\n%s", shown[versions].Content)
	}
	if due, err := w.store.Due(t.Context(), w.Now().Add(time.Hour), 10); err != nil || len(due) > 0 {
		t.Errorf("%d matches are due (%v), want none", len(due), err)
	}
}
