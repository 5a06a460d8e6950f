package localetest

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"testing"

	"parlour/commands/locale"
	"parlour/games"
)

// A Script holds a game to what a text tells of its positions. A line of it is one of these:
//
//	# a comment
//	at ABC ABC ABC               opens a position, as At reads it
//	> 0 1r, 1 lapse              plays plies
//	turn = 2                     asks something, and has the answer
//
// A question is a word, perhaps a seat, and perhaps more: see [asks]. Lines of an answer are parted by " / ".
// Without a seat it is a spectator that asks.
type Script struct {
	Game games.Game
	At   func(text string) (s games.State, seats int)
	Asks map[string]Ask // the questions of this game alone
}

// An Ask answers a question.
type Ask func(s games.State, seat games.Seat, more string) string

// names are those of the players.
var names = []string{"Ann", "Ben", "Cleo", "Dan", "Eve", "Fay"}

// Run goes through a text.
func (c Script) Run(t *testing.T, text string) {
	t.Helper()
	english, err := locale.New([]games.Game{c.Game})
	if err != nil {
		t.Fatal(err)
	}
	voice, all := english.Voice("en", names, nil), map[string]Ask{}
	maps.Copy(all, asks(c.Game, &voice))
	maps.Copy(all, c.Asks)
	var s games.State
	for i, line := range strings.Split(text, "\n") {
		line = strings.TrimSpace(line)
		if position, ok := strings.CutPrefix(line, "at "); ok {
			seats := 0
			s, seats = c.At(position)
			voice = english.Voice("en", names[:seats], nil)
		} else if plies, ok := strings.CutPrefix(line, "> "); ok {
			for ply := range strings.SplitSeq(plies, ", ") {
				seat, move := seatOf(ply)
				next, err := s.Play(seat, games.Move(move))
				if err != nil {
					t.Fatalf("line %d: %s is refused: %v", i+1, ply, err)
				}
				s = next
			}
		} else if line != "" && line[0] != '#' {
			question, want, _ := strings.Cut(line+" ", " = ")
			word, more, _ := strings.Cut(question, " ")
			ask := all[word]
			if ask == nil {
				t.Fatalf("line %d: nobody answers %q", i+1, line)
			}
			seat, more := seatOf(more)
			got := strings.ReplaceAll(ask(s, seat, more), "\n", " / ")
			if strings.TrimSpace(got) != strings.TrimSpace(want) {
				t.Errorf("line %d: %s = %s\nwant %s", i+1, question, got, want)
			}
		}
	}
}

// seatOf cuts off the seat at the beginning of a text.
func seatOf(text string) (games.Seat, string) {
	first, rest, _ := strings.Cut(text, " ")
	if n, err := strconv.Atoi(first); err == nil {
		return games.Seat(n), rest
	}
	return games.Spectator, text
}

