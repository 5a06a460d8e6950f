// Package privacy is about what a store keeps of one person: how it leaves their matches, and how
// it is given to them.
//
// Its policies:
//
//   - A random id and one name take the place of a forgotten person in every match, so that the games
//     of others stay whole. Each match has an id of its own, so that nothing joins the person's games.
//   - What a match proves stays proved. A word goes with its salt, and its hash stays.
//   - A person is given only what they may know now.
//   - Forgetting is a stored task. It goes on after a crash, a match at a time. A publication that read a
//     match before takes the person out of what it notes, by [EraseAgain].
//
// The entry points are [Forgetter.Forget], which does that task, and [Export]. docs/privacy.md says
// the same in plain words, and a test holds all three to the types of what is stored.
package privacy

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strconv"
	"strings"
	"time"

	"parlour/commands/clock"
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
	for _, i := range h.Invitations {
		if i.ID == id {
			names = append(names, i.Name)
		}
	}
	h.Invitations = match.Without(h.Invitations, func(i storage.Invitation) bool { return i.ID == id })
	rename := func(said string) string {
		if said != "" && slices.Contains(names, said) {
			return former.Name
		}
		return said
	}
	h.EndedBy = rename(h.EndedBy)
	if h.Unserved == id {
		h.Unserved = former.ID
	}
	h.News = slices.Clone(h.News)
	for i, t := range h.News {
		for name, arg := range t.Args() {
			if said, ok := arg.(string); ok {
				h.News[i] = h.News[i].With(name, rename(said))
			}
		}
	}
	h.Past = replaced(h.Past, id, former.ID)
	if h.Rated != nil {
		r := *h.Rated
		r.Seats = slices.Clone(r.Seats)
		for i, s := range r.Seats {
			if s.Player == id {
				r.Seats[i] = storage.RatedSeat{Player: former.ID} // what one game ended with, the next would begin with
			}
		}
		h.Rated = &r
	}
	if inSeries(h.Series, id) {
		h.Series = ""
	}
	if h.Plan != nil && h.Plan.Player == id {
		h.Plan = nil
	}
	h.Pace = 0 // perhaps theirs
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

