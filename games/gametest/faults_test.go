package gametest

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing/fstest"
	"time"

	"parlour/games"
)

// faults break a promise each. They are planted in the toy, and must be found.
var faults = map[string]fault{
	// In who owes a move and which moves there are.
	"ToMove descends":                 plant("want some of the 2 seats, ascending", func(o *owing) { slices.Reverse(o.seats) }),
	"ToMove names a seat twice":       plant("ToMove() = [0 0], want some of the 2 seats", func(o *owing) { o.seats = slices.Repeat(o.seats[:min(1, len(o.seats))], 2) }),
	"ToMove names a stranger":         plant("ToMove() = [0 1 2], want some of the 2 seats", func(o *owing) { o.seats = append(o.seats, 2) }),
	"ToMove names the spectator":      plant("ToMove() = [-1 0 1], want some of the 2 seats", func(o *owing) { o.seats = append([]games.Seat{games.Spectator}, o.seats...) }),
	"over, and a move is owed":        plant("but Result() says over = true", func(r *finished) { r.over = r.over || r.state.round > 0 }),
	"a seat owes a move and has none": plant("seat 1 owes a move and has none", listing(1, func(l *listed) { l.moves = nil })),
	"Legal is not sorted":             plant("Legal(1) is not sorted", listing(1, func(l *listed) { slices.Reverse(l.moves) })),
	"Legal lists a move twice":        plant("Legal(1) is not sorted bytewise and unique", listing(1, func(l *listed) { l.moves = slices.Sorted(slices.Values(slices.Repeat(l.moves, 2))) })),
	"Legal lists a system move": plant(`lists "leave", which is a system move`, func(l *listed) {
		if l.seat == 1 && len(l.moves) > 0 {
			l.moves = append(l.moves, games.Leave)
		}
	}),
	"Legal lists moves after the end": plant("but the game is over", listing(1, func(l *listed) { l.moves = numbers })),
	"Legal lists what Play refuses": plant(`Play(1, "4"), which is legal: toy.refuse`, func(l *listed) {
		if l.seat == 1 && l.state.round == 2 && len(l.moves) > 0 {
			l.moves = []games.Move{"4"}
		}
	},
		parsing("4", "4", nil)),
	"Legal changes within a turn": plant("has other legal moves", func(l *listed) {
		if len(l.moves) > 0 && l.state.sealed[1-l.seat] > 0 {
			l.moves = l.moves[:2]
		}
	}),
	"nobody has moves": plant("seat 99, which does not exist, has moves", listing(99, func(l *listed) { l.moves = numbers })),
	"nobody has choices": plant("seat -1, which does not exist, has moves", func(o *offered) {
		if o.seat == games.Spectator {
			o.step.Choices = []games.Choice{{Value: "1", Label: games.Say("toy.owes"), Move: "1"}}
		}
	}),

	// In what is accepted.
	"Parse changes what is right": plant(`Parse("2") = "2 "`, parsing("2", "2 ", nil)),
	"Parse refuses what is right": plant(`Parse("2") = "2", toy.refuse, want it as it is`, parsing("2", "2", games.Refuse("toy.refuse"))),
	"a move has a quote": plant(`"2’", typed as`, listing(1, func(l *listed) { l.moves = append(l.moves[:2:2], "2’", "3") }),
		parsing("2’", "2’", nil)),
	"Parse reads a system move": plant(`Parse("leave") = "leave"`, parsing("leave", "leave", nil)),
	"Parse refuses without words": plant("want a Refusal", func(p *parsed) {
		if p.err != nil {
			p.err = errors.New("no")
		}
	}),
	"Read changes what is right":          plant(`Read("2"): Parse("2") = "2 "`, bidding("2", "2 ", nil)),
	"Read reads a system move":            plant(`Read("leave") = "leave"`, bidding("leave", "leave", nil)),
	"Read refuses without words":          plant(`Read("x") = "": want a Refusal`, bidding("x", "", errors.New("no"))),
	"any text is played":                  plant(`Play(0, "x"), which is not a move`, playing(anySeat, "x", sealOne)),
	"any text is refused with a position": plant(`Play(0, "x"), which is not a move`, playing(anySeat, "x", both)),
	"another spelling is played":          plant(`"1x"), which is not in Legal: Parse("1x") = "", toy.refuse, want it`, playing(anySeat, "1x", sealOne)),
	"Play refuses without words":          plant("want a Refusal", wordless),
	"Play gives nothing":                  plant("no position and no error", playing(anySeat, "2x", nothing)),
	"Play gives a position and an error":  plant("a position and an error", playing(anySeat, "2x", both)),
	"a game does not end": plant("no end after 50 plies", func(p *played) {
		if s, ok := p.next.(toyState); ok && !p.move.System() {
			s.round, s.over = 0, false
			p.next = s
		}
	}),

	// In what system moves do, and for which seats.
	"In descends":                              plant("In() = [1 0], want some of the 2 seats, ascending", func(o *inside) { slices.Reverse(o.seats) }),
	"In names a stranger":                      plant("In() = [0 1 2], want some of the 2 seats", func(o *inside) { o.seats = append(o.seats, 2) }),
	"a seat that is in may not leave":          plant(`Play(1, "leave"): it gave toy.refuse, with [0 1] owing a move, [0 1] in, over: false`, playing(1, games.Leave, refuse)),
	"a seat that may leave is not in":          plant(`Play(1, "leave"): it gave <nil>, with [0 1] owing a move, [0] in, over: false`, func(o *inside) { o.seats = o.seats[:1] }),
	"a seat that has left may leave":           plant(`Play(1, "leave"): it gave <nil>, with [0] owing a move, [0] in, over: false`, playing(1, games.Leave, accept, func(s toyState) bool { return s.out[1] && !s.over })),
	"a seat that has left may agree to a draw": plant(`Play(1, "draw"): it gave <nil>, with [0] owing a move, [0] in, over: false`, playing(1, games.Draw, func(p *played) { p.state.over, p.state.unit = true, p.state.round+1; accept(p) }, goesOn)),
	"a seat that owes a move may not lapse":    plant(`Play(1, "lapse"): it gave toy.refuse, with [0 1] owing`, playing(1, games.Lapse, refuse)),
	"a seat that owes no move may lapse":       plant(`Play(0, "lapse"): it gave <nil>, with [1] owing`, playing(0, games.Lapse, accept, goesOn)),
	"a seat that never left may return":        plant(`Play(0, "return"): it gave <nil>`, func(p *played) { playing(p.seat, games.Return, accept, p.sits)(p) }),
	"a seat may leave after the end": plant("it gave <nil>, with [] owing a move, [0 1] in, over: true", func(p *played) {
		playing(p.seat, games.Leave, accept, func(s toyState) bool { return p.sits(s) && s.over })(p)
	}),
	"no seat owes a move once one has left": plant(`Play(0, "leave"): ToMove() = [], but Result() says over = false`, func(o *owing) {
		if o.state.out != [2]bool{} {
			o.seats = nil
		}
	}),
	"a lapse breaks what comes after": plant("Legal(1) is not sorted", func(l *listed) {
		if l.state.lapsed && l.seat == 1 {
			slices.Reverse(l.moves)
		}
	}),
	"a seat whose time runs out does not lose":          plant("a seat whose time runs out is to lose", func(i *games.Info) { i.Forfeit = true }),
	"a system move is refused without words":            plant(`Play(0, "return"): want a Refusal`, playing(0, games.Return, wordless)),
	"a lapse is refused as something else":              plant(`Play(0, "lapse"): it gave toy.refuse, want refuse.lapse`, playing(0, games.Lapse, refuse, func(s toyState) bool { return s.sealed[0] > 0 && !s.over })),
	"a move after the end is refused as something else": plant(`it gave toy.refuse, want refuse.over`, playing(1, games.Draw, refuse, func(s toyState) bool { return s.over })),
	"nobody is refused as something else":               plant(`Play(99, "leave"), a seat which does not exist, gave toy.refuse, want refuse.seat`, playing(99, games.Leave, refuse, goesOn)),
	"a position takes itself back":                      plant(`Play(0, "back 1"), which no position can carry out, gave`, playing(0, games.Back(1), accept)),
	"a system move gives nothing":                       plant(`Play(0, "return"): no position and no error`, playing(0, games.Return, nothing)),
	"nobody may leave":                                  plant(`Play(99, "leave"), a seat which does not exist, gave`, playing(99, games.Leave, accept)),
	"nobody may move":                                   plant(`Play(2, "1"), a seat which does not exist, gave`, playing(2, "1", accept)),
	"nobody is refused without words":                   plant(`Play(-7, "draw"), a seat which does not exist, gave <nil>, no (want a Refusal`, playing(-7, games.Draw, wordless)),

	// In what may be seen.
	"it says that it hides nothing":  plant("nothing is hidden in this game, but seat ", func(i *games.Info) { i.Hidden = false }),
	"the board as text is long":      plant("of seat -1 has 7", note(games.Spectator, strings.Repeat("x", 700))),
	"a seat's board as text is long": plant("of seat 1 has 7", note(1, strings.Repeat("x", 700))),
	"a seat's view is no JSON":       plant("the view of seat 1 cannot be written as JSON", note(1, math.Inf(1))),
	"nobody sees something":          plant("View(99) is not what a spectator sees", note(99, "more")),
	"the spectator sees what is sealed": plant("seat -1 can tell whether", func(v *seen) {
		if v.seat != 0 && v.seat != 1 {
			v.Sealed = v.state.sealed
		}
	}),
	"a seat sees what is sealed": plant("seat 1 can tell whether seat 0 sealed", func(v *seen) {
		if v.seat == 1 {
			v.Sealed = v.state.sealed
		}
	}),
	"a seat's moves tell what is sealed": plant("seat 1 ", func(l *listed) {
		if l.seat == 1 && l.state.sealed[0] == 3 && len(l.moves) > 0 {
			l.moves = l.moves[:2]
		}
	}),
	"a seat's choices tell what is sealed": plant("seat 1 ", func(o *offered) {
		if o.seat == 1 && o.state.sealed[0] == 3 && len(o.step.Choices) > 0 {
			o.step.Choices[0].Label = games.Say("toy.owes")
		}
	}),
	// one seat plays alone, for long
	"nothing is ever hidden": plant("no sample was another position", func(s *started) { s.out[1] = true },
		func(p *played) {
			if s, ok := p.next.(toyState); ok && !p.move.System() && s.sums[0] < 30 {
				s.round, s.over = 0, false
				p.next = s
			}
		}),
	"a sample is wrong for the spectator": plant("seat -1 sees in a sample", func(s *drawn) {
		if s.view.Sealed == [2]int{0, -1} {
			s.sealed = [2]int{1, 0}
		}
	}),
	"a sample is wrong for a seat": plant("seat 1 sees in a sample", func(s *drawn) {
		if s.view.Sealed[1] > 0 {
			s.sealed[1] = 1
		}
	}),

	// In the menus.
	"all positions seem to offer the same":   plant("Offers(0) says true of whether", func(s *same) { s.says = 0 }),
	"positions seem to offer something else": plant("Offers(0) says false of whether", func(s *same) { s.says = fmt.Sprint(s.state.sealed) }),
	"a move is in no menu": plant(`no menu of seat 1 reaches "2"`, func(o *offered) {
		if o.seat == 1 {
			o.step.Choices = slices.DeleteFunc(o.step.Choices, func(c games.Choice) bool { return c.Move == "2" })
		}
	}),
	"a forged step leads on": plant(`Step(0, ["?"]) offers something`, func(o *offered) {
		if o.seat == 0 && slices.Equal(o.picked, []string{"?"}) {
			o.step = o.state.Step(0, nil)
		}
	}),
	"a forged second step leads on": plant(`Step(0, ["more" "?"]) offers something`, func(o *offered) {
		switch {
		case len(o.step.Choices) > 0:
			o.step.Choices = append(o.step.Choices, another("more", ""))
		case o.seat == 0 && len(o.picked) > 0 && o.picked[0] == "more" && o.picked[len(o.picked)-1] != "1":
			o.step = games.Step{Ask: games.Say("toy.ask"), Choices: []games.Choice{another("1", "1")}}
		}
	}),
	"who left makes another's move": plant(`Step(1, ["1"]) offers something`, func(o *offered) {
		if o.seat == 1 && o.state.out[1] && !o.state.over && slices.Equal(o.picked, []string{"1"}) {
			o.step = games.Step{Ask: games.Say("toy.ask"), Choices: ones(1)}
		}
	}),
	"who left is shown another's move": plant(`Shown(1, ["1"]) is not the plain View`, func(l *looked) {
		if !l.tried && l.seat == 1 && l.state.out[1] && !l.state.over && slices.Equal(l.picked, []string{"1"}) {
			l.view.Tried = "1"
		}
	}),
	"steps are long": plant("have 62 characters, want at most 60", func(o *offered) {
		long := another(strings.Repeat("1", 20), "")
		if len(o.step.Choices) > 0 || len(o.picked) > 0 && o.picked[0] == long.Value {
			o.step.Ask, o.step.Choices = games.Say("toy.ask"), append(o.step.Choices, long)
		}
	}),
	"a choice leads nowhere":        plant(`the steps ["nowhere"] lead nowhere`, offer("nowhere", "")),
	"a choice is refused":           plant(`Play refuses "4"`, offer("4", "4")),
	"a value has a blank":           plant("a bad or double choice", offer("1 ", "1")),
	"a value is empty":              plant("a bad or double choice", offer("", "1")),
	"a value has 21 characters":     plant("a bad or double choice", offer(strings.Repeat("1", 21), "1")),
	"two choices have equal values": plant("a bad or double choice", offer("2", "1")),

	// In what steps ask and how their choices lie.
	"a step asks nothing":               plant(`the question: toy has no sentence for the key ""`, stepping(func(s *games.Step) { s.Ask = games.Text{} })),
	"a question has no sentence":        plant(`the question: toy has no sentence for the key "toy.missing"`, stepping(func(s *games.Step) { s.Ask = missing })),
	"a button says nothing":             plant(`the button of "2": toy has no sentence for the key ""`, second(func(c *games.Choice) { c.Short = games.Text{} })),
	"a button has no sentence":          plant(`the button of "2": toy has no sentence for the key "toy.missing"`, second(func(c *games.Choice) { c.Short = missing })),
	"a button is long":                  plant(`says "1234567890é23", 13 characters, want at most 12`, short("1234567890é23")),
	"a button is long by its text":      plant(`says "1000000 rounds", 14 characters`, short(games.Say("toy.round", "Count", 1000000))),
	"a button has a name":               plant(`the value Number of toy.number is a name`, short(games.Seat(0))),
	"a button has a shared sentence":    plant(`refuse.over is not a sentence of toy`, second(func(c *games.Choice) { c.Short = games.Say("refuse.over") })),
	"a small button has no sentence":    plant(`the button of "2": toy has no sentence for the key "toy.missing"`, second(func(c *games.Choice) { c.Tiny = missing })),
	"a small button is long":            plant(`the button of "2": it says "1234567", 7 characters, want at most 6`, second(func(c *games.Choice) { c.Tiny = games.Say("toy.number", "Number", "1234567") })),
	"two buttons say the same":          plant(`the buttons of "1" and "2" both say "1"`, short("1")),
	"a choice lies in an unknown way":   plant("in a way that is not known", stepping(func(s *games.Step) { s.Lies = games.Turn + 1 })),
	"a row is long":                     plant("there are 21 choices", stepping(func(s *games.Step) { s.Choices = ones(21) })),
	"a turn has four sides":             plant("there are 4 choices", stepping(func(s *games.Step) { s.Lies, s.Choices = games.Turn, ones(4) })),
	"a turn has one side":               plant("there are 1 choices", stepping(func(s *games.Step) { s.Lies, s.Choices = games.Turn, ones(1) })),
	"a grid has no places":              plant("on 0×0 places", stepping(func(s *games.Step) { s.Lies = games.Grid })),
	"a row has places":                  plant("in way 2 on 3×1 places", stepping(func(s *games.Step) { s.Wide, s.High = 3, 1 })),
	"a list has less than none":         plant("in way 0 on -1×0 places", stepping(func(s *games.Step) { s.Lies, s.Wide = games.List, -1 })),
	"a choice lies right of the grid":   plant(`"3" lies at 2, 0, outside 2×2 places`, grid(2, 2, 0, 0, 1, 0, 2, 0)),
	"a choice lies below the grid":      plant(`"2" lies at 0, 2, outside 2×2 places`, grid(2, 2, 0, 0, 0, 2, 1, 0)),
	"two choices lie at one place":      plant(`"1" and "3" both lie at 1, 1`, grid(2, 2, 1, 1, 0, 1, 1, 1)),
	"a choice lies left of the grid":    plant(`"2" lies at -2, 0`, grid(2, 2, 0, 0, -2, 0, 1, 1)),
	"a choice lies above the grid":      plant(`"2" lies at -1, -1`, grid(2, 2, 0, 0, -1, -1, 1, 1)),
	"areas are asked about in no words": plant(`the question about the areas: toy has no sentence for the key "toy.missing"`, stepping(func(s *games.Step) { s.AskArea = missing })),
	"an area has no label":              plant("2 areas have 1 labels", labels(games.Say("toy.ask"))),
	"an area is called what is missing": plant(`the button of area 2: toy has no sentence for the key "toy.missing"`, labels(games.Say("toy.over"), missing)),
	"the label of an area is long":      plant(`the button of area 1: it says "Which number?", 13 characters, want at most 12`, labels(games.Say("toy.ask"), games.Say("toy.over"))),
	"what is done already is no move":   plant(`Play refuses "4"`, stepping(func(s *games.Step) { s.Done = "4" })),
	"a choice has the value of enough":  plant("a bad or double choice", stepping(func(s *games.Step) { s.Done = "1"; s.Choices[0].Value = games.Enough })),
	"a move is lost among the steps":    plant(`StepsTo finds the steps [] to "3"`, losing),
	"a move leads on": plant(`the steps ["2"] make a move, and lead on`, func(o *offered) {
		if o.seat == 0 && slices.Equal(o.picked, []string{"2"}) {
			o.step = games.Step{Ask: games.Say("toy.ask"), Choices: ones(2)}
		}
	}),

	// In what is shown of a move in the making.
	"no move is in the making":           plant("Shown(0, []): it has no Making", showing(0, func(l *looked) { l.view.Making = nil })),
	"the Making has other picks":         plant("its Making is {Picked:[1]", showing(0, func(l *looked) { l.view.Making.Picked = []string{"1"} })),
	"the Making has another step":        plant("its Making is {Picked:[]", showing(0, func(l *looked) { l.view.Making.Step.Wide = 7 })),
	"another board is shown":             plant("nothing is picked, and the JSON is", showing(0, func(l *looked) { l.view.Round++ })),
	"the spectator is shown a Making":    plant("seat -1, which does not exist, is shown more", showing(0, func(l *looked) { l.view.Making = &games.Making{} }, games.Spectator)),
	"nobody is shown a Making":           plant("seat 99, which does not exist, is shown more", showing(0, func(l *looked) { l.view.Making = &games.Making{} }, 99)),
	"a forged step is shown":             plant(`Shown(0, ["?"]) is not the plain View`, showing(1, func(l *looked) { l.view.Mark = l.picked[0] })),
	"more than a move is shown":          plant(`"?"]) is not the plain View`, showing(2, func(l *looked) { l.view.Tried = "1" })),
	"a move is not tried":                plant("and not the View after", showing(1, func(l *looked) { l.view.Tried = "" })),
	"another move is tried":              plant("and not the View after", showing(1, func(l *looked) { l.view.Tried += l.view.Tried[:min(1, len(l.view.Tried))] })),
	"what is shown tells what is sealed": plant("seat 1 ", telling(0, false)),
	"what is tried tells what is sealed": plant("seat 1 ", telling(1, true)),
	"what is shown is the position's own": plant("or a View of it was written to", func(s *started) { *s.count = 7 }, func(s *drawn) { *s.count = 7 },
		showing(0, func(l *looked) { l.view.Mark = l.state.count })),
	"a View is the position's own": plant("or a View of it was written to", func(s *started) { *s.count = 7 }, func(s *drawn) { *s.count = 7 },
		func(v *seen) { v.Mark = v.state.count }),

	// In what is said.
	"it has no catalogue":              plant("toy has no sentences", func(i *games.Info) { i.Locale = nil }),
	"a sentence is missing":            plant(`toy has no sentence for the key "toy.missing"`, func(w *said) { w.Last[0] = missing }),
	"an empty sentence is said":        plant(`no sentence for the key ""`, func(w *said) { w.Last[0] = games.Text{} }),
	"a sentence is of another room":    plant(`no sentence for the key "table.left"`, func(w *said) { w.Last[0] = games.Say("table.left") }),
	"a sentence only looks shared":     plant(`no sentence for the key "refuse.toy"`, func(w *said) { w.Last[0] = games.Say("refuse.toy") }),
	"a shared sentence lacks a value":  plant("the sentence of refuse.turn needs a value Player", func(w *said) { w.Last[0] = games.Say("refuse.turn") }),
	"a score lacks a value":            plant("the sentence of toy.number needs a value Number", func(w *said) { w.Score = games.Say("toy.number", "Count", 1) }),
	"a value that may be empty lacks":  plant("the sentence of toy.last needs a value What", func(w *said) { w.Score = games.Say("toy.last", "Players", "all") }),
	"what is owed is not counted":      plant("the sentence of toy.round has a plural and needs an int Count", func(w *said) { w.Owes = games.Say("toy.round", "Count", "2") }),
	"a side has no sentence":           plant(`"toy.missing"`, func(w *said) { w.Sides[1] = missing }),
	"a sentence within one is missing": plant(`the value Number of toy.number: toy has no sentence for the key "toy.missing"`, func(w *said) { w.Score = games.Say("toy.number", "Number", missing) }),
	"a value cannot be said":           plant("the value Number of toy.number: 2 is a float64, which cannot be said", func(w *said) { w.Score = games.Say("toy.number", "Number", 2.0) }),
	"a seat's words have no sentence": plant(`the words for seat 1: toy has no sentence for the key "toy.missing"`, note(1, "x"),
		func(w *said) {
			if w.view.Note != nil {
				w.Score = missing
			}
		}),
	"a sign has no sentence":               plant(`"toy.missing"`, func(w *said) { w.Signs = missing }),
	"a bid has no sentence":                plant(`"toy.missing"`, func(w *said) { w.Own = missing }),
	"a choice echoes what has no sentence": plant(`what "2" echoes: toy has no sentence for the key "toy.missing"`, second(func(c *games.Choice) { c.Echo = missing })),
	"a choice is asked about in no words":  plant(`what "2" asks at last: toy has no sentence for the key "toy.missing"`, second(func(c *games.Choice) { c.Sure = missing })),
	"a choice has no label":                plant(`the label of "2": toy has no sentence for the key ""`, second(func(c *games.Choice) { c.Label = games.Text{} })),
	"a label has no sentence":              plant(`the label of "2": toy has no sentence for the key "toy.missing"`, second(func(c *games.Choice) { c.Label = missing })),
	"a refusal has no sentence":            plant(`Play(0, "x"), which is not a move, gave <nil>: toy has no sentence for the key "toy.missing"`, playing(anySeat, "x", unsaid)),
	"a refusal of a system move has none":  plant(`Play(0, "return"): toy has no sentence for the key "toy.missing"`, playing(0, games.Return, unsaid)),
	"Parse refuses without a sentence":     plant(`Parse("x") = "": toy has no sentence for the key "toy.missing"`, parsing("x", "", games.Refuse("toy.missing"))),
	"a reason has no sentence":             plant(`the reason of the result: toy has no sentence for the key "toy.missing"`, func(r *finished) { r.Reason = missing }),
	"a result has no reason":               plant(`the reason of the result: toy has no sentence for the key ""`, func(r *finished) { r.Reason = games.Text{} }),
	"the reason of a draw has no sentence": plant(`Play(0, "draw"): the reason of the result: toy has no sentence`, func(r *finished) {
		if r.state.round == 0 {
			r.Reason = missing
		}
	}),
	"a lapse is told without a sentence": plant(`Play(0, "lapse"): toy has no sentence for the key "toy.missing"`, func(w *said) {
		if w.view.Lapsed {
			w.Last[0] = missing
		}
	}),

	// In the lines of the record.
	"a unit comes before the first ply":   plant("before the first ply the unit is 1", func(w *said) { w.Unit++ }),
	"a line comes before the first ply":   plant("the line {toy.over map[]}, want none", func(w *said) { w.Line = games.Say("toy.over") }),
	"a unit is open before the first ply": plant("before the first ply the unit is 0, open true", func(w *said) { w.Open = true }),
	"the first ply is in no unit":         plant("0 units were told of, and unit 0 comes", func(w *said) { w.Line, w.Unit = games.Text{}, 0 }),
	"a unit is left out":                  plant("0 units were told of, and unit 2 comes", func(w *said) { w.Unit *= 2 }),
	"a unit comes again": plant("1 units were told of, and unit 1 comes", func(w *said) {
		if w.view.Round == 2 {
			w.Unit = 1
		}
	}),
	"a unit is told of twice":      plant("1 units were told of, and unit 1 comes", func(w *said) { w.Open = false }),
	"a unit is never told of":      plant("units were told of, and unit 2 comes", func(w *said) { w.Open = w.Unit > 0 }),
	"a unit stays open at the end": plant("more is to come of unit", func(w *said) { w.Open = w.Open || w.view.Over }),
	"an open unit ends a part":     plant("though it ends a part of the game", func(w *said) { w.Ends = w.Open }),
	"a part ends for one seat": plant("all others see", note(1, "x"),
		func(w *said) { w.Ends = w.view.Note != nil && w.Unit > 0 && !w.Open }),
	"units are told of before the first": plant("comes with the lines of 1 before it", func(w *said) {
		if w.Unit > 0 {
			w.Also = []games.Text{w.Line}
		}
	}),
	"a line has no words":       plant(`no sentence for the key ""`, lining(games.Text{})),
	"a line has no sentence":    plant(`the line of unit 1 cannot be said: toy has no sentence for the key "toy.missing"`, lining(missing)),
	"a line says nothing":       plant(`the line of unit 1 is " ", want one line of words`, lining(games.Say("toy.number", "Number", " "))),
	"a line is two lines":       plant(`is "a\nb", want one line of words`, lining(games.Say("toy.number", "Number", "a\nb"))),
	"a line is long":            plant("the line of unit 1 has more than 500 characters", lining(games.Say("toy.number", "Number", strings.Repeat("x", 501)))),
	"a line is long with names": plant("the line of unit 1 has more than 500 characters", lining(games.Say("toy.line", "Players", make([]games.Seat, 15), "What", games.Text{}))),
	"a line tells one seat more": plant("seat 1 sees unit 1 and the line {toy.over map[]}, all others", note(1, "x"),
		func(w *said) {
			if w.view.Note != nil && w.Unit > 0 {
				w.Line = games.Say("toy.over")
			}
		}),
	"a line tells what is sealed": plant("can tell whether", func(v *seen) {
		if v.state.sealed != [2]int{} {
			v.Mark = v.state.sealed[0] + v.state.sealed[1]
		}
	},
		func(w *said) {
			if sealed, ok := w.view.Mark.(int); ok && w.Unit > 0 {
				w.Line = games.Say("toy.number", "Number", sealed)
			}
		}),

	// In the reasons for moves.
	"a reason for a move has no sentence":       plant(`the reason for "2" of seat `, reasoning("2", missing)),
	"a reason says nothing":                     plant(`it is "", want a line`, reasoning("2", games.Say("toy.number", "Number", ""))),
	"a reason is two lines":                     plant(`it is "a\nb", want a line`, reasoning("2", games.Say("toy.number", "Number", "a\nb"))),
	"a reason is long":                          plant("want a line of at most 100 characters", reasoning("2", games.Say("toy.number", "Number", strings.Repeat("x", 101)))),
	"a reason is given for what is no move":     plant(`the reason for "x" of seat 0, which is not a move, is {toy.owes map[]}`, reasoning("x", games.Say("toy.owes"))),
	"a reason is given for a lapse":             plant(`the reason for "lapse" of seat 0, which is not a move`, reasoning(games.Lapse, games.Say("toy.owes"))),
	"a reason is given to a seat that has left": plant(`the reason for "1" of seat 0, which is not a move, is {toy.owes map[]}`, reasoning("1", games.Say("toy.owes"))),

	// In what is told of moves.
	"a move is not told":               plant(`there are no words for "2" of seat `, inWords("2", games.Telling{})),
	"a move is told in no words":       plant(`the words for "2" of seat `, inWords("2", games.Telling{Did: missing})),
	"when it was made has no sentence": plant(`the words for "2" of seat `, inWords("2", games.Telling{Did: games.Say("toy.over"), When: missing})),
	"what to try has no sentence":      plant(`the words for "2" of seat `, inWords("2", games.Telling{Did: games.Say("toy.over"), Try: missing})),
	"what is no move is told":          plant(`the words for "x" of seat 0, which is not a move, are `, inWords("x", games.Telling{When: games.Say("toy.over")})),
	"a lapse is told of":               plant(`the words for "lapse" of seat 0, which is not a move, are `, inWords(games.Lapse, games.Telling{Did: games.Say("toy.over")})),

	// In results.
	"a seat has no place":      plant("want a place and a score for each of 2 seats", func(r *finished) { r.Places = r.Places[:1] }),
	"a seat has no score":      plant("want a place and a score for each of 2 seats", func(r *finished) { r.Scores = r.Scores[:1] }),
	"a dummy has no place":     plant("want a place and a score for each of 3 seats", func(w *said) { w.Dummies = 1 }),
	"nobody is first":          plant("want 1 for the best", func(r *finished) { r.Places = []int{2, 2} }),
	"somebody is zeroth":       plant("want 1 for the best", func(r *finished) { r.Places = []int{0, 1} }),
	"somebody is third of two": plant("none over 2", func(r *finished) { r.Places = []int{1, 3} }),

	// These leave something out of what MarshalJSON writes.
	"what is sealed is not in the JSON":   plant("does not tell positions apart", without(0)),
	"a sum is not in the JSON":            plant("does not tell positions apart", without(1)),
	"a seat that left is not in the JSON": plant("does not tell positions apart", without(2)),
	"the round is not in the JSON":        plant("does not tell positions apart", without(3)),
	"the end is not in the JSON":          plant("does not tell positions apart", without(4)),
	"a lapse is not in the JSON":          plant("does not tell positions apart", without(5)),
	"an option is not in the JSON": plant("does not tell positions apart", paced,
		func(s *started) { s.fast = s.setup.Options["pace"] == "fast" }),
	"what a move leads to is not in the JSON": plant(`"1" of seat 0 leads to`, without(6),
		func(p *played) {
			s, ok := p.next.(toyState)
			if n := *p.state.count; ok && !p.move.System() {
				if n++; n == 2 {
					s.sums[0] = 9
				}
				s.count = &n
				p.next = s
			}
		}),

	// These change a position, or do not make the same one again. They count
	// in a place that all positions of a game share.
	"a move changes what was":         plant("a position changed while", count),
	"a move changes what all see":     plant("a position changed while", count, seeCount(-1, 0, 1), fromNote),
	"a move changes what a seat sees": plant("a position changed while", count, seeCount(1), fromNote),
	"a move changes a result": plant("a position changed while", count,
		func(r *finished) { r.Scores = []int{*r.state.count, 0} }),
	"it starts with any seats":              plant("a start with too many seats gave <nil>, want refuse.seats", beginning("refuse.seats", 3)),
	"it starts by newer rules":              plant("a start with newer rules gave <nil>, want ErrRules", beginning("", 2)),
	"it starts with any option":             plant("a start with another option gave <nil>, want refuse.option.name", beginning("refuse.option.name", 2)),
	"it starts without an option":           plant("a start with no options gave <nil>", beginning("refuse.option.missing", 2), paced),
	"it does not start":                     plant("it does not start: no", lost),
	"it starts otherwise every second time": plant("the log replays to another position", everySecond(func(s *started) { *s.count = 7 })),
	"it starts only every second time":      plant("the log does not replay: start toy: no", everySecond(lost)),

	// In the position that teaches the game.
	"the example is of another game":       plant(`the example is of "chess" by rules 1, want "toy" by rules 1`, func(e *games.Example) { e.Setup.Game = "chess" }),
	"the example is by other rules":        plant(`the example is of "toy" by rules 0, want "toy" by rules 1`, func(e *games.Example) { e.Setup.Rules = 0 }),
	"nobody has the example's seat":        plant("the example is seen by seat 2", func(e *games.Example) { e.Seat = 2 }),
	"the example begins":                   plant("the example is of the plies [], want moves of players", func(e *games.Example) { e.Log = nil }),
	"a system move is in the example":      plant("the example is of the plies [{0 lapse}], want moves of players", func(e *games.Example) { e.Log = games.InTurn(2, games.Lapse) }),
	"the example cannot be played":         plant(`the example: ply 2, "4" by seat 1`, func(e *games.Example) { e.Log = games.InTurn(2, "1", "4") }),
	"the example is over":                  plant("the example is over", func(e *games.Example) { e.Log = games.InTurn(2, "1", "2", "3", "1", "2", "3") }),
	"the example has no caption":           plant(`the words of the example: toy has no sentence for the key ""`, func(e *games.Example) { e.Caption = games.Text{} }),
	"the example's words have no sentence": plant(`the words of the example: toy has no sentence for the key "toy.missing"`, func(e *games.Example) { e.Alt = games.Say("toy.missing") }),
	"the caption is long": plant("toy.rules has 201 characters, want at most 200", longRules(201),
		func(e *games.Example) { e.Caption = games.Say("toy.rules") }),
	"the words leave no room for the board": plant("toy.rules has 992 characters, want at most ", longRules(992),
		func(e *games.Example) { e.Alt = games.Say("toy.rules") }),
	"the example is another each time": plant("the example is another each time", func(e *games.Example) { exampled++; e.Setup.Seed[0] = exampled }),

	// Faults in the positions for the tests of pictures.
	"there are no scenes":                                   plant("of 0 scenes: a preview false, one in high contrast false, the end of a game false, a step of a move false; want each", func(s *[]games.Scene) { *s = nil }),
	"no scene is a preview":                                 plant("of 3 scenes: a preview false, one in high contrast true, the end of a game true, a step of a move true; want each", func(s *[]games.Scene) { (*s)[0].Preview = false }),
	"no scene is in high contrast":                          plant("of 3 scenes: a preview true, one in high contrast false, the end of a game true, a step of a move true; want each", func(s *[]games.Scene) { (*s)[1].Contrast = false }),
	"no scene is the end":                                   plant("of 2 scenes: a preview true, one in high contrast true, the end of a game false, a step of a move true; want each", func(s *[]games.Scene) { *s = (*s)[:2] }),
	"no scene is a step":                                    plant("of 3 scenes: a preview true, one in high contrast true, the end of a game true, a step of a move false; want each", func(s *[]games.Scene) { (*s)[1].Picked = nil }),
	"a scene has a step that leads nowhere":                 plant(`scene "contrast": seat 1 has no step after ["9"]`, func(s *[]games.Scene) { (*s)[1].Picked = []string{"9"} }),
	"a scene has no name":                                   plant(`scene "": no name for a file`, func(s *[]games.Scene) { (*s)[1].Name = "" }),
	"a scene is in another folder":                          plant(`scene "../end": no name for a file`, func(s *[]games.Scene) { (*s)[2].Name = "../end" }),
	"two scenes have one name":                              plant(`two scenes are called "preview"`, func(s *[]games.Scene) { (*s)[1].Name = "preview" }),
	"a scene is of another game":                            plant(`scene "preview": it is of the game "chess"`, func(s *[]games.Scene) { (*s)[0].Setup.Game = "chess" }),
	"nobody has the scene's seat":                           plant(`scene "end": it is seen by seat 2`, func(s *[]games.Scene) { (*s)[2].Seat = 2 }),
	"a scene cannot be played":                              plant(`scene "contrast": ply 2, "4" by seat 1`, func(s *[]games.Scene) { (*s)[1].Log = games.Line(2, "3 4") }),
	"a scene begins from a position, and the game does not": plant(`scene "contrast": toy does not begin from a position`, func(s *[]games.Scene) { (*s)[1].Position = "3 2" }),
	"a scene's better move is the one that was made":        plant(`scene "contrast": "2" is not a better move of seat 1`, func(s *[]games.Scene) { (*s)[1].Better = "2" }),
	"a scene's better move is not legal":                    plant(`scene "contrast": "4" is not a better move of seat 1`, func(s *[]games.Scene) { (*s)[1].Better = "4" }),
	"the scenes are others each time":                       plant("the scenes are others each time", func(s *[]games.Scene) { exampled++; (*s)[0].Setup.Seed[0] = exampled }),

	// In those who choose.
	"a level has no player":           plant(`the player "medium": `, called("medium", lose)),
	"a yardstick has no player":       plant(`the player "plain": `, called("plain", lose)),
	"any name has a player":           plant(`there is a player "nobody"`, called("nobody", func(n *named) { n.player, n.err = toy{&fault{}}.choose, nil })),
	"a name is refused without words": plant(`the player "Hard", who does not exist: want a Refusal`, called("Hard", func(n *named) { n.err = errors.New("no") })),
	"a time is refused without words": plant(`the player "plain": with a time: want a Refusal`, func(n *named) {
		if n.by.Time == time.Millisecond {
			n.err = errors.New("no")
		}
	}),
	"a player by name plays what is not legal": plant(`the player "hard": it plays "4" for seat 0, which is not legal`, called("hard", func(n *named) {
		if n.err == nil {
			n.player = four
		}
	})),
	"a player who is given a time plays what is not legal": plant(`the player "plain": it plays "4" for seat 0, which is not legal`, func(n *named) {
		if n.by.Time == time.Millisecond {
			n.player, n.err = four, nil
		}
	}),
	"a player who may be given a time plays what is not legal without one": plant(`the player "medium": it plays "4" for seat 0, which is not legal`, called("medium", func(n *named) {
		if n.player = four; n.by.Time > 0 {
			n.player, n.err = toy{&fault{}}.choose, nil
		}
	})),
	"what is chosen late is not legal": plant(`the player "toy" chooses "4" for seat`, func(c *chosen) {
		if c.view.Round == 2 {
			c.move = "4"
		}
	}),
	"the same is not chosen again": plant("when it sees the same again", func(c *chosen) { chosenBefore++; c.move = numbers[chosenBefore%3] }),
	"the seed never matters":       plant(`choices of the player "toy" the seed never mattered`, func(c *chosen) { c.move = "1" }),
}

