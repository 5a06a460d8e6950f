package parlour

import (
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// No action of GitHub's can become another one without a commit here, no workflow has more rights than to read
// but where it releases, and each change runs .ci/run.
func TestWorkflows(t *testing.T) {
	pinned := regexp.MustCompile(`^\s*- uses: [\w-]+/[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$`)
	files, err := filepath.Glob(".github/workflows/*")
	if err != nil || len(files) == 0 {
		t.Fatalf("there are no workflows: %v", err)
	}
	for _, file := range files {
		text := read(t, file)
		for line := range strings.Lines(text) {
			if line = strings.TrimRight(line, "\n"); strings.Contains(line, "uses:") && !pinned.MatchString(line) {
				t.Errorf("%s: %q is not pinned by a commit, with its version in a comment", file, line)
			}
		}
		if !strings.Contains(text, "\npermissions:\n  contents: read\n") || !strings.Contains(text, "run: bash .ci/run\n") {
			t.Errorf("%s may do more than read, or does not run .ci/run", file)
		}
	}
}
