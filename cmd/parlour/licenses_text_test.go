package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"golang.org/x/sync/errgroup"
)

// file is what -update writes and [licensesText] has.
const licensesFile = "licenses/licenses.txt"

// systems is those that the program is built for.
var systems = []string{"linux/amd64", "linux/arm64", "darwin/amd64", "darwin/arm64", "windows/amd64", "windows/arm64"}

// The names of what is no module. Go has no version here, because any from that of go.mod on may build
// the program.
const (
	ourselves = "Parlour"
	goItself  = "Go's standard library"
)

// extras is the licences that lie where no rule finds them, each with a linked package that it is for.
var extras = []struct{ pkg, path, of string }{
	{pkg: "github.com/golang/freetype/raster", path: "../licenses/ftl.txt"}, // of the two to choose from
	{pkg: "golang.org/x/image/font/gofont/goregular", path: "../ttfs/README"},
	{pkg: "parlour/imaging/canvas", path: "../../imaging/canvas/fraunces/OFL.txt", of: "Fraunces, the letters of titles"},
	{pkg: "golang.org/x/text/unicode/norm", path: "licenses/others/unicode.txt", of: "Unicode's data, in Go, golang.org/x/text and github.com/nicksnyder/go-i18n"},
	{pkg: "github.com/santhosh-tekuri/jsonschema/v6", path: "licenses/others/json-schema.txt", of: "JSON Schema's schemas, in github.com/santhosh-tekuri/jsonschema"},
}

// A pack is a linked package, as go list prints it.
type pack struct {
	ImportPath, Dir, Root string
	Standard              bool
	Module                *struct {
		Path, Version, Dir string
		Main               bool
	}
	GoFiles, SFiles, HFiles []string
}

// of returns the name and version of what a package belongs to, and that one's folder.
func (p pack) of() (name, root string) {
	switch {
	case p.Standard:
		return goItself, p.Root
	case p.Module.Main:
		return ourselves, p.Module.Dir
	}
	return p.Module.Path + " " + p.Module.Version, p.Module.Dir
}

// linked returns the packages that are linked into the program on some system, by import path.
func linked(t *testing.T) map[string]pack {
	t.Helper()
	lists := make([][]byte, len(systems))
	var group errgroup.Group
	for i, system := range systems {
		group.Go(func() (err error) {
			goos, goarch, _ := strings.Cut(system, "/")
			list := exec.Command("go", "list", "-deps", "-json=ImportPath,Dir,Root,Standard,Module,GoFiles,SFiles,HFiles", "parlour/cmd/parlour")
			list.Env = append(os.Environ(), "GOOS="+goos, "GOARCH="+goarch, "CGO_ENABLED=0")
			list.Stderr = os.Stderr
			lists[i], err = list.Output()
			return err
		})
	}
	must(t, group.Wait())
	packs := map[string]pack{}
	for _, list := range lists {
		for d := json.NewDecoder(bytes.NewReader(list)); ; {
			var p pack
			if err := d.Decode(&p); errors.Is(err, io.EOF) {
				break
			} else if err != nil {
				t.Fatal(err)
			}
			p.GoFiles = slices.Concat(packs[p.ImportPath].GoFiles, p.GoFiles, p.SFiles, p.HFiles)
			packs[p.ImportPath] = p
		}
	}
	return packs
}

// texts is each text with the names of all that it stands for: "module version: file".
type licenseNames map[string][]string

func (x licenseNames) add(text, of, path string) {
	text = strings.Trim(strings.ReplaceAll(text, "\r\n", "\n"), "\n") + "\n"
	if name := of + ": " + filepath.ToSlash(path); !slices.Contains(x[text], name) {
		x[text] = append(x[text], name)
	}
}

// legal matches the names of files with licences.
var legal = regexp.MustCompile(`(?i)^(licen[cs]e|copying|notice|patents)(\.(txt|md))?$`)

// granting is what a source file says that carries a licence itself.
var granting = []string{"Permission is hereby granted", "Redistribution and use in source", "Permission to use, copy", "may be used freely"}

func grants(text string) bool {
	return slices.ContainsFunc(granting, func(phrase string) bool { return strings.Contains(text, phrase) })
}

