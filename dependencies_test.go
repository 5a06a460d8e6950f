package parlour

import (
	"bytes"
	"encoding/json"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"parlour/cmd/parlour/licenses"
)

// A module is what go.mod says of this one or another.
type module struct {
	Require []struct {
		Path     string
		Indirect bool
	}
	Tool []struct{ Path string }
}

// modfile reads a go.mod.
func modfile(t *testing.T, file string) (m module) {
	t.Helper()
	out, err := exec.Command("go", "mod", "edit", "-json", file).Output()
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(out, &m); err != nil {
		t.Fatal(err)
	}
	return m
}

// dependencies returns all that Parlour depends on directly, with the table of docs/dependencies.md where
// it belongs.
func dependencies(t *testing.T) map[string]string {
	t.Helper()
	const program, tests, tool = "in the program", "in tests alone", "tool"
	found := map[string]string{}
	own := modfile(t, "go.mod")
	for _, r := range own.Require {
		if r.Indirect {
			continue
		}
		found[r.Path] = tests
		if strings.Contains(licenses.Text, "\n"+r.Path+" v") {
			found[r.Path] = program
		}
	}
	for _, u := range own.Tool {
		found[u.Path] = tool
	}
	for _, file := range glob(t, "bot/sandbox/testdata/*/go.mod") {
		for _, r := range modfile(t, file).Require {
			if !r.Indirect {
				found[r.Path] = tests
			}
		}
	}
	for _, file := range glob(t, "bot/sandbox/testdata/*/package.json") {
		var p struct{ Dependencies map[string]string }
		if err := json.Unmarshal([]byte(read(t, file)), &p); err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		for name := range p.Dependencies {
			found[name] = tests
		}
	}
	fetched := regexp.MustCompile(`(?m)(?:go run|go install|uses:|npm install [^\n]*) ([\w./-]+)@`)
	for _, file := range append(glob(t, ".github/workflows/*"), "Makefile", ".ci/run", "packaging/check.sh") {
		for _, m := range fetched.FindAllStringSubmatch(read(t, file), -1) {
			found[m[1]] = tool
		}
	}
	return found
}

func glob(t *testing.T, pattern string) []string {
	t.Helper()
	files, err := filepath.Glob(pattern)
	if err != nil || len(files) == 0 {
		t.Fatalf("there is no %s: %v", pattern, err)
	}
	return files
}

// dependencyRow is a line of docs/dependencies.md: the name, its licences and why it is there.
var dependencyRow = regexp.MustCompile("^\\| `([^`]+)` \\| ([^|]+) \\| ([^|]+) \\|$")

// docs/dependencies.md has a line for each dependency, in its table, with the licence that it has, and no
// other line.
func TestEachDependencyHasItsReason(t *testing.T) {
	want := dependencies(t)
	listed, licences := map[string]string{}, map[string]string{}
	table := ""
	for line := range strings.Lines(read(t, "docs/dependencies.md")) {
		line = strings.TrimSpace(line)
		if head, ok := strings.CutSuffix(line, " | licence | why |"); ok {
			table = strings.TrimPrefix(head, "| ")
		} else if m := dependencyRow.FindStringSubmatch(line); m != nil {
			listed[m[1]], licences[m[1]] = table, m[2]
		} else if strings.HasPrefix(line, "| ") {
			t.Errorf("docs/dependencies.md: a line is not a name, a licence and a reason: %s", line)
		}
	}
	for name, table := range want {
		if listed[name] != table {
			t.Errorf("docs/dependencies.md has no line for %s under %q, but under %q", name, table, listed[name])
		}
	}
	for name := range listed {
		if want[name] == "" {
			t.Errorf("docs/dependencies.md has a line for %s, on which nothing depends", name)
		}
	}
	if len(want) < 20 {
		t.Errorf("only %d dependencies were found", len(want))
	}
	checkLicences(t, licences)
}

// checkLicences compares the licences that are listed with the files of the modules that are here.
func checkLicences(t *testing.T, licences map[string]string) {
	t.Helper()
	var direct []string
	for _, r := range modfile(t, "go.mod").Require {
		if !r.Indirect || strings.HasPrefix(r.Path, "honnef.co/go/tools") {
			direct = append(direct, r.Path)
		}
	}
	out, err := exec.Command("go", append([]string{"mod", "download", "-json"}, direct...)...).Output() // those that are not here yet
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	for d := json.NewDecoder(bytes.NewReader(out)); d.More(); {
		var m struct{ Path, Dir string }
		if err := d.Decode(&m); err != nil {
			t.Fatal(err)
		}
		name := m.Path
		if name == "honnef.co/go/tools" {
			name += "/cmd/staticcheck"
		}
		var has []string
		for _, file := range append(globbed(m.Dir, "LICENSE*"), globbed(m.Dir, "COPYING*")...) {
			has = append(has, kinds(read(t, file))...)
		}
		said := strings.Split(licences[name], ", ")
		slices.Sort(has)
		slices.Sort(said)
		if has = slices.Compact(has); !slices.Equal(has, said) {
			t.Errorf("docs/dependencies.md says that %s is under %q, and its licence is %q", name, said, has)
		}
	}
}

func globbed(dir, pattern string) []string {
	files, _ := filepath.Glob(filepath.Join(dir, pattern)) // the pattern is a right one
	return slices.DeleteFunc(files, func(f string) bool { return strings.Contains(f, "THIRD-PARTY") })
}

// kinds returns the licences in a text.
func kinds(text string) (found []string) {
	bsd := strings.Contains(text, "Redistribution and use in source")
	three := strings.Contains(text, "either the name")
	for kind, there := range map[string]bool{
		"MIT":          strings.Contains(text, "Permission is hereby granted, free of charge"),
		"Apache-2.0":   strings.Contains(text, "Apache License"),
		"BSD-3-Clause": bsd && three,
		"BSD-2-Clause": bsd && !three,
	} {
		if there {
			found = append(found, kind)
		}
	}
	return found
}
