package main

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"parlour/commands/locale"
	"parlour/commands/world"
	"parlour/games"
	"parlour/games/all"
	"parlour/storage"
)

// fairMatch is a match under way in which nothing is wrong: three moves, an offer of a draw that was declined and one
// that waits, and direct messages, which Permute sends none of, but could. Each line has a name, and what it is.
const fairMatch = `
head {"id":"m","created":"2026-11-01T12:00:00Z","next_check":"2026-11-01T13:00:00Z","phase":"playing","lang":"en","setup":{"game":"permute","rules":1,"seats":2,"options":{"size":"9","start":"chequer","swap":"on"}},"players":[{"id":"1","name":"ann"},{"id":"2","name":"ben"}],"desired":{"post":4},"published":{"post":4},"live":{"message":"board 3","from":2,"to":3,"turn":3,"posted":3,"pinged":["2"]},"ask_count":2,"asks":[{"number":2,"about":"draw","by":"1","agreed":["1"],"turn":3,"message":"question 2"}]}
entry 1 {"seat":0,"move":"Cd3-d4","at":"2026-11-01T12:01:00Z","request_id":"request 1"}
entry 2 {"seat":1,"move":"swap","at":"2026-11-01T12:02:00Z","request_id":"request 2"}
entry 3 {"seat":0,"move":"Ca1-a2","at":"2026-11-01T12:03:00Z","request_id":"request 3"}
entry 4 {}
ann 1 {"Turn":0,"Steps":["d3","C-d4"],"Heard":2}
ann 2 {"Turn":0,"Steps":["d3","C-d4"],"Heard":1}
ann 3 {"Turn":2,"Steps":["a1","C-a1"],"Heard":0}
ann 4 {"Turn":2,"Steps":["a1","C-a2"],"Heard":2}
ben 1 {"Turn":1,"Steps":["swap"],"Heard":1}
table {"Table":true,"Pinged":["2"],"Said":"ann and ben are playing Permute."}
board 0 {"Turn":0,"Pinged":["1","2"],"Said":"ann moves first. ann plays Orange, ben plays Yellow."}
board 1 {"Turn":1,"Pinged":["2"],"Said":"1\\. ann ↻ d3, keeps d4"}
board 2 {"Turn":2,"Pinged":["1"],"Said":"2\\. ben swaps. ann is Yellow now."}
board 3 {"Turn":3,"Pinged":["2"],"Buttons":true,"Picture":true,"Said":""}
board 4 {}
question 1 {"Ask":1,"Turn":0,"Pinged":["2"],"Said":"ann offered a draw. ben played on."}
question 2 {"Ask":2,"Turn":3,"Pinged":["2"],"Buttons":true,"Said":"<@2>, ann offers a draw."}
direct 1 {"Turn":1,"To":"2","Gone":"2026-11-01T12:02:01Z"}
direct 3 {"Turn":3,"To":"2","Buttons":true}
newest {"Content":"<@2>, your turn. TOLD","Rows":[[{"type":2,"customID":"1:m:3:move"}]],"Attachments":[{"Alt":"Permute:\nVIEW"}]}
`

// takeback has ann take back her move and ben's reply in the match, and shows it. overtaking has the second move
// come before the board of the first, whose move the next board tells too.
const (
	takeback = `entry 4: {} → {"seat":0,"move":"back 2","at":"2026-11-01T12:03:00Z","request_id":"request 4"}
		head: "message":"board 3","from":2,"to":3,"turn":3,"posted":3 → "message":"board 4","from":3,"to":4,"turn":4,"posted":4
		head: "desired":{"post":4},"published":{"post":4} → "desired":{"post":5},"published":{"post":5}
		head: ,"asks":[{"number":2,"about":"draw","by":"1","agreed":["1"],"turn":3,"message":"question 2"}] →
		question 2: "Buttons":true,"Said":"<@2>, ann offers a draw." → "Said":"ann offered a draw. The game went on."
		board 2: 2\\. ben swaps. ann is Yellow now. → ~~2. ben swaps. ann is Yellow now.~~
		board 3: "Buttons":true,"Picture":true,"Said":"" → "Said":"~~3. ann ↻ a1, keeps a2~~"
		board 4: {} → {"Turn":4,"Pinged":["2"],"Buttons":true,"Picture":true}
		direct 3: "Turn":3 → "Turn":4
		newest: m:3:move → m:4:move
		`
	overtaking = "board 1: gone\nboard 2: 2\\\\. → 1\\\\. ann ↻ d3, keeps d4\\n2\\\\.\n"
	friends    = `head: "lang" → "guest":true,"lang"` + "\n"
)

