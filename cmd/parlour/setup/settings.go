package setup

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/BurntSushi/toml"
	"github.com/alecthomas/kong"
)

// configFlag is the flag that names the file. It is the one setting that the file cannot have.
const configFlag = "config"

// DefaultFile is the file of settings if none is named: in the folder where the program runs, if it is there.
const DefaultFile = "parlour.toml"

// setupCommand is the command that writes the file, and so reads it by itself.
const setupCommand = "setup"

// A File is the file of settings, in TOML. Every flag that can come from the environment can come from
// there too, under its own name: store = "parlour.db". The command line and the environment win over it.
type File struct {
	path   string // empty if no file is named
	values values
	used   map[string]bool // the keys whose values are taken
}

// A FileError says what is wrong with the file of settings, in one sentence.
type FileError struct{ text string }

func (e FileError) Error() string { return e.text }

// Load is kong's hook before it looks for the values of flags. It reads the file that is named, or [DefaultFile]
// if it is there.
func (f *File) Load(ctx *kong.Context) error {
	*f = File{used: map[string]bool{}}
	for _, flag := range ctx.Model.Flags {
		if flag.Name == configFlag {
			f.path, _ = ctx.FlagValue(flag).(string)
		}
	}
	if node := ctx.Selected(); node != nil && node.Name == setupCommand {
		return nil
	}
	named := f.path != ""
	if !named {
		f.path = DefaultFile
	}
	text, err := os.ReadFile(f.path)
	if !named && errors.Is(err, fs.ErrNotExist) {
		f.path = ""
		return nil
	}
	if err != nil {
		return FileError{fmt.Sprintf("the settings file cannot be read: %v: name another one with --%s, or none", err, configFlag)}
	}
	if _, err := toml.Decode(string(text), &f.values); err != nil {
		return illegible(f.path, err)
	}
	known := keys(ctx.Model)
	for _, key := range slices.Sorted(maps.Keys(f.values)) {
		if !slices.Contains(known, key) {
			return FileError{fmt.Sprintf("%q in %s is not a setting: choose one of %s", key, f.path, strings.Join(known, ", "))}
		}
	}
	ctx.AddResolver(f)
	return nil
}

// illegible says where a file is no TOML. It does not say what stands there, which may be a token.
func illegible(path string, err error) error {
	where := ""
	var at toml.ParseError
	if errors.As(err, &at) {
		where = fmt.Sprintf("line %d of ", at.Position.Line)
	}
	return FileError{fmt.Sprintf("%s%s is not TOML, or says something twice: a setting is a line such as store = \"parlour.db\"", where, path)}
}

// Settable reports whether a flag can come from the environment, and so from the file.
func Settable(flag *kong.Flag) bool {
	return len(flag.Envs) > 0 && !flag.Hidden && flag.Name != configFlag
}

// keys returns all that a file may have, sorted.
func keys(app *kong.Application) []string {
	var all []string
	for _, node := range append([]*kong.Node{app.Node}, app.Children...) {
		for _, flag := range node.Flags {
			if Settable(flag) {
				all = append(all, flag.Name)
			}
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// Validate implements [kong.Resolver].
func (f *File) Validate(*kong.Application) error { return nil }

// Resolve returns what the file says of a flag that the command line does not have. A variable of the
// environment that is set, and not empty, wins.
func (f *File) Resolve(_ *kong.Context, _ *kong.Path, flag *kong.Flag) (any, error) {
	value, ok := f.values[flag.Name]
	if !ok || !Settable(flag) || slices.ContainsFunc(flag.Envs,
		func(name string) bool { return os.Getenv(name) != "" }) {
		return nil, nil
	}
	f.used[flag.Name] = true
	return valueFor(flag, value)
}

// valueFor returns a value as kong takes it. Its errors do not say the value, which may be a token.
func valueFor(flag *kong.Flag, value any) (any, error) {
	wanted := "text in quotation marks"
	switch {
	case flag.IsBool():
		if _, ok := value.(bool); ok {
			return value, nil
		}
		return nil, errors.New("expected true or false, without quotation marks")
	case flag.IsSlice():
		wanted = `a list such as ["permute", "magic"]`
		if all, ok := value.([]any); ok {
			return listed(all, wanted)
		}
	case flag.Target.CanInt():
		wanted = "a whole number"
	}
	switch value := value.(type) {
	case string:
		return value, nil
	case int64:
		if !flag.IsSlice() {
			return strconv.FormatInt(value, 10), nil
		}
	}
	return nil, fmt.Errorf("expected %s", wanted)
}

// listed returns a list of texts as the command line has it.
func listed(all []any, wanted string) (string, error) {
	var texts []string
	for _, one := range all {
		text, ok := one.(string)
		if !ok {
			return "", fmt.Errorf("expected %s", wanted)
		}
		texts = append(texts, text)
	}
	return strings.Join(texts, ","), nil
}

// flagName finds the names of flags in an error.
var flagName = regexp.MustCompile(`--[a-z][a-z-]*`)

// Blame returns an error in whose text each flag whose value came from the file is named as the file's:
// "web in parlour.toml" in place of "--web".
func (f *File) Blame(err error) error {
	if err == nil || len(f.used) == 0 {
		return err
	}
	return blamed{err, flagName.ReplaceAllStringFunc(err.Error(), func(name string) string {
		if key := strings.TrimPrefix(name, "--"); f.used[key] {
			return key + " in " + f.path
		}
		return name
	})}
}

// blamed is an error in other words.
type blamed struct {
	error
	words string
}

func (e blamed) Error() string { return e.words }
func (e blamed) Unwrap() error { return e.error }

// Warning returns what to tell of a file from which a token was taken, or the password of a database,
// and which others can read; empty if all is well.
func (f *File) Warning() string {
	secret := f.used["token"] || f.used["store"] && strings.Contains(f.values.Get("store"), "://")
	if !secret || !Exposed(f.path) {
		return ""
	}
	return "others on this machine can read the settings file, and so the token or the password in it: chmod 600 keeps it yours"
}

// Path returns the name of the file; empty for none.
func (f *File) Path() string { return f.path }