// playing changes what Play gives for a seat and a move, in positions that hold to all of
// some conditions.
func playing(seat games.Seat, m games.Move, change func(*played), all ...func(toyState) bool) func(*played) {
	return func(p *played) {
		if p.move != m || seat != anySeat && p.seat != seat {
			return
		}
		for _, holds := range all {
			if !holds(p.state) {
				return
			}
		}
		change(p)
	}
}

// anySeat stands for all seats.
const anySeat games.Seat = -99

// What Play gives instead.
func accept(p *played)  { p.next, p.err = p.state, nil }
func sealOne(p *played) { p.next, p.err = p.state.seal(p.seat, 1), nil }
func refuse(p *played)  { p.next, p.err = nil, games.Refuse("toy.refuse") }
func nothing(p *played) { p.next, p.err = nil, nil }
func both(p *played)    { p.next = p.state }

// wordless takes the words from a refusal.
func wordless(p *played) {
	if p.err != nil {
		p.err = errors.New("no")
	}
}

// unsaid takes the sentence from a refusal.
func unsaid(p *played) {
	if p.err != nil {
		p.err = games.Refuse("toy.missing")
	}
}

// parsing changes what is read of a text.
func parsing(text string, m games.Move, err error) func(*parsed) {
	return func(p *parsed) {
		if p.text == text && !p.bid {
			p.move, p.err = m, err
		}
	}
}