// edited carries out edits of lines: "board 2: old → new", "board 2: gone" or "board 2: twice".
func edited(t *testing.T, text, edits string) string {
	t.Helper()
	for edit := range strings.Lines(edits) {
		edit = strings.TrimLeft(strings.TrimSuffix(edit, "\n"), "\t")
		if edit == "" {
			continue
		}
		name, how, _ := strings.Cut(edit, ": ")
		before, line, has := strings.Cut(text, "\n"+name+" {")
		line, after, _ := strings.Cut("{"+line, "\n")
		old, into, found := strings.Cut(how, " →")
		into = strings.TrimPrefix(into, " ")
		switch {
		case !has:
			t.Fatalf("there is no %q", name)
		case how == "gone":
			text = before + "\n" + after
			continue
		case how == "twice":
			line += "\n" + name + " again " + line
		case !found || !strings.Contains(line, old):
			t.Fatalf("there is no %q in %q", old, line)
		}
		text = before + "\n" + name + " " + strings.Replace(line, old, into, 1) + "\n" + after
	}
	return text
}

// tried reads a match from its lines.
func tried(t *testing.T, text string) *trial {
	t.Helper()
	words, err := locale.New(all.Games())
	must(t, err)
	c := &trial{Judge: world.NewJudge(nil), words: words, attempts: map[string][]attempt{}}
	for line := range strings.Lines(text) {
		name, rest, _ := strings.Cut(strings.TrimSpace(line), " {")
		read := func(into any) { must(t, json.Unmarshal([]byte("{"+rest), into)) }
		switch of, _, _ := strings.Cut(name, " "); {
		case name == "" || rest == "}":
		case of == "head":
			read(&c.match.Head)
		case of == "newest":
			read(&c.newest)
			c.there = append(c.there, c.newest)
		case of == "entry":
			var e storage.Entry
			read(&e)
			c.match.Log = append(c.match.Log, e)
		case of == "ann" || of == "ben":
			var a struct {
				Turn  int
				Steps []string
				Heard heard
			}
			read(&a)
			id := map[string]string{"ann": "1", "ben": "2"}[of]
			c.attempts[id] = append(c.attempts[id], attempt{a.Turn, a.Steps, a.Heard})
		default:
			var s struct {
				Turn, Ask               int
				Table, Buttons, Picture bool
				To, Said                string
				Pinged                  []string
				Gone                    time.Time
			}
			read(&s)
			is := post{origin{"m", s.Turn, s.Table, s.Ask}, name, "", s.Pinged, s.Gone}
			c.shown = append(c.shown, shown{is, s.To, s.Said, s.Buttons, s.Picture})
		}
	}
	if c.replay() == nil && len(c.states) > 0 {
		last := c.states[len(c.states)-1].state.View(games.Spectator)
		c.newest.Content = strings.Replace(c.newest.Content, "TOLD", strings.Join(c.voice(locale.Markdown).All(last.Words().Last), " "), 1)
		c.newest.Attachments[0].Alt = strings.Replace(c.newest.Attachments[0].Alt, "VIEW", last.String(), 1)
	}
	for i := range c.there {
		c.there[i] = c.newest
	}
	return c
}

