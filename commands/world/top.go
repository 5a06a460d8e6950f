package world

import (
	"fmt"
	"io"
	"log/slog"
	"slices"
	"testing"
	"time"

	"parlour/commands"
	"parlour/commands/publish"
	"parlour/games/all"
	"parlour/imaging"
	"parlour/imaging/pages"
	"parlour/storage"
)

// The server, its channels and the moment of which [TimeTop] asks: the largest server of storetest.Counted.
const (
	topGuild   = "1300000000000000000"
	topChannel = "1200000000000000000"
)

var topAt = time.Date(2026, 9, 1, 12, 0, 0, 0, time.UTC)

// TimeTop has people of the largest server of a store with the counters of storetest.Counted ask for its standings, and
// says how long the answers take, with their pictures. Each person there has settings, ratings and games. Each
// kind of answer takes at most 50 ms, at the median.
func TimeTop(t testing.TB, s storage.Store) {
	t.Helper()
	ctx := t.Context()
	people := fillTop(t, s)
	clock := NewClock(topAt)
	channel := NewChannel(clock, func(c Call, why string) { t.Errorf("%s in %s: %s", c.Op, c.Channel, why) })
	channel.Arranged.Rooms = map[string]publish.Room{topChannel: {Rank: 1}, topChannel[:18] + "1": {Rank: 2}}
	service, err := commands.New(commands.Config{
		Config: publish.Config{Channel: channel, Brief: time.Hour, Log: slog.New(slog.NewTextHandler(io.Discard, nil))},
		Games:  all.Games(), Palettes: imaging.Palettes(), Legible: imaging.Legible, Store: s, Now: clock.Now,
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, options := range []map[string]string{
		{}, {"when": "ever"}, {"when": "ever", "text": "true"}, {"when": "ever", "game": "pentago"}, {"when": "year", "game": "permute"},
	} {
		var took []time.Duration
		for n := range 11 {
			began := time.Now()
			reply := service.Handle(ctx, commands.Request{
				ID: fmt.Sprint(options, n), By: commands.Person{ID: people[37*n%len(people)], Name: "Ann"}, Guild: topGuild, Channel: topChannel,
				Lang: "en-GB", PlaceLang: "en-GB", Command: "top", Options: options, Posts: true,
			})
			switch p := reply.Message.Picture; {
			case p != nil && len(p.Page.(pages.Standings).Rows) > 0:
				if _, err := imaging.DrawPage(p.Page); err != nil {
					t.Fatal(err)
				}
			case options["text"] == "":
				t.Fatalf("%v has no picture: %s", options, reply.Message.Content)
			}
			took = append(took, time.Since(began))
		}
		slices.Sort(took)
		t.Logf("/top %v of %d people: %v at the median, %v at most", options, len(people), took[len(took)/2], took[len(took)-1])
		if took[len(took)/2] > 50*time.Millisecond {
			t.Errorf("/top %v takes %v, want at most 50 ms", options, took[len(took)/2])
		}
	}
}

// fillTop gives the people of the server settings, ratings and eight games each, and returns them.
func fillTop(t testing.TB, s storage.Store) (people []string) {
	t.Helper()
	ctx := t.Context()
	found, err := s.Standings(ctx, storage.Standings{Guild: topGuild, Channels: []string{topChannel, topChannel[:18] + "1"}})
	if err != nil {
		t.Fatal(err)
	}
	for _, st := range found {
		people = append(people, st.Person)
	}
	slices.Sort(people)
	for i, id := range people {
		_, err := storage.People.Change(ctx, s, id, func(p *storage.Person) error {
			p.Lang, p.Zone, p.Met = "de", "Europe/Berlin", []string{"permute", "pentago"}
			p.NoProfile = i%50 == 49
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		_, err = storage.AllRatings.Change(ctx, s, id, func(r *storage.Ratings) error {
			for _, game := range []string{"permute", "pentago", "slyde"} {
				r.Set(storage.Rating{
					Pool:  storage.Pool{Guild: topGuild, Game: game},
					Skill: storage.Skill{Mean: 1300 + float64(i*7919%600), Deviation: 60 + float64(i%80), Volatility: 0.06}, Games: 20, At: topAt,
				})
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		if i%4 < 2 {
			continue
		}
		for n := range 8 {
			h := storage.Head{ID: fmt.Sprint("top-", i, "-", n), Created: topAt}
			h.Guild, h.Home, h.Channel, h.Phase = topGuild, topChannel, topChannel, storage.Over
			h.Setup.Game, h.Outcome, h.EndedAt = []string{"permute", "pentago"}[i%2], storage.HasWon+storage.HasLost, topAt.Add(-time.Duration(n)*time.Hour)
			h.Players = []storage.Player{{ID: people[i-2], Name: "First", User: "first"}, {ID: id, Name: "Second", User: "second"}}
			if _, err := s.Create(ctx, h); err != nil {
				t.Fatal(err)
			}
		}
	}
	return people
}
