package page_test

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"parlour/bot/sandbox/tooltest"
)

// axe returns the script of npm's axe-core, which finds what keeps people out who cannot see a page or use a mouse.
func axe(t *testing.T) string {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 3*time.Minute)
	defer cancel()
	folder := tooltest.Npm(ctx, t, "testdata/axe", "axe-core")
	script, err := os.ReadFile(filepath.Join(folder, "node_modules/axe-core/axe.min.js"))
	if err != nil {
		t.Fatal(err)
	}
	return string(script)
}

// barriers returns what axe finds in the page that is serious for somebody.
func (p *person) barriers(axe string) []string {
	p.Helper()
	evaluate[bool](p, axe+"; true")
	return evaluate[[]string](p, `axe.run({resultTypes: ['violations']}).then((r) => r.violations
		.filter((v) => v.impact === 'serious' || v.impact === 'critical').map((v) => v.id).sort())`, chromedp.EvalAwaitPromise)
}
