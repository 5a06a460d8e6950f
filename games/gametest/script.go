package gametest

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"parlour/games"
)

// A Script holds a game to what it answers. A line of its text has a question and the answer, "parse F3 F4 => f3-f4".
// Where | stands between several things, each is asked for; if all answers are alike, one stands for them, else there
// is one for each. A number and a colon before a move or a value is the seat that is asked; without it that is the
// one that owes a move.
//
// These lines go to a position, which all later lines are about, and have no answer:
//
//	at size=4: b1-a1 c1-d1  the options, and the moves that were played
//	then *a1                more moves
//	> 0 bid 40, 1 lapse     more moves, each of a seat
//	set a1 b2/c3            a position that the game's test makes of a text
//
// These lines ask:
//
//	start size=9|size=0     does a game with these options start, or why not?
//	parse F3 F4|f3f4        which move is meant by what is typed, or why is it none?
//	play 1:b1-a1            may a seat make a move, or why not?
//	turn, in, result        which seats owe a move, which are in, how did the game end?
//	legal 1:, moves *       which moves may a seat make, how many begin so, and which are the first and the last of them?
//	perft 2                 how many sequences of two moves are there?
//	step f 3                what does the step after some values ask and offer? (as [Offers] writes it)
//	asks f 3                what does it ask, in words?
//	labels f 3, shorts, echoes  how do all its choices say themselves?
//	choice f 3 f4           how does the choice of the last value say itself: its label, its echo, its question?
//	longest                 how many lines has the longest menu?
//	shown Picked f 3        what does a field of the View have after some values?
//	outcomes d3             how many boards does the View show for the choices of a step? (each is compared)
//	why f3-f4, whyof 1:f3-f4  which reason is there for a move, and how do others read it?
//	tell f3-f4              what is said of a move that was made, and of one that is tried?
//	untold slyde.why. wins  which reasons under a prefix, but for some, did no line before give?
//	say slyde.why.loses By=@0 From=3 To=2  what does a key say?
//	json, view 1:sides.0 pool  what is the JSON of a position and of a View, or of their parts by keys and indices?
//	options                 which options has the game?
//
// These are the words of the board: text, line, last, also, owes, own, score, small, sides and captions. They are asked
// of a seat, "own 1:", or with a move in the making, "score f 3".
//
// A line that begins with # is a comment, and one that ends in \ goes on in the next one. With -update the test logs
// the script with the answers of today.
type Script struct {
	Game games.Game
	Say  func(t testing.TB, g games.Game, texts ...games.Text) string // in English; nil for [Say]
	// the game's own questions about a position
	Own map[string]func(t *testing.T, s games.State, args string) string
	Set func(t *testing.T, text string) games.State // makes a position of a line that begins with "set"
	// hears each reason that is given, after a log
	Heard func(t *testing.T, setup games.Setup, log []games.Ply, m games.Move, why games.Text)
}

// Run asks all questions of a text.
func (s Script) Run(t *testing.T, text string) {
	t.Helper()
	r := &reading{Script: s, t: t, told: Told{}, info: s.Game.Info()}
	r.at("")
	var all []string
	asks := false
	for _, line := range strings.Split(strings.ReplaceAll(text, "\\\n", ""), "\n") {
		line = strings.TrimLeft(line, "\t ")
		asked, want, answered := strings.Cut(line, " =>")
		question, args, _ := strings.Cut(asked, " ")
		if question == "" || question[0] == '#' || !answered && r.moves(question, args) {
			all = append(all, line)
			continue
		}
		asks = true
		got := cmp.Or(strings.ReplaceAll(r.ask(question, args), "\n", "/"), "nothing")
		if want = strings.TrimPrefix(want, " "); got != want {
			t.Errorf("%s %s: %s\nis answered by\n%s\nwant\n%s", r.place, r.line, asked, got, want)
		}
		all = append(all, asked+" => "+got)
	}
	if !asks {
		t.Error("the script asks nothing")
	}
	if *Update {
		t.Log(strings.Join(all, "\n"))
	}
}

