package imaging_test

import (
	"bytes"
	"reflect"
	"testing"

	"parlour/games"
	"parlour/games/all"
	"parlour/imaging"
)

// The picture of a game that was called off has its ribbon, and looks the same whoever was to move.
func TestACalledOffGameShowsNobodyToMove(t *testing.T) {
	for _, g := range all.Games() {
		info := g.Info()
		options, err := info.Complete(nil)
		if err != nil {
			t.Fatal(err)
		}
		s, err := g.Start(games.Setup{Game: info.Name, Rules: info.Rules, Seats: 2, Options: options, Seed: games.Seed{1}})
		if err != nil {
			t.Fatal(err)
		}
		for range 5 {
			seat := s.ToMove()[0]
			if s, err = s.Play(seat, s.Legal(seat)[0]); err != nil {
				t.Fatal(err)
			}
		}
		view := s.View(games.Spectator)
		p := games.Drawing{View: view, Names: []string{"Ann", "Ben", "Dummy one", "Dummy two"}}
		playing := mustDraw(t, p)
		p.Ribbon = &games.Ribbon{Title: "Ann and Ben, called off", Short: "Called off", Line: "5 moves"}
		off := mustDraw(t, p)
		if differ(decode(t, off), decode(t, playing), 0) < imaging.Size*100 {
			t.Errorf("%s: the picture has no ribbon", info.Name)
		}
		nobody := reflect.New(reflect.TypeOf(view)).Elem()
		nobody.Set(reflect.ValueOf(view))
		to := nobody.FieldByName("ToMove")
		if to.Kind() == reflect.Slice {
			to.SetZero()
		} else {
			to.SetInt(int64(games.Spectator))
		}
		p.View = nobody.Interface().(games.View)
		if !bytes.Equal(mustDraw(t, p), off) {
			t.Errorf("%s: the picture shows who was to move", info.Name)
		}
	}
}
