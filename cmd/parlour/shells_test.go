package main

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"parlour/cmd/parlour/setup"
)

// asks has each shell complete $LINE by the script of [completionCmd], and print what fits. Of zsh the parts that need a
// terminal are left out.
var asks = map[string]string{
	"bash": `source <(parlour completion bash)
		IFS=' ' read -ra COMP_WORDS <<<"${LINE//=/ = }"; [[ $LINE == *[\ =] ]] && COMP_WORDS+=("")
		[[ $LINE == *= ]] && unset 'COMP_WORDS[-1]'
		COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _parlour; printf '%s\n' "${COMPREPLY[@]}"`,
	"zsh": `compdef() {}; compset() { cut=${words[CURRENT]#*=} }; _files() { print -l -- *(N) | grep "^${cut-${words[CURRENT]}}" }
		_describe() { print -l -- "${(@)found%%:*}" }
		source <(parlour completion zsh); words=("${(@s: :)LINE}"); CURRENT=${#words}; _parlour`,
	"fish": `parlour completion fish | source; complete -C "$LINE" | string replace -r '\t.*' ''`,
}

// Commands, flags, what flags take, games and files are completed in each shell that is here.
func TestShellsComplete(t *testing.T) {
	dir := t.TempDir()
	put(t, filepath.Join(dir, "monday.db"), "")
	must(t, os.Symlink(absolute(t, os.Args[0]), filepath.Join(dir, "parlour")))
	for shell, script := range asks {
		t.Run(shell, func(t *testing.T) {
			if _, err := exec.LookPath(shell); err != nil {
				t.Skipf("there is no %s on this machine", shell)
			}
			for line, want := range map[string]string{
				"parlour bac":                    "backup",
				"parlour --log json comp":        "compact completion",
				"parlour run --games magic,slyd": "magic,slyde",
				"parlour backup mon":             "monday.db",
				"parlour person ":                "",
			} {
				ctx, ended := soon(t, shell+" completes "+line)
				defer ended()
				cmd := exec.CommandContext(ctx, shell, "-c", script)
				cmd.Dir = dir
				cmd.Env = append(os.Environ(), "PARLOUR_BE_MAIN=1", "LINE="+line, "PATH="+dir+":"+os.Getenv("PATH"), "HOME="+dir)
				said, err := cmd.CombinedOutput()
				got := strings.Fields(string(said))
				slices.Sort(got)
				if strings.Join(got, " ") != want {
					t.Errorf("%q becomes %q, %v; want %q", line, got, err, want)
				}
			}
		})
	}
}

// absolute returns a path from the root.
func absolute(t *testing.T, path string) string {
	t.Helper()
	path, err := filepath.Abs(path)
	must(t, err)
	return path
}

// A value in the same word as its flag, or behind an equals sign as bash gives it, is completed too.
func TestValuesBehindAnEqualsSign(t *testing.T) {
	for words, want := range map[string]string{
		"run --log=j":        "--log=json",
		"run --log = j":      "json",
		"run --log =":        "text json",
		"run --games=magic,": "--games=magic,chess",
		"--config=":          ":files",
		"run --config x --":  "--token",
		"run --no-such x":    "",
		"run --log-l":        "--log-level",
		"arena a b che":      "chess",
		"nothing ":           "",
	} {
		code, said, _ := run(t, append([]string{completeWord}, strings.Split(words, " ")...)...)
		for part := range strings.SplitSeq(want, " ") {
			if code != exitOK || !slices.ContainsFunc(strings.Split(said, "\n"), func(line string) bool { return strings.Split(line, "\t")[0] == part }) {
				t.Errorf("of %q it makes %q, want %q", words, said, part)
			}
		}
	}
}

// The manual has each command and flag that people may use, and groff reads it without a warning.
func TestManual(t *testing.T) {
	code, page, stderr := run(t, "man")
	if code != exitOK || stderr != "" {
		t.Fatalf("exit %d, %q", code, stderr)
	}
	parser, err := new(cli).parser(new(setup.File), nil, nil)
	must(t, err)
	for _, command := range parser.Model.Leaves(true) {
		for _, flag := range command.Flags {
			if found := strings.Contains(page, "\n.B "+roff("--"+flag.Name)); found == flag.Hidden {
				t.Errorf("the flag --%s of %s is in the manual: %t", flag.Name, command.Name, found)
			}
		}
		if !strings.Contains(page, "\n.SS parlour "+roff(command.Name)) {
			t.Errorf("the manual lacks %s", command.Name)
		}
	}
	if _, err := exec.LookPath("groff"); err != nil {
		t.Skip("there is no groff on this machine")
	}
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	cmd := exec.CommandContext(ctx, "groff", "-man", "-Kutf8", "-ww", "-Tutf8")
	cmd.Stdin = strings.NewReader(page)
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	if err := cmd.Run(); err != nil || errs.Len() > 0 || out.Len() < len(page) {
		t.Errorf("groff makes %d bytes of it, %v, and says %s", out.Len(), err, errs.String())
	}
	if got := roff(".x\n'\\"); got != `\&.x '\e` {
		t.Errorf("a line that looks like a command is %q", got)
	}
}