// bidding changes what is read of a text that is a bid.
func bidding(text string, m games.Move, err error) func(*parsed) {
	return func(p *parsed) {
		if p.text == text && p.bid {
			p.move, p.err = m, err
		}
	}
}

// listing changes the legal moves of a seat.
func listing(seat games.Seat, change func(*listed)) func(*listed) {
	return func(l *listed) {
		if l.seat == seat {
			change(l)
		}
	}
}

// goesOn reports whether a game is not over.
func goesOn(s toyState) bool { return !s.over }

// sits reports whether the seat that plays is one of those who play.
func (p *played) sits(s toyState) bool { return s.sits(p.seat) }

// note lets one seat see something; or all who have none.
func note(seat games.Seat, what any) func(*seen) {
	return func(v *seen) {
		if v.seat == seat || seat == games.Spectator && v.seat != 0 && v.seat != 1 {
			v.Note = what
		}
	}
}

// offer adds a choice to every menu.
func offer(value string, m games.Move) func(*offered) {
	return stepping(func(s *games.Step) { s.Choices = append(s.Choices, another(value, m)) })
}

// another returns a choice besides those of the toy.
func another(value string, m games.Move) games.Choice {
	return games.Choice{Value: value, Label: games.Say("toy.owes"), Short: games.Say("toy.owes"), Move: m}
}

