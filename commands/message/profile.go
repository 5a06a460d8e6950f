package message

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"parlour/commands/clock"
	"parlour/commands/match"
	"parlour/games"
	"parlour/imaging/pages"
	"parlour/storage"
)

// A Profile is what a person has come to in a server, as far as its reader may know.
type Profile struct {
	Name         string
	Own, Hidden  bool          // whether it is its reader's own, and whether nobody else sees it
	Results      []Score       // the person's results, by game
	With         []Score       // those of the person against the reader
	Ratings      []Rated       // in games that are rated
	Pace         time.Duration // how long they usually take for a move; 0 if that is hidden or not known
	Games, Lates int           // of how many of their games they lost how many on time; 0 if that is hidden or not known
}

// A Rated is a person's rating in a game.
type Rated struct {
	storage.Rating
	Info  games.Info
	Since []match.RatedGame // what is known of the games that led there, the oldest first
}

// Profile returns the profile of a person. Where there is nothing to tell it does not say why.
func (p Pen) Profile(of Profile) Message {
	say := p.saying("Name", of.Name, "Own", of.Own)
	if len(of.Results) == 0 && len(of.Ratings) == 0 && of.Pace == 0 && of.Games == 0 {
		none := Message{Content: say("profile.none")}
		if of.Own {
			none.Rows = p.StartRow()
		}
		return none
	}
	said := []string{say("profile.head")}
	for _, s := range of.Results {
		said = append(said, say("profile.result",
			"Game", s.Info.Title, "Count", s.Played(), "Won", s.Won, "Drawn", s.Drawn, "Lost", s.Lost))
	}
	for _, r := range of.Ratings {
		said = append(said, p.Say("profile.rating",
			"Game", r.Info.Title, "More", r.More, "Points", points(r.Skill), "Deviation", rounded(r.Deviation)))
	}
	said = append(said, p.sayIf(slices.ContainsFunc(of.Ratings, func(r Rated) bool { return isUnsure(r.Skill) }), "ratings.note"))
	for _, s := range of.With {
		said = append(said, p.Say("finished.score",
			"Game", s.Info.Title, "Name", of.Name, "Won", s.Lost, "Lost", s.Won, "Drawn", s.Drawn))
	}
	said = append(said,
		p.sayIf(of.Pace > 0, "profile.pace", "Time", clock.Span(of.Pace), "Own", of.Own),
		p.sayIf(of.Games > 0, "profile.on-time", "Count", of.Games, "Lates", of.Lates),
		p.sayIf(of.Own, "profile.own", "Hidden", of.Hidden))
	return Message{Content: p.fit(said, maxContent), Picture: p.drawnProfile(of)}
}

// leastDrawn is the fewest rated games of which a line is drawn.
const leastDrawn = 2

