package gametest

import (
	"testing/fstest"

	"parlour/games"
)

// Sized is a made-up game with options, of which some values have words. Nobody can play it.
type Sized struct{ games.Game }

// Info returns its options and sentences.
func (Sized) Info() games.Info {
	return games.Info{
		Name: "sized", Title: "Sized",
		Options: []games.Option{
			{Name: "size", Values: []string{"9", "12", "big"}, Default: "9", Shown: true},
			{Name: "swap", Values: []string{"on", "off"}, Default: "on"},
			{Name: "start", Values: []string{"here", "there"}, Default: "here"},
		},
		Locale: fstest.MapFS{"locale/en.json": {Data: []byte(`{"sized.option.size.big": "big board", "sized.option.size.each": "{{.Value}}×{{.Value}}", "sized.option.start.each": "start {{.Value}}", "sized.option.swap.off": "no swap"}`)}},
	}
}