// A reading is a script under way.
type reading struct {
	Script
	t           *testing.T
	info        games.Info
	told        Told
	place, line string // the options and the plies of the position
	state       games.State
}

// moves goes to another position, and reports whether a line does so.
func (r *reading) moves(question, args string) bool {
	switch question {
	case "at":
		r.at(args)
	case "then":
		r.line += " " + args
		for _, p := range strings.Fields(args) {
			r.state = Move(r.t, r.state, games.Move(p))
		}
	case ">":
		for ply := range strings.SplitSeq(args, ", ") {
			number, m, _ := strings.Cut(ply, " ")
			seat, err := strconv.Atoi(number)
			next, refused := r.state.Play(games.Seat(seat), games.Move(m))
			if err := errors.Join(err, refused); err != nil {
				r.t.Fatalf("%s %s: %s: %v", r.place, r.line, ply, err)
			}
			r.line, r.state = r.line+", "+ply, next
		}
	case "set":
		r.place, r.line, r.state = "set "+args, "", r.Set(r.t, args)
	default:
		return false
	}
	return true
}

// at goes to a position by its options and plies.
func (r *reading) at(text string) {
	r.t.Helper()
	r.place, r.line, _ = strings.Cut(text, ":")
	r.line = strings.TrimSpace(r.line)
	r.state = Play[games.State](r.t, r.Game, r.place, r.line)
}

// ask returns the answers to a question about some things: one if all are alike, else one for each.
func (r *reading) ask(question, args string) string {
	r.t.Helper()
	var all []string
	for _, arg := range strings.Split(args, "|") {
		all = append(all, r.answer(question, arg))
	}
	if len(slices.Compact(slices.Clone(all))) == 1 {
		return all[0]
	}
	return strings.Join(all, "|")
}

func (r *reading) answer(question, arg string) string {
	r.t.Helper()
	if own, ok := r.Own[question]; ok {
		return own(r.t, r.state, arg)
	}
	if said, ok := r.wording(question, arg); ok {
		return said
	}
	switch question {
	case "start":
		_, err := r.Game.Start(SetupOf(r.Game, arg))
		return refusedOr(err, "starts")
	case "parse":
		m, err := r.Game.Parse(games.Straight(arg))
		return refusedOr(err, string(m))
	case "text":
		return strings.ReplaceAll(r.state.View(games.Spectator).String(), "\n", "/")
	case "json":
		return r.parts(r.state, arg)
	case "view":
		seat, paths := SeatOf(arg, games.Spectator)
		return r.parts(r.state.View(seat), paths)
	case "turn":
		return fmt.Sprint(r.state.ToMove())
	case "in":
		return fmt.Sprint(r.state.In())
	case "result":
		if result, over := r.state.Result(); over {
			return fmt.Sprint(result.Places, result.Scores, " ", r.say(result.Outcome()))
		}
		return "goes on"
	case "perft":
		return r.perft(arg)
	case "options":
		var all []string
		for _, o := range r.info.Options {
			all = append(all, fmt.Sprintf("%s=%s of %s", o.Name, o.Default, strings.Join(o.Values, " ")))
		}
		return strings.Join(all, ", ")
	case "say":
		return r.sentence(strings.Fields(arg))
	case "longest":
		return strconv.Itoa(longest(r.state, nil))
	case "untold":
		words := strings.Fields(arg)
		missing, err := r.told.missing(r.Game, words[0], words[1:])
		if err != nil {
			r.t.Fatal(err)
		}
		return strings.Join(missing, " ")
	}
	return r.ofSeat(question, arg)
}

