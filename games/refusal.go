package games

import "fmt"

// A Refusal is an error for a person: one sentence that says what was wrong and what would
// be right.
type Refusal struct{ Text Text }

// Refuse makes a Refusal from a key and its values, as [Say] does.
func Refuse(key string, pairs ...any) error { return &Refusal{Say(key, pairs...)} }

// Error returns the key and its values; the sentence is in the catalogue.
func (r *Refusal) Error() string {
	if len(r.Text.pairs) == 0 {
		return r.Text.Key
	}
	return fmt.Sprintf("%s %v", r.Text.Key, r.Text.written().Args)
}