// asks are the questions that every game answers.
func asks(g games.Game, voice *locale.Voice) map[string]Ask {
	say := func(texts ...games.Text) string { return strings.Join(voice.All(texts), "\n") }
	refusal := func(err error) string {
		var r *games.Refusal
		if !errors.As(err, &r) {
			return fmt.Sprint(err)
		}
		return say(r.Text)
	}
	words := func(of func(games.Words) []games.Text) Ask {
		return func(s games.State, seat games.Seat, _ string) string { return say(of(s.View(seat).Words())...) }
	}
	one := func(of func(games.Words) games.Text) Ask {
		return words(func(w games.Words) []games.Text { return []games.Text{of(w)} })
	}
	choices := func(of func(games.Choice) games.Text) Ask {
		return func(s games.State, seat games.Seat, picked string) string {
			var all []games.Text
			for _, c := range s.Step(seat, strings.Fields(picked)).Choices {
				all = append(all, of(c))
			}
			return say(all...)
		}
	}
	return map[string]Ask{
		"turn":  func(s games.State, _ games.Seat, _ string) string { return list(s.ToMove(), " ") },
		"in":    func(s games.State, _ games.Seat, _ string) string { return list(s.In(), " ") },
		"legal": func(s games.State, seat games.Seat, _ string) string { return list(s.Legal(seat), ", ") },
		"board": func(s games.State, seat games.Seat, _ string) string { return s.View(seat).String() },
		// the places and the scores, and why it is over
		"result": func(s games.State, _ games.Seat, _ string) string {
			r, over := s.Result()
			if !over {
				return "goes on"
			}
			return fmt.Sprintf("%s with %s: %s", list(r.Places, " "), list(r.Scores, " "), say(r.Reason))
		},
		// words of the View
		"last":     words(func(w games.Words) []games.Text { return w.Last }),
		"also":     words(func(w games.Words) []games.Text { return w.Also }),
		"sides":    words(func(w games.Words) []games.Text { return w.Sides }),
		"captions": words(func(w games.Words) []games.Text { return w.Captions }),
		"score":    one(func(w games.Words) games.Text { return w.Score }),
		"owes":     one(func(w games.Words) games.Text { return w.Owes }),
		"own":      one(func(w games.Words) games.Text { return w.Own }),
		"line": func(s games.State, seat games.Seat, _ string) string {
			w := s.View(seat).Words()
			return fmt.Sprintf("%d%s. %s", w.Unit, map[bool]string{true: "…"}[w.Open], say(w.Line))
		},
		// the step after values: how it lies, its question, and the choices, each with its place and its move; the
		// move that is done is the last
		"step": func(s games.State, seat games.Seat, picked string) string {
			step := s.Step(seat, strings.Fields(picked))
			if len(step.Choices) == 0 {
				return "none"
			}
			lies := []string{"list", fmt.Sprintf("grid of %d×%d", step.Wide, step.High), "row", "turn"}[step.Lies]
			if step.Open {
				lies = "open " + lies
			}
			all := []string{lies, say(step.Ask)}
			for _, c := range step.Choices {
				text := c.Value
				if step.Lies == games.Grid {
					text += fmt.Sprintf("@%d,%d", c.X, c.Y)
				}
				all = append(all, strings.TrimSuffix(text+":"+string(c.Move), ":"))
			}
			return strings.TrimSuffix(strings.Join(all, "; ")+"; "+string(step.Done), "; ")
		},
		"labels": choices(func(c games.Choice) games.Text { return c.Label }),
		"shorts": choices(func(c games.Choice) games.Text { return c.Short }),
		"echoes": choices(func(c games.Choice) games.Text { return c.Echo }),
		// the move that a text means, or why it means none
		"parse": func(_ games.State, _ games.Seat, text string) string {
			m, err := g.Parse(quoted(text))
			if err != nil {
				return refusal(err)
			}
			return string(m)
		},
		"no": func(s games.State, seat games.Seat, move string) string {
			if next, err := s.Play(seat, games.Move(quoted(move))); next == nil {
				return refusal(err)
			}
			return "it is played"
		},
		"why": func(s games.State, seat games.Seat, move string) string { // for the seat to move where none is named
			if seat == games.Spectator {
				seat = s.ToMove()[0]
			}
			return say(g.(games.Reasoner).Why(s.View(seat), seat, games.Move(move)))
		},
		"whyof": func(s games.State, seat games.Seat, move string) string { // as others read it
			why := g.(games.Reasoner).Why(s.View(seat), seat, games.Move(move))
			why.Args["By"] = seat
			return say(why)
		},
		"tell": func(s games.State, seat games.Seat, move string) string {
			told := g.(games.Teller).Tell(s.View(seat), seat, games.Move(move))
			return say(slices.DeleteFunc([]games.Text{told.When, told.Did, told.Try}, func(t games.Text) bool { return t.Key == "" })...)
		},
		// a sentence with its values, as in "say reason.draw Player:1"; seats are those of By and Player
		"say": func(_ games.State, _ games.Seat, text string) string {
			key, values, _ := strings.Cut(text, " ")
			said := games.Say(g.Info().Name + "." + key)
			said.Args = map[string]any{"By": ""}
			for value := range strings.FieldsSeq(values) {
				name, is, _ := strings.Cut(value, ":")
				n, err := strconv.Atoi(is)
				switch {
				case name == "By" || name == "Player":
					said.Args[name] = games.Seat(n)
				case err == nil:
					said.Args[name] = n
				default:
					said.Args[name] = is
				}
			}
			return say(said)
		},
		// parts of the JSON of a position and of a View, by keys and indices: all of it where none are given
		"state": func(s games.State, _ games.Seat, paths string) string { return parts(s, paths) },
		"view":  func(s games.State, seat games.Seat, paths string) string { return parts(s.View(seat), paths) },
	}
}

// list writes values, parted by a text.
func list[T any](all []T, by string) string {
	var texts []string
	for _, v := range all {
		texts = append(texts, fmt.Sprint(v))
	}
	return strings.Join(texts, by)
}

// quoted returns what stands in quotes, or else the text.
func quoted(text string) string {
	if plain, err := strconv.Unquote(text); err == nil {
		return plain
	}
	return text
}

// parts writes the parts of a value as JSON that some paths, such as hands.0.1, lead to.
func parts(v any, paths string) string {
	text, err := json.Marshal(v)
	if err != nil {
		return err.Error()
	}
	var all []string
	for path := range strings.FieldsSeq(paths) {
		part := json.RawMessage(text)
		for key := range strings.SplitSeq(path, ".") {
			var object map[string]json.RawMessage
			var array []json.RawMessage
			if i, err := strconv.Atoi(key); err == nil && json.Unmarshal(part, &array) == nil && i < len(array) {
				part = array[i]
			} else if json.Unmarshal(part, &object) == nil {
				part = object[key]
			}
		}
		all = append(all, string(part))
	}
	if all == nil {
		return string(text)
	}
	return strings.Join(all, " ")
}