// sentence says a key with its values, "One=4 By= Player=@1": numbers, words and seats.
func (r *reading) sentence(words []string) string {
	r.t.Helper()
	var pairs []any
	for _, word := range words[1:] {
		name, text, _ := strings.Cut(word, "=")
		var value any = text
		if n, err := strconv.Atoi(strings.TrimPrefix(text, "@")); err == nil && text[0] == '@' {
			value = games.Seat(n)
		} else if err == nil {
			value = n
		}
		pairs = append(pairs, name, value)
	}
	return r.say(games.Say(words[0], pairs...))
}

// perft counts sequences of moves. Where there are few it counts them by Legal and Play too.
func (r *reading) perft(text string) string {
	r.t.Helper()
	depth, err := strconv.Atoi(text)
	counts, ok := r.state.(games.Perfter)
	if err != nil || !ok {
		r.t.Fatalf("nothing counts %q moves", text)
	}
	const few = 3000
	n := counts.Perft(depth)
	if n < few {
		if want := r.sequences(r.state, depth); n != want {
			r.t.Errorf("%s %s: Perft(%d) = %d, and there are %d sequences", r.place, r.line, depth, n, want)
		}
	}
	return strconv.Itoa(n)
}

// sequences counts sequences of moves one by one.
func (r *reading) sequences(s games.State, depth int) (sum int) {
	r.t.Helper()
	if depth == 0 || len(s.ToMove()) == 0 {
		return max(0, 1-depth)
	}
	for _, m := range s.Legal(s.ToMove()[0]) {
		sum += r.sequences(Move(r.t, s, m), depth-1)
	}
	return sum
}

// longest returns the most lines of a menu: of all that the first step leads to, and of those behind their first and
// last lines.
func longest(s games.State, picked []string) (most int) {
	options := s.Step(s.ToMove()[0], picked).Options()
	most = len(options)
	for i, c := range options {
		if c.Move == "" && (len(picked) == 0 || i == 0 || i == len(options)-1) {
			most = max(most, longest(s, append(slices.Clip(picked), c.Value)))
		}
	}
	return most
}

// refusedOr returns the key of a refusal, or what was not refused.
func refusedOr(err error, what string) string {
	if err != nil {
		return refusedBy(err)
	}
	return what
}

// parts writes the parts of a value as JSON that some paths, such as hands.0.1, lead to; without paths all of it.
func (r *reading) parts(what any, paths string) string {
	text, err := json.Marshal(what)
	if err != nil {
		r.t.Fatal(err)
	}
	var all []string
	for path := range strings.FieldsSeq(paths) {
		part := json.RawMessage(text)
		for key := range strings.SplitSeq(path, ".") {
			var object map[string]json.RawMessage
			var array []json.RawMessage
			if i, err := strconv.Atoi(key); err == nil && json.Unmarshal(part, &array) == nil && i < len(array) {
				part = array[i]
			} else if json.Unmarshal(part, &object) == nil && object[key] != nil {
				part = object[key]
			} else {
				r.t.Fatalf("%s %s: there is no %s in %s", r.place, r.line, path, text)
			}
		}
		all = append(all, string(part))
	}
	return cmp.Or(strings.Join(all, " "), string(text))
}

// say says texts of the game, with ~ where no line breaks.
func (r *reading) say(texts ...games.Text) string {
	r.t.Helper()
	say := r.Say
	if say == nil {
		say = Say
	}
	return strings.ReplaceAll(say(r.t, r.Game, texts...), "\u00a0", "~")
}

// wording answers with words of the board, on which the seat that owes a move may have picked something.
func (r *reading) wording(question, arg string) (said string, ok bool) {
	seat, picked := SeatOf(arg, games.Spectator)
	w := r.state.View(seat).Words()
	if picked != "" && len(r.state.ToMove()) > 0 {
		w = r.state.Shown(r.state.ToMove()[0], strings.Fields(picked)).Words()
	}
	texts, ok := map[string][]games.Text{"line": {w.Line}, "last": w.Last, "also": w.Also, "owes": {w.Owes}, "own": {w.Own},
		"score": {w.Score}, "warns": {w.Warns}, "signs": {w.Signs}, "sides": w.Sides, "captions": w.Captions}[question]
	if !ok {
		return "", false
	}
	if said = r.say(texts...); question == "line" {
		said = strings.TrimSpace(fmt.Sprint(w.Unit, map[bool]string{true: "…"}[w.Open], " ", said))
	}
	return said, true
}

