package match

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"parlour/games"
	"parlour/games/all"
	"parlour/storage"
)

// logless is a store that reads no log.
type logless struct{ storage.Store }

func (logless) Get(context.Context, string) (storage.Match, error) {
	return storage.Match{}, errors.New("the log is read")
}

// The head of a game that is played says what its log says: who has to move, to answer or to come
// back, and whether a bid may be changed. Random games have people and opponents, who move, leave,
// come back, ask and run out of time.
func TestHeadSaysWhatItsLogSays(t *testing.T) {
	e := newEnv(t)
	heads := NewEnv(all.Games(), logless{e.Store}, e.Now, zeros{})
	seen := map[Want]int{}
	changes := 0
	for _, g := range all.Games() {
		for round := range 6 {
			chance := rand.New(rand.NewPCG(uint64(round), 7))
			head := begun(t, g.Info().Name, max(g.Info().MinSeats, min(g.Info().MaxSeats, 2+round%2)))
			head.ID = head.Setup.Game + string(rune('0'+round))
			if round >= 3 {
				head.Players[len(head.Players)-1].Level = "easy"
			}
			if _, err := e.Store.Create(t.Context(), head); err != nil {
				t.Fatal(err)
			}
			for range 60 {
				if _, err := e.Change(t.Context(), head.ID, func(m *Match) ([]games.Ply, error) { return anything(m, chance) }); err != nil {
					continue // it may not be done now
				}
				m, err := e.Load(t.Context(), head.ID)
				if err != nil {
					t.Fatal(err)
				}
				if m.Phase != storage.Playing {
					if m.Stand != nil {
						t.Errorf("%s is over, and its head says that %v are to move", m.ID, m.Stand.ToMove)
					}
					break
				}
				for seat := range games.Seat(len(m.Players)) {
					person := m.Players[seat].ID
					want := wantByLog(m, seat)
					if got, err := heads.Wants(t.Context(), m.Head, person); err != nil || got != want {
						t.Fatalf("%s after %d plies: Wants of seat %d = %v, %v, want %v", m.ID, len(m.Log), seat, got, err, want)
					}
					is, bid := heads.hasTurn(t.Context(), m.Head, person)
					if is != m.MayMove(seat) || bid != m.Bidding() {
						t.Fatalf("%s after %d plies: OnTurn of seat %d = %v, %v, want %v, %v", m.ID, len(m.Log), seat, is, bid, m.MayMove(seat), m.Bidding())
					}
					if seen[want]++; is && want != WantMove {
						changes++
					}
				}
			}
		}
	}
	for _, want := range []Want{WantNothing, WantMove, WantAnswer, WantReturn} {
		if seen[want] == 0 {
			t.Errorf("no match wanted %v of anybody: %v", want, seen)
		}
	}
	if changes == 0 {
		t.Error("nobody could change a bid")
	}
}

// anything is a random decision of a random seat.
func anything(m *Match, chance *rand.Rand) ([]games.Ply, error) {
	seat := games.Seat(chance.IntN(len(m.Players)))
	late := int(m.Late())
	switch n := chance.IntN(20); {
	case n == 0:
		return m.ply(seat, games.Leave)
	case n <= 3:
		return m.ComeBack(seat)
	case n <= 5:
		return m.Ask(seat, AboutDraw)
	case n == 6 && late < 0 && len(m.Players) == 2:
		m.Clocks = slices.Clone(m.Clocks)
		m.Clocks[m.State.ToMove()[0]].ExpiredAt = m.Now
		return nil, nil
	case n == 7 && late >= 0:
		m.Clocks = slices.Clone(m.Clocks)
		m.Clocks[late].ExpiredAt = time.Time{}
		return nil, nil
	}
	legal := m.State.Legal(seat)
	if len(legal) == 0 {
		return nil, ErrStale
	}
	return m.Play(seat, legal[chance.IntN(len(legal))])
}

// wantByLog is what a match wants of a seat by its position.
func wantByLog(m *Match, seat games.Seat) Want {
	person := m.Players[seat].ID
	switch {
	case m.Owes(seat):
		return WantMove
	case m.Late() != games.Spectator && m.Late() != seat:
		return WantAnswer
	case m.In(seat) && slices.ContainsFunc(m.Asks, func(a storage.Ask) bool { return a.Answer == "" && !slices.Contains(a.Agreed, person) }):
		return WantAnswer
	case m.Deserted() && slices.Contains(m.Missing(), seat):
		return WantReturn
	}
	return WantNothing
}

// The head of a rematch that nobody has looked at says nothing of its position, so its log is read.
func TestRematchHasItsLogRead(t *testing.T) {
	e := newEnv(t)
	m, err := e.Change(t.Context(), "m", playNext(0))
	if err != nil {
		t.Fatal(err)
	}
	fresh := m.Head
	fresh.Clocks, fresh.Stand = nil, nil
	if want, err := e.Wants(t.Context(), fresh, "b"); err != nil || want != WantMove {
		t.Errorf("Wants = %v, %v, want a move of seat 1", want, err)
	}
	if is, _ := e.hasTurn(t.Context(), fresh, "a"); is {
		t.Error("seat 0 is on turn")
	}
}
