package match

import (
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"slices"
	"strconv"
	"unicode/utf8"

	"parlour/games"
	"parlour/storage"
)

// MaxWord bounds a player's word for the deal, in characters.
const MaxWord = 40

// A Venue is what is known of the channel that a click on a table came from.
type Venue struct {
	Channel string
	Refusal error // why a game cannot be shown there; nil if it can
	Threads bool  // whether the game can have a thread of its own there
}

// atTable returns a refusal unless the table is open.
func (m *Match) atTable() error {
	if m.Phase != storage.Open {
		return m.RefuseClosed()
	}
	return nil
}

// Join seats a person at an open table.
func Join(m *Match, p storage.Player) error {
	switch err := m.atTable(); {
	case err != nil:
		return err
	case m.Invited != nil:
		return games.Refuse("refuse.invited", "Name", m.Invited.Name)
	case m.SeatOf(p.ID) != games.Spectator:
		return games.Refuse("refuse.seated")
	case len(m.Players) == m.Info.MaxSeats:
		return games.Refuse("refuse.full")
	}
	m.Players = append(m.Players, p)
	if redraw(m); len(m.Players) == m.Info.MaxSeats {
		repost(m) // a message calls the opener
	}
	return nil
}

// Leave has a person get up from an open table. Its opener cannot.
func Leave(m *Match, person string) error {
	if err := m.atTable(); err != nil {
		return err
	}
	switch m.SeatOf(person) {
	case games.Spectator:
		return games.Refuse("refuse.not-there")
	case 0:
		return games.Refuse("refuse.host-leaves")
	}
	m.Players = slices.DeleteFunc(m.Players, func(p storage.Player) bool { return p.ID == person })
	redraw(m)
	return nil
}

// Start begins the game at an open table, for somebody who sits there.
func Start(m *Match, person string, v Venue) error {
	switch err := m.atTable(); {
	case err != nil:
		return err
	case m.SeatOf(person) == games.Spectator:
		return games.Refuse("refuse.not-seated")
	case len(m.Players) < m.Info.MinSeats:
		return games.Refuse("refuse.too-few", "Game", m.Info.Title, "Count", m.Info.MinSeats)
	}
	return begin(m, v)
}

// StartAtOnce begins the game at a table where everybody sits who is to play. A table that
// has begun stays as it is: the request has come before.
func StartAtOnce(m *Match, v Venue) error {
	if m.Phase != storage.Open {
		return nil
	}
	return begin(m, v)
}

// Cancel ends a table, for its opener.
func Cancel(m *Match, p storage.Player) error {
	switch err := m.atTable(); {
	case err != nil:
		return err
	case m.SeatOf(p.ID) != 0:
		return games.Refuse("refuse.not-host", "Name", m.Players[0].Name)
	}
	end(m, "cancelled", p.Name)
	redraw(m)
	return nil
}

// Accept begins the game of a challenge, for the person who is challenged. Their button says
// how often the options had been changed when it was made: nobody accepts what they did not see.
func Accept(m *Match, p storage.Player, seen int, v Venue) error {
	if err := m.atTable(); err != nil {
		return err
	}
	if err := m.invited(p.ID); err != nil {
		return err
	}
	if seen != m.Changes {
		return games.Refuse("refuse.changed", "Name", m.Players[0].Name)
	}
	p.Word = m.Invited.Word
	m.Players = append(m.Players, p)
	return begin(m, v)
}

// CheckOptions returns the options of a game, complete. They are checked one by one, and all
// together by starting a game of the fewest players.
func CheckOptions(game games.Game, given map[string]string) (map[string]string, error) {
	info := game.Info()
	options, err := info.Complete(given)
	if err != nil {
		return nil, err
	}
	_, err = game.Start(games.Setup{Game: info.Name, Rules: info.Rules, Seats: info.MinSeats, Options: options})
	return options, err
}

// MayChoose returns a refusal unless a person may choose the options at a table.
func MayChoose(m *Match, person string) error {
	switch err := m.atTable(); {
	case err != nil:
		return err
	case m.SeatOf(person) != 0:
		return games.Refuse("refuse.not-host-options", "Name", m.Players[0].Name)
	}
	return nil
}

