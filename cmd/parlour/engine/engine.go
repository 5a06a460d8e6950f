// Package engine plays any game by text, on standard input and output: `parlour engine`.
package engine

import (
	"bufio"
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"parlour/commands/locale"
	"parlour/games"
	"parlour/games/search"
)

// An Engine plays any game by text, without Discord. A request is a line, and its answer
// is one line: "= " and the answer, or "? " and the error. A request with an error
// changes nothing. docs/engine.md lists the requests.
type Engine struct {
	list    []games.Game
	version string // of Parlour
	words   *locale.Catalogue
	now     func() time.Time
	random  io.Reader // for seeds that are not given

	game     games.Game
	setup    games.Setup
	state    games.State // nil before the first match
	moves    []games.RecordedPly
	stop     chan struct{} // closed once the search of this request is to end
	position bool          // the match began from a position, so it has no record
}

// Serve answers requests, about some games, until the input ends, a request is quit or the context is done.
func Serve(ctx context.Context, list []games.Game, version string, in io.Reader, out io.Writer) error {
	e, err := New(list, version, time.Now, rand.Reader)
	if err != nil {
		return err
	}
	served := make(chan error, 1)
	go func() { served <- e.Serve(in, out) }()
	select {
	case err := <-served:
		return err
	case <-ctx.Done():
		return nil
	}
}

// New returns an engine for some games. Seeds that are not given come from random.
func New(list []games.Game, version string, now func() time.Time, random io.Reader) (*Engine, error) {
	words, err := locale.New(list)
	return &Engine{list: list, version: version, words: words, now: now, random: random}, err
}

// Serve answers requests until the input ends or a request is quit. It reads on while it answers, as a line may stop a
// search.
func (e *Engine) Serve(in io.Reader, out io.Writer) error {
	lines, left := make(chan string), make(chan struct{})
	defer close(left)
	var failed error
	go func() {
		defer close(lines)
		failed = eachLine(in, func(line string) bool {
			select {
			case lines <- line:
				return true
			case <-left:
				return false
			}
		})
	}()
	var waiting []string
	var answers chan string // of the request that is answered now; nil for none
	for quits := false; ; {
		if answers == nil && len(waiting) > 0 {
			line := waiting[0]
			waiting, answers, e.stop = waiting[1:], make(chan string, 1), make(chan struct{})
			if slices.ContainsFunc(waiting, stops) {
				close(e.stop)
			}
			quits = named(line) == "quit"
			go func() { answers <- e.answer(line) }()
		}
		if answers == nil && lines == nil {
			return failed
		}
		select {
		case line, more := <-lines:
			if !more {
				lines = nil
				continue
			}
			if stops(line) && answers != nil && !slices.ContainsFunc(waiting, stops) {
				close(e.stop)
			}
			waiting = append(waiting, line)
		case answer := <-answers:
			if _, err := fmt.Fprintln(out, answer); err != nil || quits {
				return err
			}
			answers = nil
		}
	}
}

// eachLine calls a function with each request, without the space around it, until that returns false.
func eachLine(in io.Reader, do func(line string) bool) error {
	lines := bufio.NewReader(in)
	for {
		line, err := lines.ReadString('\n')
		if line = strings.TrimSpace(line); line != "" && line[0] != '#' && !do(line) {
			return nil
		}
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("read a request: %w", err)
		}
	}
}

// named returns the name of the request in a line, and stops reports whether that ends a search.
func named(line string) string {
	_, line = numbered(line)
	name, _ := request(line)
	return name
}

func stops(line string) bool { return named(line) == "stop" }

// numbered splits off the number with which a line may begin.
func numbered(line string) (id, rest string) {
	if word, rest := request(line); strings.Trim(word, "0123456789") == "" {
		return word, rest
	}
	return "", line
}

// answer answers one request. The number with which it begins stands behind the sign of the answer.
func (e *Engine) answer(line string) string {
	id, line := numbered(line)
	answer, err := e.do(request(line))
	if err != nil {
		return "?" + id + " " + strings.Join(strings.Fields(e.sentence(err)), " ")
	}
	if answer == nil {
		return "=" + id
	}
	var text bytes.Buffer
	write := json.NewEncoder(&text)
	write.SetEscapeHTML(false)
	if err := write.Encode(answer); err != nil {
		return "?" + id + " the answer cannot be written: " + err.Error()
	}
	return "=" + id + " " + strings.TrimSuffix(text.String(), "\n")
}

// request splits a line into its first word, which names the request, and the rest.
func request(line string) (name, rest string) {
	if i := strings.IndexFunc(line, unicode.IsSpace); i >= 0 {
		return line[:i], strings.TrimSpace(line[i:])
	}
	return line, ""
}