// stepping changes every step that has choices.
func stepping(change func(*games.Step)) func(*offered) {
	return func(o *offered) {
		if len(o.step.Choices) > 0 {
			change(&o.step)
		}
	}
}

// short changes what the second button says: a value of its sentence, or all of it.
func short(what any) func(*offered) {
	return second(func(c *games.Choice) { c.Short = games.Say("toy.number", "Number", what) })
}

// grid places the choices of every step.
func grid(wide, high int, at ...int) func(*offered) {
	return stepping(func(s *games.Step) {
		s.Lies, s.Wide, s.High = games.Grid, wide, high
		for i := range s.Choices {
			s.Choices[i].X, s.Choices[i].Y = at[2*i], at[2*i+1]
		}
	})
}

// labels lays the choices of every step in two areas with these labels.
func labels(names ...games.Text) func(*offered) {
	lay := grid(games.AreaWide+1, 1, 0, 0, 1, 0, games.AreaWide, 0)
	return func(o *offered) {
		if lay(o); len(o.step.Choices) > 0 {
			o.step.AreaNames = names
		}
	}
}

// ones returns choices that all choose 1.
func ones(n int) []games.Choice {
	var all []games.Choice
	for i := range n {
		say := games.Say("toy.number", "Number", i)
		all = append(all, games.Choice{Value: strings.Repeat("1", i%15+1) + strings.Repeat("0", i/15), Label: say, Short: say, Move: "1"})
	}
	return all
}

