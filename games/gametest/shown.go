package gametest

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"

	"parlour/games"
)

// shown checks what the seats are shown while they make moves, and writes to it, which must
// not change the position.
func (p *player) shown(s games.State) error {
	for seat := games.Spectator; int(seat) < p.setup.Seats; seat++ {
		if err := p.along(s, seat); err != nil {
			return err
		}
	}
	return nil
}

// along makes a move at random, step by step, and checks what is shown on the way.
func (p *player) along(s games.State, seat games.Seat) error {
	var picked []string
	for {
		given := slices.Clone(picked)
		v := s.Shown(seat, given)
		for i := range given {
			given[i] = "?" // which must not be seen
		}
		if err := shownRight(s, seat, picked, v); err != nil {
			return fmt.Errorf("Shown(%d, %q): %w", seat, picked, err)
		}
		scribble(reflect.ValueOf(v))
		options := s.Step(seat, picked).Options()
		if len(options) == 0 || len(picked) > maxSteps {
			return nil
		}
		c := options[p.rng.IntN(len(options))]
		picked = append(picked, c.Value)
		if c.Move == "" {
			continue
		}
		want, err := tried(s, seat, c.Move)
		if err != nil {
			return err
		}
		v = s.Shown(seat, slices.Clone(picked))
		if !reflect.DeepEqual(v, want) {
			return fmt.Errorf("Shown(%d, %q) is\n%v\nand not the View after %q:\n%v", seat, picked, v, c.Move, want)
		}
		scribble(reflect.ValueOf(v))
		return nil
	}
}

// tried returns what a seat sees once it has made a move or, where something is hidden, while
// it tries one.
func tried(s games.State, seat games.Seat, m games.Move) (games.View, error) {
	if t, ok := s.(games.Trier); ok {
		return t.Try(seat, m), nil
	}
	next, err := s.Play(seat, m)
	if err != nil {
		return nil, err
	}
	return next.View(seat), nil
}

// shownRight checks a View with a move in the making, which is not a whole move yet.
func shownRight(s games.State, seat games.Seat, picked []string, v games.View) error {
	plain, step := s.View(seat), s.Step(seat, picked)
	if len(step.Options()) == 0 {
		if !reflect.DeepEqual(v, plain) {
			return errors.New("there is nothing to choose, and it is not the plain View")
		}
		return nil
	}
	m, err := makingOf(v)
	switch {
	case err != nil:
		return err
	case m == nil:
		return errors.New("it has no Making")
	case !slices.Equal(m.Picked, picked) || !reflect.DeepEqual(m.Step, step):
		return fmt.Errorf("its Making is %+v, want the steps picked and %+v", *m, step)
	}
	if len(picked) > 0 {
		return nil // a game may show what is picked as made
	}
	one, errOne := json.Marshal(v)
	two, errTwo := json.Marshal(plain)
	if err := errors.Join(errOne, errTwo); err != nil || string(one) != string(two) {
		return fmt.Errorf("nothing is picked, and the JSON is\n%s\nand that of the plain View\n%s (%v)", one, two, err)
	}
	return nil
}

// makingOf returns the field Making of a View.
func makingOf(v games.View) (*games.Making, error) {
	if value := reflect.ValueOf(v); value.Kind() == reflect.Struct {
		if f := value.FieldByName("Making"); f.IsValid() {
			if m, ok := f.Interface().(*games.Making); ok {
				return m, nil
			}
		}
	}
	return nil, fmt.Errorf("a %T is not a struct with a field Making *games.Making", v)
}

// scribble writes zeros to all memory that a value refers to.
func scribble(v reflect.Value) {
	switch v.Kind() {
	case reflect.Interface:
		scribble(v.Elem())
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				scribble(v.Field(i))
			}
		}
	case reflect.Array, reflect.Slice:
		for i := range v.Len() {
			scribble(v.Index(i))
			if v.Kind() == reflect.Slice {
				v.Index(i).SetZero()
			}
		}
	case reflect.Map:
		v.Clear()
	case reflect.Pointer:
		if !v.IsNil() {
			scribble(v.Elem())
			v.Elem().SetZero()
		}
	}
}
