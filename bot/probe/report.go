package probe

import (
	"fmt"
	"io"
	"regexp"
	"strings"
)

// Row is what became of one rule.
type Row struct {
	Rule    string
	Sandbox string // what the sandbox does
	Discord string // what Discord did, empty if the rule was not tried
	Untried string // why it was not
	Guess   bool   // the sandbox's side is a guess
}

// Differs reports whether Discord did something else than the sandbox does.
func (r Row) Differs() bool { return r.Untried == "" && r.Discord != r.Sandbox }

// rank puts guesses first.
func (r Row) rank() int {
	if r.Guess {
		return 1
	}
	return 0
}

// Report is what became of all rules, guesses first.
type Report struct {
	Rows []Row
	left left
}

// Differences returns how many rows differ.
func (r Report) Differences() (n int) {
	for _, row := range r.Rows {
		if row.Differs() {
			n++
		}
	}
	return n
}

// Write writes the report as a table in Markdown, with token nowhere in it. A guess is marked
// by †.
func (r Report) Write(w io.Writer, token string) error {
	var b strings.Builder
	b.WriteString("| | rule | the sandbox | Discord |\n|---|---|---|---|\n")
	untried := 0
	for _, row := range r.Rows {
		verdict, did := "same", row.Discord
		switch {
		case row.Untried != "":
			verdict, did = "not tried", row.Untried
			untried++
		case row.Differs():
			verdict = "**differs**"
		}
		dagger := ""
		if row.Guess {
			dagger = " †"
		}
		fmt.Fprintf(&b, "| %s | %s%s | %s | %s |\n", verdict, cell(row.Rule), dagger, cell(row.Sandbox), cell(did))
	}
	n := r.Differences()
	fmt.Fprintf(&b, "\n%d rules: %d the same, %d different, %d not tried.\n", len(r.Rows), len(r.Rows)-n-untried, n, untried)
	if l := r.left; l != (left{}) {
		fmt.Fprintf(&b, "What the probe could not delete: %d messages, %d threads (asleep now), %d commands.\n", l.messages, l.threads, l.commands)
	}
	_, err := io.WriteString(w, clean(b.String(), token))
	return err
}

// longNumber matches an id.
var longNumber = regexp.MustCompile(`\d{15,}`)

// clean replaces the token and all ids.
func clean(text, token string) string {
	if token != "" {
		text = strings.ReplaceAll(text, token, "[the token]")
	}
	return longNumber.ReplaceAllString(text, "[id]")
}

// cell makes a text fit into a cell of a table.
func cell(text string) string {
	return strings.NewReplacer("|", "\\|", "\n", " ").Replace(text)
}
