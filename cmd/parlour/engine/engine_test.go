package engine

import (
	"bufio"
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"parlour/games"
	"parlour/games/all"
)

var update = flag.Bool("update", false, "write the golden files anew")

// testEngine returns an engine whose clock stands still and whose seeds are zeros.
func testEngine(t testing.TB) *Engine {
	t.Helper()
	at := time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	e, err := New(all.Games(), "test", func() time.Time { return at }, zeros{})
	if err != nil {
		t.Fatal(err)
	}
	return e
}

type zeros struct{}

func (zeros) Read(p []byte) (int, error) { clear(p); return len(p), nil }

// Each file of testdata/sessions is a session. A line that begins with "> " is a request,
// and the next line is its answer. With -update the answers are written anew.
func TestEngineSessions(t *testing.T) {
	files, err := filepath.Glob("testdata/sessions/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatalf("no sessions (%v)", err)
	}
	for _, file := range files {
		old, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		got := session(t, string(old))
		if *update {
			if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
				t.Fatal(err)
			}
			continue
		}
		wants, gots := strings.Split(string(old), "\n"), strings.Split(got, "\n")
		for i := range min(len(wants), len(gots)) {
			if wants[i] != gots[i] {
				t.Errorf("%s:%d:\n want %s\n  got %s", file, i+1, wants[i], gots[i])
				break
			}
		}
		if len(wants) != len(gots) {
			t.Errorf("%s has %d lines, want %d", file, len(gots), len(wants))
		}
	}
}

// session sends the requests of a file, all at once as a pipe does, and returns each with
// its answer.
func session(t *testing.T, file string) string {
	var requests []string
	for _, line := range strings.Split(file, "\n") {
		if request, ok := strings.CutPrefix(line, "> "); ok {
			requests = append(requests, request)
		}
	}
	var out bytes.Buffer
	if err := testEngine(t).Serve(strings.NewReader(strings.Join(requests, "\r\n\n")), &out); err != nil {
		t.Fatal(err)
	}
	answers := strings.Split(strings.TrimSuffix(out.String(), "\n"), "\n")
	var text strings.Builder
	for _, request := range requests {
		fmt.Fprintln(&text, "> "+request)
		if !strings.HasPrefix(request, "#") && len(answers) > 0 {
			fmt.Fprintln(&text, answers[0])
			answers = answers[1:]
		}
	}
	return text.String()
}

// ask sends a request that must succeed, and decodes its answer.
func ask(t *testing.T, e *Engine, answer any, format string, args ...any) {
	t.Helper()
	request := fmt.Sprintf(format, args...)
	got, ok := strings.CutPrefix(e.answer(request), "=")
	if !ok {
		t.Fatalf("%s: %s", request, e.answer(request))
	}
	if answer == nil {
		return
	}
	if err := json.Unmarshal([]byte(got), answer); err != nil {
		t.Fatalf("%s: %s: %v", request, got, err)
	}
}

// Every game can be played to its end by text alone. Its record can be loaded at the end and before, and played on to
// the same end. It has no seed where all see what was dealt.
func TestEngineAndRecords(t *testing.T) {
	begins := map[string]games.Info{}
	for _, g := range all.Games() {
		info := g.Info()
		for seats := range map[int]bool{info.MinSeats: true, info.MaxSeats: true, max(info.MinSeats, 2): true} {
			begin := fmt.Sprintf("new %s seats=%d", info.Name, seats)
			begins[begin] = info.With(nil)
			if more := map[string]string{"permute": " size=5", "permutu": " start=quick", "chess": " start=960"}[info.Name]; more != "" {
				begins[begin+more] = info
			}
		}
	}
	for begin, info := range begins {
		t.Run(begin, func(t *testing.T) {
			t.Parallel()
			e := testEngine(t)
			ask(t, e, nil, "%s", begin)
			again := func() *Engine {
				record := strings.TrimPrefix(e.answer("record"), "= ")
				other := testEngine(t)
				ask(t, other, nil, "load %s", record)
				for _, what := range []string{"record", "state"} {
					if got, want := other.answer(what), e.answer(what); got != want {
						t.Errorf("the %s came back as\n%s\nand was\n%s", what, got, want)
					}
				}
				return other
			}
			other := e
			for plies := range 5 {
				record := e.answer("record")
				if strings.Contains(record, `"seed"`) != info.Hidden || strings.Contains(record, `"deal"`) != info.DealsOpenly() {
					t.Fatalf("after %d plies the record is %s", plies, record)
				}
				other = again()
				var seats []games.Seat
				var legal []string
				if ask(t, e, &seats, "seats"); len(seats) > 0 && plies < 4 {
					ask(t, e, &legal, "legal %d", seats[0])
					ask(t, e, nil, "play %d %s", seats[0], legal[plies*5%len(legal)])
				}
			}
			playOut(t, e)
			playOut(t, other)
			again()
			var ended struct{ Places, Scores []int }
			ask(t, e, &ended, "result")
			if len(ended.Places) == 0 || len(ended.Scores) != len(ended.Places) {
				t.Errorf("the result is %+v", ended)
			}
			if got, want := other.answer("result"), e.answer("result"); got != want {
				t.Errorf("played on from the record the result is %s, want %s", got, want)
			}
		})
	}
}

