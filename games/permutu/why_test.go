package permutu

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strconv"
	"testing"

	"parlour/games"
	"parlour/games/gametest"
)

var _ games.Reasoner = Game{}

// blocks counts the blocks of a symbol that a seat has, as its View shows them.
func (v View) blocksOf(seat games.Seat, letter string) int {
	for _, h := range v.Own[seat] {
		if h.Symbol.String() == letter {
			return len(h.Colours)
		}
	}
	return 0
}

// truth reports whether a reason for a move of a seat is true, from the Views before and after it.
func truth(why games.Text, seat games.Seat, before, after state, m games.Move) error {
	was, is := before.View(seat).(View), after.View(seat).(View)
	symbols := func() []string { return why.Arg("Symbols").([]string) }
	switch why.Key {
	case "":
	case "permutu.why.ends":
		if is.Ended == nil || is.Places[seat] != 1 || is.Points[seat] != why.Arg("Own") || !slices.Contains(is.Points, why.Arg("Other").(int)) {
			return fmt.Errorf("the game has ended: %v, at %v", is.Ended, is.Points)
		}
	case "permutu.why.completes":
		for _, letter := range symbols() {
			if was.blocksOf(seat, letter) == 3 || is.blocksOf(seat, letter) != 3 {
				return fmt.Errorf("%s is not completed", letter)
			}
		}
		if is.Points[seat]-was.Points[seat] != why.Arg("Count") {
			return fmt.Errorf("the points rise from %d to %d", was.Points[seat], is.Points[seat])
		}
		if letter := why.Arg("Denied").(string); letter != "" {
			return denies(why, letter, seat, is)
		}
	case "permutu.why.pairs":
		for _, letter := range symbols() {
			if was.blocksOf(seat, letter) > 1 || is.blocksOf(seat, letter) != 2 {
				return fmt.Errorf("%s does not become a pair", letter)
			}
		}
		var thirds []string
		for column, blocks := range is.Columns {
			if slices.ContainsFunc(blocks[:], func(b Block) bool { return !b.Taken() && slices.Contains(symbols(), b.Symbol.String()) }) {
				thirds = append(thirds, strconv.Itoa(column+1))
			}
		}
		if !slices.Equal(thirds, why.Arg("Columns").([]string)) {
			return fmt.Errorf("the third ones are in %v", thirds)
		}
		if is.Points[seat]-was.Points[seat] != why.Arg("Count") {
			return fmt.Errorf("the points rise from %d to %d", was.Points[seat], is.Points[seat])
		}
	case "permutu.why.denies":
		if gain := is.Points[seat] - was.Points[seat]; gain != why.Arg("Count") {
			return fmt.Errorf("it gains %d", gain)
		}
		return denies(why, why.Arg("Symbol").(string), seat, is)
	case "permutu.why.again":
		if !slices.Equal(is.ToMove, []games.Seat{seat}) {
			return fmt.Errorf("%v are to move", is.ToMove)
		}
	case "permutu.why.free":
		if n := was.Left - is.Left; is.Singles != was.Singles || n != why.Arg("Count") || len(was.Own) != 1 {
			return fmt.Errorf("%d blocks go, with %d single ones", n, is.Singles-was.Singles)
		}
	case "permutu.why.opens":
		// The seat may take them if it is its turn next.
		next := after
		next.pos.mover, next.ended = seat, goesOn
		for _, column := range why.Arg("Columns").([]string) {
			whole := games.Move(column + wholeLetter)
			if _, err := before.readTake(seat, whole); err == nil {
				return fmt.Errorf("column %s was open before", column)
			}
			if _, err := next.readTake(seat, whole); err != nil {
				return fmt.Errorf("column %s is not open: %w", column, err)
			}
		}
	default:
		return fmt.Errorf("%s is no reason", why.Key)
	}
	return nil
}

// denies reports whether a seat took the last block of a symbol of which another has two.
func denies(why games.Text, letter string, seat games.Seat, is View) error {
	other := why.Arg("Player").(games.Seat)
	if other == seat || is.blocksOf(other, letter) != 2 || is.blocksOf(seat, letter) != 1 {
		return fmt.Errorf("seat %d is not kept from %s", other, letter)
	}
	return nil
}

// Whatever is said for a move is true, at every ply of random games.
func TestWhyIsTrue(t *testing.T) {
	rng, said := rand.New(rand.NewPCG(4, 4)), gametest.Told{}
	for i := range 40 {
		s := begin(t, setup(1+i%4, 6+i%7, no, seat0))
		for len(s.ToMove()) > 0 {
			seat := s.ToMove()[0]
			legal := s.Legal(seat)
			for _, m := range legal {
				next := after(t, s, m)
				why := Game{}.Why(s.View(seat), seat, m)
				if err := truth(why, seat, s, next, m); err != nil {
					t.Fatalf("%s is said to be good because %v, but %v in\n%s", m, why, err, s.View(seat))
				}
				said.Add(why)
				gets := Game{}.Tell(s.View(seat), seat, m).Gets
				if completes := why.Key == "permutu.why.completes"; completes && !reflect.DeepEqual(gets.Arg("Symbols"), why.Arg("Symbols")) {
					t.Errorf("%s is said to bring %v, but is said to be good because %v", m, gets, why)
				} else if !completes && gets.Key != "" && len(next.ToMove()) > 0 && i%4 > 0 {
					t.Errorf("%s is said to bring %v, which is no reason for it", m, gets)
				}
			}
			s = after(t, s, legal[rng.IntN(len(legal))])
		}
	}
	if said[""] == 0 {
		t.Error("there is something to say for every move, want some without")
	}
	said.All(t, Game{}, "permutu.why.")
}
