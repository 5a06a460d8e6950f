package page_test

import (
	"context"
	"os"
	"os/exec"
	"testing"

	"parlour/commands/world"

	"github.com/chromedp/chromedp"
)

// TestInABrowser plays on the sandbox's page in a real browser, and keeps a picture of each
// state in the folder that PARLOUR_SHOTS names.
func TestInABrowser(t *testing.T) {
	t.Parallel()
	b := startBrowser(t)
	for _, c := range []struct {
		name string
		test func(*testing.T, *browser)
	}{
		{"magic", magicByClicks},
		{"auction", auctionByClicks},
		{"keyboard", magicByKeys},
		{"phone", phoneAndDark},
		{"changes", changesInPlace},
		{"alone", aloneByClicks},
		{"friends", friendsByClicks},
		{"replay", replayFromDisk},
		{"components", componentsByClicks},
		{"lists", listsByClicks},
		{"forms", formsByClicks},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			c.test(t, b)
		})
	}
}

// A browser has a tab for each person of each test.
type browser struct {
	ctx   context.Context // chromedp's
	shots string          // the folder for pictures
}

// startBrowser starts a browser that can reach only this machine.
func startBrowser(t *testing.T) *browser {
	t.Helper()
	b := &browser{shots: os.Getenv("PARLOUR_SHOTS")}
	if b.shots == "" {
		b.shots = t.TempDir()
	}
	if err := os.MkdirAll(b.shots, 0o755); err != nil {
		t.Fatal(err)
	}
	// The profile is a new temporary folder, which chromedp removes. For root, chromedp
	// turns off the browser's own sandbox, which cannot run as root.
	ctx, stop := chromedp.NewExecAllocator(context.Background(), append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(findBrowser(t)),
		chromedp.Flag("headless", "new"),
		chromedp.Flag("disable-gpu", true),
		chromedp.Flag("disable-component-update", true),
		chromedp.Flag("no-proxy-server", true),
		chromedp.Flag("host-resolver-rules", "MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"),
	)...)
	t.Cleanup(func() { world.Finish(t, stop, "the end of the browser") })
	ctx, closeFirst := chromedp.NewContext(ctx)
	t.Cleanup(closeFirst)
	started := make(chan error, 1)
	go func() { started <- chromedp.Do(ctx) }() // a deadline of this context would end the browser
	if err := world.Receive(t, started, "the start of the browser"); err != nil {
		t.Fatalf("the browser does not start: %v", err)
	}
	b.ctx = ctx
	return b
}

// findBrowser returns the path of a browser.
func findBrowser(t *testing.T) string {
	t.Helper()
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome", "chrome"} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	const missing = "no browser is installed: install Debian's chromium to test the page as people use it"
	if os.Getenv("CI") == "true" {
		t.Fatal(missing)
	}
	t.Skip(missing)
	return ""
}
