package gametest

import (
	"errors"
	"time"

	"parlour/games"
)

// opponentFaults are in those who choose.
var opponentFaults = map[string]fault{
	"a level has no player": {
		want:   `the player "medium": `,
		player: func(n *named) { n.lose("medium") },
	},
	"a yardstick has no player": {
		want:   `the player "plain": `,
		player: func(n *named) { n.lose("plain") },
	},
	"any name has a player": {
		want: `there is a player "nobody"`,
		player: func(n *named) {
			if n.name == "nobody" {
				n.player, n.err = toy{&fault{}}.choose, nil
			}
		},
	},
	"a name is refused without words": {
		want: `the player "Hard", of whom there is none: want a Refusal`,
		player: func(n *named) {
			if n.name == "Hard" {
				n.err = errors.New("no")
			}
		},
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
		player: func(n *named) {
			if n.name == "hard" && n.err == nil {
				n.player = func(games.View, games.Seat, games.Seed) games.Move { return "4" }
			}
		},
	},
	"a player who is given a time plays what is not legal": {
		want: `the player "plain": it plays "4" for seat 0, which is not legal`,
		player: func(n *named) {
			if n.each == time.Millisecond {
				n.player, n.err = func(games.View, games.Seat, games.Seed) games.Move { return "4" }, nil
			}
		},
	},
	"a player who may be given a time plays what is not legal without one": {
		want: `the player "medium": it plays "4" for seat 0, which is not legal`,
		player: func(n *named) {
			if n.name != "medium" {
				return
			}
			if n.each > 0 {
				n.player, n.err = toy{&fault{}}.choose, nil
			} else {
				n.player = func(games.View, games.Seat, games.Seed) games.Move { return "4" }
			}
		},
	},
	"what is chosen late is not legal": {
		want: `the player "toy" chooses "4" for seat`,
		choose: func(c *chosen) {
			if c.view.Round == 2 {
				c.move = "4"
			}
		},
	},
	"the same is not chosen again": {
		want:   "when it sees the same again",
		choose: func(c *chosen) { chosenBefore++; c.move = numbers[chosenBefore%3] },
	},
	"the seed never matters": {
		want:   `choices of the player "toy" the seed never mattered`,
		choose: func(c *chosen) { c.move = "1" },
	},
}

// lose has a name have no player.
func (n *named) lose(name string) {
	if n.name == name {
		n.player, n.err = nil, errors.New("lost")
	}
}

// chosenBefore counts choices, for a fault.
var chosenBefore int
