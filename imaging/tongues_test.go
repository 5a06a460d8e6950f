package imaging_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"parlour/games"
	"parlour/games/all"
	"parlour/imaging"
	"parlour/imaging/pages"
)

// madeUp is the language in whose place a made-up one is spoken, in which each sentence is a third longer.
const madeUp = "de"

// TestTextsFit checks that in pictures of every game, in English and in the made-up language, each text fits its room,
// and that a name which doesn't is still nobody else's.
func TestTextsFit(t *testing.T) {
	for _, made := range samples() {
		for _, s := range made {
			for _, lang := range []string{"en", madeUp} {
				for what, p := range said(s.picture, lang) {
					labels, err := imaging.Shortened(p)
					if err != nil {
						t.Errorf("%s, %s in %s: %v", s.name, what, lang, err)
					}
					whose := map[string]string{}
					for _, name := range p.Names {
						whose[name] = name
					}
					for _, l := range labels {
						if l.Name && (whose[l.Written] == "" || whose[l.Written] == l.Text) {
							whose[l.Written] = l.Text
							continue
						}
						t.Errorf("%s, %s in %s: %q becomes %q in %.0f pixels", s.name, what, lang, l.Text, l.Written, l.Room)
					}
				}
			}
		}
	}
}

// TestStandingsFit checks that in standings of every game, and of all, each text fits its room in English and in the
// made-up language.
func TestStandingsFit(t *testing.T) {
	for _, lang := range []string{"en", madeUp} {
		v := catalogue().Voice(lang, nil, nil)
		for _, g := range append(all.Games(), nil) {
			s, rated := ratedStandings(), games.Text{}
			if s.Title, s.Game = "", ""; g != nil {
				s.Title, s.Game = g.Info().Brief(), g.Info().Name
			}
			if g != nil && g.Info().MaxSeats > 2 {
				rated = games.Say("standings.rated", "More", true)
			}
			s.Title, s.Line = v.Say(games.Say("standings.title", "Game", s.Title)), v.Say(games.Say("standings.line", "Count", 888, "Rated", rated))
			s.Aside = v.Say(games.Say("standings.when.month", "Month", games.Say("date.month.11"), "Year", "2026"))
			s.Rating, s.Played, s.Form = v.Say(games.Say("standings.rating")), v.Say(games.Say("standings.played")), v.Say(games.Say("standings.form"))
			for _, l := range imaging.ShortenedOnPage(s.Draw) {
				if !l.Name {
					t.Errorf("standings %q in %s: %q becomes %q in %.0f pixels", s.Title, lang, l.Text, l.Written, l.Room)
				}
			}
		}
	}
}

// TestProfileFits checks that each text of a profile fits its room, for every game, in English and in the made-up language.
// Beside its emblem a game's title may be cut.
func TestProfileFits(t *testing.T) {
	for _, lang := range []string{"en", madeUp} {
		say := func(key string, pairs ...any) string {
			return catalogue().Voice(lang, nil, nil).Say(games.Say(key, pairs...))
		}
		day := func(month int) string {
			return say("profile.day", "Day", 28, "Month", games.Say(fmt.Sprint("date.month.", month)))
		}
		for _, g := range all.Games() {
			info := g.Info()
			game := games.Say("profile.game", "Game", info.Brief(), "More", info.MaxSeats > 2)
			p := pages.Profile{
				Name: "Wilhelmina", Game: info.Name, Line: say("profile.games", "Game", game, "Count", 24),
				Rating: say("ratings.unsure", "Points", 1698), Deviation: "± 262", Change: say("profile.change", "By", "−112"),
				Ratings: profile().Ratings, Times: []pages.Time{{Day: 0, Text: day(8)}, {Day: 57, Text: day(10)}, {Day: 115, Text: day(11)}},
				Played: say("profile.played"), With: say("profile.with"),
				Games:   []pages.Play{{Game: info.Name, Title: info.Brief(), Score: pages.Score{Won: 15, Drawn: 1, Lost: 8}}},
				Pace:    say("profile.usually", "Time", games.Say("span.hours", "Count", 23)),
				Late:    say("profile.late", "Lates", 12, "Count", 124),
				Against: &pages.Against{Title: say("profile.against"), Line: say("profile.drawn", "Count", 12), Score: pages.Score{Won: 17, Drawn: 12, Lost: 14}},
			}
			for _, l := range imaging.ShortenedOnPage(p.Draw) {
				if l.Text != info.Brief() {
					t.Errorf("%s in %s: %q becomes %q in %.0f pixels", info.Name, lang, l.Text, l.Written, l.Room)
				}
			}
		}
	}
}

