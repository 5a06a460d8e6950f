package main

import (
	"bytes"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"parlour/bot/sandbox"
	"parlour/commands"
	"parlour/commands/publish"
	"parlour/games/all"
)

var update = flag.Bool("update", false, "write the golden files anew")

// perform plays a script from standard input.
func perform(t *testing.T, script io.Reader, args ...string) (code int, stdout, stderr string) {
	t.Helper()
	var out, errs bytes.Buffer
	ctx, ended := soon(t, "the script")
	defer ended()
	code = Run(ctx, append([]string{"sandbox", "--script", "-"}, args...), script, &out, &errs)
	return code, out.String(), errs.String()
}

// stage returns a script whose bot runs.
func stage(t *testing.T) *script {
	t.Helper()
	discord, err := sandbox.Start(sandbox.Config{AnswerWithin: patience / 2, SettleWithin: patience / 2, Haste: scriptHaste, OpenAPI: os.Getenv("DISCORD_OPENAPI")})
	must(t, err)
	t.Cleanup(func() { discord.Close() })
	s := newScript(discord, commands.Config{Config: publish.Config{Log: slog.New(slog.DiscardHandler)}, Games: all.Games()}, filepath.Join(t.TempDir(), "parlour.db"), io.Discard)
	must(t, s.start(t.Context()))
	t.Cleanup(func() {
		if err := s.stop(); err != nil {
			t.Errorf("the bot ended with: %v", err)
		}
	})
	return s
}

// Each file of testdata/script is a transcript, which is a script too. A line that begins
// with "> " is what a person does, and the lines after it are what people see. With
// -update the files are written anew. Over HTTP they print the same.
//
//test:unwatched
func TestScripts(t *testing.T) {
	files, err := filepath.Glob("testdata/script/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatalf("no scripts (%v)", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txt"), func(t *testing.T) {
			t.Parallel()
			old, err := os.ReadFile(file)
			must(t, err)
			code, got, stderr := run(t, "sandbox", "--script", file)
			_, overHTTP, _ := run(t, "sandbox", "--script", file, "--interactions")
			if code != exitOK || stderr != "" {
				t.Fatalf("%s: exit %d, %s", file, code, stderr)
			}
			if id := regexp.MustCompile(`\d{17,}`).FindString(got); id != "" {
				t.Errorf("%s: the id %s is printed", file, id)
			}
			times := regexp.MustCompile(`[A-Z]\w\w \d+ [A-Z]\w\w \d\d:\d\d UTC`)
			ends := regexp.MustCompile(`· \d+ min · \d+ [A-Z]\w\w \d{4}`)
			fixed := func(said string) string {
				return ends.ReplaceAllString(times.ReplaceAllString(said, "Fri 20 Nov 12:00 UTC"), "· 1 min · 20 Nov 2026")
			}
			got = fixed(got)
			wantLines(t, file+" over HTTP", fixed(overHTTP), got)
			if *update {
				must(t, os.WriteFile(file, []byte(got), 0o644))
				return
			}
			wantLines(t, file, got, string(old))
		})
	}
}

// wantLines compares two texts and reports the first line that differs.
func wantLines(t *testing.T, file, got, want string) {
	t.Helper()
	gots, wants := strings.Split(got, "\n"), strings.Split(want, "\n")
	for i := range min(len(gots), len(wants)) {
		if gots[i] != wants[i] {
			t.Fatalf("%s:%d:\n want %s\n  got %s", file, i+1, wants[i], gots[i])
		}
	}
	if len(gots) != len(wants) {
		t.Fatalf("%s has %d lines, want %d", file, len(gots), len(wants))
	}
}

// A script by hand has no "> ", may be indented, and may have the line ends of Windows.
//
//test:unwatched
func TestScriptByHandPrintsItsTranscript(t *testing.T) {
	t.Parallel()
	_, want, _ := perform(t, strings.NewReader("# Alone.\n\n> ann /help\n#games, everybody:\n  > ben /help\n"))
	code, got, stderr := perform(t, strings.NewReader("  # Alone.\r\n\tann /help  \r\n"))
	if code != exitOK || stderr != "" || !strings.HasPrefix(got, "# Alone.\n\n> ann /help\n#games, only ann:\n  ") {
		t.Fatalf("exit %d, %q, %q", code, stderr, got)
	}
	wantLines(t, "by hand", got, want)
}