// SetOption sets an option of the game at an open table, for its opener.
func SetOption(m *Match, person, name, value string) error {
	if err := MayChoose(m, person); err != nil {
		return err
	}
	options := map[string]string{name: value}
	for other, chosen := range m.Setup.Options {
		if other != name {
			options[other] = chosen
		}
	}
	options, err := CheckOptions(m.Game, options)
	if err != nil || maps.Equal(options, m.Setup.Options) {
		return err
	}
	m.Setup.Options = options
	m.Changes++
	redraw(m)
	return nil
}

// Decline ends a challenge, for the person who is challenged.
func Decline(m *Match, p storage.Player) error {
	if err := m.atTable(); err != nil {
		return err
	}
	if err := m.invited(p.ID); err != nil {
		return err
	}
	end(m, "declined", p.Name)
	redraw(m)
	repost(m) // a message calls the opener
	return nil
}

// invited returns a refusal unless a person is the one who is challenged.
func (m *Match) invited(person string) error {
	if m.Invited == nil {
		return games.Refuse("refuse.button")
	}
	if m.Invited.ID != person {
		return games.Refuse("refuse.not-invited", "Name", m.Invited.Name)
	}
	return nil
}

// end ends a match without a result.
func end(m *Match, why, by string) {
	m.Phase, m.Ended, m.EndedBy = storage.Off, why, by
	lapseAsks(m)
	m.Plan = nil
}

// SayWord takes a player's word for the deal. A word is shown to all at once and stays. It
// is asked for once the commitment is shown and not before: the owner of the bot must not
// know it when the secret is drawn.
func SayWord(m *Match, person, word string) error {
	err := MaySayWord(m, person)
	switch {
	case err != nil:
		return err
	case utf8.RuneCountInString(word) > MaxWord:
		return games.Refuse("refuse.word.long", "Most", MaxWord)
	case word == "":
		return games.Refuse("refuse.word.empty")
	}
	whose(m, person).Word = word
	redraw(m)
	return nil
}

// MaySayWord returns a refusal unless a person may say a word for the deal.
func MaySayWord(m *Match, person string) error {
	if err := m.atTable(); err != nil {
		return err
	}
	switch p := whose(m, person); {
	case p == nil:
		return games.Refuse("refuse.not-seated")
	case p.Word != "":
		return games.Refuse("refuse.word.said", "Word", p.Word)
	}
	return nil
}

// whose returns a person at an open table as a player, nil for somebody else. The word of a
// person who is challenged counts, and is shown, once they accept.
func whose(m *Match, person string) *storage.Player {
	if seat := m.SeatOf(person); seat != games.Spectator {
		return &m.Players[seat]
	}
	if m.Invited != nil && m.Invited.ID == person {
		return m.Invited
	}
	return nil
}

// A Hire is a level of opponent that Parlour can be asked for at a table, and the name that
// it gets by its number there.
type Hire struct {
	Level games.Level
	Name  func(number int) string
}

// MayEngage returns a refusal unless a person may seat an opponent.
func MayEngage(m *Match, person string) error {
	switch {
	case m.Phase != storage.Open:
		return m.RefuseClosed()
	case m.SeatOf(person) == games.Spectator:
		return games.Refuse("refuse.not-seated-opponent")
	case m.Opponent() == nil:
		return games.Refuse("refuse.parlour", "Game", m.Info.Title)
	}
	return nil
}

// Engage seats an opponent, for somebody at the table. Their button says how many opponents
// sat there when it was made, so one click, however often it arrives, seats one.
func Engage(m *Match, person, seated string, h Hire) error {
	if err := m.stillSeated(person, seated); err != nil {
		return err
	}
	redraw(m)
	return SeatOpponent(m, h)
}

// SeatOpponent seats an opponent at an open table.
func SeatOpponent(m *Match, h Hire) error {
	switch {
	case m.Opponent() == nil:
		return games.Refuse("refuse.parlour", "Game", m.Info.Title)
	case m.Invited != nil:
		return games.Refuse("refuse.invited", "Name", m.Invited.Name)
	case len(m.Players) == m.Info.MaxSeats:
		return games.Refuse("refuse.full-table")
	}
	m.Players = append(slices.Clone(m.Players), hired(m, h))
	return nil
}

