package commands

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"unicode/utf8"

	"parlour/commands/locale"
	"parlour/games"
	"parlour/storage"
)

// maxWord is how long a player's word for the deal may be, in characters.
const maxWord = 40

// wordForm is the form into which a player types the word.
func (h *Host) wordForm(r Request, b button) Reply {
	return Reply{Message: Message{Content: h.say(r, "word.late")}, Form: &Form{
		ID: b.String(), Title: h.label(r.Lang, "word.title"),
		Field: h.label(r.Lang, "word.field"), Hint: h.label(r.Lang, "word.hint"), Most: maxWord,
	}}
}

// sayWord opens the form for a word, and takes what was typed there. A word is shown
// to all at once and stays. It is asked for once the commitment was shown and not
// before: whoever runs the bot must not know it when the secret is drawn.
func (h *Host) sayWord(ctx context.Context, r Request, b button) (Reply, error) {
	if r.Typed == nil {
		return h.wordForm(r, b), nil
	}
	return h.atTable(ctx, r, b, games.Say("word.said"), func(m *match) error {
		seat := m.seatOf(r.By.ID)
		switch {
		case seat == games.Spectator:
			return games.Refuse("refuse.not-seated")
		case m.Players[seat].Word != "":
			return games.Refuse("refuse.word.said", "Word", m.Players[seat].Word)
		}
		return m.takeWord(int(seat), *r.Typed)
	})
}

// takeWord gives a player the word that they typed.
func (m *match) takeWord(seat int, typed string) error {
	word := strings.Join(strings.Fields(clean(typed)), " ") // all of it is seen
	switch {
	case utf8.RuneCountInString(word) > maxWord:
		return games.Refuse("refuse.word.long", "Most", maxWord)
	case word == "":
		return games.Refuse("refuse.word.empty")
	}
	m.Players[seat].Word = word
	m.Desired.Edit++
	return nil
}

// acceptWithWord accepts a challenge with a word for the deal.
func (h *Host) acceptWithWord(ctx context.Context, r Request, b button) (Reply, error) {
	if r.Typed == nil {
		return h.wordForm(r, b), nil
	}
	return h.accepted(ctx, r, b, *r.Typed)
}

// offerWord is the row of a private answer to who sat down at a table whose deal is
// drawn: it opens the form.
func (h *Host) offerWord(r Request, m *match) [][]Control {
	seat := m.seatOf(r.By.ID)
	if !m.info.Chance || m.Phase != storage.Open || seat == games.Spectator || m.Players[seat].Word != "" {
		return nil
	}
	return [][]Control{{{ID: m.button("word").String(), Label: h.label(r.Lang, "button.word")}}}
}

// dealLines say at a table what the deal will come from: the commitment to the
// secret, and the words of those who sit, in the order in which they sat down.
func (h *Host) dealLines(m *match) string {
	if !m.info.Chance || m.Secret == nil {
		return ""
	}
	words := m.Words
	if m.Phase == storage.Open {
		words = nil
		for _, p := range m.Players {
			words = append(words, p.Word)
		}
	}
	v := h.voice(m.Lang, m.names())
	said := v.Say(games.Say("deal.commitment", "Commitment", games.Commitment(*m.Secret)))
	if strings.Join(words, "") != "" {
		return lines(said, v.Say(games.Say("deal.words", "Words", games.Spoken(words))))
	}
	if m.Phase == storage.Open {
		return lines(said, v.Say(games.Say("deal.no-word")))
	}
	return said
}

// secretLine shows, at the end, what the table committed to.
func (h *Host) secretLine(m *match) string {
	if !m.info.Chance || m.Secret == nil {
		return ""
	}
	return h.voice(m.Lang, m.names()).Say(games.Say("deal.secret", "Secret", text(m.Secret)))
}

// seals returns the newest ply of each seat that is sealed still, as indices into the
// log, and those of the last auction that was opened since the message before: bids are
// open when the last of them is in, but not when the game ends without it.
func (m *match) seals() (closed, opened []int) {
	if !m.info.Hidden {
		return nil, nil
	}
	state, err := m.game.Start(m.Setup)
	for i, e := range m.Log {
		if err != nil {
			return nil, nil // m itself was made from this log, so this cannot be
		}
		before := state
		if state, err = state.Play(e.Seat, e.Move); err != nil {
			return nil, nil
		}
		if b, ok := before.(games.Bidder); !ok || !b.Bidding() {
			continue
		}
		if !e.Move.System() {
			closed = append(without(closed, m.Log, e.Seat), i)
		}
		if games.SameTurn(before, state, e.Seat) {
			continue
		}
		_, over := state.Result()
		alone := len(closed) == 1 && closed[0] == i // and never shown sealed
		if i >= m.AnnouncedBefore && !alone && !(over && e.Move.System()) {
			opened = closed
		}
		closed = nil
	}
	unsalted := func(i int) bool { return m.Log[i].Salt == nil } // from before there were salts
	return slices.DeleteFunc(closed, unsalted), slices.DeleteFunc(opened, unsalted)
}

// without leaves out the plies of a seat.
func without(plies []int, log []storage.Entry, seat games.Seat) []int {
	var left []int
	for _, i := range plies {
		if log[i].Seat != seat {
			left = append(left, i)
		}
	}
	return left
}

// seal is what commits a move.
func (m *match) seal(e storage.Entry) string {
	return games.Seal(*e.Salt, e.Ply, games.Opens(m.game, e.Move))
}

// sealLines say of each move that is sealed what commits it, and of each that was
// opened just now what opens it.
func (h *Host) sealLines(m *match) []string {
	closed, opened := m.seals()
	v := h.voice(m.Lang, m.names())
	slices.SortFunc(closed, func(i, j int) int { return cmp.Compare(m.Log[i].Seat, m.Log[j].Seat) })
	var said []string
	for _, i := range closed {
		e := m.Log[i]
		said = append(said, v.Say(games.Say("seal.closed", "Number", int(e.Seat)+1, "Hash", m.seal(e))))
	}
	if len(closed) > 0 {
		return said // what was opened before is in the record
	}
	for _, i := range opened {
		e := m.Log[i]
		key, rest := games.Opening(*e.Salt, e.Ply)
		said = append(said, v.Say(games.Say("seal.opened", "Number", int(e.Seat)+1, "Move", string(games.Opens(m.game, e.Move)), "Key", text(key), "Rest", text(rest))))
	}
	return said
}

// text writes what is bytes as hex digits.
func text(v interface{ MarshalText() ([]byte, error) }) locale.Verbatim {
	t, _ := v.MarshalText() // which never fails
	return locale.Verbatim(t)
}
