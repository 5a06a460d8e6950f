package message

import (
	"cmp"
	"slices"
	"strings"

	"parlour/games"
	"parlour/storage"
)

// dealLines say at a table what the deal will come from: the commitment to the secret, and
// the words of the players in the order in which they sat down.
func (p public) dealLines() string {
	m := p.m
	if !m.Info.Chance || m.Secret == nil {
		return ""
	}
	words := m.Words
	if m.Phase == storage.Open {
		words = nil
		for _, player := range m.Players {
			words = append(words, player.Word)
		}
	}
	said := p.say("deal.commitment", "Commitment", games.Commitment(*m.Secret))
	if strings.Join(words, "") != "" {
		return Lines(said, p.say("deal.words", "Words", games.Spoken(words)))
	}
	if m.Phase == storage.Open {
		return Lines(said, p.say("deal.no-word"))
	}
	return said
}

// secretLine shows, at the end, the secret that the table committed to.
func (p public) secretLine() string {
	if !p.m.Info.Chance || p.m.Secret == nil {
		return ""
	}
	return p.say("deal.secret", "Secret", hex(p.m.Secret))
}

// sealLines show the hash of each sealed move, and the key of each that was opened just now.
func (p public) sealLines() []string {
	m := p.m
	closed, opened := m.Seals()
	slices.SortFunc(closed, func(i, j int) int { return cmp.Compare(m.Log[i].Seat, m.Log[j].Seat) })
	var said []string
	for _, i := range closed {
		e := m.Log[i]
		said = append(said, p.say("seal.closed", "Number", int(e.Seat)+1, "Hash", m.Seal(e)))
	}
	if len(closed) > 0 {
		return said // earlier keys are in the record
	}
	for _, i := range opened {
		e := m.Log[i]
		key, rest := games.Opening(*e.Salt, e.Ply)
		said = append(said, p.say("seal.opened", "Number", int(e.Seat)+1, "Move", string(games.Opens(m.Game, e.Move)), "Key", hex(key), "Rest", hex(rest)))
	}
	return said
}