// eraseAsks takes a person out of the questions of a match. Those that wait for an answer end, but not for the other
// people who are invited to a table.
func eraseAsks(p *storage.Publication, id, alias string, rename func(string) string) {
	for _, asks := range []*[]storage.Ask{&p.Asks, &p.Answered} {
		*asks = slices.Clone(*asks)
		for i := range *asks {
			a := &(*asks)[i]
			if a.By == id {
				a.By = alias
			}
			a.Agreed, a.AnsweredBy = replaced(a.Agreed, id, alias), rename(a.AnsweredBy)
			if a.Answer == "" && a.About != match.AboutInvite {
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

// A Forgetter forgets people who have asked for it.
type Forgetter struct {
	Env  *match.Env
	Name func(lang string) string // what a person who was forgotten is called
	Log  *slog.Logger

	// TakeAway deletes a direct message that asks the person for a bid in a match, and shows their hand.
	TakeAway func(ctx context.Context, match string, d storage.Direct)
}

// Forget takes a person whose [storage.Person.Leaving] is set out of all their matches, one at a
// time, and then removes what is kept of them. If that takes long, it does a part and the person
// is due again at once. Whatever cut it off, calling it again does the rest.
func (f *Forgetter) Forget(ctx context.Context, p storage.Person) error {
	start := f.Env.Now()
	if err := storage.AllRatings.Remove(ctx, f.Env.Store, p.ID); err != nil { // they are in no table from now on
		return err
	}
	failed := map[string]bool{}
	for {
		heads, err := of(ctx, f.Env.Store, p.ID)
		if err != nil {
			return err
		}
		heads = slices.DeleteFunc(heads, func(h storage.Head) bool { return failed[h.ID] })
		if len(heads) == 0 {
			// an end that was being committed when they asked may have written it again
			if err := storage.AllRatings.Remove(ctx, f.Env.Store, p.ID); err != nil {
				return err
			}
			_, err := storage.People.Change(ctx, f.Env.Store, p.ID, func(now *storage.Person) error {
				*now = storage.Person{ID: now.ID, Unserved: now.Unserved}
				return nil
			})
			return err
		}
		for _, h := range heads {
			switch err := f.leave(ctx, h, p); {
			case errors.Is(err, storage.ErrUnavailable), ctx.Err() != nil:
				return err
			case err != nil && !errors.Is(err, storage.ErrConflict): // then it is taken again in the next round
				f.Log.Error("a match that cannot be written still names a person who was forgotten",
					"match", h.ID, "err", err)
				failed[h.ID] = true
			}
			if f.Env.Now().Sub(start) > match.Lease/2 {
				return f.later(ctx, p.ID)
			}
		}
	}
}

// later makes a person due again at once.
func (f *Forgetter) later(ctx context.Context, id string) error {
	return f.Env.SetPerson(ctx, id, func(p *storage.Person) {
		if p.Leaving != nil {
			p.Leaving.NextCheck = f.Env.Now()
		}
	})
}

// of returns the matches that name a person, live ones first: those in which they sit or are
// invited, and those in which they sat.
func of(ctx context.Context, s storage.Store, person string) ([]storage.Head, error) {
	var all []storage.Head
	known := map[string]bool{}
	for _, live := range []bool{true, false} {
		for _, id := range []string{person, storage.Past(person)} {
			heads, err := s.OfPlayer(ctx, id, live, storage.All)
			if err != nil {
				return nil, err
			}
			for _, h := range heads {
				if !known[h.ID] {
					all = append(all, h)
				}
				known[h.ID] = true
			}
		}
	}
	return all, nil
}

// maxPlies bounds how often a person makes the move by which they leave a game.
const maxPlies = 4

// leave has a person leave a match that goes on, so that others need not wait for them, and takes
// them out of it. It changes the head alone of a match that is over or cannot be played.
func (f *Forgetter) leave(ctx context.Context, h storage.Head, p storage.Person) error {
	for _, d := range h.Asked {
		if d.Player == p.ID {
			f.TakeAway(ctx, h.ID, d)
		}
	}
	for range maxPlies {
		if !h.Phase.Live() {
			break
		}
		erased := false
		m, err := f.Env.Amend(ctx, h.ID, func(m *match.Match) ([]games.Ply, error) {
			made, err := m.GiveUp(storage.Player{ID: p.ID, Name: p.Leaving.Name})
			if erased = err == nil && made == nil; erased {
				err = f.erase(ctx, &m.Head, p)
			}
			return made, err
		})
		switch {
		case err == nil && erased, errors.Is(err, storage.ErrUnavailable), errors.Is(err, storage.ErrConflict):
			return err
		case err != nil:
			f.Log.Warn("a game goes on without a person who was forgotten", "match", h.ID, "err", err)
		}
		if err != nil || m == nil {
			break
		}
		h = m.Head
	}
	if err := f.dropRematch(ctx, &h); err != nil {
		return err
	}
	if err := f.erase(ctx, &h, p); err != nil {
		return err
	}
	if _, err := f.Env.Append(ctx, h); err != nil {
		return err
	}
	return f.Env.TouchLobby(ctx, h.Guild, "") // which may name them
}

// dropRematch has a match name no rematch that has not begun, because nobody would move in it.
func (f *Forgetter) dropRematch(ctx context.Context, h *storage.Head) error {
	if h.Next == "" {
		return nil
	}
	_, err := f.Env.Store.Get(ctx, h.Next)
	if errors.Is(err, storage.ErrNotFound) {
		h.Next, err = "", nil
	}
	if errors.Is(err, storage.ErrDamaged) {
		return nil
	}
	return err
}

// erase takes a person out of a head, and first out of the store the series that only the head leads to.
func (f *Forgetter) erase(ctx context.Context, h *storage.Head, p storage.Person) error {
	if series := storage.SeriesOf(*h); inSeries(series, p.ID) {
		if err := storage.AllSeries.Remove(ctx, f.Env.Store, series); err != nil {
			return err
		}
	}
	erase(h, p.ID, p.Leaving.Name, storage.Player{ID: aliasIn(h.ID, p), Name: f.Name(h.Lang)})
	return nil
}

// aliasIn returns the id that a person who is being forgotten has in a match from then on. It is the same however often
// the match is written.
func aliasIn(match string, p storage.Person) string {
	id := sha256.Sum256([]byte(p.Leaving.Secret + match))
	return storage.Former(hex.EncodeToString(id[:16]))
}

// inSeries reports whether a series has a person.
func inSeries(series, person string) bool { return strings.Contains(series, strconv.Quote(person)) }

// maxExport bounds an export, in bytes.
const maxExport = 8 << 20

// A kept is a match as a person is given it.
type kept struct {
	storage.Head
	Setup    any             `json:"setup"` // in place of that of the head
	Time     string          `json:"time"`  // in English
	Log      []storage.Entry `json:"log"`
	Together *storage.Series `json:"together,omitempty"` // the games of the same players
}

// Export returns all that is kept of a person, as JSON that begins with what it is about, the newest matches first.
// left is how many of the oldest it has no room for.
func Export(ctx context.Context, e *match.Env, about string, own storage.Person, now time.Time) (text []byte, left int, err error) {
	heads, err := of(ctx, e.Store, own.ID)
	if err != nil {
		return nil, 0, err
	}
	slices.SortStableFunc(heads, func(a, b storage.Head) int {
		return cmp.Or(b.Created.Compare(a.Created), cmp.Compare(b.ID, a.ID))
	})
	ratings, err := storage.AllRatings.Get(ctx, e.Store, own.ID)
	if err != nil && !errors.Is(err, storage.ErrDamaged) {
		return nil, 0, err
	}
	first, err := json.Marshal(struct {
		About    string          `json:"about"`
		Made     time.Time       `json:"made"`
		Settings storage.Person  `json:"settings"`
		Ratings  storage.Ratings `json:"ratings,omitzero"`
	}{about, now.UTC(), own, ratings})
	if err != nil {
		return nil, 0, fmt.Errorf("export the settings of a person: %w", err)
	}
	file := append(bytes.TrimSuffix(first, []byte("}")), ",\n\"matches\": ["...)
	for i, h := range heads {
		one, err := exported(ctx, e, h, own.ID)
		if err != nil {
			return nil, 0, fmt.Errorf("export match %s: %w", h.ID, err)
		}
		if len(file)+len(one) > maxExport-64 {
			left = len(heads) - i
			break
		}
		if i > 0 {
			file = append(file, ',')
		}
		file = append(append(file, '\n'), one...)
	}
	return append(file, "\n]}\n"...), left, nil
}

// exported returns a match as a person is given it. Of one whose log cannot be read it has the
// head alone.
func exported(ctx context.Context, e *match.Env, h storage.Head, person string) ([]byte, error) {
	m, err := e.Store.Get(ctx, h.ID)
	if errors.Is(err, storage.ErrDamaged) || errors.Is(err, storage.ErrNotFound) {
		m, err = storage.Match{Head: h}, nil
	}
	if err != nil {
		return nil, err
	}
	game := e.Game(m.Setup.Game)
	withheld, err := e.Withholds(ctx, m.Head)
	if err != nil {
		return nil, err
	}
	k := given(m, person, game == nil || game.Info().Hidden, m.Phase.Live() || withheld)
	if series := storage.SeriesOf(h); inSeries(series, person) {
		together, err := storage.AllSeries.Get(ctx, e.Store, series)
		if err != nil && !errors.Is(err, storage.ErrDamaged) {
			return nil, err
		}
		if together.Begun > 0 {
			k.Together = &together
		}
	}
	return json.Marshal(k)
}

// given returns what a person may know of a match now. While it is live, or the deal that it shares is, it lacks all
// that tells what is to come and, in a game that hides something, the moves of others. It never has what others planned,
// nor how they were asked and answered.
func given(m storage.Match, person string, hides, live bool) kept {
	h := m.Head
	k := kept{Setup: h.Setup, Time: clock.TimeInWords(h.Allowance), Log: []storage.Entry{}}
	h.Chance = nil // which nobody is ever told
	if h.Plan != nil && h.Plan.Player != person {
		h.Plan = nil
	}
	if match.SeatIn(h, person) != 0 { // those of others are for the opener
		h.Invitations = match.Without(h.Invitations, func(i storage.Invitation) bool { return i.ID != person })
	}
	h.Asked = match.Without(h.Asked, func(d storage.Direct) bool { return d.Player != person })
	if live {
		h.Secret, h.Shares, h.Thought = games.Seed{}, nil, nil
		k.Setup = struct {
			Game    string            `json:"game"`
			Rules   int               `json:"rules"`
			Seats   int               `json:"seats"`
			Options map[string]string `json:"options"`
		}{h.Setup.Game, h.Setup.Rules, h.Setup.Seats, h.Setup.Options}
	}
	seat := match.SeatIn(h, person)
	for _, e := range m.Log {
		own := e.Seat == seat && seat != games.Spectator
		if live && hides && !own {
			continue
		}
		if live {
			e.Salt, e.Playouts = games.Salt{}, 0
		}
		if !own {
			e.RequestID, e.Here = "", false
		}
		k.Log = append(k.Log, e)
	}
	k.Head = h
	return k
}