// The judge of [TestTorture] finds each fault that is planted in a match, and nothing in a match without one.
//
//test:unwatched
func TestTortureJudges(t *testing.T) {
	begin := func(t *testing.T) (*trial, *world.Judge) {
		c := &trial{Judge: world.NewJudge(nil)}
		return c, c.Judge
	}
	plant := func(edits, want string) world.Plant[*trial] {
		return world.Plant[*trial]{Text: want, Do: func(c *trial) {
			judge := c.Judge
			*c = *tried(t, edited(t, fairMatch, edits))
			c.Judge = judge
			if c.judge(); want == "" {
				c.count()
			}
			overtakes := 0
			if strings.HasPrefix(edits, overtaking) {
				overtakes = 1
			}
			if n := c.Count["overtaken"]; n != overtakes {
				t.Errorf("%d boards are counted as overtaken: %s", n, edits)
			}
		}}
	}
	world.Planted(t, kindsOfWrong, begin, map[string]world.Plant[*trial]{
		"a move that was answered is lost":         plant("ann 2: twice", "ann has made"),
		"a move that was refused is made":          plant(`ben 1: "Heard":1 → "Heard":0`, "ben has made [swap]"),
		"another move is made than was asked for":  plant("ann 4: C-a2 → A-b1", "ann has made"),
		"a request makes two moves":                plant("entry 3: request 3 → request 1", "has made two moves"),
		"a move is against the rules":              plant("entry 3: Ca1-a2 → swap", "refuse.swap"),
		"a board is shown twice":                   plant("board 2: twice", "shown twice"),
		"a direct message is sent twice":           plant("direct 3: twice", "shown twice"),
		"a question is put twice":                  plant("question 1: twice", "shown twice"),
		"the table is lost":                        plant("table: gone", "its table was never shown"),
		"the table keeps its buttons":              plant(`table: "Table" → "Buttons":true,"Table"`, "its table has buttons is true"),
		"the newest board is lost":                 plant("board 3: gone", "the board of turn 3, the newest, was never shown"),
		"a board is of a turn to come":             plant(`board 2: "Turn":2 → "Turn":4`, "turn 4 was shown, which is not"),
		"a board of the past keeps its buttons":    plant(`board 1: "Turn" → "Buttons":true,"Turn"`, "has buttons (true)"),
		"a board of the past keeps its picture":    plant(`board 2: "Turn" → "Picture":true,"Turn"`, "a picture (true)"),
		"the newest board has no buttons":          plant(`board 3: "Buttons":true, →`, "is live (true), has buttons (false)"),
		"an earlier board is held for the newest":  plant(`head: "message":"board 3" → "message":"board 2"`, "of turn 2, is live (true)"),
		"the first line is lost":                   plant("board 1: gone", "of the record these lines are missing: [\"1"),
		"the last line is lost":                    plant("board 2: gone", "of the record these lines are missing: [\"2"),
		"the board with a line is deleted":         plant(`board 1: "Turn" → "Gone":"2026-11-01T13:00:00Z","Turn"`, "of the record these lines are missing"),
		"a line is there again":                    plant(`board 2: 2\\. → 1\\. ann ↻ d3, keeps d4\n2\\.`, "is there again"),
		"two lines are in each other's place":      plant("board 1: 1\\\\. ann ↻ d3, keeps d4 → 2\\\\. ben swaps. ann is Yellow now.\nboard 2: 2\\\\. ben swaps. ann is Yellow now. → 1\\\\. ann ↻ d3, keeps d4", "is there again"),
		"a line is of another move":                plant("board 1: ↻ → ↺", "which the replay does not give"),
		"a board of the past still asks":           plant(`board 1: 1\\. ann ↻ d3, keeps d4 → <@2>, your turn.`, "which the replay does not give"),
		"a line tells what the newest board tells": plant(`head: "from":2 → "from":1`, "which the replay does not give"),
		"a first board that all have answered":     plant(`board 0: "1","2" → "1"`, "and was to be deleted"),
		"the newest board does not tell its move":  plant("newest: TOLD →", "does not tell"),
		"a board that is gone is not struck off":   plant(`head: "ask_count" → "old":[{"message":"a deleted one"}],"ask_count"`, ""),
		"the past is not tidied up":                plant(`head: "ask_count" → "old":[{"message":"board 2"}],"ask_count"`, "is no line yet"),
		"a board is deleted unread":                plant(`board 0: "Turn" → "Gone":"2026-11-01T12:01:00Z","Turn"`, "2 had not moved since"),
		"a direct message is deleted unread":       plant(`direct 3: "Turn" → "Gone":"2026-11-01T12:03:01Z","Turn"`, "2 had not moved since"),
		"a direct message is deleted too early":    plant("direct 1: 12:02:01 → 12:01:59", "2 had not moved since"),
		"a direct message that was answered asks":  plant(`direct 1: ,"Gone":"2026-11-01T12:02:01Z" → ,"Buttons":true`, "of turn 1 to 2 asks still"),
		"a direct message says that all is in":     plant(`direct 1: ,"Gone":"2026-11-01T12:02:01Z" →`, ""),
		"the table is deleted":                     plant(`table: "Table" → "Gone":"2026-11-01T12:03:00Z","Table"`, "was deleted"),
		"a question is deleted":                    plant(`question 1: "Turn" → "Gone":"2026-11-01T12:03:00Z","Turn"`, "was deleted"),
		"a question that waits has no buttons":     plant(`question 2: "Buttons":true, →`, "question 2 waits for an answer (true) and has buttons (false)"),
		"a question that was answered has buttons": plant(`question 1: "Turn" → "Buttons":true,"Turn"`, "question 1 waits for an answer (false) and has buttons (true)"),
		"a question that was answered still asks":  plant("question 1: ann offered a draw. ben played on. → <@2>, ann offers a draw.", "question 1 has become"),
		"a question that waits is not there":       plant("question 2: gone", "question 2 waits and was never shown"),
		"an answer is not shown":                   plant(`head: "turn":3,"message":"question 2" → "answer":"declined","turn":3,"message":"question 2"`, "question 2 has an answer and is no line"),
		"a question nobody put":                    plant(`question 1: "Ask":1 → "Ask":3`, "question 3 was shown, which is not"),
		"the match is never due again":             plant(`head: "next_check":"2026-11-01T13:00:00Z", →`, "it is live and never due"),
		"a board is still wanted":                  plant(`head: "desired":{"post":4} → "desired":{"post":5}`, "published is {4 0} and desired {5 0}"),
		"a publication still fails":                plant(`head: "ask_count" → "failing_since":"2026-11-01T12:00:00Z","ask_count"`, "failing since 2026"),
		"the match is over too early":              plant(`head: "playing" → "over"`, "[1] owe a move"),
		"the newest board is of an earlier turn":   plant("newest: m:3:move → m:2:move", "the turn is 3"),
		"the newest board shows another position":  plant("newest: VIEW → another", "board does not show"),
		"the newest board asks nobody":             plant("newest: <@2>, your turn. → Nobody's turn.", "that ben is to be asked there is true"),
		"the newest board asks one too many":       plant("newest: <@2> → <@2> <@1>", "that ann is to be asked there is false"),
		"a match without a fault":                  plant("", ""),
		"a table that waits":                       plant(`head: "playing" → "open"`+"\n"+`head: ,"asks":[{"number":2,"about":"draw","by":"1","agreed":["1"],"turn":3,"message":"question 2"}] →`+"\n"+`table: "Table" → "Buttons":true,"Table"`+"\nentry 1: gone\nentry 2: gone\nentry 3: gone\nann 1: gone\nann 2: gone\nann 3: gone\nann 4: gone\nben 1: gone\nboard 0: gone\nboard 1: gone\nboard 2: gone\nboard 3: gone\nquestion 1: gone\nquestion 2: gone\ndirect 1: gone\ndirect 3: gone", ""),
		"a move that overtook the first board":     plant("board 0: gone", ""),
		"a move that overtook a board":             plant(overtaking+`board 0: "Turn" → "Gone":"2026-11-01T12:02:01Z","Turn"`, ""),
		"a first board that is deleted":            plant(`board 0: "Turn" → "Gone":"2026-11-01T12:02:01Z","Turn"`, ""),
		"a code below a line":                      plant(`board 2: now. → now.\n-# 9XKD-4MZT`, ""),
		"a question to which all agreed":           plant("question 1: ben played on. → ben agreed.", ""),
		"a question that ended with its turn":      plant("question 1: ben played on. → The game went on.", ""),
		"a takeback":                               plant(takeback, ""),
		"a takeback, and the older line stands":    plant(takeback+`board 2: ~~2. ben swaps. ann is Yellow now.~~ → 2\\. ben swaps. ann is Yellow now.`, "the replay does not give"),
		"a takeback, and a line is struck wrongly": plant(takeback+`board 1: 1\\. ann ↻ d3, keeps d4 → ~~1. ann ↻ d3, keeps d4~~`, "the replay does not give"),
		"a takeback, and a struck line is lost":    plant(takeback+"board 2: gone", "these lines are missing"),
		"among friends":                            plant(friends, ""),
		"among friends no board":                   plant(friends+"newest: m:3 → other:3", "never shown"),
		"among friends two boards":                 plant(friends+"newest: twice", "2 boards are of the newest turn"),
		"among friends another position":           plant(friends+"newest: VIEW → another", "does not show"),
		"among friends a lost move":                plant(friends+"ann 2: gone\nann 1: gone", "ann has made"),
	})
}

