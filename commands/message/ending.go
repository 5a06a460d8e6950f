package message

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"
	"time"

	"parlour/commands/clock"
	"parlour/commands/locale"
	"parlour/commands/match"
	"parlour/games"
	"parlour/storage"
)

// ended reports whether what is shown is the position in which the match ended.
func (v viewpoint) ended() bool { return v.now && (v.Phase == storage.Over || v.Phase == storage.Off) }

// ending returns what the ribbon says, nil unless the match has ended in the position that is shown.
func (v viewpoint) ending(voice locale.Voice) *games.Ribbon {
	if !v.ended() {
		return nil
	}
	say := func(key string, pairs ...any) string { return voice.Say(games.Say(key, pairs...)) }
	result, _ := v.state.Result()
	first, seats, players, facts := result.First(), len(result.Places), v.Others(games.Spectator), v.facts(voice)
	e, resigned := &games.Ribbon{Score: score(voice, result), Winners: first}, v.Resigned()
	by := games.Move(strings.TrimPrefix(result.Reason.Key, "reason."))
	if seats == 1 {
		by = v.Log[len(v.Log)-1].Move
	}
	if by.System() && resigned == nil {
		e.Score, facts[0] = "", say("ending.by."+string(by))
	}
	switch wins := say("ending.wins", "Winners", first, "Count", len(first)); {
	case v.Phase == storage.Off:
		key := "ending." + match.EndKey(v.Head)
		e.Title, e.Short = say(key, "Players", players), say(key+".short")
	case resigned != nil: // opponents were the last to leave
		e.Title, e.Score, e.Winners = say("system.leave", "Player", resigned), "", nil
	case seats == 1:
		e.Title, e.Short = say("ending.alone", "Player", first), say("ending.alone.short")
		if by.System() {
			e.Winners = nil
		}
	case len(first) == seats:
		e.Title, e.Short, e.Winners = say("thread.draw", "Players", players), say("ending.draw"), nil
	case len(first) > 1:
		e.Title, e.Short = wins, say("ending.winners", "Count", len(first))
	default:
		losers := match.Without(players, func(s games.Seat) bool { return s == first[0] })
		e.Title, e.Short = say("ending.beats", "Winner", first, "Losers", losers), wins
	}
	e.Short = cmp.Or(e.Short, e.Title)
	if v.Two > 0 { // its number takes the room of the day
		facts = facts[:2]
	}
	e.Line = strings.Join(append([]string{v.brief()}, facts...), " · ")
	return e
}

// facts say of a match that has ended how many moves it had, how long it took, and on which day it ended.
func (v viewpoint) facts(voice locale.Voice) []string {
	moves, lasted := v.lasted()
	took := clock.Span(lasted)
	if n, unit := clock.Rough(lasted); unit == "minutes" { // shorter, as the line has little room
		took = games.Say("ending.minutes", "Count", max(n, 1))
	}
	day := v.endedAt().In(cmp.Or(clock.ZoneOf(v.r.Own), time.UTC))
	return voice.All([]games.Text{moves, took,
		games.Say("date.day", "Day", day.Day(), "Month", month(day), "Year", day.Year())})
}

// lasted says how many moves or auctions a match that has ended had, and returns how long it took. Those with which an
// opponent began a lesson do not count.
func (p Pen) lasted() (moves games.Text, lasted time.Duration) {
	key, count := "ending.moves", p.Moves()-p.Ahead
	if _, bids := p.State.(games.Bidder); bids {
		key, count = "ending.auctions", unitsIn(p.State)-unitsIn(p.StateAt(p.Ahead))
	}
	// an old head does not say when its game began
	return games.Say(key, "Count", count), p.endedAt().Sub(cmp.Or(p.Began, p.Created))
}

// unitsIn returns how many moves or auctions are over in a position.
func unitsIn(s games.State) int {
	words := s.View(games.Spectator).Words()
	if words.Open {
		return words.Unit - 1
	}
	return words.Unit
}

// endedAt returns when a match ended.
func (p Pen) endedAt() time.Time { return cmp.Or(p.EndedAt, p.LastChange()) }

// score returns the numbers that decided a game: of two players both, the winner's first, else those of the best; ""
// if there are none. A score of 1 to 0 is no more than a win. Equal groups stand before the pair that decided.
func score(voice locale.Voice, r games.Result) string {
	first, seats := r.First(), len(r.Places)
	switch {
	case r.Reason.Arg("Rank") != nil: // the first groups are equal, and a later pair decided
		decided := fmt.Sprintf("%d–%d", r.Reason.Arg("High"), r.Reason.Arg("Low"))
		return voice.Say(games.Say("ending.then", "Equal", fmt.Sprintf("%d–%d", r.Scores[0], r.Scores[1]), "Decided", decided))
	case seats == 2 && max(r.Scores[0], r.Scores[1]) > 1:
		return fmt.Sprintf("%d–%d", r.Scores[first[0]], r.Scores[1-first[0]])
	case seats == 1, seats > 2 && len(first) < seats:
		return strconv.Itoa(r.Scores[first[0]])
	}
	return ""
}