// losing hides the move 3 at the end of sixty times sixty steps.
func losing(o *offered) {
	astray := slices.ContainsFunc(o.picked, func(v string) bool { return v[0] != 'v' })
	if o.seat != 0 || o.state.over || o.state.out[0] || len(o.picked) > 2 || astray {
		return
	}
	many := ones(60)
	for i := range many {
		many[i].Value, many[i].Move = "v"+strings.Repeat("v", i%10)+strings.Repeat("w", i/10), ""
	}
	last := many[59].Value
	o.step = games.Step{Ask: games.Say("toy.ask"), Choices: many}
	switch len(o.picked) {
	case 0:
		o.step.Choices = append(ones(2), many[2:]...)
		o.step.Choices[1].Move = "2"
	case 2:
		o.step.Choices = ones(1)
		if slices.Equal(o.picked, []string{last, last}) {
			o.step.Choices[0].Move = "3"
		}
	}
}

// showing changes what a player is shown after a number of picks; or what a seat is shown
// that does not exist.
func showing(picked int, change func(*looked), nobody ...games.Seat) func(*looked) {
	return func(l *looked) {
		plays := len(nobody) == 0 && (l.seat == 0 || l.seat == 1) && !l.state.over
		if !l.tried && len(l.picked) == picked && (plays && (picked != 0 || l.view.Making != nil) || slices.Contains(nobody, l.seat)) {
			change(l)
		}
	}
}

