package main

import "testing"

func TestSolveRefuses(t *testing.T) {
	wantSentence(t, []string{"solve", "permute"}, exitUsage, "must be one of \"magic\" but got \"permute\"")
	wantSentence(t, []string{"solve"}, exitUsage, "<game>")
}
