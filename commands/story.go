package commands

import (
	"context"
	"errors"
	"slices"
	"time"

	"parlour/commands/clock"
	"parlour/games"
	"parlour/storage"
)

// compose writes down what somebody is to be told now, nil for nothing. Who has left a
// server is not told of games there: they leave those.
func (h *Host) compose(ctx context.Context, p storage.Person, made plan) (*storage.Notice, error) {
	n := &storage.Notice{At: h.Now(), Digest: made.digest}
	var said []string
	for _, id := range p.Ended {
		if line, ended := h.endedLine(ctx, id); ended {
			n.Ended, said = append(n.Ended, id), append(said, line)
		}
	}
	absent := map[string]bool{} // by server
	for _, t := range made.turns {
		if t.share == 0 && !made.digest {
			continue
		}
		if _, asked := absent[t.head.Guild]; !asked || absent[t.head.Guild] {
			there, err := h.stillThere(ctx, t.head, p.ID)
			if err != nil {
				return nil, err
			}
			absent[t.head.Guild] = !there
		}
		if absent[t.head.Guild] {
			continue
		}
		m, err := h.roused(ctx, t.head.ID)
		if err != nil { // which hides none of the others
			h.Log.Warn("nobody is reminded of a match", "match", t.head.ID, "err", err)
			continue
		}
		line := ""
		if m.state != nil && m.owes(t.seat) && m.Clocks[t.seat].Since.Equal(t.head.Clocks[t.seat].Since) { // and not the turn after
			m.Clocks[t.seat].Due = t.due()
			line = h.remindLine(m, t.seat, "")
		}
		if t.share > 0 && !p.NoDirect && len(lines(append(said, line)...)) > maxReminded {
			continue // it is left to the next message
		}
		said = append(said, line)
		if t.share > 0 {
			n.Reminded = append(n.Reminded, storage.Reminder{Match: t.head.ID, Since: t.clock.Since, Share: t.share})
		}
	}
	n.Content = h.letter(made.digest, slices.DeleteFunc(said, func(line string) bool { return line == "" }))
	if n.Content == "" && len(n.Reminded) == 0 && len(n.Ended) == 0 && !n.Digest {
		return nil, nil
	}
	return n, nil
}

// maxLetter is how long a direct message may be, with room to say that there is more,
// and maxReminded how long with what it reminds of, with room for the head of a digest.
const (
	maxLetter   = 1800
	maxReminded = 1700
)

// letter joins the lines of a direct message; what does not fit is counted.
func (h *Host) letter(digest bool, all []string) string {
	v := h.voice("", nil)
	said := slices.Clone(all)
	if digest && len(all) > 0 {
		said = slices.Insert(said, 0, v.Say(games.Say("digest.head", "Count", len(all))))
	}
	for i := range said {
		if len(lines(said[:i+1]...)) > maxLetter {
			return lines(append(said[:i:i], v.Say(games.Say("list.more", "Count", len(said)-i)))...)
		}
	}
	return lines(said...)
}

// remindLine says how long is left of a turn, first, then in which game, what is owed,
// and where the board is. In a channel it names who is meant.
func (h *Host) remindLine(m *match, seat games.Seat, in string) string {
	v, sees := h.voice(m.Lang, m.names()), seat
	if in != "" {
		sees = games.Spectator
	}
	pairs := []any{
		"Game", m.info.Title, "Others", m.others(seat), "Owes", m.state.View(sees).Words().Owes,
		"Link", messageLink(m.Guild, m.Channel, m.Message),
	}
	if in != "" {
		pairs = append(pairs, "Who", mention(in))
	}
	due := m.Clocks[seat].Due
	switch {
	case !m.Clocks[seat].ExpiredAt.IsZero():
		return v.Say(games.Say("remind.up", pairs...))
	case due.IsZero():
		return v.Say(games.Say("remind.calm", pairs...))
	}
	return v.Say(games.Say("remind.turn", append(pairs, "Left", span(due.Sub(h.Now())), "Due", relative(due))...))
}

// span says a time in plain words, as it is not in a notification otherwise.
func span(d time.Duration) games.Text {
	if d > 0 && d < time.Minute {
		return games.Say("span.moment")
	}
	count, unit := clock.Rough(d)
	return games.Say("span."+unit, "Count", count)
}

// endedLine tells of a match that ended because the bot was removed from its server. Who
// is told is written down before the match ends, and may be looked at in between: then
// it is not ended yet.
func (h *Host) endedLine(ctx context.Context, id string) (line string, ended bool) {
	m, err := h.load(ctx, id)
	switch {
	case err == nil && m.Phase.Live():
		return "", m.GuildLostAt.IsZero() // it goes on after all
	case err != nil || m.Ended != "removed":
		return "", true
	}
	return h.voice(m.Lang, m.names()).Say(games.Say("ended.removed", "Game", m.info.Title, "Players", m.others(games.Spectator))), true
}

// ignore drops an error that is of a kind.
func ignore(err, kind error) error {
	if errors.Is(err, kind) {
		return nil
	}
	return err
}
