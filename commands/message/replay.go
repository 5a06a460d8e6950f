package message

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"parlour/commands/clock"
	"parlour/commands/locale"
	"parlour/commands/match"
	"parlour/games"
	"parlour/imaging/replay"
)

// Replay returns the match as a page to keep: what everybody could see at each step, as the animation has it, and
// nothing that its record has not but the names. all are the moments of a finished analysis.
func (p Pen) Replay(record *File, all []Moment) *replay.Page {
	p.seat = games.Spectator
	p.voice = p.plain()
	end := p.sees().looked()
	page := &replay.Page{
		Name: fileName(p.Match, "html"), Lang: cmp.Or(p.w.Language(p.r.Lang), "en"), Title: p.Say("replay.title", "Game", p.Title(), "Players", p.Others(games.Spectator)),
		Facts: p.replayFacts(end), Proof: p.replayProof(), Record: record.Name, Data: record.Data, Words: p.replayWords(),
	}
	points := p.turningPoints(all)
	before := cmp.Or(p.Began, p.Created)
	shown := turns(p.Match)
	for n, ply := range shown {
		v := viewpoint{Pen: p, state: p.position(ply)}.looked()
		said := append(p.voice.All(v.words.Last), p.voice.Say(v.words.Score))
		if n == len(shown)-1 {
			said = append(said, p.voice.Say(end.turn()))
		}
		step := replay.Step{Drawing: v.drawing(), Name: p.Say("replay.step", "Number", n), Says: match.Without(said, isEmpty)}
		if ply >= 0 {
			at := p.Log[ply].At
			step.When = p.replayTime(at, at.Sub(before))
			before = at
		}
		for len(points) > 0 && points[0].Ply <= ply {
			step.Turning = append(step.Turning, strings.Split(p.moment(points[0]), "\n")...)
			step.Better = append(step.Better, p.instead(points[0])...)
			points = points[1:]
		}
		page.Steps = append(page.Steps, step)
	}
	return page
}

// isEmpty reports whether a sentence says nothing.
func isEmpty(s string) bool { return s == "" }

// turningPoints returns the points that an analysis shows, in the order of the log.
func (p Pen) turningPoints(all []Moment) (points []Point) {
	for _, m := range all {
		points = append(points, shown(m))
	}
	slices.SortStableFunc(points, func(a, b Point) int { return cmp.Compare(a.Ply, b.Ply) })
	return points
}

// instead returns the picture of the position after the better move of a point, none if that ends no turn.
func (p Pen) instead(of Point) []games.Drawing {
	next, err := p.StateAt(of.Ply).Play(p.Log[of.Ply].Seat, of.Advice.Best)
	if err != nil || !p.Steps()[of.Ply].EndsTurn {
		return nil
	}
	d := p.drawn(next, p.seat)
	d.Preview = p.Label("picture." + best(of.Advice))
	return []games.Drawing{d}
}

// replayFacts say who plays what and how it stands, how long it took, and by which options and times it is played.
func (p Pen) replayFacts(end viewpoint) []string {
	facts := []string{p.voice.Say(end.head(p.voice)), p.voice.Say(end.turn())}
	if end.ended() {
		facts = append(facts, strings.Join(end.facts(p.voice), " · "))
	}
	options := append(locale.OptionWords(p.voice, p.Info, p.Setup.Options), p.Say("replay.time", "Time", TimeOf(p.Allowance)))
	facts = append(facts, strings.Join(options, " · "), p.Say("replay.zone", "Zone", locale.Verbatim(p.zone().String())))
	return match.Without(facts, isEmpty)
}

// zone is the zone of the times of a page.
func (p Pen) zone() *time.Location { return cmp.Or(clock.ZoneOf(p.r.Own), time.UTC) }

// replayTime says when a move was made, and after how long.
func (p Pen) replayTime(at time.Time, after time.Duration) string {
	at = at.In(p.zone())
	day := games.Say("date.day", "Day", at.Day(), "Month", month(at), "Year", at.Year())
	return p.Say("replay.when", "Day", day, "Time", fmt.Sprintf("%02d:%02d", at.Hour(), at.Minute()), "After", clock.Span(after))
}

// replayProof says what the record proves.
func (p Pen) replayProof() (lines []replay.Line) {
	if p.Info.Chance {
		lines = append(lines, replay.Line{Says: p.Say("replay.deal"), Check: replay.CheckDeal, Open: true},
			replay.Line{Says: p.Say("replay.codes"), Check: replay.CheckCodes, Open: true})
		if p.Info.Hidden {
			lines = append(lines, replay.Line{Says: p.Say("replay.bids"), Check: replay.CheckBids, Open: true})
		}
	} else {
		lines = append(lines, replay.Line{Says: p.Say(games.Undealt, "Game", p.Info.Title)})
	}
	return append(lines, replay.Line{Says: p.Say("verify.result"), Open: true})
}

// replayWords are the sentences that every page has.
func (p Pen) replayWords() replay.Words {
	say := func(key string) string { return p.Say("replay." + key) }
	return replay.Words{
		First: say("first"), Back: say("back"), On: say("on"), Last: say("last"), Position: say("position"), Keys: say("keys"),
		Turnings: say("turnings"), Fair: say("fair"), Verify: say("verify"), Save: say("save"),
		Unchecked: say("unchecked"), Holds: say("holds"), Fails: say("fails"), Better: p.Label("picture.better"),
	}
}

// turns returns the plies after which another turn began, as indices into the log: -1 for the position before the first
// one, and those that stand. While others still choose, a move is sealed and there is nothing to see of it.
func turns(m *match.Match) []int {
	all := []int{-1}
	standing := m.Standing()
	for n, i := range standing {
		if n == len(standing)-1 || m.Steps()[i].EndsTurn {
			all = append(all, i)
		}
	}
	return all
}