// drawnProfile is the picture of a profile, with the line of the rating of which most games are known; nil if of none
// enough are.
func (p Pen) drawnProfile(of Profile) *Picture {
	if len(of.Ratings) == 0 {
		return nil
	}
	r := slices.MaxFunc(of.Ratings, func(a, b Rated) int { return cmp.Compare(len(a.Since), len(b.Since)) })
	if len(r.Since) < leastDrawn {
		return nil
	}
	say := p.Label
	game := games.Say("profile.game", "Game", r.Info.Brief(), "More", r.More)
	first, now := r.Since[0].At, p.r.Now
	drawn := pages.Profile{
		Look: p.look(), Name: of.Name, Game: r.Game, Line: say("profile.games", "Game", game, "Count", r.Games),
		Rating: p.plain().Say(points(r.Skill)), Deviation: "± " + strconv.Itoa(rounded(r.Deviation)),
	}
	for _, g := range r.Since {
		if drawn.Change == "" && now.Sub(g.At) < changeTime {
			drawn.Rise = rounded(r.Mean - g.Before.Mean)
			drawn.Change = say("profile.change", "By", strings.Replace(fmt.Sprintf("%+d", drawn.Rise), "-", "−", 1))
		}
	}
	if r.Since[len(r.Since)-1].At.Sub(first) < leastTime {
		p.byGame(&drawn, r)
	} else {
		p.byTime(&drawn, r)
	}
	if len(of.Results) > 0 {
		drawn.Played = say("profile.played")
	}
	for _, s := range of.Results {
		drawn.Games = append(drawn.Games, pages.Play{Game: s.Game, Title: s.Info.Brief(), Score: scoreOf(s.Score)})
	}
	if of.Pace > 0 {
		drawn.Pace = say("profile.usually", "Time", clock.Span(of.Pace))
	}
	if of.Games > 0 {
		drawn.Late = say("profile.late", "Count", of.Games, "Lates", of.Lates)
	}
	if len(of.With) > 0 {
		drawn.Against = &pages.Against{Title: say("profile.against")}
		for _, s := range of.With {
			drawn.Against.Won += s.Won
			drawn.Against.Drawn += s.Drawn
			drawn.Against.Lost += s.Lost
		}
		if n := drawn.Against.Drawn; n > 0 {
			drawn.Against.Line = say("profile.drawn", "Count", n)
		}
	}
	if drawn.Pace != "" || drawn.Late != "" || drawn.Against != nil {
		drawn.With = say("profile.with")
	}
	alt := say("profile.alt", "Name", of.Name, "Game", game, "From", rounded(r.Since[0].After.Mean), "To", rounded(r.Mean),
		"Deviation", rounded(r.Deviation))
	return &Picture{Page: drawn, Alt: Clip(alt, maxAlt)}
}

// leastTime is the least time from the first game of a line to its last that is drawn over time. Of a shorter one only a
// step would be seen, so it is drawn game by game.
const leastTime = 7 * 24 * time.Hour

// byGame draws the line of a rating with the same room for each game.
func (p Pen) byGame(drawn *pages.Profile, r Rated) {
	last := len(r.Since) - 1
	for i, g := range r.Since {
		drawn.Ratings = append(drawn.Ratings, pages.Rating{Day: i, Rating: g.After.Mean, Deviation: g.After.Deviation})
		if i == 0 || i == last/2 || i == last {
			drawn.Times = append(drawn.Times, pages.Time{Day: i, Text: p.Label("profile.nth", "Number", g.Number)})
		}
	}
}

// byTime draws the line of a rating over time, up to now.
func (p Pen) byTime(drawn *pages.Profile, r Rated) {
	first, now := r.Since[0].At, p.r.Now
	minute := func(at time.Time) int { return int(at.Sub(first) / time.Minute) }
	add := func(at time.Time, s storage.Skill) {
		drawn.Ratings = append(drawn.Ratings, pages.Rating{Day: minute(at), Rating: s.Mean, Deviation: s.Deviation})
	}
	for _, g := range r.Since {
		add(g.At, g.After)
	}
	add(now, r.Skill)
	for i := range 3 { // the days at both ends and in the middle, unless they are the same
		at := first.Add(now.Sub(first) / 2 * time.Duration(i)).In(cmp.Or(clock.ZoneOf(p.r.Own), time.UTC))
		text := p.Label("profile.day", "Day", at.Day(), "Month", month(at))
		if !slices.ContainsFunc(drawn.Times, func(t pages.Time) bool { return t.Text == text }) {
			drawn.Times = append(drawn.Times, pages.Time{Day: minute(at), Text: text})
		}
	}
}

// changeTime is the time whose change of a rating a profile tells.
const changeTime = 30 * 24 * time.Hour

// rounded returns the whole number next to another.
func rounded(x float64) int { return int(math.Round(x)) }

// scoreOf returns a score as a picture has it.
func scoreOf(s match.Score) pages.Score { return pages.Score{Won: s.Won, Drawn: s.Drawn, Lost: s.Lost} }