//test:unwatched
func TestScriptEndsAtABadLine(t *testing.T) {
	t.Parallel()
	s := stage(t)
	opened := "ann /play game:magic opponent:@ben\n# a comment\n\n"
	for _, c := range []struct{ script, want string }{
		{"ann clicks Accept", `line 1: ann sees no button "Accept": there is none at all`},
		{opened + "ann clicks Acept", `line 4: ann sees no button "Acept": there is Accept, Block, Cancel, Decline, How to play, Learn it by playing, Options, Practise with Parlour, Set time zone`},
		{opened + "ann in #lounge clicks Accept", `line 4: ann sees no button "Accept": there is none at all`},
		{opened + "ann picks d", `line 4: ann sees no menu with "d": there is none at all`},
		{"ann /play game:permutu\nann clicks Leave", "line 2: that button or menu is disabled"},
		{"# who?\nbob /help", `line 2: "bob" is nobody here: a line begins with ann, ben, cleo, dan or eve, or it is restart, in #lounge or a # comment`},
		{"ann dances", `line 1: "dances" is nothing that ann can do: use a /command, or one of types /COMMAND, clicks BUTTON, picks LINE, says WORDS`},
		{"ann clicks", `line 1: "clicks" is nothing that ann can do: use a /command, or one of types /COMMAND, clicks BUTTON, picks LINE, says WORDS`},
		{"ann", `line 1: "" is nothing that ann can do: use a /command, or one of types /COMMAND, clicks BUTTON, picks LINE, says WORDS`},
		{"in #nowhere", `line 1: there is no place "#nowhere": there are #games, #lounge, friends, group`},
		{"ann in #thread-1 /help", `line 1: there is no place "#thread-1": there are #games, #lounge, friends, group, dm`},
		{"ann /dance", "line 1: there is no command /dance here"},
		{"ann types /dance", "line 1: there is no command /dance here"},
		{"ann /play game:magic opponent:@bob", `line 1: option "opponent": "@bob" is not somebody here`},
		{"\n> ann /help\n#games, only ann:\n  Help.\n> ann /dance\nann /help", "line 5: there is no command /dance here"},
		{strings.Repeat("ann says hello ", 10000), "line 1: bufio.Scanner: token too long"},
	} {
		err := s.perform(t.Context(), strings.NewReader(c.script), "it")
		if err == nil || err.Error() != "it, "+c.want {
			t.Errorf("%.80q: %v, want it, %s", c.script, err, c.want)
		}
	}
}

//test:unwatched
func TestFailedScriptPrintsItsBegin(t *testing.T) {
	t.Parallel()
	code, stdout, stderr := perform(t, strings.NewReader("ann /play game:magic opponent:@ben\n\nann clicks Acept\n"))
	want := "parlour: standard input, line 3: ann sees no button \"Acept\": there is Accept, Block, Cancel, Decline, How to play, Learn it by playing, Options, Practise with Parlour, Set time zone.\n"
	if code != exitFailed || stderr != want || !strings.Contains(stdout, "[Accept]") {
		t.Errorf("exit %d, %q, %q; want %d, %q", code, stderr, stdout, exitFailed, want)
	}
}

// Each line is answered as soon as it is typed, and the script can be stopped in the
// middle.
func TestScriptIsPlayedAsItIsTyped(t *testing.T) {
	t.Parallel()
	in, typed := io.Pipe()
	defer typed.Close()
	ctx, cancel := soon(t, "a script whose first line is answered")
	seen := &trigger{on: "I've asked Ben", do: cancel}
	var stderr bytes.Buffer
	go io.WriteString(typed, "ann /play game:magic opponent:@ben\n")
	if code := Run(ctx, []string{"sandbox", "--script", "-"}, in, seen, &stderr); code != exitOK || stderr.Len() > 0 {
		t.Errorf("it ended with %d, %s", code, stderr.String())
	}
	if seen.do != nil {
		t.Errorf("the answer was not told: %s", seen.said.String())
	}
}

// A broken rule of Discord's is the error of the line, and not merely that no answer
// came.
func TestScriptReportsBrokenRules(t *testing.T) {
	t.Parallel()
	s := stage(t)
	long := `{"content":"` + strings.Repeat("x", 2001) + `"}`
	ctx, ended := soon(t, "a request to the sandbox")
	defer ended()
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, s.discord.URL()+"/api/v9/channels/"+s.here.id+"/messages", strings.NewReader(long))
	must(t, err)
	r.Header.Set("Authorization", "Bot "+s.discord.Token())
	r.Header.Set("Content-Type", "application/json")
	answer, err := http.DefaultClient.Do(r)
	must(t, err)
	answer.Body.Close()
	err = s.perform(t.Context(), strings.NewReader("ann says hello"), "it")
	if err == nil || !strings.HasPrefix(err.Error(), "it, line 1: this breaks Discord's rules: ") {
		t.Errorf("%d, %v", answer.StatusCode, err)
	}
}

func TestMomentText(t *testing.T) {
	for away, want := range map[time.Duration]string{
		72 * time.Hour: "in 3 days", 13*time.Hour + 10*time.Minute: "in 13 hours", time.Hour: "in 1 hour",
		5*time.Minute + 20*time.Second: "in 5 minutes", -26 * time.Hour: "1 day ago", 10 * time.Second: "in 0 minutes",
	} {
		if got := momentText(fmt.Sprintf("<t:%d:R>", time.Now().Add(away).Unix())); got != want {
			t.Errorf("a moment %v from now is %q, want %q", away, got, want)
		}
	}
	if got, want := momentText("<t:0:f>"), "Thu 1 Jan 00:00 UTC"; got != want {
		t.Errorf("the first moment is %q, want %q", got, want)
	}
}
