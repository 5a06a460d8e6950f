package message

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"parlour/commands/match"
	"parlour/games"
	"parlour/games/all"
	"parlour/games/permutu"
	"parlour/imaging"
	"parlour/imaging/replay"
	"parlour/storage"
)

var keepPages = flag.String("pages", "", "make pages of all records, and keep them in a `folder`")

// ended returns a match of the moves of a record, between people with these names, of whom the first shuffled with a word.
func ended(t *testing.T, r games.Record, word string, names ...string) *match.Match {
	t.Helper()
	began := time.Date(2026, time.November, 20, 12, 0, 0, 0, time.UTC)
	var h storage.Head
	h.ID, h.Phase, h.Created, h.Began, h.Setup, h.Secret = "7", storage.Over, began, began, r.Setup, r.Seed
	for i := range r.Setup.Seats {
		h.Players = append(h.Players, storage.Player{ID: names[i], Name: names[i]})
		h.Order = append(h.Order, games.Seat(i))
	}
	for range 6 {
		h.Shares = append(h.Shares, games.NewShare(games.Salt{1}))
	}
	h.Shares[0] = h.Shares[0].Saying(word)
	h.Setup.Seed = games.SeedFrom(h.Secret, h.Shares)
	var log []storage.Entry
	for i, m := range r.Moves {
		log = append(log, storage.Entry{Ply: m.Ply, At: began.Add(time.Duration(i*i) * time.Minute)})
	}
	h.EndedAt = log[len(log)-1].At
	m, err := match.NewEnv(all.Games(), nil, func() time.Time { return h.EndedAt }, nil).Open(storage.Match{Head: h, Log: log})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// What a picture in a page is made of.
var (
	svg     = regexp.MustCompile(`(?s)<svg.*?</svg>`)
	svgTags = regexp.MustCompile(`^<(/?(svg|defs|g|path|use|clipPath))( (id|href|x|y|d|fill|stroke|stroke-width|stroke-dasharray|stroke-linecap|viewBox|width|height|clip-path|transform)="[-#a-zA-Z0-9 .(),]*")*/?>$`)
	anID    = regexp.MustCompile(` id="([^"]*)"`)
	aLink   = regexp.MustCompile(`href="#([^"]*)"|url\(#([^)]*)\)`)
)

// A page of a record of each game holds together: it has each step and the record, every part of a picture that it
// refers to, each once, and nothing else. It stays small, whatever the players are called.
func TestReplaysOfEveryGame(t *testing.T) {
	names := []string{"Ann", "</script>", "\u2028\"><b>", "Ben & Cleo", "łoś", "{{.}}"}
	for _, g := range all.Games() {
		files, err := filepath.Glob("../../games/" + g.Info().Name + "/testdata/records/*.json")
		if err != nil || len(files) == 0 {
			t.Fatalf("the records of %s: %v, %v", g.Info().Name, files, err)
		}
		if *keepPages == "" {
			files = files[:1]
		}
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			r, _, err := games.ReadRecord(all.Games(), text)
			if err != nil {
				t.Fatal(err)
			}
			m := ended(t, r, "", names...)
			msg, err := writer(t).To(Reader{}, m).Record(nil)
			if err != nil {
				t.Fatal(err)
			}
			page, err := imaging.Replay(*msg.Replay)
			if err != nil {
				t.Fatal(err)
			}
			name := g.Info().Name + "-" + strings.TrimSuffix(filepath.Base(file), ".json")
			if *keepPages != "" {
				if err := os.WriteFile(filepath.Join(*keepPages, name+".html"), page, 0o644); err != nil {
					t.Fatal(err)
				}
			}
			intact(t, name, page, len(turns(m)))
			if steps := len(msg.Replay.Steps); steps != len(turns(m)) || !bytes.Equal(msg.Replay.Data, msg.File.Data) {
				t.Errorf("%s: the page has %d steps, want %d, and a record of %d bytes, want %d", name, steps, len(turns(m)), len(msg.Replay.Data), len(msg.File.Data))
			}
			for _, f := range games.Verify(all.Games(), mustRecord(t, m)) {
				if !f.Holds {
					t.Errorf("%s: of the record it is said: %v", name, f.Text)
				}
			}
		}
	}
}

// The page that is posted has nothing that anybody typed: the words of the shuffle are erased in its record, which still
// proves the deal. The one that its reader alone gets has the record as it is.
func TestPostedReplayHasNoWords(t *testing.T) {
	r := games.Record{Setup: permutu.Game{}.Info().Setup(), Moves: []games.RecordedPly{{Ply: games.Ply{Seat: 0, Move: games.Leave}}}}
	r.Setup.Seats = 2
	m := ended(t, r, "plum", "Ann", "Ben")
	own, err := writer(t).To(Reader{}, m).Record(nil)
	if err != nil {
		t.Fatal(err)
	}
	posted, err := writer(t).FilmForAll(m, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		page  *replay.Page
		typed bool
	}{{own.Replay, true}, {posted.Replay, false}} {
		if got := bytes.Contains(c.page.Data, []byte("plum")); got != c.typed {
			t.Errorf("the record of a page has the word: %t, want %t", got, c.typed)
		}
		read, _, err := games.ReadRecord(all.Games(), c.page.Data)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range games.Verify(all.Games(), read) {
			if !f.Holds {
				t.Errorf("of the record of a page it is said: %v", f.Text)
			}
		}
	}
}

func mustRecord(t *testing.T, m *match.Match) games.Record {
	t.Helper()
	r, err := m.Record()
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// intact checks that the pictures of a page hold together, and that it is small.
func intact(t *testing.T, name string, page []byte, steps int) {
	t.Helper()
	var ids []string
	for _, found := range anID.FindAllSubmatch(page, -1) {
		ids = append(ids, string(found[1]))
	}
	slices.Sort(ids)
	if once := slices.Compact(slices.Clone(ids)); len(once) < len(ids) {
		t.Errorf("%s: of %d ids %d are there several times", name, len(ids), len(ids)-len(once))
	}
	for _, found := range aLink.FindAllSubmatch(page, -1) {
		to := string(found[1]) + string(found[2])
		if _, ok := slices.BinarySearch(ids, to); !ok {
			t.Errorf("%s: nothing has the id %q", name, to)
		}
	}
	pictures := svg.FindAll(page, -1)
	if len(pictures) != steps+1 {
		t.Errorf("%s: the page has %d pictures, want %d", name, len(pictures), steps+1)
	}
	drawn := 0
	for _, picture := range pictures {
		drawn += len(picture)
		for _, tag := range regexp.MustCompile(`<[^>]*>`).FindAll(picture, -1) {
			if !svgTags.Match(tag) {
				t.Errorf("%s: a picture has the tag %s", name, tag)
			}
		}
	}
	t.Logf("%s: %d steps, %d kB, of which %d kB are pictures", name, steps, len(page)/1000, drawn/1000)
	if most := 120_000 + 4_000*steps; len(page) > most {
		t.Errorf("%s: a page of %d steps has %d bytes, want at most %d", name, steps, len(page), most)
	}
}
