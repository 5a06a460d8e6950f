package commands

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"parlour/games"
	"parlour/storage"
)

// playName returns the game of a command "play NAME".
func playName(command string) (string, bool) { return strings.CutPrefix(command, "play ") }

// The options of /play that are not the game's.
const (
	optionOpponent  = "opponent"
	optionFirst     = "first"
	optionTurnTime  = "turn-time"
	optionTotalTime = "total-time"
	optionLevel     = "level"
)

// tableOptions are they.
var tableOptions = []string{optionOpponent, optionFirst, optionTurnTime, optionTotalTime, optionLevel}

// firsts are who may have the first seat, the default first.
var firsts = []string{"random", "me", "them"}

// play opens a table, or challenges one person.
func (h *Host) play(ctx context.Context, r Request, name string) (Reply, error) {
	game, ok := h.games[name]
	if !ok {
		return Reply{}, games.Refuse("refuse.game", "Game", name)
	}
	if err := h.place(r); err != nil {
		return Reply{}, err
	}
	head, err := h.table(game, r)
	if err != nil {
		return Reply{}, err
	}
	if _, err := h.Store.Create(ctx, head); err != nil && !errors.Is(err, storage.ErrExists) {
		return Reply{}, err
	}
	opened := &match{Match: storage.Match{Head: head}, game: game, info: game.Info()}
	said := h.say(r, "table.opened", "Game", game.Info().Title)
	switch {
	case head.Invited != nil:
		said = h.say(r, "table.challenged", "Name", head.Invited.Name, "Game", game.Info().Title)
	case len(head.Players) > 1 && opened.info.Chance: // there may be a word to say first
		said = h.say(r, "table.set", "Game", game.Info().Title, "Name", head.Players[1].Name)
	case len(head.Players) > 1:
		said = h.say(r, "table.against", "Game", game.Info().Title, "Name", head.Players[1].Name)
		if opened, err = h.startAtOnce(ctx, r, head.ID); err != nil {
			return Reply{}, err
		}
	}
	said = lines(said, h.directNote(r, opened))
	return Reply{Message: Message{Content: said, Rows: h.offerWord(r, opened)}, Show: []string{head.ID}}, nil
}

// place refuses a channel in which a game could not be shown.
func (h *Host) place(r Request) error {
	if r.Guild == "" {
		return games.Refuse("refuse.dm")
	}
	if len(r.Lacks) == 0 {
		return nil
	}
	v := h.voice(r.Lang, nil)
	var lacks []string
	for _, right := range r.Lacks {
		lacks = append(lacks, v.Say(games.Say("right."+string(right))))
	}
	return games.Refuse("refuse.rights", "Rights", strings.Join(lacks, ", "))
}

// table makes the head of a new table from what was asked for.
func (h *Host) table(game games.Game, r Request) (storage.Head, error) {
	options, err := h.options(game, r)
	if err != nil {
		return storage.Head{}, err
	}
	first := r.Options[optionFirst]
	if first == "" {
		first = firsts[0]
	}
	if !slices.Contains(firsts, first) {
		return storage.Head{}, games.Refuse("refuse.option.value", "Option", optionFirst, "Value", first,
			"Values", strings.Join(firsts, ", "))
	}
	turn, total, err := timeFor(r)
	if err != nil {
		return storage.Head{}, err
	}
	head := storage.Head{
		ID: matchID(r.ID), Created: h.Now(), NextCheck: h.Now(),
		Lobby: storage.Lobby{
			Phase:   storage.Open,
			Setup:   games.Setup{Game: game.Info().Name, Options: options},
			Players: []storage.Player{{ID: r.By.ID, Name: r.By.Name}},
			First:   first,
		},
		Timing: storage.Timing{TurnTime: turn, TotalTime: total},
		Place: storage.Place{
			Palette: r.own.Palette,
			Lang:    r.PlaceLang,
			Thread:  r.Threads,
			Guild:   r.Guild,
			Channel: r.Channel,
			Home:    r.Channel,
		},
		Publication: storage.Publication{Desired: storage.Revision{Post: 1}},
	}
	if head.Secret, err = h.secret(); err != nil {
		return head, err
	}
	level, err := levelOf(r)
	if err != nil {
		return head, err
	}
	if level == "" {
		head.Invited, err = challenged(r)
		return head, err
	}
	m := &match{Match: storage.Match{Head: head}, game: game, info: game.Info()}
	err = h.engageAt(m, level)
	return m.Head, err
}

// options checks the game's options, as far as that goes without playing: each
// value alone, and all together by starting a game of two.
func (h *Host) options(game games.Game, r Request) (map[string]string, error) {
	given := map[string]string{}
	for name, value := range r.Options {
		if !slices.Contains(tableOptions, name) {
			given[name] = value
		}
	}
	options, err := game.Info().Complete(given)
	if err != nil {
		return nil, err
	}
	trial := games.Setup{Game: game.Info().Name, Rules: game.Info().Rules, Seats: game.Info().MinSeats, Options: options}
	_, err = game.Start(trial)
	return options, err
}

// challenged returns the person who is challenged, nil when the table is for anyone.
func challenged(r Request) (*storage.Player, error) {
	if _, given := r.Options[optionOpponent]; !given {
		return nil, nil
	}
	p := r.People[optionOpponent]
	switch {
	case p.ID == r.By.ID:
		return nil, games.Refuse("refuse.self")
	case p.Bot:
		return nil, games.Refuse("refuse.bot", "Name", p.Name)
	case p.ID == "" || !p.Sees:
		return nil, games.Refuse("refuse.unseen", "Name", p.Name)
	}
	return &storage.Player{ID: p.ID, Name: p.Name}, nil
}

// matchID makes the id of a match from that of the request which opens it, so
// that the same request opens one match however often it arrives.
func matchID(request string) string {
	n, err := strconv.ParseUint(request, 10, 64)
	if err != nil {
		return request
	}
	return strconv.FormatUint(n, 36)
}

// secret draws what the seed of a match will come from.
func (h *Host) secret() (*games.Seed, error) {
	var s games.Seed
	if _, err := io.ReadFull(h.Random, s[:]); err != nil {
		return nil, fmt.Errorf("draw the secret of a deal: %w", err)
	}
	return &s, nil
}

// begin turns an open table into a game: it makes the seed of what was fixed when the
// table opened and of what the players said, gives out the seats and fixes the rules.
func (h *Host) begin(m *match) error {
	secret, err := m.Secret, error(nil)
	if secret == nil { // a table that was opened before there were secrets proves nothing
		if secret, err = h.secret(); err != nil {
			return err
		}
	}
	m.Words = nil
	for _, p := range m.Players {
		m.Words = append(m.Words, p.Word)
	}
	m.Setup.Seed = games.SeedOf(*secret, m.Words)
	var order [32]byte // apart from the seed, which the game alone draws from
	if _, err := io.ReadFull(h.Random, order[:]); err != nil {
		return fmt.Errorf("draw the seats: %w", err)
	}
	m.Players = slices.Clone(m.Players)
	switch m.First {
	case "me":
	case "them":
		m.Players = append(m.Players[1:], m.Players[0])
	default:
		rand.New(rand.NewChaCha8(order)).Shuffle(len(m.Players), func(i, j int) {
			m.Players[i], m.Players[j] = m.Players[j], m.Players[i]
		})
	}
	m.Setup.Rules, m.Setup.Seats = m.info.Rules, len(m.Players)
	if _, err = m.game.Start(m.Setup); err != nil {
		return err
	}
	m.Phase = storage.Playing
	m.Desired.Post++
	return nil
}
