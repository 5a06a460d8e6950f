package rest

import (
	"strconv"

	"parlour/bot/sandbox/rule"
	"parlour/bot/sandbox/world"
)

// limit reads the query's limit: 1 to 100, 50 if absent.
func limit(text string) int {
	n, err := strconv.Atoi(text)
	if err != nil {
		return 50
	}
	return min(max(n, 1), 100)
}

// edited edits a message and returns it as an answer.
func (s *API) edited(m *world.Message, f *rule.Form) (any, error) {
	if err := s.messages.Edit(m, f); err != nil {
		return nil, err
	}
	return s.wire.MessageJSON(m), nil
}
