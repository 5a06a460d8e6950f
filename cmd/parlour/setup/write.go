package setup

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"

	"github.com/BurntSushi/toml"
)

// A Draft is the text of a file of settings, which is to have other values of some of them.
type Draft struct {
	Path string
	Text string // as it is in the file
	New  bool   // there is no such file
	values
}

// values are all settings of a draft. It may have some that there are not.
type values map[string]any

// ReadDraft reads a file of settings. It is no error if there is none.
func ReadDraft(path string) (*Draft, error) {
	text, err := ReadText(path)
	d := &Draft{Path: path, Text: text, New: errors.Is(err, fs.ErrNotExist)}
	if err != nil && !d.New {
		return nil, FileError{fmt.Sprintf("the file of settings cannot be read: %v: name another one with --%s", err, configFlag)}
	}
	if _, err := toml.Decode(d.Text, &d.values); err != nil {
		return nil, illegible(path, text, err, nil)
	}
	return d, nil
}

// Get returns a setting that is a text; empty if there is none.
func (v values) Get(key string) string {
	text, _ := v[key].(string)
	return text
}

// Names returns the names of all settings, sorted.
func (v values) Names() []string { return slices.Sorted(maps.Keys(v)) }

// Variable returns a setting as a variable of the environment has it; ok is false for what no setting is.
func (v values) Variable(key string) (text string, ok bool) {
	switch value := v[key].(type) {
	case string:
		return value, true
	case int64, bool:
		return fmt.Sprint(value), true
	case []any:
		text, err := listed(value, "")
		return text, err == nil
	}
	return "", false
}

// With returns the text with new values of some settings and without others. All else stays to the letter,
// comments too.
func (d *Draft) With(set map[string]string, without ...string) (string, error) {
	text := d.Text
	want := maps.Clone(d.values)
	if want == nil {
		want = values{}
	}
	for _, key := range without {
		delete(want, key)
		text = line(key).ReplaceAllLiteralString(text, "")
	}
	for _, key := range slices.Sorted(maps.Keys(set)) {
		want[key] = set[key]
		text = withLine(text, line(key), fmt.Sprintf("%s = %q\n", key, set[key]))
	}
	var got values
	if _, err := toml.Decode(text, &got); err != nil || !reflect.DeepEqual(got, want) {
		return "", FileError{fmt.Sprintf("%s has lines that cannot be changed one by one, so nothing was: move it away, and start again", d.Path)}
	}
	return text, nil
}

// line finds the line of a setting.
func line(key string) *regexp.Regexp {
	return regexp.MustCompile(`(?m)^[ \t]*["']?` + regexp.QuoteMeta(key) + `["']?[ \t]*=.*(?:\n|\z)`)
}

// replace writes a file that only its owner may read, whole or not at all, over another one if there is one. A
// link stays a link. What root writes belongs to the owner of the file that is there, or else of its folder.
func replace(path, text string) error {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		path = real
	}
	return write(path, text, 0o600)
}

// write writes a file whole or not at all.
func write(path, text string, mode fs.FileMode) error {
	f, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+".*") // which nobody else can read
	if err != nil {
		return err
	}
	if err := fill(f, text, mode, path); err != nil {
		return err
	}
	if err := os.Rename(f.Name(), path); err != nil {
		return errors.Join(err, os.Remove(f.Name()))
	}
	return nil
}

// setAside keeps the text of a file under another name, which it returns. Only its owner may read it.
func setAside(path, text string) (kept string, err error) {
	for n := 1; ; n++ {
		if kept = path + ".old"; n > 1 {
			kept += fmt.Sprint(n)
		}
		f, err := os.OpenFile(kept, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
		if errors.Is(err, fs.ErrExist) {
			continue
		}
		if err == nil {
			err = fill(f, text, 0o600, path)
		}
		return kept, err
	}
}

// fill writes and closes a new file, or removes it. What root writes is given to the owner of another file.
func fill(f *os.File, text string, mode fs.FileMode, like string) error {
	_, err := f.WriteString(text)
	if err = errors.Join(err, f.Sync(), f.Close()); err == nil {
		err = errors.Join(os.Chmod(f.Name(), mode), disown(f.Name(), like))
	}
	if err != nil {
		err = errors.Join(err, os.Remove(f.Name()))
	}
	return err
}