// do carries out a request. The result is written as JSON; nil for none.
func (e *Engine) do(name, rest string) (any, error) {
	switch name {
	case "quit", "stop":
		return nil, nil
	case "help":
		return requests, nil
	case "list_commands":
		var names []string
		for _, r := range requests {
			names = append(names, named(r))
		}
		return names, nil
	case "name":
		return "Parlour", nil
	case "version":
		return e.version, nil
	case "games":
		return e.names(), nil
	case "new":
		return nil, e.start(strings.Fields(rest))
	case "load":
		return nil, e.load(rest)
	case "position":
		return nil, e.from(rest)
	}
	run, ok := map[string]func(string) (any, error){
		"seats": e.seats, "legal": e.legal, "choices": e.choices, "play": e.play, "view": e.view, "text": e.text,
		"state": e.everything, "result": e.result, "record": e.record, "perft": e.perft, "best": e.best, "advise": e.advise, "value": e.value, "values": e.values,
	}[name]
	if !ok {
		return nil, fmt.Errorf("there is no request %q: help lists them", name)
	}
	if e.state == nil {
		return nil, errors.New("there is no match: begin one with new, load or position")
	}
	return run(rest)
}

func (e *Engine) names() []string {
	var names []string
	for _, g := range e.list {
		names = append(names, g.Info().Name)
	}
	slices.Sort(names)
	return names
}

func (e *Engine) seats(string) (any, error) { return list(e.state.ToMove()), nil }

func (e *Engine) legal(seat string) (any, error) {
	s, err := e.seat(seat)
	return list(e.state.Legal(s)), err
}

// list returns the list, but [] in place of nil, for JSON.
func list[T any](l []T) []T {
	if l == nil {
		return []T{}
	}
	return l
}

// A step is a [games.Choice] in JSON.
type step struct {
	Value string     `json:"value"`
	Label string     `json:"label"`
	Move  games.Move `json:"move,omitempty"`
}

func (e *Engine) choices(rest string) (any, error) {
	seat, rest := request(rest)
	s, err := e.seat(seat)
	if err != nil {
		return nil, err
	}
	picked, err := picks(rest)
	if err != nil {
		return nil, err
	}
	found := e.state.Step(s, picked).Options()
	if len(found) == 0 && len(picked) > 0 {
		return nil, fmt.Errorf("the steps %s lead nowhere: choices %s lists the first", strings.Join(picked, " "), seat)
	}
	steps := []step{}
	for _, c := range found {
		steps = append(steps, step{c.Value, e.voice().Say(c.Label), c.Move})
	}
	return steps, nil
}

// picks reads the steps of a menu, which are JSON strings or words without quotes.
func picks(text string) ([]string, error) {
	var steps []string
	for text != "" {
		if text[0] != '"' {
			word, rest := request(text)
			steps, text = append(steps, word), rest
			continue
		}
		var step string
		read := json.NewDecoder(strings.NewReader(text))
		if err := read.Decode(&step); err != nil {
			return nil, fmt.Errorf("%s is not a JSON string: write a step as \"d\", or as d", text)
		}
		steps, text = append(steps, step), strings.TrimSpace(text[read.InputOffset():])
	}
	return steps, nil
}

func (e *Engine) play(rest string) (any, error) {
	seat, text := request(rest)
	s, err := e.seat(seat)
	if err != nil {
		return nil, err
	}
	move := games.Move(strings.TrimSpace(text))
	if !move.System() {
		if move, err = games.Read(e.game, e.state, s, games.Straight(text)); err != nil {
			return nil, err
		}
	}
	next, err := e.after(games.Ply{Seat: s, Move: move})
	if err != nil {
		return nil, err
	}
	e.state = next
	at := e.now()
	if n := len(e.moves); n > 0 && at.Before(e.moves[n-1].At) {
		at = e.moves[n-1].At // the clock went back, or another machine's clock made the record
	}
	e.moves = append(e.moves, games.RecordedPly{Ply: games.Ply{Seat: s, Move: move}, At: at})
	return nil, nil
}

// after returns the position after a ply. One that takes back others is replayed.
func (e *Engine) after(p games.Ply) (games.State, error) {
	if p.Move.BackBy() == 0 {
		return e.state.Play(p.Seat, p.Move)
	}
	if e.position {
		return nil, errors.New("nothing is taken back in a match that began from a position")
	}
	log := append(games.Record{Moves: e.moves}.Log(), p)
	next, _, err := games.Replay(e.game, e.setup, log)
	if bad := (*games.BadPly)(nil); errors.As(err, &bad) {
		return nil, bad.Err
	}
	return next, err
}

