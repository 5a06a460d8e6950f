// Package program plays with somebody else's program: a process that gets what a seat may know, line by line, and answers
// with moves.
//
// Its policy: a process plays one seat of one match, and is told nothing but that seat's View. It has a clock and a limit
// of memory, and little of Parlour's environment, so no token. What hangs, says too much, ends, or makes no legal move has
// failed: it is killed, on Unix with its group, and never asked again. No error that may be logged holds what a
// process said, as that may be secret.
//
// docs/engine.md has the lines. No other package plays with a process.
package program

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"time"

	"parlour/games"
)

// A Program is a command line that plays, and the name under which it does so.
type Program struct {
	Name    games.Level // stands where a level's name does, and is none of those
	Command string      // for a shell
	uci     bool        // whether it speaks the Universal Chess Interface
	options url.Values  // of such a program
}

// nameForm is that of the name of a program.
var nameForm = regexp.MustCompile(`^[a-z][a-z0-9_-]{0,19}$`)

// UnmarshalText reads NAME=COMMAND, where the command may be uci:COMMAND or uci:COMMAND?OPTION=VALUE&OPTION=VALUE.
func (p *Program) UnmarshalText(text []byte) (err error) {
	name, command, _ := strings.Cut(string(text), "=")
	*p = Program{Name: games.Level(name)}
	if p.Command, p.uci = strings.CutPrefix(command, "uci:"); p.uci {
		var options string
		p.Command, options, _ = strings.Cut(p.Command, "?")
		p.options, err = url.ParseQuery(options)
	}
	switch {
	case !nameForm.MatchString(name) || p.Name.Named() || name == "alone":
		return fmt.Errorf("%q can't be the name of a player: take up to 20 of a-z, 0-9, - and _, a letter first, and no name of a level", name)
	case strings.TrimSpace(p.Command) == "" || err != nil:
		return fmt.Errorf("--player takes NAME=COMMAND, such as mine=./mine.py or fish=uci:stockfish?UCI_LimitStrength=true&UCI_Elo=1900, not %q", text)
	}
	return nil
}

// Plays reports whether a program may play a game.
func (p Program) Plays(g games.Game) bool {
	if _, ok := g.(games.Opponent); !ok || !p.uci {
		return ok
	}
	s, err := g.Start(g.Example().Setup)
	if err != nil {
		return false
	}
	_, ok := s.View(0).(games.UCI)
	return ok
}

// Programs are those that a command was given, with their limits.
type Programs struct {
	List   []Program     `name:"player" sep:"none" placeholder:"NAME=COMMAND" help:"A program of yours to play against, by a name. It speaks as docs/engine.md says, or with uci:COMMAND?OPTION=VALUE&… as chess programs do."`
	Time   time.Duration `name:"player-time" default:"1s" help:"How long such a program thinks about a move. Parlour plays on in its place if it takes two seconds longer."`
	Memory int           `name:"player-memory" default:"1024" placeholder:"MB" help:"How much memory each process of such a program may have. Only Linux holds it to that."`
}

// Validate implements kong's check of the command line.
func (p Programs) Validate() error {
	for i, one := range p.List {
		if slices.ContainsFunc(p.List[:i], func(other Program) bool { return other.Name == one.Name }) {
			return fmt.Errorf("two players are called %s: give each a name of its own", one.Name)
		}
	}
	if len(p.List) > 0 && (p.Time <= 0 || p.Memory < 1) {
		return errors.New("--player-time takes a time such as 1s, and --player-memory a number from 1")
	}
	return nil
}

// Of returns the names of those that play a game.
func (p Programs) Of(g games.Game) (names []games.Level) {
	for _, one := range p.List {
		if one.Plays(g) {
			names = append(names, one.Name)
		}
	}
	return names
}

// A Fault is how a program has failed.
type Fault struct {
	Why  string // in a few words, without anything that it said
	Said string // what it said, which may be secret; empty for nothing
}

// Error says why, without what was said.
func (f *Fault) Error() string { return f.Why }

// A Player plays one seat of one match.
type Player struct {
	Programs
	program Program
	game    games.Game
	process *process // nil if it could not be started
	failed  error    // how
}

// Sit starts a program for a seat of a match, from whose setup it is told no seed. What it writes to its standard error
// goes to a writer, which may be nil. The caller calls [Player.Leave]. A fault is told by the first move.
func (p Programs) Sit(ctx context.Context, name games.Level, g games.Game, s games.Setup, errs io.Writer) *Player {
	player := &Player{Programs: p, game: g}
	i := slices.IndexFunc(p.List, func(one Program) bool { return one.Name == name })
	if i < 0 {
		player.failed = &Fault{Why: "is not among the players that Parlour was given"}
		return player
	}
	player.program = p.List[i]
	if player.process, player.failed = start(player.program.Command, p.Memory, errs); player.failed == nil {
		player.fail(player.begin(ctx, s))
	}
	return player
}

// How long a program may take until it is ready, and how much longer than it is told over a move.
const (
	readyIn = 10 * time.Second
	slack   = 2 * time.Second
)

// begin tells a program which match it is to play.
func (p *Player) begin(ctx context.Context, s games.Setup) error {
	if p.program.uci {
		return p.beginUCI(ctx)
	}
	line := fmt.Sprintf("new %s seats=%d", s.Game, s.Seats)
	for _, name := range slices.Sorted(maps.Keys(s.Options)) {
		line += " " + name + "=" + s.Options[name]
	}
	_, err := p.ask(ctx, line, readyIn)
	return err
}

// ask sends a request and returns the answer without its sign.
func (p *Player) ask(ctx context.Context, request string, within time.Duration) (string, error) {
	said, err := p.process.ask(ctx, request, "", within)
	if err != nil {
		return "", err
	}
	answer, ok := strings.CutPrefix(said, "=")
	if !ok {
		return "", &Fault{"refuses what it is asked", said}
	}
	return strings.TrimSpace(answer), nil
}

// Move returns a legal move of a seat that owes one. Any error but that of the context is a [Fault], and then the program
// has failed for good.
func (p *Player) Move(ctx context.Context, s games.State, seat games.Seat) (games.Move, error) {
	if p.failed != nil {
		return "", p.failed
	}
	text, err := p.text(ctx, s.View(seat), seat)
	if err != nil {
		return "", p.fail(err)
	}
	move, err := games.Read(p.game, s, seat, games.Straight(text))
	if err == nil {
		_, err = s.Play(seat, move)
	}
	if err != nil {
		return "", p.fail(&Fault{"makes no legal move", text})
	}
	return move, nil
}

// text asks a program for its move.
func (p *Player) text(ctx context.Context, v games.View, seat games.Seat) (string, error) {
	if p.program.uci {
		return p.moveUCI(ctx, v)
	}
	view, err := json.Marshal(v)
	if err == nil {
		_, err = p.ask(ctx, fmt.Sprintf("view %d %s", seat, view), p.Time+slack)
	}
	if err != nil {
		return "", err
	}
	text, err := p.ask(ctx, fmt.Sprintf("go %d time=%v", seat, p.Time), p.Time+slack)
	if quoted := ""; err == nil && json.Unmarshal([]byte(text), &quoted) == nil {
		text = quoted
	}
	return text, err
}

// fail ends a program that has failed. The end of a context is no failure.
func (p *Player) fail(err error) error {
	if fault := (*Fault)(nil); errors.As(err, &fault) {
		p.failed = err
		p.Leave()
	}
	return err
}

// Leave ends the process.
func (p *Player) Leave() {
	if p.process != nil {
		p.process.end()
	}
}
