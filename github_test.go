package parlour

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"
)

// A form is what somebody fills in who opens an issue, with what GitHub asks of it.
type form struct {
	Name, Description string
	Labels            []string
	Body              []struct {
		Type, ID   string
		Attributes struct {
			Label, Description, Value, Render string
			Options                           []string
		}
		Validations struct{ Required bool }
	}
}

// Each issue form is one that GitHub takes, and asks for something.
func TestIssueForms(t *testing.T) {
	files, err := filepath.Glob(".github/ISSUE_TEMPLATE/*.yml")
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, file := range files {
		if filepath.Base(file) == "config.yml" {
			continue
		}
		names = append(names, strings.TrimSuffix(filepath.Base(file), ".yml"))
		var f form
		decode(t, file, &f)
		if f.Name == "" || f.Description == "" {
			t.Errorf("%s has no name or no description, which GitHub asks for", file)
		}
		ids, required := map[string]bool{}, 0
		for _, b := range f.Body {
			switch {
			case b.Type == "markdown":
				if b.Attributes.Value == "" || b.ID != "" {
					t.Errorf("%s: markdown has a value, and no id", file)
				}
				continue
			case !slices.Contains([]string{"input", "textarea", "dropdown"}, b.Type):
				t.Errorf("%s: there is no type %q", file, b.Type)
			case b.ID == "" || ids[b.ID] || b.Attributes.Label == "":
				t.Errorf("%s: %q needs an id of its own and a label", file, b.ID)
			case (b.Type == "dropdown") != (len(b.Attributes.Options) > 0):
				t.Errorf("%s: %s has options if it is a dropdown, else none", file, b.ID)
			}
			if ids[b.ID] = true; b.Validations.Required {
				required++
			}
		}
		if required == 0 {
			t.Errorf("%s asks for nothing", file)
		}
	}
	if want := []string{"bug", "game", "question"}; !slices.Equal(names, want) {
		t.Errorf("the forms are %q, want %q", names, want)
	}
	var config struct {
		Blank bool `yaml:"blank_issues_enabled"`
	}
	if decode(t, ".github/ISSUE_TEMPLATE/config.yml", &config); config.Blank {
		t.Error("an issue can be opened without a form")
	}
}

// A workflow is what of GitHub's workflows is used here. All else is refused, so a misspelt key is found.
type workflow struct {
	Name string
	On   struct {
		Push        struct{ Tags []string }
		PullRequest yaml.Node `yaml:"pull_request"`
		Schedule    []struct{ Cron string }
	}
	Permissions map[string]string
	Jobs        map[string]struct {
		RunsOn         string `yaml:"runs-on"`
		TimeoutMinutes int    `yaml:"timeout-minutes"`
		Needs          string
		Permissions    map[string]string
		Container      struct{ Image, Options string }
		Steps          []struct {
			Uses, Run string
			With, Env map[string]string
		}
	}
}

// pinned is how an action is used.
var pinned = regexp.MustCompile(`^\s*- uses: [\w-]+/[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$`)

// No action can become another one without a commit here.
func TestActionsArePinned(t *testing.T) {
	files, err := filepath.Glob(".github/workflows/*")
	if err != nil || len(files) == 0 {
		t.Fatalf("there are no workflows: %v", err)
	}
	for _, file := range files {
		for line := range strings.Lines(read(t, file)) {
			if line = strings.TrimRight(line, "\n"); strings.Contains(line, "uses:") && !pinned.MatchString(line) {
				t.Errorf("%s: %q is not pinned by a commit, with its version in a comment", file, line)
			}
		}
	}
}

// Every push and pull request runs .ci/run and looks for known holes, with the Go of go.mod and no rights
// to write.
func TestWorkflowChecksEachChange(t *testing.T) {
	const file = ".github/workflows/check.yml"
	text := read(t, file)
	if !strings.Contains(text, "\n  push:\n") || !strings.Contains(text, "\n  pull_request:\n") {
		t.Errorf("%s does not run for each push and pull request", file)
	}
	var w workflow
	decode(t, file, &w)
	if len(w.Permissions) != 1 || w.Permissions["contents"] != "read" {
		t.Errorf("%s has the permissions %v, want to read contents alone", file, w.Permissions)
	}
	goes := regexp.MustCompile(`(?m)^go (\d+\.\d+)`).FindStringSubmatch(read(t, "go.mod"))[1]
	var runs []string
	for name, job := range w.Jobs {
		if job.Container.Image != "golang:"+goes || job.TimeoutMinutes == 0 || job.RunsOn == "" {
			t.Errorf("%s: the job %s has the image %q and %d minutes, want golang:%s and a limit", file, name, job.Container.Image, job.TimeoutMinutes, goes)
		}
		for _, step := range job.Steps {
			runs = append(runs, step.Run)
		}
	}
	if !slices.Contains(runs, "bash .ci/run") {
		t.Errorf("%s does not run .ci/run", file)
	}
	if !slices.ContainsFunc(runs, regexp.MustCompile(`^go run golang\.org/x/vuln/cmd/govulncheck@v\d+\.\d+\.\d+ \./\.\.\.$`).MatchString) {
		t.Errorf("%s does not run govulncheck in a version of its own", file)
	}
}

// A tag is released after .ci/run has passed, by the tools that make release-check tries, and only the job that
// does so may write.
func TestWorkflowReleasesEachTag(t *testing.T) {
	const file = ".github/workflows/release.yml"
	var w workflow
	decode(t, file, &w)
	if len(w.On.Push.Tags) != 1 || !strings.HasPrefix(w.On.Push.Tags[0], "v") {
		t.Errorf("%s runs for the tags %q, want those of versions", file, w.On.Push.Tags)
	}
	check, release := w.Jobs["check"], w.Jobs["release"]
	if len(w.Permissions) != 1 || w.Permissions["contents"] != "read" || check.Permissions != nil {
		t.Errorf("%s may %v, and its check %v, want to read contents alone", file, w.Permissions, check.Permissions)
	}
	if len(check.Steps) == 0 || check.Steps[len(check.Steps)-1].Run != "bash .ci/run" || release.Needs != "check" {
		t.Errorf("%s releases what .ci/run has not passed", file)
	}
	tried, installed := read(t, "packaging/check.sh"), 0
	for _, step := range release.Steps {
		if tool, ok := strings.CutPrefix(step.Run, "go install "); ok {
			installed++
			if !strings.Contains(tried, tool+" ") {
				t.Errorf("%s installs %s, which packaging/check.sh does not try", file, tool)
			}
		}
	}
	if installed != 2 {
		t.Errorf("%s installs %d tools, want goreleaser and syft", file, installed)
	}
}

// decode reads YAML, in which no other fields may stand.
func decode(t *testing.T, file string, into any) {
	t.Helper()
	d := yaml.NewDecoder(strings.NewReader(read(t, file)))
	d.KnownFields(true)
	if err := d.Decode(into); err != nil {
		t.Fatalf("%s: %v", file, err)
	}
}

// read returns a file of the project.
func read(t *testing.T, file string) string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
