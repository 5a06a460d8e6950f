package commands

import (
	"strings"
	"unicode/utf8"

	"parlour/commands/locale"
	"parlour/games"
	"parlour/storage"
)

// A sight is a position as somebody sees it, to be drawn or said.
type sight struct {
	match   *match
	state   games.State // that of the match, or one after a move that is only tried
	tried   games.Move  // that move; else empty
	instead bool        // whether it is one that might have been made
	seat    games.Seat
	lang    string
	palette string
}

// sightOf is what one person sees of a match.
func (m *match) sightOf(r Request) sight {
	return sight{match: m, state: m.state, seat: m.seatOf(r.By.ID), lang: r.Lang, palette: r.own.Palette}
}

// trying is the same with a move tried. Where something is hidden it is the board as it
// is with the move marked, because the position after a move may show what its player
// may not know yet.
func (s sight) trying(move games.Move) (sight, error) {
	next, err := s.state.Play(s.seat, move)
	if err != nil {
		return s, err
	}
	s.tried = move
	if !s.match.info.Hidden {
		s.state = next
	}
	return s, nil
}

// publicSight is what everybody sees of a match.
func (m *match) publicSight() sight {
	return sight{match: m, state: m.state, seat: games.Spectator, lang: m.Lang, palette: m.Palette}
}

// view is what the seat sees.
func (s sight) view() games.View {
	if t, ok := s.state.(games.Trier); ok && s.tried != "" {
		return t.Try(s.seat, s.tried)
	}
	return s.state.View(s.seat)
}

// picture says what to draw, and that in words.
func (h *Host) picture(s sight) *Picture {
	p := h.drawn(s)
	p.Alt = h.inWords(s, h.plain, p.View.String())
	return p
}

// drawn says what to draw.
func (h *Host) drawn(s sight) *Picture {
	v := h.plain(s.lang, s.match.names())
	view := s.view()
	words := view.Words()
	p := &Picture{
		View: view, Title: s.match.info.Title, Names: seatNames(v, s.match, words), Score: v.Say(words.Score), Palette: s.palette,
	}
	for _, side := range words.Sides {
		p.Sides = append(p.Sides, v.Say(side))
	}
	switch {
	case s.instead:
		p.Preview = v.Say(games.Say("picture.better"))
	case s.tried != "":
		p.Preview = v.Say(games.Say("picture.preview"))
	default:
		p.Result = v.Say(h.result(s))
	}
	return p
}

// inText is a board as text, with a link behind it that may be empty.
func (h *Host) inText(s sight, link string) string {
	return h.inWords(s, h.voice, lines("```", s.view().String(), "```", link))
}

// result says who won, nothing while the game goes on.
func (h *Host) result(s sight) games.Text {
	if _, over := s.state.Result(); !over {
		return games.Text{}
	}
	shown := *s.match
	shown.state = s.state
	return h.outcome(&shown)
}

// inWords says a sight in at most maxAlt characters: which game it is and who plays,
// the last ply, whose turn it is or who won, how it stands, and the board, which is
// never cut. Where that is too long, names are cut shorter; then how it stands is
// left out, since of all this the board itself shows most.
func (h *Host) inWords(s sight, voice func(string, []string) locale.Voice, board string) string {
	var said string
	for _, most := range []int{maxName, maxName / 2, maxName / 4} {
		var score string
		said, score = h.said(voice(s.lang, clipEach(s.match.names(), most)), s)
		if text := lines(said, score, board); utf8.RuneCountInString(text) <= maxAlt {
			return text
		}
	}
	return lines(clip(said, maxAlt-utf8.RuneCountInString("\n"+board)), board)
}

// said says all of a sight but the board, and apart how it stands.
func (h *Host) said(v locale.Voice, s sight) (said, score string) {
	words := s.view().Words()
	var tried games.Text
	switch {
	case s.instead:
		tried = games.Say("alt.better", "Move", string(s.tried))
	case s.tried != "":
		tried = games.Say("alt.preview", "Move", string(s.tried))
	}
	return lines(v.Say(tried), v.Say(head(v, s)), lines(v.All(words.Last)...), v.Say(h.turn(s))), v.Say(words.Score)
}

// head says which game a sight is of, and who plays.
func head(v locale.Voice, s sight) games.Text {
	return games.Say("alt.head", "Game", s.match.info.Title, "Players", sides(v, s.match, s.view().Words()))
}

// turn says whose turn it is, or how the game ended.
func (h *Host) turn(s sight) games.Text {
	if result := h.result(s); result.Key != "" {
		return games.Say("alt.over", "Outcome", result)
	}
	if s.match.Phase == storage.Off {
		return games.Say("standing.off", "Game", s.match.info.Title)
	}
	return games.Say("alt.turn", "Players", s.state.ToMove())
}

// seatNames returns what all seats are called, dummies after the players.
func seatNames(v locale.Voice, m *match, words games.Words) []string {
	names := clipAll(m.names())
	for i := range words.Dummies {
		names = append(names, v.Say(games.Say("seat.dummy", "Number", i+1)))
	}
	return names
}

// sides says who plays what or, where seats are alike, by which number the board as
// text has each.
func sides(v locale.Voice, m *match, words games.Words) locale.Verbatim {
	var said []string
	for i := range len(m.Players) + words.Dummies {
		seat := games.Seat(i)
		text := games.Say("alt.seat", "Number", i+1, "Name", seat)
		switch {
		case i < len(words.Sides):
			text = games.Say("alt.side", "Name", seat, "Side", words.Sides[i])
		case i >= len(m.Players):
			text = games.Say("seat.dummy", "Number", i-len(m.Players)+1)
		}
		said = append(said, v.Say(text))
	}
	return locale.Verbatim(strings.Join(said, ", "))
}
