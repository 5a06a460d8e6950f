package rest

import (
	"encoding/json"
	"fmt"
)

// The bounds. An interaction of Discord has less than 150 kB, and its components lie less
// than 20 deep.
const (
	MaxFrame = 16 << 20  // bytes of one packet of the gateway
	maxBody  = 8 << 20   // bytes of the body of one answer
	MaxEvent = 256 << 10 // bytes of one interaction over HTTP, which anybody may send
	maxDepth = 64        // lists and objects of JSON within each other
)

// Decode reads JSON into a value, unless it nests deeper than [maxDepth]: a type that decodes
// itself is read once for each level around it, so a megabyte of brackets would take minutes.
func Decode(text []byte, value any) error {
	if err := nesting(text); err != nil {
		return err
	}
	return json.Unmarshal(text, value)
}

// nesting returns an error for JSON that nests deeper than [maxDepth].
func nesting(text []byte) error {
	depth := 0
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '"':
			for i++; i < len(text) && text[i] != '"'; i++ {
				if text[i] == '\\' {
					i++
				}
			}
		case '{', '[':
			if depth++; depth > maxDepth {
				return fmt.Errorf("its JSON is nested more than %d deep", maxDepth)
			}
		case '}', ']':
			depth--
		}
	}
	return nil
}