// gather reads the licences of all packages: those of their folders and of the folders above, those
// within their files, and the extras.
func gatherLicenses(t *testing.T, packs map[string]pack) licenseNames {
	t.Helper()
	found, read := licenseNames{}, map[string]bool{}
	for _, path := range slices.Sorted(maps.Keys(packs)) {
		p := packs[path]
		name, root := p.of()
		for dir := p.Dir; !read[dir] && strings.HasPrefix(dir, root); dir = filepath.Dir(dir) {
			read[dir] = true
			entries, err := os.ReadDir(dir)
			must(t, err)
			for _, e := range entries {
				if legal.MatchString(e.Name()) {
					found.add(licenseTexts(t, dir, e.Name()), name, relative(t, root, filepath.Join(dir, e.Name())))
				}
			}
		}
		if name == ourselves {
			continue
		}
		for _, f := range slices.Compact(slices.Sorted(slices.Values(p.GoFiles))) {
			for _, text := range within(licenseTexts(t, p.Dir, f)) {
				found.add(text, name, relative(t, root, filepath.Join(p.Dir, f)))
			}
		}
	}
	for _, e := range extras {
		p, ok := packs[e.pkg]
		switch name, root := p.of(); {
		case !ok:
			t.Errorf("%s is not linked any more: take it out of extras", e.pkg)
		case e.of != "":
			found.add(licenseTexts(t, ".", e.path), e.of, filepath.Base(e.path))
		default:
			found.add(licenseTexts(t, p.Dir, e.path), name, relative(t, root, filepath.Join(p.Dir, e.path)))
		}
	}
	return found
}

// within returns the notices in the comments of a source file. One between rules of = is alone; else it is
// the whole comment.
func within(source string) (notices []string) {
	if !grants(source) {
		return nil
	}
	var comment []string
	for line := range strings.SplitSeq(source+"\n", "\n") {
		said, ok := strings.CutPrefix(strings.TrimSpace(line), "//")
		if ok && !strings.HasPrefix(strings.TrimSpace(said), "=====") {
			comment = append(comment, strings.TrimPrefix(said, " "))
			continue
		}
		if text := strings.Join(comment, "\n"); grants(text) {
			notices = append(notices, text)
		}
		comment = nil
	}
	return notices
}

// contents reads a file, of which some old ones are in Latin 1.
func licenseTexts(t *testing.T, path ...string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(path...))
	must(t, err)
	if utf8.Valid(text) {
		return string(text)
	}
	var runes []rune
	for _, b := range text {
		runes = append(runes, rune(b))
	}
	return string(runes)
}

func relative(t *testing.T, root, path string) string {
	t.Helper()
	short, err := filepath.Rel(root, path)
	must(t, err)
	return short
}

const (
	head = "What is in Parlour, and under which licence. Each text stands below the names of what it is for.\n"
	rule = "\n" + "--------------------------------------------------------------------------------" + "\n"
)

// String returns the file: our own licence first, then Go's, then the others by name.
func (x licenseNames) String() string {
	var sections []string
	for text, names := range x {
		slices.Sort(names)
		sections = append(sections, strings.Join(names, "\n")+"\n\n"+text)
	}
	rank := func(s string) string {
		for i, first := range []string{ourselves, goItself} {
			if strings.HasPrefix(s, first+": LICENSE") {
				return fmt.Sprint(i)
			}
		}
		return "~" + s
	}
	slices.SortFunc(sections, func(a, b string) int { return strings.Compare(rank(a), rank(b)) })
	return head + rule + strings.Join(sections, rule)
}

// parse reads what String wrote.
func parse(t *testing.T, s string) licenseNames {
	t.Helper()
	said, ok := strings.CutPrefix(s, head+rule)
	if !ok {
		t.Fatalf("%s does not begin as it should: make licenses writes it anew", licensesFile)
	}
	read := licenseNames{}
	for section := range strings.SplitSeq(said, rule) {
		names, text, _ := strings.Cut(section, "\n\n")
		read[text] = strings.Split(names, "\n")
	}
	return read
}

// differences says what the file lacks and what is too much in it. What a Go of another version says
// more than this one is none.
func differences(want, got licenseNames) (differ []string) {
	for text, names := range want {
		for _, name := range names {
			if !slices.Contains(got[text], name) {
				differ = append(differ, name+" is linked, and its licence is not there")
			}
		}
	}
	for text, names := range got {
		for _, name := range names {
			if !slices.Contains(want[text], name) && !strings.HasPrefix(name, goItself) {
				differ = append(differ, name+" is there, and no such text is linked")
			}
		}
	}
	slices.Sort(differ)
	return differ
}

// The text has the licence of each linked module in its version, and of nothing else.
//
//test:unwatched
func TestLicensesAreThoseOfTheBuild(t *testing.T) {
	packs := linked(t)
	want := gatherLicenses(t, packs)
	if *update {
		must(t, os.WriteFile(licensesFile, []byte(want.String()), 0o644))
		licensesText = want.String()
	}
	for _, difference := range differences(want, parse(t, licensesText)) {
		t.Errorf("%s: %s; make licenses writes it anew", licensesFile, difference)
	}
	modules := map[string]bool{}
	for _, p := range packs {
		name, _ := p.of()
		modules[name] = true
	}
	if len(modules) < 20 {
		t.Errorf("only %d modules were found", len(modules))
	}
	for name := range modules {
		if !strings.Contains(licensesText, "\n"+name+": ") {
			t.Errorf("%s is linked, and no file of it has a licence: find it, and name it in extras", name)
		}
	}
}