func (e *Engine) view(viewer string) (any, error) {
	s, err := e.viewer(viewer)
	return e.state.View(s), err
}

func (e *Engine) text(viewer string) (any, error) {
	s, err := e.viewer(viewer)
	return e.state.View(s).String(), err
}

func (e *Engine) everything(string) (any, error) { return e.state, nil }

// An ending is a [games.Result] in JSON.
type ending struct {
	Places []int  `json:"places"`
	Scores []int  `json:"scores"`
	Reason string `json:"reason"`
}

func (e *Engine) result(string) (any, error) {
	r, over := e.state.Result()
	if !over {
		return json.RawMessage("null"), nil
	}
	return ending{r.Places, r.Scores, e.voice().Say(r.Outcome())}, nil
}

func (e *Engine) record(string) (any, error) {
	if e.position {
		return nil, errors.New("a match that began from a position has no record")
	}
	r := games.NewRecord(e.setup, e.moves, e.state)
	if e.game.Info().Hidden { // without the seed nobody could load it
		r.Reveal(e.setup.Seed)
	}
	first, err := e.game.Start(e.setup)
	if err == nil {
		err = r.Open(e.game.Info(), first)
	}
	return r, err
}

func (e *Engine) perft(depth string) (any, error) {
	n, err := strconv.Atoi(depth)
	if err != nil || n < 0 {
		return nil, fmt.Errorf("%q is not a depth: give a number from 0", depth)
	}
	counts, ok := e.state.(games.Perfter)
	if !ok {
		return nil, errors.New("perft is for games of two without chance")
	}
	return counts.Perft(n), nil
}

// requests are all requests, as their usage.
var requests = []string{
	"games", "new GAME seats=N [seed=HEX] [option=value …]", "load {…}", "position TEXT", "seats", "legal SEAT", "choices SEAT [STEP …]",
	"play SEAT MOVE", "view SEAT", "text SEAT", "state", "result", "record", "perft DEPTH", "value", "values SEAT",
	"best SEAT LEVEL [time=TIME] [playouts=N]", "advise SEAT [MOVE]", "stop", "help", "list_commands", "name", "version", "quit",
}

// thinker returns the seat that a text names, which has a move to make, and the opponent of the game.
func (e *Engine) thinker(text string) (games.Opponent, games.Seat, error) {
	s, err := e.seat(text)
	if err != nil {
		return nil, 0, err
	}
	opponent, ok := e.game.(games.Opponent)
	switch {
	case !ok:
		return nil, 0, fmt.Errorf("%s has no opponent", e.game.Info().Title)
	case len(e.state.Step(s, nil).Options()) == 0:
		return nil, 0, fmt.Errorf("seat %d has no move to make: seats lists who owes one", s)
	}
	return opponent, s, nil
}

// seed returns what a thought about the move of a seat draws from.
func (e *Engine) seed(thought string, s games.Seat) games.Seed {
	return games.SeedOf(e.setup.Seed, []string{thought, strconv.Itoa(len(e.moves)), strconv.Itoa(int(s))})
}

// best returns the move of an opponent, or of a yardstick, for a seat.
func (e *Engine) best(rest string) (any, error) {
	words := strings.Fields(rest)
	if len(words) < 2 {
		return nil, errors.New("best needs a seat and a level")
	}
	opponent, s, err := e.thinker(words[0])
	if err != nil {
		return nil, err
	}
	stop := e.stop
	by := games.Limit{GoOn: func(int) bool {
		select {
		case <-stop:
			return false
		default:
			return true
		}
	}}
	given, err := pairs(words[2:])
	if err != nil {
		return nil, err
	}
	for name, value := range given {
		switch name {
		case "time":
			by.Time, err = time.ParseDuration(value)
		case "playouts":
			by.Playouts, err = strconv.Atoi(value)
		default:
			err = strconv.ErrSyntax
		}
		if err != nil || by.Time < 0 || by.Playouts < 0 || by.Time > 0 && by.Playouts > 0 {
			return nil, fmt.Errorf("best takes time=300ms or playouts=1000 behind the level, not %s", strings.Join(words[2:], " "))
		}
	}
	player, err := opponent.Player(words[1], by)
	if err != nil {
		return nil, err
	}
	return player(e.state.View(s), s, e.seed("best", s)), nil
}

// A judged is a move that advice names, in JSON. Its chances are what a search says and what the curve makes of that;
// both are left out where advice tells no chances.
type judged struct {
	Move   games.Move `json:"move"`
	Worth  string     `json:"worth,omitempty"`
	Raw    *float64   `json:"raw,omitempty"`
	Chance *float64   `json:"chance,omitempty"`
}

