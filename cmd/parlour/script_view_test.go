package main

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

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

// An answer is printed as people read it: without backslashes, and with the name of a thread that has just opened.
func TestScriptNamesANewThread(t *testing.T) {
	t.Parallel()
	code, got, stderr := perform(t, strings.NewReader("ann /play game:permute opponent:@Parlour first:me\n"))
	want := "\n  Your game with Parlour (medium) is on. You move first. The board is in [the thread]((link to #thread-1)).\n"
	if code != exitOK || stderr != "" || !strings.Contains(got, want) || strings.Contains(got, `\`) {
		t.Errorf("exit %d, %q:\n%s\nwant %q and no backslash", code, stderr, got, want)
	}
}