// opponentID returns the id of an opponent, which is no person's.
func opponentID(number int) string { return "opponent-" + strconv.Itoa(number) }

// Dismiss sends away the opponent that sat down last, as [Engage] seats one.
func Dismiss(m *Match, person, seated string) error {
	if err := m.stillSeated(person, seated); err != nil {
		return err
	}
	for i, p := range slices.Backward(m.Players) {
		if p.Level != "" {
			m.Players = slices.Delete(slices.Clone(m.Players), i, i+1)
			redraw(m)
			return nil
		}
	}
	return games.Refuse("refuse.button")
}

// stillSeated returns a refusal unless a person may seat an opponent and as many opponents
// sit at the table as their button says.
func (m *Match) stillSeated(person, seated string) error {
	switch err := MayEngage(m, person); {
	case err != nil:
		return err
	case seated != strconv.Itoa(m.Opponents()):
		return games.Refuse("refuse.reseated")
	}
	return nil
}

// FixDeal draws, for a table that opens, what fixes its deal before anybody says a word: the
// secret and, in a game of chance, a salt for the word of each player that there may be.
func FixDeal(l *storage.Lobby, info games.Info, random io.Reader) error {
	l.Secret = new(games.Seed)
	if _, err := io.ReadFull(random, l.Secret[:]); err != nil {
		return fmt.Errorf("draw the secret of a deal: %w", err)
	}
	if !info.Chance {
		return nil
	}
	for range info.MaxSeats {
		var salt games.Salt
		if _, err := io.ReadFull(random, salt[:]); err != nil {
			return fmt.Errorf("draw the salts of a deal: %w", err)
		}
		l.Shares = append(l.Shares, games.NewShare(salt))
	}
	return nil
}

// drawSeed makes the seed of a match from the secret and the words, as the version of its proof has
// it. A table from before there were secrets proves nothing.
func drawSeed(m *Match) (err error) {
	if len(m.Shares) > 0 {
		m.Shares = sharesOf(m)
		m.Setup.Seed = games.SeedFrom(*m.Secret, m.Shares)
		return nil
	}
	m.Words = nil
	for _, p := range m.Players {
		m.Words = append(m.Words, p.Word)
	}
	from := storage.Lobby{Secret: m.Secret}
	if from.Secret == nil {
		err = FixDeal(&from, games.Info{}, m.random)
	}
	m.Setup.Seed = games.SeedOf(*from.Secret, m.Words)
	return err
}

// begin turns an open table into a game. It makes the seed of the secret and the words,
// gives out the seats and fixes the version of the rules. A click from the table's own
// channel says what the bot may do there; for others, what was known when it opened counts.
func begin(m *Match, v Venue) error {
	if v.Channel == m.Home {
		if v.Refusal != nil {
			return v.Refusal
		}
		m.Thread = v.Threads
	}
	if err := drawSeed(m); err != nil {
		return err
	}
	var order [32]byte // apart from the seed, from which the game alone draws
	if _, err := io.ReadFull(m.random, order[:]); err != nil {
		return fmt.Errorf("draw the seats: %w", err)
	}
	sat := m.Players
	m.Players = slices.Clone(sat)
	switch m.First {
	case "me":
	case "them":
		m.Players = append(m.Players[1:], m.Players[0])
	default:
		rand.New(rand.NewChaCha8(order)).Shuffle(len(m.Players), func(i, j int) {
			m.Players[i], m.Players[j] = m.Players[j], m.Players[i]
		})
	}
	for _, p := range sat {
		if len(m.Shares) > 0 {
			m.Order = append(m.Order, m.SeatOf(p.ID))
		}
	}
	m.Setup.Rules, m.Setup.Seats = m.Info.Rules, len(m.Players)
	if _, err := m.Game.Start(m.Setup); err != nil {
		return err
	}
	m.Phase = storage.Playing
	repost(m)
	return nil
}
