// Package tooltest helps tests that need tools of others, such as npm. It imports nothing of the project.
package tooltest

import (
	"context"
	"os"
	"os/exec"
	"testing"
	"time"
)

// Lacking skips a test that lacks a tool. In CI, where all tools must be there, it fails the test.
func Lacking(t *testing.T, what string) {
	t.Helper()
	if os.Getenv("CI") == "true" {
		t.Fatal(what)
	}
	t.Skip(what)
}

// Npm copies a folder with a package-lock.json into one of the test's own and installs a library there, with further
// arguments of npm ci. It returns the new folder. A test without node, npm or the library is [Lacking].
func Npm(ctx context.Context, t *testing.T, folder, library string, args ...string) string {
	t.Helper()
	for _, tool := range []string{"node", "npm"} {
		if _, err := exec.LookPath(tool); err != nil {
			Lacking(t, tool+" is not here: install Debian's nodejs and npm to have "+library+" as a second opinion")
		}
	}
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(folder)); err != nil {
		t.Fatal(err)
	}
	npm := exec.CommandContext(ctx, "npm", append([]string{"ci", "--ignore-scripts", "--prefer-offline"}, args...)...)
	npm.Dir, npm.WaitDelay = dir, 5*time.Second
	if out, err := npm.CombinedOutput(); err != nil {
		Lacking(t, "npm could not install "+library+": "+err.Error()+"\n"+string(out))
	}
	return dir
}
