package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"time"
)

// keepOld is how long the file of an older schema is kept after a new one took its place. That is long
// enough to go back, and then people who were forgotten are gone from there too.
const keepOld = 30 * 24 * time.Hour

// oldFile matches what follows the name of the store in the name of such a file.
var oldFile = regexp.MustCompile(`^\.schema[0-9]+(\.[0-9]+)?$`)

// oldFiles lists the files of older schemas that are kept beside a store.
func oldFiles(store string) []string {
	// they lie beside the file itself, not beside a link to it
	if real, err := filepath.EvalSymlinks(store); err == nil {
		store = real
	}
	entries, _ := os.ReadDir(filepath.Dir(store))
	var all []string
	base := filepath.Base(store)
	for _, e := range entries {
		if rest, ok := strings.CutPrefix(e.Name(), base); ok && oldFile.MatchString(rest) && e.Type().IsRegular() {
			all = append(all, filepath.Join(filepath.Dir(store), e.Name()))
		}
	}
	return all
}

// noteOld notes that the files of older schemas are kept from now on.
func noteOld(store string, now time.Time) error {
	for _, path := range oldFiles(store) {
		if err := os.Chtimes(path, now, now); err != nil {
			return err
		}
	}
	return nil
}

// dropOld removes the files of older schemas that were kept for keepOld.
func dropOld(store string, now time.Time) error {
	for _, path := range oldFiles(store) {
		i, err := os.Stat(path)
		if err == nil && now.Sub(i.ModTime()) > keepOld {
			err = os.Remove(path)
		}
		if err != nil {
			return err
		}
	}
	return nil
}
