package lobby

import (
	"context"
	"slices"

	"parlour/commands/match"
	"parlour/games"
	"parlour/storage"
)

// mayReach returns a refusal unless a person can challenge another in a server. The refusal is the same
// for a block as for a person who takes no challenges, so nobody learns that they are blocked.
func (g *Gate) mayReach(ctx context.Context, by string, other storage.Player, guild string) error {
	asker, asked, err := g.twoPeople(ctx, by, other.ID)
	if err != nil {
		return err
	}
	taken := true
	switch {
	case asker.Blocks(other.ID):
		return games.Refuse("refuse.blocked", "Name", other.Name)
	case asked.Blocks(by), asked.Challenges == storage.FromNobody:
		taken = false
	case asked.Challenges == storage.FromKnown:
		taken, err = g.havePlayed(ctx, by, other.ID, guild)
	}
	if err == nil && !taken {
		err = games.Refuse("refuse.challenges", "Name", other.Name)
	}
	return err
}

// mayAskAgain returns a refusal for a person who asks for a rematch, or agrees to one, if another player
// has blocked them. It also does so if a player whose answer is still open takes no challenges.
func (g *Gate) mayAskAgain(ctx context.Context, m *match.Match, by string) error {
	waits := m.AskedAbout(match.AboutRematch)
	for _, seat := range m.People() {
		other := m.Players[seat]
		if other.ID == by {
			continue
		}
		asker, asked, err := g.twoPeople(ctx, by, other.ID)
		if err != nil {
			return err
		}
		waited := slices.Contains(waits, seat)
		switch {
		case waited && asker.Blocks(other.ID):
			return games.Refuse("refuse.blocked", "Name", other.Name)
		case asked.Blocks(by), waited && asked.Challenges == storage.FromNobody:
			return games.Refuse("refuse.challenges", "Name", other.Name)
		}
	}
	return nil
}

// mayComeTo returns a refusal if a decision seats a person beside somebody who has blocked them.
func (g *Gate) mayComeTo(ctx context.Context, person string, before, after storage.Head) error {
	if sits(before, person) || !sits(after, person) {
		return nil
	}
	for _, p := range after.Players {
		if p.Level != "" || p.ID == person {
			continue
		}
		own, err := storage.People.Get(ctx, g.store, p.ID)
		if err != nil {
			return err
		}
		if own.Blocks(person) {
			return games.Refuse("refuse.blocked.table")
		}
	}
	return nil
}

// TurnDown declines for a person what is asked in a match: a challenge, or a rematch even if they have
// agreed to it. It returns [match.ErrStale] if nothing is asked.
func TurnDown(m *match.Match, by storage.Player) error {
	if m.Phase == storage.Open && m.Invited != nil {
		return Decline(m, by)
	}
	i := slices.IndexFunc(m.Asks, func(a storage.Ask) bool { return a.About == match.AboutRematch && a.Answer == "" })
	if i < 0 {
		return match.ErrStale
	}
	m.Asks = slices.Clone(m.Asks)
	m.Asks[i].Agreed = match.Without(m.Asks[i].Agreed, func(id string) bool { return id == by.ID })
	_, _, err := m.AnswerAsk(m.SeatOf(by.ID), m.Asks[i].Number, false)
	return err
}

// havePlayed reports whether two people have begun a game together in a server or, for no server,
// in direct messages.
func (g *Gate) havePlayed(ctx context.Context, a, b, guild string) (bool, error) {
	for _, live := range []bool{true, false} {
		all, err := g.store.OfPlayer(ctx, a, live, storage.All)
		if err != nil {
			return false, err
		}
		if slices.ContainsFunc(all, func(h storage.Head) bool {
			return h.Guild == guild && h.Setup.Rules > 0 && sits(h, a) && sits(h, b)
		}) {
			return true, nil
		}
	}
	return false, nil
}

// twoPeople returns what two people have set.
func (g *Gate) twoPeople(ctx context.Context, a, b string) (storage.Person, storage.Person, error) {
	first, err := storage.People.Get(ctx, g.store, a)
	if err != nil {
		return storage.Person{}, storage.Person{}, err
	}
	second, err := storage.People.Get(ctx, g.store, b)
	return first, second, err
}