// TestLobbyTellsTheGamesOfAMatchApart checks that below a board of a match of two its number has room.
func TestLobbyTellsTheGamesOfAMatchApart(t *testing.T) {
	for _, g := range all.Games() {
		l := lobby(t, "slyde 12-middle")
		l.Tables[0].Names = nil
		l.Tables[0].Game = catalogue().Voice("en", nil, nil).Say(games.Say("two.brief", "Game", g.Info().Brief(), "Number", 2))
		for _, s := range imaging.ShortenedOnPage(l.Draw) {
			if !strings.Contains(s.Written, "2") {
				t.Errorf("%q becomes %q in %.0f pixels", s.Text, s.Written, s.Room)
			}
		}
	}
}

// said returns a picture in a language, by what it says: as it is, with a move that is not played, and with the ribbon
// of each end. Parlour plays in all seats but the first.
func said(p games.Drawing, lang string) map[string]games.Drawing {
	say := func(key string, pairs ...any) string {
		return catalogue().Voice(lang, p.Names, nil).Say(games.Say(key, pairs...))
	}
	p.Names = slices.Clone(p.Names)
	for i, name := range p.Names {
		if number, dummy := strings.CutPrefix(name, "Dummy "); dummy {
			p.Names[i] = say("seat.dummy", "Number", number)
		} else if p.Names[i] = "Ann"; i > 0 {
			level := games.Say("level." + []string{"easy", "medium", "hard"}[i%3])
			p.Names[i] = say("opponent.name", "Number", i, "Level", level)
		}
	}
	p.Captions = catalogue().Voice(lang, p.Names, nil).All(p.View.Words().Captions)
	p.Heads = [2]string{say("picture.played"), say("picture.better")}
	over := p.Ribbon != nil
	p.Ribbon, p.Preview = nil, ""
	tried := p
	tried.Preview = say("picture.preview")
	made := map[string]games.Drawing{"as it is": p, "not played": tried}
	if !over {
		return made
	}
	first, both := []games.Seat{0}, []games.Seat{0, 1}
	for key, r := range map[string]games.Ribbon{
		"beats":     {Title: say("ending.beats", "Winner", first, "Losers", both[1:]), Short: say("ending.wins", "Winners", first, "Count", 1), Winners: first, Score: "16–15"},
		"winners":   {Title: say("ending.wins", "Winners", both, "Count", 2), Short: say("ending.winners", "Count", 2), Winners: both},
		"draw":      {Title: say("thread.draw", "Players", both), Short: say("ending.draw")},
		"alone":     {Title: say("ending.alone", "Player", first), Short: say("ending.alone.short"), Winners: first},
		"off":       {Title: say("ending.off", "Players", both), Short: say("ending.off.short")},
		"slept":     {Title: say("ending.slept", "Players", both), Short: say("ending.slept.short")},
		"moderated": {Title: say("ending.moderated", "Players", both), Short: say("ending.moderated.short")},
	} {
		facts := []string{say("ending.moves", "Count", 163), say("span.weeks", "Count", 11)}
		if day := say("date.day", "Day", 28, "Month", games.Say("date.month.11"), "Year", 2026); key == "draw" {
			facts = append([]string{say("two.brief", "Game", "Permutations", "Number", 2)}, facts...)
		} else {
			facts = append(facts, day)
		}
		r.Line = strings.Join(facts, " · ")
		ended := p
		ended.Ribbon = &r
		made[key] = ended
	}
	return made
}
