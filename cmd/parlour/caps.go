package main

import (
	"fmt"

	"parlour/commands"
)

// capFlags are what one person may have going at once.
type capFlags struct {
	MaxGames      int `env:"PARLOUR_MAX_GAMES" default:"50" help:"The most games and open tables of one person at once, 0 for no limit."`
	MaxParlour    int `env:"PARLOUR_MAX_PARLOUR" default:"10" help:"The most games of one person with Parlour at once, 0 for no limit."`
	MaxTables     int `env:"PARLOUR_MAX_TABLES" default:"10" help:"The most open tables of one person at once, 0 for no limit."`
	MaxPair       int `env:"PARLOUR_MAX_PAIR" default:"3" help:"The most open challenges from one person to one other, 0 for no limit."`
	MaxChallenges int `env:"PARLOUR_MAX_CHALLENGES" default:"20" help:"The most open challenges to one person, 0 for no limit."`
}

// caps returns what the flags say.
func (c capFlags) caps() commands.Caps {
	return commands.Caps{Games: c.MaxGames, Parlour: c.MaxParlour, Tables: c.MaxTables, Pair: c.MaxPair, Challenges: c.MaxChallenges}
}

// Validate implements kong's check of the command line.
func (c capFlags) Validate() error {
	for _, n := range []int{c.MaxGames, c.MaxParlour, c.MaxTables, c.MaxPair, c.MaxChallenges} {
		if n < 0 {
			return fmt.Errorf("a limit such as --max-games is 0, for none, or more, not %d", n)
		}
	}
	return nil
}