// brief rounds a chance, whose last digits differ from machine to machine.
func brief(chance float64) float64 { return math.Round(1e4*chance) / 1e4 }

// An advice is a [games.Advice] in JSON.
type advice struct {
	Best   judged       `json:"best"`
	Line   []games.Move `json:"line"`
	Others []judged     `json:"others"`
	Made   *judged      `json:"made,omitempty"`
	Cost   float64      `json:"cost"`
}

// advise returns what Parlour would tell a seat, and what it thinks of a move.
func (e *Engine) advise(rest string) (any, error) {
	text, typed := request(rest)
	opponent, s, err := e.thinker(text)
	if err != nil {
		return nil, err
	}
	made := games.Move("")
	if typed != "" {
		if made, err = games.Read(e.game, e.state, s, games.Straight(typed)); err == nil {
			_, err = e.state.Play(s, made)
		}
		if err != nil {
			return nil, err
		}
	}
	view, seed := e.state.View(s), e.seed("advise", s)
	judge := func(m games.Move, worth games.Text) judged {
		j := judged{Move: m, Worth: e.voice().Say(worth)}
		if teller, ok := opponent.(search.Teller); ok {
			raw, chance, ok := teller.Judge(view, s, m, games.Hard, seed)
			if ok {
				j.Raw = new(brief(raw))
			}
			if ok && worth.Key != "" {
				j.Chance = new(brief(chance))
			}
		}
		return j
	}
	a := opponent.Advise(view, s, made, games.Hard, seed)
	told := advice{Best: judge(a.Best, a.Worth), Line: list(a.Line), Others: []judged{}, Cost: brief(a.Cost)}
	for _, other := range a.Others {
		told.Others = append(told.Others, judge(other.Move, other.Worth))
	}
	if made != "" {
		told.Made = new(judge(made, a.Made))
	}
	return told, nil
}

// value returns what the position is worth to the seat to move.
func (e *Engine) value(string) (any, error) {
	v, ok := e.state.(games.Valuer)
	if !ok {
		return nil, fmt.Errorf("%s is not solved, so nobody knows what a position is worth", e.game.Info().Title)
	}
	return v.Value(), nil
}

// A valued is a [games.Valued] in JSON.
type valued struct {
	Move  games.Move `json:"move"`
	Value string     `json:"value"`
}

// values returns what each move of a seat comes to, from what the seat sees.
func (e *Engine) values(seat string) (any, error) {
	s, err := e.seat(seat)
	if err != nil {
		return nil, err
	}
	exact, ok := e.game.(games.Exact)
	switch {
	case !ok:
		return nil, fmt.Errorf("nobody works out how %s ends", e.game.Info().Title)
	case len(e.state.Step(s, nil).Options()) == 0:
		return nil, fmt.Errorf("seat %d has no move to make: seats lists who owes one", s)
	}
	all, ok := exact.Values(e.state.View(s), s)
	if !ok {
		return nil, errors.New("what the moves come to is not known here: docs/opponents.md says where it is")
	}
	answer := []valued{}
	for _, v := range all {
		answer = append(answer, valued{v.Move, v.Value.String()})
	}
	return answer, nil
}

// seat parses the number of a seat of the match.
func (e *Engine) seat(text string) (games.Seat, error) {
	n, err := strconv.Atoi(text)
	if err != nil || n < 0 || n >= e.setup.Seats {
		return 0, fmt.Errorf("there is no seat %q: give a number from 0 to %d", text, e.setup.Seats-1)
	}
	return games.Seat(n), nil
}

// viewer parses a seat or the word spectator.
func (e *Engine) viewer(text string) (games.Seat, error) {
	if text == "spectator" {
		return games.Spectator, nil
	}
	return e.seat(text)
}

// voice speaks the games' sentences in English and calls the seats by their numbers.
func (e *Engine) voice() locale.Voice {
	var names []string
	for i := range e.setup.Seats {
		names = append(names, fmt.Sprint("seat ", i))
	}
	return e.words.Voice("en", names, nil)
}

// sentence says an error in a sentence.
func (e *Engine) sentence(err error) string {
	var (
		bad     *games.BadPly
		refusal *games.Refusal
	)
	switch {
	case errors.As(err, &bad):
		return fmt.Sprintf("move %d, %q of seat %d, cannot have been made: %s", bad.Index+1, bad.Ply.Move, bad.Ply.Seat, e.sentence(bad.Err))
	case errors.As(err, &refusal):
		return e.voice().Say(refusal.Text)
	}
	return err.Error()
}