// telling marks what seat 0 sealed in what seat 1 is shown after a number of picks, or where it tries a move.
func telling(picked int, tried bool) func(*looked) {
	return func(l *looked) {
		if l.tried == tried && l.seat == 1 && len(l.picked) == picked && l.state.sealed[0] == 3 && !l.state.out[1] {
			l.view.Mark = 3
		}
	}
}

// missing has no sentence.
var missing = games.Say("toy.missing")

// second changes the second choice of every menu.
func second(change func(*games.Choice)) func(*offered) {
	return func(o *offered) {
		if len(o.step.Choices) > 0 {
			change(&o.step.Choices[1])
		}
	}
}

// inWords tells of one move in other words.
func inWords(one games.Move, other games.Telling) func(*retold) {
	return func(r *retold) {
		if r.move == one {
			r.told = other
		}
	}
}

// reasoning gives another reason for one move.
func reasoning(one games.Move, other games.Text) func(*reasoned) {
	return func(r *reasoned) {
		if r.move == one {
			r.why = other
		}
	}
}

// lining puts another line in the place of each.
func lining(line games.Text) func(*said) {
	return func(w *said) {
		if w.Unit > 0 {
			w.Line = line
		}
	}
}

// paced gives the toy an option.
func paced(i *games.Info) {
	i.Options = []games.Option{{Name: "pace", Values: []string{"slow", "fast"}, Default: "slow"}}
}

