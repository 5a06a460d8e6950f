package gametest

import (
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"parlour/games"
)

// compareSentences compares a game's sentences with the code in a folder: each sentence is
// said there, each that is said is the game's or one of [games.SharedKeys], and those
// that every game has fit where they are shown.
func compareSentences(g games.Game, dir string) error {
	c, err := readSentences(g.Info())
	if err != nil {
		return err
	}
	words, err := literals(dir)
	if err != nil {
		return err
	}
	for _, m := range []games.Move{games.Lapse, games.Leave, games.Spent, games.Absent} {
		words[string(m)] = true // a key may end in a system move
	}
	longest := map[string]int{c.game + ".about": 100, c.game + ".rules": 1500}
	for _, o := range g.Info().Options {
		longest[c.game+".option."+o.Name] = 90
		for _, value := range o.Values {
			longest[c.keyOfValue(o.Name, value)] = 40
		}
	}
	if tutor, ok := g.(games.Tutor); ok {
		for _, l := range tutor.Course().Lessons {
			for _, t := range l.Texts() {
				longest[t.Key] = maxLesson
			}
		}
	}
	return errors.Join(checkTitle(g.Info()), c.fits(longest), c.options(g.Info().Options), c.usesAll(words, longest), c.hasAll(words))
}

// checkTitle checks that the title of an experiment says so, and no other does.
func checkTitle(i games.Info) error {
	if strings.HasSuffix(i.Title, games.ExperimentMark) != i.Experiment {
		return fmt.Errorf("the title is %q, want one that ends in %q for an experiment and for nothing else", i.Title, games.ExperimentMark)
	}
	return nil
}

// fits checks that sentences are there and no longer than a number of characters.
func (c sentences) fits(longest map[string]int) error {
	var errs []error
	for _, key := range slices.Sorted(maps.Keys(longest)) {
		if n := utf8.RuneCountInString(c.sentences[key].forms["other"]); n == 0 || n > longest[key] {
			errs = append(errs, fmt.Errorf("%s has %d characters, want 1 to %d", key, n, longest[key]))
		}
	}
	return errors.Join(errs...)
}

// usesAll checks that each key begins with the game's name, and that the code has it:
// whole, or its beginning and its end as two words. The end may be a number that the
// code makes.
func (c sentences) usesAll(words map[string]bool, others map[string]int) error {
	var errs []error
	for _, key := range slices.Sorted(maps.Keys(c.sentences)) {
		if !strings.HasPrefix(key, c.game+".") {
			errs = append(errs, fmt.Errorf("%s is a sentence of another catalogue, want a key that begins with %s", key, c.game))
		}
		if _, known := others[key]; !known && !words[key] && !joined(key, words) {
			errs = append(errs, fmt.Errorf("%s is a sentence that the code does not say", key))
		}
	}
	return errors.Join(errs...)
}

// joined reports whether a key can be put together of two words.
func joined(key string, words map[string]bool) bool {
	for i := range key {
		_, err := strconv.Atoi(key[i:])
		if words[key[:i]] && (words[key[i:]] || err == nil) {
			return true
		}
	}
	return false
}

// wholeKey matches a string that can only be the key of a sentence.
var wholeKey = regexp.MustCompile(`^[a-z]+\.[a-z0-9.-]*[a-z0-9]$`)

// hasAll checks that every key that the code has whole has a sentence.
func (c sentences) hasAll(words map[string]bool) error {
	var errs []error
	for _, word := range slices.Sorted(maps.Keys(words)) {
		if _, known := c.sentence(word); !known && wholeKey.MatchString(word) {
			errs = append(errs, fmt.Errorf("the code says %s, which has no sentence", word))
		}
	}
	return errors.Join(errs...)
}

// literals returns the strings in the Go code of a folder, and those of package board, which ends
// some keys; tests left out.
func literals(dir string) (map[string]bool, error) {
	words := map[string]bool{}
	if err := addLiterals(words, dir); err != nil {
		return nil, err
	}
	if len(words) == 0 {
		return nil, fmt.Errorf("no code in %s", dir)
	}
	return words, addLiterals(words, filepath.Join(dir, "..", "board"))
}

// addLiterals adds the strings in the Go code of a folder.
func addLiterals(words map[string]bool, dir string) error {
	files, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		return err
	}
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
		if err != nil {
			return err
		}
		ast.Inspect(parsed, func(n ast.Node) bool {
			if lit, ok := n.(*ast.BasicLit); ok && lit.Kind == token.STRING {
				word, _ := strconv.Unquote(lit.Value)
				words[word] = true
			}
			return true
		})
	}
	return nil
}
