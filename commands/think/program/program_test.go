//go:build unix

package program

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"parlour/games"
	"parlour/games/chess"
	"parlour/games/fourinarow"
)

// TestMain is a program, too: "test as NAME" plays as one of those below.
func TestMain(m *testing.M) {
	if len(os.Args) == 3 && os.Args[1] == "as" {
		as[os.Args[2]](bufio.NewScanner(os.Stdin))
		return
	}
	os.Setenv("PARLOUR_TOKEN", "secret")
	os.Exit(m.Run())
}

// each answers every request.
func each(lines *bufio.Scanner, answer func(request string, words []string) string) {
	for lines.Scan() {
		if said := answer(lines.Text(), strings.Fields(lines.Text())); said != "" {
			fmt.Println(said)
		}
	}
}

// upTo answers until a program is to move, and does something else then.
func upTo(do func() string) func(*bufio.Scanner) {
	return func(lines *bufio.Scanner) {
		each(lines, func(_ string, words []string) string {
			if words[0] == "go" {
				return do()
			}
			return "="
		})
	}
}

// as are the programs, by their names.
var as = map[string]func(*bufio.Scanner){
	"good":     upTo(func() string { return "= d" }),
	"quoting":  upTo(func() string { return `= "d"` }),
	"hanging":  upTo(func() string { time.Sleep(time.Hour); return "" }),
	"dying":    upTo(func() string { os.Exit(3); return "" }),
	"refusing": upTo(func() string { return "? I know no move" }),
	"cheating": upTo(func() string { return "= z9" }),
	"leaving":  upTo(func() string { return "= leave" }),
	"uci-flooding": func(*bufio.Scanner) {
		for {
			fmt.Println("info string", strings.Repeat("flood ", 100))
		}
	},
	"endless": upTo(func() string {
		for {
			fmt.Print("endless")
		}
	}),
	"forking": upTo(func() string { // a child that outlives its group holds the pipe
		_, _ = os.StartProcess("/bin/sh", []string{"sh", "-c", "sleep 4"}, &os.ProcAttr{
			Files: []*os.File{os.Stdin, os.Stdout, nil}, Sys: &syscall.SysProcAttr{Setsid: true},
		})
		os.Exit(0)
		return ""
	}),
	"informed": func(lines *bufio.Scanner) {
		all := os.Getenv("PARLOUR_TOKEN")
		each(lines, func(request string, words []string) string {
			if all += request + "\n"; words[0] != "go" {
				return "="
			}
			if strings.HasPrefix(all, "new fourinarow seats=2 board=7x6\nview 0 {\"cols\":7,") && strings.HasSuffix(all, "}\ngo 0 time=1m0s\n") {
				all = "new fourinarow seats=2 board=7x6\n"
				return "= d"
			}
			return "? " + all
		})
	},
	"uci": func(lines *bufio.Scanner) {
		all := ""
		each(lines, func(request string, words []string) string {
			switch all += request + "\n"; words[0] {
			case "uci":
				return "id name fake\noption name UCI_Elo type spin default 1500 min 1320 max 3190\noption name UCI_Chess960 type check default false\nuciok"
			case "isready":
				return "readyok"
			case "go":
				if strings.Contains(all, "value 1600") || !strings.Contains(all, "\nsetoption name UCI_Chess960 value true\nucinewgame\nisready\nposition fen 4 w\ngo movetime 60000\n") {
					return "bestmove 0000"
				}
				return "info depth 1 score cp 3\nbestmove d ponder a"
			}
			return ""
		})
	},
}

// eating is a program that would move once it has eaten.
const eating = `it=read new; echo =; read view; echo =; read go; x=x
	for i in 0 1 2 3; do for j in 0 1 2 3 4 5 6; do x=$x$x; done; done; echo = d`

// line is a game whose positions are written for chess programs, in their manner.
type line struct{ fourinarow.Game }

func (g line) Start(s games.Setup) (games.State, error) {
	state, err := g.Game.Start(s)
	return lineState{state}, err
}

type lineState struct{ games.State }

func (s lineState) View(seat games.Seat) games.View { return lineView{s.State.View(seat)} }

type lineView struct{ games.View }

func (lineView) UCI() string { return "fen 4 w" }

func (v lineView) MarshalJSON() ([]byte, error) { return json.Marshal(v.View) }