// beginning starts all the same where a key is refused, "" for newer rules, and so many seats play.
func beginning(key string, seats int) func(*started) {
	return func(s *started) {
		if s.err != nil && refusedBy(s.err) == key && s.setup.Seats == seats {
			s.err = nil
		}
	}
}

// without leaves a field out of the JSON.
func without(field int) func(*[]any) { return func(fields *[]any) { (*fields)[field] = nil } }

func count(p *played) { *p.state.count++ }

// seeCount lets seats see the count; nobody sees what the spectator sees.
func seeCount(seats ...games.Seat) func(*seen) {
	return func(v *seen) {
		for _, who := range seats {
			note(who, *v.state.count)(v)
		}
	}
}

func fromNote(s *drawn) {
	if n, noted := s.view.Note.(int); noted {
		*s.count = n
	}
}

// lost refuses to start what may start.
func lost(s *started) {
	if s.err == nil {
		s.err = errors.New("no")
	}
}

func everySecond(start func(*started)) func(*started) {
	n := 0
	return func(s *started) {
		if n++; n%2 == 0 {
			start(s)
		}
	}
}

// exampled counts examples, for a fault.
var exampled byte

// longRules has rules of so many characters.
func longRules(n int) func(*games.Info) {
	said := strings.Replace(toySentences, `"Choose 1, 2 or 3`, `"`+strings.Repeat("é", n)+`", "toy.more": "`, 1)
	return func(i *games.Info) { i.Locale = fstest.MapFS{"locale/en.json": {Data: []byte(said)}} }
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
