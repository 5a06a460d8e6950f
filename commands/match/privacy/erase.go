// Package privacy is about what a store keeps of one person: how it leaves their matches, and how
// it is given to them.
//
// Its policies:
//
//   - One random id and one name take the place of a forgotten person in every match, so that the games
//     of others stay whole and their tallies stay true.
//   - What a match proves stays proved. A word goes with its salt, and its hash stays.
//   - A person is given only what they may know now.
//   - Forgetting is a stored task. It goes on after a crash, a match at a time. A publication that read a
//     match before takes the person out of what it notes, by [EraseAgain].
//
// The entry points are [Forgetter.Forget], which does that task, and [Export]. docs/privacy.md says
// the same in plain words, and a test holds all three to the types of what is stored.
package privacy

import (
	"maps"
	"slices"

	"parlour/commands/match"
	"parlour/games"
	"parlour/storage"
)

// gone is the answer to a question that a person who was forgotten will never answer.
const gone = "gone"

// erase takes a person out of a match that they play no more. It replaces the name that they had in the
// match and the given one, which they had when they asked.
func erase(h *storage.Head, id, name string, former storage.Player) {
	eraseWords(h, id)
	names := []string{name}
	h.Players = slices.Clone(h.Players)
	for i, p := range h.Players {
		if p.ID == id {
			names, h.Players[i] = append(names, p.Name), former
		}
	}
	if h.Invited != nil && h.Invited.ID == id {
		names, h.Invited = append(names, h.Invited.Name), &former
	}
	rename := func(said string) string {
		if said != "" && slices.Contains(names, said) {
			return former.Name
		}
		return said
	}
	h.EndedBy = rename(h.EndedBy)
	h.News = slices.Clone(h.News)
	for i, t := range h.News {
		h.News[i] = games.Text{Key: t.Key, Args: renamed(t.Args, rename)}
	}
	h.Past = replaced(h.Past, id, former.ID)
	if h.Plan != nil && h.Plan.Player == id {
		h.Plan = nil
	}
	eraseShown(&h.Publication, id, former.ID)
	eraseAsks(&h.Publication, id, former.ID, rename)
}

// EraseAgain takes people out of the newest head of a match who were forgotten after it was read. A
// publication that read it before has written them there again.
func EraseAgain(h *storage.Head, read storage.Head) {
	former := map[string]string{} // id by that of before
	for i, p := range h.Players[:min(len(h.Players), len(read.Players))] {
		former[read.Players[i].ID] = p.ID
	}
	for i, id := range h.Past[:min(len(h.Past), len(read.Past))] {
		former[read.Past[i]] = id
	}
	for id, alias := range former {
		if id != alias && storage.IsFormer(alias) {
			eraseShown(&h.Publication, id, alias)
		}
	}
}

// eraseShown takes a person out of what a publication notes.
func eraseShown(p *storage.Publication, id, alias string) {
	p.Asked = match.Without(p.Asked, func(d storage.Direct) bool { return d.Player == id })
	p.Live.Pinged = replaced(p.Live.Pinged, id, alias)
	p.Old = slices.Clone(p.Old)
	for i := range p.Old {
		p.Old[i].Pinged = replaced(p.Old[i].Pinged, id, alias)
	}
	p.Lines = slices.Clone(p.Lines)
	for i := range p.Lines {
		p.Lines[i].Pinged = replaced(p.Lines[i].Pinged, id, alias)
	}
}

// eraseAsks takes a person out of the questions of a match. Those that wait for an answer end.
func eraseAsks(p *storage.Publication, id, alias string, rename func(string) string) {
	for _, asks := range []*[]storage.Ask{&p.Asks, &p.Answered} {
		*asks = slices.Clone(*asks)
		for i := range *asks {
			a := &(*asks)[i]
			if a.By == id {
				a.By = alias
			}
			a.Agreed, a.AnsweredBy = replaced(a.Agreed, id, alias), rename(a.AnsweredBy)
			if a.Answer == "" {
				a.Answer = gone
			}
		}
	}
}

// eraseWords takes the words of a person out of a match that has begun. If they gave up their seat, all
// words that no player has any more go, as nothing tells which was theirs.
func eraseWords(h *storage.Head, id string) {
	past := slices.Contains(h.Past, id)
	h.Shares = slices.Clone(h.Shares)
	for i, seat := range h.Order[:min(len(h.Order), len(h.Shares))] { // games without chance have no shares
		p, s := h.Players[seat], &h.Shares[i]
		if s.Word != "" && (p.ID == id && p.Word != "" || past && p.Word == "") {
			s.Salt, s.Word = nil, ""
		}
	}
}

// replaced returns a list with another id in the place of one.
func replaced(ids []string, id, with string) []string {
	ids = slices.Clone(ids)
	for i := range ids {
		if ids[i] == id {
			ids[i] = with
		}
	}
	return ids
}

// renamed returns the values of a sentence with other names.
func renamed(args map[string]any, rename func(string) string) map[string]any {
	args = maps.Clone(args)
	for key, value := range args {
		if said, ok := value.(string); ok {
			args[key] = rename(said)
		}
	}
	return args
}