// ofSeat answers a question about a seat: the one before a colon, else the one that owes a move.
func (r *reading) ofSeat(question, arg string) string {
	r.t.Helper()
	seat := games.Seat(0)
	if owe := r.state.ToMove(); len(owe) > 0 {
		seat = owe[0]
	}
	seat, arg = SeatOf(arg, seat)
	picked := strings.Fields(arg)
	switch question {
	case "play":
		_, err := r.state.Play(seat, games.Move(arg))
		if refusal := (*games.Refusal)(nil); errors.As(err, &refusal) {
			return r.say(refusal.Text)
		}
		return refusedOr(err, "plays")
	case "why":
		why := r.Game.(games.Reasoner).Why(r.state.View(seat), seat, games.Move(arg))
		if r.told.Add(why); r.Heard != nil && why.Key != "" {
			r.Heard(r.t, SetupOf(r.Game, r.place), games.Line(2, r.line), games.Move(arg), why)
		}
		return strings.TrimSpace(strings.TrimPrefix(why.Key, r.info.Name+".why.") + " " + r.say(why))
	case "whyof":
		why := r.Game.(games.Reasoner).Why(r.state.View(seat), seat, games.Move(arg))
		return r.say(why.With("By", seat))
	case "tell":
		told := r.Game.(games.Teller).Tell(r.state.View(seat), seat, games.Move(arg))
		return strings.Trim(r.say(told.When)+"; "+r.say(told.Did)+"; "+r.say(told.Try), "; ")
	case "legal":
		return fmt.Sprintf("%s", r.state.Legal(seat))
	case "labels", "shorts", "echoes":
		var all []string
		for _, c := range r.state.Step(seat, picked).Choices {
			all = append(all, r.say(map[string]games.Text{"labels": c.Label, "shorts": c.Short, "echoes": c.Echo}[question]))
		}
		return strings.Join(all, "; ")
	case "moves":
		return starting(r.state.Legal(seat), arg)
	case "step":
		return r.asks(r.state.Step(seat, picked))
	case "asks":
		return r.say(r.state.Step(seat, picked).Ask)
	case "choice":
		last := len(picked) - 1
		for _, c := range r.state.Step(seat, picked[:last]).Accepted() {
			if c.Value == picked[last] {
				return strings.TrimRight(strings.Join([]string{r.say(c.Label), r.say(c.Echo), r.say(c.Sure)}, "; "), "; ")
			}
		}
		return "is not there"
	case "outcomes":
		return r.outcomes(seat, picked)
	case "shown":
		v := reflect.ValueOf(r.state.Shown(seat, picked[1:])).FieldByName(picked[0])
		if v.Kind() == reflect.Pointer && !v.IsNil() {
			v = v.Elem()
		}
		return fmt.Sprint(v)
	}
	r.t.Fatalf("nobody can answer %q", question)
	return ""
}

// SeatOf cuts off a seat and a colon at the beginning of a text; without one it is the usual seat.
func SeatOf(text string, usual games.Seat) (games.Seat, string) {
	before, rest, ok := strings.Cut(text, ":")
	if n, err := strconv.Atoi(before); ok && err == nil {
		return games.Seat(n), rest
	}
	return usual, text
}

