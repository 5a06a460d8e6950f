package commands_test

import (
	"bytes"
	"context"
	"log/slog"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"parlour/commands"
	"parlour/commands/message"
	"parlour/commands/publish"
	"parlour/commands/world"
	"parlour/games"
	"parlour/games/all"
)

// proof returns the proof of the record in the file that Dan was shown last.
func (w *talk) proof(t *testing.T) *games.Proof {
	t.Helper()
	shown := w.last("dan")
	if shown.File == nil {
		t.Fatalf("dan is shown no file, but %q", shown.Content)
	}
	r, err := games.DecodeRecord(shown.File.Data)
	if err != nil {
		t.Fatal(err)
	}
	return r.Proof
}

// Proof tells everybody, at any time of a game, what holds so far, and says nothing that is
// secret. Every code that it ever had stands in the record at the end.
func TestProof(t *testing.T) {
	w := newTalk(t)
	var codes []string
	proves := func(script string) {
		t.Helper()
		w.tell(t, script)
		links := w.proof(t).Links
		for _, code := range codes {
			if !slices.ContainsFunc(links, func(l games.Link) bool { return l.Code == code }) {
				t.Errorf("the code %s was true once, and is no more after %s", code, script)
			}
		}
		codes = append(codes, links[len(links)-1].Code)
	}
	proves(`
		ann /play game:permutations first:me > ben Join on 1 > cleo Join on 1
		dan clicks Proof on 1
		| Is this game fair? So far, yes.
		| ✓ The deal was locked before anyone sat down (GBF9-…).
		| The code of the deal is GBF9-PZZE-F77D-NAQJ-XCEQ-YHFB-PWVX-H039.
		| Nobody has shuffled yet. Any player can.
		| The deal itself opens when the game ends.
		| Whoever runs this bot can read hands, but can't change them unseen.`)
	proves(`
		ann clicks Add to the shuffle on 1
		ann fills plum
		dan clicks Proof on 1
		| Is this game fair? So far, yes.
		| ✓ The deal was locked before anyone sat down (GBF9-…).
		| ✓ Ann shuffled too: "plum".
		| The code of the deal is GNXM-EX5Q-MCX0-R6BQ-CHAN-29EN-VK7V-2JXN. Each word changes it.
		| The deal itself opens when the game ends.
		| Whoever runs this bot can read hands, but can't change them unseen.`)
	proves(`
		ann clicks Start on 1
		dan /verify
		= ✓ Ann shuffled too: "plum".
		- revealed`)
	st := w.load(t, "1").State
	w.steps(t, "ann plays "+string(st.Legal(0)[3]), "ann plays "+string(st.Legal(0)[4]), "ben plays "+string(st.Legal(1)[2]))
	proves("dan /verify game:1 \n - revealed")
	w.steps(t, "cleo plays "+string(st.Legal(2)[2]))
	proves("dan /verify \n = ✓ All 3 revealed bids match their codes. \n + opens when the game ends")
	if p := w.proof(t); p.Secret != nil || p.Deal != nil || len(p.Seals) != 4 || p.Seals[0].Told != nil {
		t.Errorf("in the middle of a game the file has %+v", p)
	}
	proves(`
		ann clicks More on 3 > Proof
		= ✓ All 3 revealed bids match their codes.
		ann /resign > Yes, resign
		ben /resign > Yes, resign
		cleo /resign > Yes, resign
		dan /verify
		| Is this game fair? Yes.
		| ✓ The deal was locked before anyone sat down (GBF9-…).
		| ✓ Ann shuffled too: "plum".
		| ✓ Nothing else went into the shuffle.
		| ✓ The deal comes out the same again.
		| ✓ Every move and the result follow the rules.
		| ✓ All 4 revealed bids match their codes.
		| The code of the deal is GNXM-EX5Q-MCX0-R6BQ-CHAN-29EN-VK7V-2JXN. Each word changes it.
		| Nothing proves the times of the moves.
		| Whoever runs this bot can read hands, but can't change them unseen.`)
	if r, _, err := games.ReadRecord(all.Games(), w.last("dan").File.Data); err != nil || r.Proof.Secret == nil {
		t.Errorf("at the end the file is no record: %v", err)
	}
}

// The bid of a player who then leaves stays sealed and is opened with the others. A take is
// public and so is not sealed. Nobody said a word, and the proof says what that means.
func TestBidOfALeaverIsOpened(t *testing.T) {
	w := newTalk(t)
	w.tell(t, `
		table permutations ben,cleo
		ann plays bid 25
		ann clicks More on 2 > Resign > Yes, resign
		dan /verify
		+ Nobody shuffled, so whoever runs this bot could have picked the deal.
	`)
	if seals := w.proof(t).Seals; len(seals) != 1 || seals[0].Told != nil {
		t.Errorf("with its player the bid is gone, or told: %+v", seals)
	}
	st := w.load(t, "1").State
	w.steps(t, "ben plays "+string(st.Legal(1)[2]), "cleo plays "+string(st.Legal(2)[2]))
	seat := w.load(t, "1").State.ToMove()[0]
	w.steps(t, []string{"ann", "ben", "cleo"}[seat]+" plays "+string(w.load(t, "1").State.Legal(seat)[0]), "dan /verify")
	seals := w.proof(t).Seals
	if len(seals) != 3 || seals[0].Told == nil || seals[1].Told == nil || seals[2].Told == nil || seals[0].Told.Move != "bid 25" {
		t.Errorf("the reveal opens %+v", seals)
	}
}

