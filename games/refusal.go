package games

import "fmt"

// A Refusal is an error for a person: one sentence that says what was wrong and what would
// be right.
type Refusal struct {
	Text    Text
	Instead *Instead // of options that do not go together; nil for nothing to propose
}

// An Instead is what a game proposes in place of options that do not go together.
type Instead struct {
	Options map[string]string // all of them, which a table may choose
	Said    Text              // says what differs, once it is taken
}

// Refuse makes a Refusal from a key and its values, as [Say] does.
func Refuse(key string, pairs ...any) error { return &Refusal{Text: Say(key, pairs...)} }

// Error returns the key and its values; the sentence is in the catalogue.
func (r *Refusal) Error() string {
	if len(r.Text.pairs) == 0 {
		return r.Text.Key
	}
	return fmt.Sprintf("%s %v", r.Text.Key, r.Text.written().Args)
}