// outcomes compares what a View shows of the choices of a step with the position after each, and counts them.
func (r *reading) outcomes(seat games.Seat, picked []string) string {
	r.t.Helper()
	shown := reflect.ValueOf(r.state.Shown(seat, picked)).FieldByName("Outcomes")
	for i, c := range r.state.Step(seat, picked).Choices {
		if want := Move(r.t, r.state, c.Move).View(seat); i >= shown.Len() || !reflect.DeepEqual(shown.Index(i).Interface(), want) {
			r.t.Errorf("%s %s: outcome %d of %q is not the board after %s", r.place, r.line, i, picked, c.Move)
		}
	}
	return strconv.Itoa(shown.Len())
}

// starting counts the moves that begin like a text, with the first and the last of them.
func starting(moves []games.Move, text string) string {
	all := slices.DeleteFunc(slices.Clone(moves), func(m games.Move) bool { return !strings.HasPrefix(string(m), text) })
	if len(all) == 0 {
		return "0"
	}
	return fmt.Sprintf("%d: %s %s", len(all), all[0], all[len(all)-1])
}

// asks writes the question of a step and what it offers.
func (r *reading) asks(step games.Step) string {
	r.t.Helper()
	if len(step.Options()) == 0 {
		return "nothing"
	}
	lies := []string{"List", "Grid", "Row", "Turn"}[step.Lies]
	if step.Lies == games.Grid {
		lies = fmt.Sprintf("%d×%d", step.Wide, step.High)
	}
	if step.AskArea.Key != "" {
		lies += " " + step.AskArea.Key
	}
	if len(step.AreaNames) > 0 {
		lies += " " + r.say(step.AreaNames...)
	}
	if !step.Open {
		lies += " hidden"
	}
	return fmt.Sprintf("%s %s: %s", step.Ask.Key, lies, strings.Join(Offers(step), " "))
}

// SetupOf returns a setup for as few seats as can be by the newest rules, with options as "size=4,mirror=off", and the
// default of each other one. What is no option is one without a value, which [games.Info.Check] refuses.
func SetupOf(g games.Game, options string) games.Setup {
	var pairs []string
	for o := range strings.FieldsFuncSeq(options, func(r rune) bool { return r == ',' }) {
		name, value, _ := strings.Cut(o, "=")
		pairs = append(pairs, name, value)
	}
	return g.Info().Setup(pairs...)
}

// Play starts a game with the options of [SetupOf] and plays plies, which [games.Line] reads.
func Play[S games.State](t testing.TB, g games.Game, options, plies string) S {
	t.Helper()
	s, _, err := games.Replay(g, SetupOf(g, options), games.Line(2, plies))
	if err != nil {
		t.Fatal(err)
	}
	return s.(S)
}

// Move plays a move of the seat that owes one.
func Move[S games.State](t testing.TB, s S, m games.Move) S {
	t.Helper()
	next, err := s.Play(s.ToMove()[0], m)
	if err != nil {
		t.Fatalf("%q: %v", m, err)
	}
	return next.(S)
}

// Contract plays random games with [Check]. A case has options, a number of games, and perhaps another one for -long.
func Contract(t *testing.T, g games.Game, plies int, players map[string]games.Player, cases ...string) {
	for _, text := range cases {
		t.Run(text, func(t *testing.T) {
			t.Parallel()
			words := append(strings.Fields(text), "0")
			count, errCount := strconv.Atoi(words[1])
			long, errLong := strconv.Atoi(words[2])
			if err := errors.Join(errCount, errLong); err != nil {
				t.Fatal(err)
			}
			Check(t, g, Config{Setup: SetupOf(g, words[0]), Games: count, Long: long, MaxPlies: plies, Seed: 1, Players: players})
		})
	}
}

// Kept compares a game with what its folder testdata keeps, its records, of setups by name, and its playthroughs, and
// its catalogue with its code.
func Kept(t *testing.T, g games.Game, records map[string]string) {
	setups := map[string]games.Setup{}
	for name, options := range records {
		setups[name] = SetupOf(g, options)
	}
	Records(t, g, "testdata/records", setups)
	Playthroughs(t, g, "testdata/playthrough")
	Catalogue(t, g, ".")
}
