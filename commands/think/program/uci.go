package program

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"parlour/games"
)

// The Universal Chess Interface (2000, by Huber and Meyer-Kahlen), as far as a match needs it.

// beginUCI sets a program's options. One that knows Chess960 has castling written as the king that takes its own rook,
// wherever both stand.
func (p *Player) beginUCI(ctx context.Context) error {
	options := maps.Clone(p.program.options)
	if _, err := p.process.ask(ctx, "uci", "uciok", readyIn); err != nil {
		return err
	}
	var lines strings.Builder
	if p.process.heard("option name UCI_Chess960 type ") {
		options.Set("UCI_Chess960", "true")
	}
	for _, name := range slices.Sorted(maps.Keys(options)) {
		if !p.process.heard("option name " + name + " type ") {
			return &Fault{Why: "has no option " + name}
		}
		fmt.Fprintf(&lines, "setoption name %s value %s\n", name, options.Get(name))
	}
	_, err := p.process.ask(ctx, lines.String()+"ucinewgame\nisready", "readyok", readyIn)
	return err
}

// moveUCI returns the move of a program.
func (p *Player) moveUCI(ctx context.Context, v games.View) (string, error) {
	position, ok := v.(games.UCI)
	if !ok {
		return "", &Fault{Why: "plays no such game"}
	}
	line := fmt.Sprintf("position %s\ngo movetime %d", position.UCI(), max(p.Time.Milliseconds(), 1))
	said, err := p.process.ask(ctx, line, "bestmove", p.Time+slack)
	if words := strings.Fields(said); err == nil && len(words) > 1 {
		return words[1], nil
	}
	return "", err
}