// A program that keeps to the lines moves. Every other one is told by what it did, is dead then, and has failed for good.
func TestPrograms(t *testing.T) {
	t.Parallel()
	for command, want := range map[string]string{
		"good": "", "quoting": "", "informed": "", "uci": "",
		"hanging": "gives no answer within 2.001s", "forking": "gives no answer within 2.001s", "dying": "has ended", "eating": "has ended",
		"uci-flooding": "says too much", "endless": "says too much", "refusing": "refuses what it is asked",
		"cheating": "makes no legal move", "leaving": "makes no legal move", "uci?UCI_Elo=1600": "makes no legal move", "uci?Elo=1": "has no option Elo", "uci?UCI_Ch=1": "has no option UCI_Ch",
	} {
		t.Run(command, func(t *testing.T) {
			t.Parallel()
			each, g := time.Minute, line{}
			if strings.Contains(want, "within") {
				each = time.Millisecond
			}
			p := Programs{Time: each, Memory: 1 << 20, List: make([]Program, 1)}
			text := "it=" + os.Args[0] + " as " + command
			if command == "eating" { // 256 MB, which the race detector has no need of
				text, p.Memory = eating, 64
			}
			if strings.HasPrefix(command, "uci") {
				text = "it=uci:" + os.Args[0] + " as " + command
			}
			if err := p.List[0].UnmarshalText([]byte(text)); err != nil {
				t.Fatal(err)
			}
			setup := g.Info().Setup()
			s, err := g.Start(setup)
			if err != nil {
				t.Fatal(err)
			}
			player := p.Sit(t.Context(), "it", g, setup, nil)
			defer player.Leave()
			for range 2 {
				move, err := player.Move(t.Context(), s, 0)
				if want == "" && (err != nil || move != "d") {
					t.Fatalf("it plays %q (%v), want d", move, err)
				}
				fault := (*Fault)(nil)
				if want != "" && (!errors.As(err, &fault) || err.Error() != want || move != "") {
					t.Fatalf("it plays %q (%v), want a fault: it %s", move, err, want)
				}
				if want != "" && player.process.cmd.ProcessState == nil {
					t.Error("it is not dead")
				}
			}
		})
	}
}

// The bot of docs/engine.md wins from both seats against easy.
func TestTheBotOfThePage(t *testing.T) {
	t.Parallel()
	python, err := exec.LookPath("python3")
	if err != nil && os.Getenv("CI") == "" {
		t.Skip("there is no python3 to run the bot of docs/engine.md")
	}
	page, err := os.ReadFile("../../../docs/engine.md")
	if err != nil {
		t.Fatal(err)
	}
	_, bot, _ := strings.Cut(string(page), "```python\n")
	bot, _, _ = strings.Cut(bot, "```")
	file := filepath.Join(t.TempDir(), "bot.py")
	if err := os.WriteFile(file, []byte(bot), 0o600); err != nil {
		t.Fatal(err)
	}
	g := fourinarow.Game{}
	easy, err := g.Player("easy", games.Limit{})
	if err != nil {
		t.Fatal(err)
	}
	p := Programs{Time: time.Minute, Memory: 1 << 20, List: []Program{{Name: "bot", Command: python + " " + file}}}
	for own := range games.Seat(2) {
		setup := g.Info().Setup()
		s, err := g.Start(setup)
		player := p.Sit(t.Context(), "bot", g, setup, os.Stderr)
		defer player.Leave()
		for ply := 0; err == nil && len(s.ToMove()) > 0; ply++ {
			seat := s.ToMove()[0]
			move := games.Move("")
			if seat != own {
				move = easy(s.View(seat), seat, games.Seed{byte(ply)})
			} else if move, err = player.Move(t.Context(), s, seat); err != nil {
				t.Fatal(err)
			}
			s, err = s.Play(seat, move)
		}
		if err != nil {
			t.Fatal(err)
		}
		if r, _ := s.Result(); r.Places[own] != 1 || r.Places[1-own] != 2 {
			t.Errorf("in seat %d it ends with the places %v", own, r.Places)
		}
	}
}

// A name or a command that can't be is refused, and so are two players of one name, and a name that nobody has.
func TestProgramsRefused(t *testing.T) {
	for _, text := range []string{"", "x", "x=", "=x", "x= ", "easy=x", "hard=x", "alone=x", "7=x", "X=x", "a b=x", "x=uci:", "x=uci:?a=b", "x=uci:y?a=%"} {
		if err := new(Program).UnmarshalText([]byte(text)); err == nil {
			t.Errorf("%q is taken", text)
		}
	}
	one := Program{Name: "one", Command: "x"}
	if err := (Programs{List: []Program{one, one}, Time: 1, Memory: 1}).Validate(); err == nil {
		t.Error("two of one name are taken")
	}
	nobody := Programs{}.Sit(t.Context(), "nobody", line{}, games.Setup{}, nil)
	if _, err := nobody.Move(t.Context(), nil, 0); err == nil || !strings.Contains(err.Error(), "not among the players") {
		t.Errorf("nobody moves: %v", err)
	}
}

// A program of chess plays only games whose positions are written for such programs.
func TestProgramsOfAGame(t *testing.T) {
	p := Programs{List: []Program{{Name: "mine", Command: "x"}, {Name: "fish", Command: "x", uci: true}}}
	for want, g := range map[string]games.Game{"[mine]": fourinarow.Game{}, "[mine fish]": chess.Game{}} {
		if got := fmt.Sprint(p.Of(g)); got != want {
			t.Errorf("%s play %T, want %s", got, g, want)
		}
	}
}

// A program gets none of Parlour's variables, where it gets none at all, too.
func TestAProgramGetsNoSecret(t *testing.T) {
	for _, name := range []string{"PATH", "HOME", "LANG", "TMPDIR", "SystemRoot"} {
		t.Setenv(name, "")
		os.Unsetenv(name)
	}
	p := Programs{Time: time.Minute, Memory: 1 << 20, List: []Program{{Name: "it", Command: os.Args[0] + " as informed"}}}
	setup := line{}.Info().Setup()
	s, err := line{}.Start(setup)
	if err != nil {
		t.Fatal(err)
	}
	player := p.Sit(t.Context(), "it", line{}, setup, nil)
	defer player.Leave()
	if move, err := player.Move(t.Context(), s, 0); err != nil || move != "d" {
		t.Errorf("it plays %q (%v), want d", move, err)
	}
}
