package gametest

import (
	"errors"
	"time"

	"parlour/games"
)

// opponentFaults are in those who choose.
var opponentFaults = map[string]fault{
	"a level has no player":     {want: `the player "medium": `, player: called("medium", lose)},
	"a yardstick has no player": {want: `the player "plain": `, player: called("plain", lose)},
	"any name has a player":     {want: `there is a player "nobody"`, player: called("nobody", func(n *named) { n.player, n.err = toy{&fault{}}.choose, nil })},
	"a name is refused without words": {
		want:   `the player "Hard", who does not exist: want a Refusal`,
		player: called("Hard", func(n *named) { n.err = errors.New("no") }),
	},
	"a time is refused without words": {
		want: `the player "plain": with a time: want a Refusal`,
		player: func(n *named) {
			if n.each == time.Millisecond {
				n.err = errors.New("no")
			}
		},
	},
	"a player by name plays what is not legal": {
		want: `the player "hard": it plays "4" for seat 0, which is not legal`,
		player: called("hard", func(n *named) {
			if n.err == nil {
				n.player = four
			}
		}),
	},
	"a player who is given a time plays what is not legal": {
		want: `the player "plain": it plays "4" for seat 0, which is not legal`,
		player: func(n *named) {
			if n.each == time.Millisecond {
				n.player, n.err = four, nil
			}
		},
	},
	"a player who may be given a time plays what is not legal without one": {
		want: `the player "medium": it plays "4" for seat 0, which is not legal`,
		player: called("medium", func(n *named) {
			if n.player = four; n.each > 0 {
				n.player, n.err = toy{&fault{}}.choose, nil
			}
		}),
	},
	"what is chosen late is not legal": {
		want: `the player "toy" chooses "4" for seat`,
		choose: func(c *chosen) {
			if c.view.Round == 2 {
				c.move = "4"
			}
		},
	},
	"the same is not chosen again": {want: "when it sees the same again", choose: func(c *chosen) { chosenBefore++; c.move = numbers[chosenBefore%3] }},
	"the seed never matters":       {want: `choices of the player "toy" the seed never mattered`, choose: func(c *chosen) { c.move = "1" }},
}

// called changes the player of a name.
func called(name string, change func(*named)) func(*named) {
	return func(n *named) {
		if n.name == name {
			change(n)
		}
	}
}

func lose(n *named) { n.player, n.err = nil, errors.New("lost") }

// four plays what is not legal.
func four(games.View, games.Seat, games.Seed) games.Move { return "4" }

// chosenBefore counts choices, for a fault.
var chosenBefore int