// No message is too long where five people with the longest names and words choose their takes
// with their bids. The world checks every message.
//
//test:unwatched
func TestLongestSealsFit(t *testing.T) {
	t.Parallel()
	w := newTalk(t)
	who := []string{"long1", "long2", "long3", "long4", "long5"}
	w.steps(t, "long1 /play game:permutations first:me > long2 Join on 1 > long3 Join on 1 > long4 Join on 1 > long5 Join on 1")
	for _, p := range who {
		w.steps(t, p+" clicks Add to the shuffle on 1", p+" fills "+strings.Repeat("*", 40))
	}
	w.steps(t, "long1 clicks Start on 1", "dan /verify")
	for range 20 {
		st := w.load(t, "1").State
		seat := st.ToMove()[0]
		move := string(st.Legal(seat)[0])
		if strings.HasPrefix(move, "bid") {
			for i, c := range st.Step(seat, []string{strings.TrimPrefix(move, "bid ")}).Options() {
				if i == 1 {
					move += " take"
				}
				if i > 0 {
					move += " " + c.Value
				}
			}
		}
		w.steps(t, who[seat]+" plays "+move)
	}
}

// A code that no board has shown stands in the channel before what it covers is revealed, in a
// message of its own where the board cannot be changed.
func TestCodeComesBeforeWhatItCovers(t *testing.T) {
	w := newTalk(t)
	w.steps(t, "duel permutations", "fails", "ann plays bid 1", "works")
	w.before = func(_ context.Context, c world.Call) error {
		if c.Op == world.ToEdit {
			return publish.ErrGone
		}
		return nil
	}
	before := len(w.Posts)
	w.steps(t, "ben plays bid 3", "ben clicks Confirm")
	if len(w.Posts) < before+2 {
		t.Fatalf("%d messages were posted, want the code and the board", len(w.Posts)-before)
	}
	said, board := w.Posts[before].Versions[0].Content, w.Posts[before+1].Versions[0].Content
	if !strings.HasPrefix(said, "-# ") || code.ReplaceAllString(said, "") != "-# " || !strings.Contains(board, "Still to take: ") {
		t.Errorf("it posts %q and then %q, want the code and then the bids", said, board)
	}
}

// Two games of Permutations differ in nothing but Ann's sealed bid. Everything that others are
// shown is the same in both, whatever they do or forge, before and after a restart, and once it is called off.
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
	w.tell(t, `
		table permutations ben,cleo
		ann plays `+bid+`
		ann clicks Board on 2
		ben clicks Board on 2
		ben clicks Bid on 2
		ben picks 43
		dan /board
		dan presses 1:1:0:text
		ben presses 1:1:0:text
		ben /board text:true
		dan clicks Bid on 2
		ben /games
		ben types /move move:
		ben /record
		dan in elsewhere /board game:1
		dan in elsewhere presses 1:1:0:text
		ben /draw
		dan /verify
		ben clicks More on 2 > Proof
		ben plays bid 43 take 38
		ben plays bid 46
		ben plays take 38
		ann clicks More on 2 > Resign > Yes, resign
		dan /board
		restart
		resume
		ben /board
		ann clicks More on 2 > Come back
		dan /board
		ben presses 1:1:0:confirm:34:enough
		dan presses 1:1:0:confirm:34:enough
		ben presses 1:1:0:pick:0:34
		ben presses 1:1:0:page:0:34:38
		cleo plays bid 34
		mo clicks More on 2 > Close this game > Yes, close it
		dan presses 1:1:0:view
		ben presses 1:1:0:view
	`)
	if p := w.last("dan").Picture; p == nil || p.Ribbon == nil {
		t.Errorf("the game is called off, and its picture has no ribbon: %+v", p)
	}
	for _, p := range w.Posts {
		public = append(public, p.Versions)
		maskHashes(p.Versions)
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
	w.tell(t, `
		duel permutations
		fails
		ann plays bid 1 take 38
		hour
		wake
		works
		alter 1 {"setup":{"seed":"`+strings.Repeat("1", 64)+`"},"next_check":"2026-11-20T13:00:00Z"}
		ann /board
		wake
	`)
	if said := log.String(); strings.Contains(said, "bid 1") || strings.Contains(said, "take") || strings.Count(said, "\n") < 2 ||
		!strings.Contains(said, "ply 1 cannot be played") {
		t.Errorf("the log says\n%s", said)
	}
}

// A changed bid changes the code in the channel and nothing else, and makes nothing due.
func TestChangedBidShowsOnlyANewCode(t *testing.T) {
	w := newTalk(t)
	w.steps(t, "duel permutations", "ann plays bid 1")
	versions := len(w.Posts[1].Versions)
	w.tell(t, `
		ann plays bid 47
		+ You bid 47.
		due
		+ due: 0 matches
	`)
	shown := w.Posts[1].Versions
	if len(w.Posts) != 2 || len(shown) != versions+1 {
		t.Fatalf("a changed bid made %d messages, and %d versions of the newest, want one more than %d", len(w.Posts), len(shown), versions)
	}
	if maskHashes(shown); !reflect.DeepEqual(shown[versions-1], shown[versions]) {
		t.Errorf("a changed bid shows more than its code:\n%s", shown[versions].Content)
	}
}