// A search ends with the line stop, whether that waits already or comes while it goes on, and so does its first answer.
// The requests between have theirs in turn.
func TestStopEndsASearch(t *testing.T) {
	for _, gap := range []string{"\n", "\n7 seats\n"} {
		in, requests := io.Pipe()
		answers, out := io.Pipe()
		go func() { out.CloseWithError(testEngine(t).Serve(in, out)) }()
		lines := bufio.NewScanner(answers)
		for _, request := range []string{"new hex seats=2 swap=off\n", "best 0 hard playouts=1000000000" + gap + "8 stop\n9 quit\n"} {
			if _, err := io.WriteString(requests, request); err != nil {
				t.Fatal(err)
			}
			lines.Scan()
		}
		if got := lines.Text(); !strings.HasPrefix(got, `= "`) {
			t.Errorf("the search is answered with %q", got)
		}
		var rest []string
		for lines.Scan() {
			rest = append(rest, lines.Text())
		}
		if got, want := strings.Join(rest, " "), map[string]string{"\n": "=8 =9", "\n7 seats\n": "=7 [0] =8 =9"}[gap]; got != want {
			t.Errorf("behind it come %q, want %q", got, want)
		}
	}
}

// The page lists every request.
func TestPageHasEveryRequest(t *testing.T) {
	page, err := os.ReadFile("../../../docs/engine.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, usage := range requests {
		if !strings.Contains(string(page), "`"+usage+"`") {
			t.Errorf("docs/engine.md lacks `%s`", usage)
		}
		if _, err := testEngine(t).do(request(usage)); err != nil && strings.Contains(err.Error(), "there is no request") {
			t.Errorf("%s: %v", usage, err)
		}
	}
}

// playOut plays random legal moves to the end.
func playOut(t *testing.T, e *Engine) {
	rng := rand.New(rand.NewPCG(1, 1))
	for {
		var seats []int
		if ask(t, e, &seats, "seats"); len(seats) == 0 {
			return
		}
		seat := seats[rng.IntN(len(seats))]
		var legal []string
		ask(t, e, &legal, "legal %d", seat)
		if !slices.IsSorted(legal) {
			t.Fatalf("legal %d = %q, not sorted bytewise", seat, legal)
		}
		ask(t, e, nil, "play %d %s", seat, legal[rng.IntN(len(legal))])
	}
}

// A clock that goes back does not make a record that is refused.
func TestEngineWhenTheClockGoesBack(t *testing.T) {
	e := testEngine(t)
	ask(t, e, nil, "new permute seats=2 size=4 swap=off")
	ask(t, e, nil, "play 0 Ca1-a1")
	now := e.now()
	e.now = func() time.Time { return now.Add(-time.Hour) }
	ask(t, e, nil, "play 1 Cc1-c2")
	record := strings.TrimPrefix(e.answer("record"), "= ")
	ask(t, e, nil, "load %s", record)
}

// The engine answers the session of docs/engine.md as the page says.
func TestEnginePage(t *testing.T) {
	page, err := os.ReadFile("../../../docs/engine.md")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(page), "```\n$ parlour engine\n")
	told, _, ok := strings.Cut(rest, "```")
	if !ok {
		t.Fatal("the page has no session")
	}
	e := testEngine(t)
	lines := strings.Split(strings.TrimSpace(told), "\n")
	for i := 0; i+1 < len(lines); i += 2 {
		if got := e.answer(lines[i]); got != lines[i+1] {
			t.Errorf("%s is answered with %q, and the page says %q", lines[i], got, lines[i+1])
		}
	}
}

// Every request has one answer of one line, and a refused request changes nothing.
func FuzzEngine(f *testing.F) {
	for _, g := range all.Games() {
		f.Add("new " + g.Info().Name + " seats=2\nlegal 0\nplay 0 draw\nresult\nrecord")
	}
	f.Add("new permute seats=2 size=3\nperft 2\nchoices 0 a1\nplay 0 ca1-a1\nplay 1 swap\nview spectator")
	f.Add("position 2_---------------U\nvalue\nplay 1 lapse\ntext 1")
	f.Fuzz(func(t *testing.T, requests string) {
		e := testEngine(t)
		for line := range strings.SplitSeq(requests, "\n") {
			if strings.HasPrefix(line, "perft") && len(line) > len("perft 2") {
				continue // it counts, however long that takes
			}
			before := snapshot(e)
			answer := e.answer(line)
			if strings.ContainsAny(answer, "\n\r") || answer == "" || answer[0] != '=' && answer[0] != '?' {
				t.Fatalf("%q is answered with %q", line, answer)
			}
			if answer[0] == '?' && snapshot(e) != before {
				t.Fatalf("%q was refused, %q, and changed the match", line, answer)
			}
		}
	})
}

// snapshot returns the whole match as text.
func snapshot(e *Engine) string {
	if e.state == nil {
		return ""
	}
	text, err := json.Marshal([]any{e.state, games.NewRecord(e.setup, e.moves, e.state)})
	return fmt.Sprint(string(text), err)
}