// A list of attempts explains some moves and not others. Of an attempt stands here which moves it can have meant, and
// whether it was answered as played (+), refused (-) or not at all (?).
func TestExplains(t *testing.T) {
	for line := range strings.Lines(strings.TrimSpace(`
		=
		a+ = a
		a- =
		a? =
		a? = a
		a? a+ = a
		a? a+ = a a
		a+ b+ = a b
		ba+ = a
		a+ a? b- c+ = a c
		/= a
		a+ /=
		a+ /= b
		a+ /= a a
		a- /= a
		a? /= a a
		a? b+ /= b a
		a+ b+ /= b a`)) {
		attempts, made, is := strings.Cut(line, "=")
		attempts, not := strings.CutSuffix(strings.TrimSpace(attempts), "/")
		var claims []claim
		for _, one := range strings.Fields(attempts) {
			moves, how := one[:len(one)-1], one[len(one)-1]
			heard, known := map[byte]heard{'+': played, '-': refused, '?': unknown}[how]
			if !known {
				t.Fatalf("no attempt is answered so: %s", one)
			}
			claims = append(claims, claim{strings.Split(moves, ""), heard})
		}
		if got := explains(claims, strings.Fields(made)); !is || got == not {
			t.Errorf("that %s explain %s is %v", attempts, made, got)
		}
	}
}
