package sandbox

import (
	"context"
	"os/exec"
	"strings"
	"testing"
	"time"

	"parlour/bot/sandbox/tooltest"
)

// Lines that begin with a number and a dot are a list, which counts on from its first number.
func TestNumberedLinesAreAList(t *testing.T) {
	if out := markdown(t, "so:\n1. one\n1. *two*\n- dot\n7. seven\n9. nine\n\n1.5 is\n2\\. no\nend"); out !=
		"<p>so:</p><ol start=1><li>one</li><li><em>two</em></li></ol><ul><li>dot</li></ul>"+
			"<ol start=7><li>seven</li><li>nine</li></ol><p>\n1.5 is\n2. no\nend</p>" {
		t.Errorf("the page shows %q", out)
	}
}

// A mention of a command is a button with the command's name.
func TestACommandIsPressed(t *testing.T) {
	if out := markdown(t, "</settings:42>, `</play:1>` and </not a command>."); out !=
		"<p><button type=button class=mention>/settings</button>, <code></play:1></code> and </not a command>.</p>" {
		t.Errorf("the page shows %q", out)
	}
}

// markdown is what the page makes of a text.
func markdown(t *testing.T, text string) string {
	t.Helper()
	if _, err := exec.LookPath("node"); err != nil {
		tooltest.Lacking(t, "node is not here: install Debian's nodejs to try the page's markdown")
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	node := exec.CommandContext(ctx, "node", "testdata/markdown.js")
	node.Stdin, node.WaitDelay = strings.NewReader(text), 5*time.Second
	out, err := node.CombinedOutput()
	if err != nil {
		t.Fatalf("node: %v\n%s", err, out)
	}
	return string(out)
}
