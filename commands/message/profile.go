package message

import (
	"math"
	"time"

	"parlour/commands/clock"
	"parlour/games"
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
	Info games.Info
}

// Profile returns the profile of a person. Where there is nothing to tell it does not say why.
func (p Pen) Profile(of Profile) Message {
	say := p.saying("Name", of.Name, "Own", of.Own)
	if len(of.Results) == 0 && len(of.Ratings) == 0 && of.Pace == 0 && of.Games == 0 {
		return Message{Content: say("profile.none")}
	}
	said := []string{say("profile.head")}
	for _, s := range of.Results {
		said = append(said, say("profile.result",
			"Game", s.Info.Title, "Count", s.Played(), "Won", s.Won, "Drawn", s.Drawn, "Lost", s.Lost))
	}
	for _, r := range of.Ratings {
		said = append(said, p.Say("profile.rating",
			"Game", r.Info.Title, "More", r.More, "Points", points(r.Skill), "Deviation", int(math.Round(r.Deviation))))
	}
	for _, s := range of.With {
		said = append(said, p.Say("finished.score",
			"Game", s.Info.Title, "Name", of.Name, "Won", s.Lost, "Lost", s.Won, "Drawn", s.Drawn))
	}
	said = append(said,
		p.sayIf(of.Pace > 0, "profile.pace", "Time", clock.Span(of.Pace), "Own", of.Own),
		p.sayIf(of.Games > 0, "profile.on-time", "Count", of.Games, "Lates", of.Lates),
		p.sayIf(of.Own, "profile.own", "Hidden", of.Hidden))
	return Message{Content: p.fit(said, maxContent)}
}
