package setup

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/BurntSushi/toml"
	"github.com/alecthomas/kong"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"
)

// configFlag is the flag that names the file. It is the one setting that the file cannot have.
const configFlag = "config"

// DefaultFile is the file of settings if none is named: in the folder where the program runs, if it is there.
const DefaultFile = "parlour.toml"

// setupCommand is the command that writes the file, and so reads it by itself.
const setupCommand = "setup"

// A File is the file of settings, in TOML. Every flag that can come from the environment can come from
// there too, under its own name: store = "parlour.db". The command line and the environment win over it.
//
// The environment is read here as well. A variable that is empty is one that is not set, and what stands in
// quotation marks is what stands between them, because some programs that start others keep those.
type File struct {
	path   string // empty if no file is named
	values values
	from   map[string]string // the name by which people know a setting whose value is taken, by its flag
}

// Settle has the settings of the environment come from [File.Resolve] alone.
func (f *File) Settle(parser *kong.Kong) {
	for _, flag := range flags(parser.Model) {
		flag.Tag.Envs = nil
	}
}

// Help is what kong tells of a flag. It has the variable, which [File.Settle] has taken from kong.
func Help(value *kong.Value) string {
	if value.Flag == nil {
		return kong.DefaultHelpValueFormatter(value)
	}
	tag := *value.Tag
	tag.Envs = value.Flag.Envs
	told := *value
	told.Tag = &tag
	return kong.DefaultHelpValueFormatter(&told)
}

// Variable returns what a variable of the environment says; empty if it is not set.
func Variable(name string) string { return unquoted(os.Getenv(name)) }

// marks are what people and programs put around a value.
const marks = "\"'`“”„‘’‚«»"

// unquoted returns a text without white space and one pair of quotation marks around it.
func unquoted(text string) string {
	text = strings.TrimSpace(text)
	if n := len(text); n >= 2 && text[0] == text[n-1] && (text[0] == '"' || text[0] == '\'') {
		text = strings.TrimSpace(text[1 : n-1])
	}
	return text
}

// ReadText reads a file, which may be as Windows writes one: with a mark of its order of bytes, or in UTF-16.
func ReadText(path string) (string, error) {
	raw, err := os.ReadFile(path)
	if err != nil {
		return "", err
	}
	text, _, err := transform.Bytes(unicode.BOMOverride(transform.Nop), raw)
	return string(text), err
}

// A FileError says what is wrong with the file of settings, in one sentence.
type FileError struct{ text string }

func (e FileError) Error() string { return e.text }

// Load is kong's hook before it looks for the values of flags. It reads the file that is named, or [DefaultFile]
// if it is there.
func (f *File) Load(ctx *kong.Context) error {
	*f = File{from: map[string]string{}}
	ctx.AddResolver(f)
	for _, flag := range ctx.Model.Flags {
		if flag.Name == configFlag {
			f.path, _ = ctx.FlagValue(flag).(string)
			f.path = cmp.Or(f.path, Variable(flag.Envs[0]))
		}
	}
	if node := ctx.Selected(); node != nil && node.Name == setupCommand {
		return nil
	}
	named := f.path != ""
	if !named {
		f.path = DefaultFile
	}
	text, err := ReadText(f.path)
	if !named && errors.Is(err, fs.ErrNotExist) {
		f.path = ""
		return nil
	}
	if err != nil {
		return FileError{fmt.Sprintf("the settings file cannot be read: %v: name another one with --%s, or none", err, configFlag)}
	}
	if _, err := toml.Decode(text, &f.values); err != nil {
		return illegible(f.path, text, err, ctx.Model)
	}
	known := keys(ctx.Model)
	for _, key := range slices.Sorted(maps.Keys(f.values)) {
		if !slices.Contains(known, key) {
			advice := "choose one of " + strings.Join(known, ", ")
			if meant := nearest(key, known); meant != "" {
				advice = "write " + meant
			}
			return FileError{fmt.Sprintf("%q in %s is not a setting: %s", key, f.path, advice)}
		}
	}
	return nil
}

// nearest returns the key that is meant where it is written as a variable of the environment; empty for none.
func nearest(key string, known []string) string {
	key = strings.ReplaceAll(strings.ToLower(key), "_", "-")
	for _, prefix := range []string{"parlour-", "discord-", ""} {
		if key := strings.TrimPrefix(key, prefix); slices.Contains(known, key) {
			return key
		}
	}
	return ""
}

// assignment finds the key of a line of the file, and what it is set to.
var assignment = regexp.MustCompile(`^\s*["']?([A-Za-z][A-Za-z_-]*)["']?\s*=\s*(.*?)\s*$`)

// illegible says where a file is no TOML, and what the line would be. It does not say what stands there, which
// may be a token. Of a setting that the program has, it knows what that takes; app may be nil.
func illegible(path, text string, err error, app *kong.Application) error {
	var at toml.ParseError
	if !errors.As(err, &at) {
		return FileError{fmt.Sprintf("%s is not TOML: a setting is a line such as store = \"parlour.db\"", path)}
	}
	lines := strings.Split(text, "\n")
	where := fmt.Sprintf("line %d of %s", at.Position.Line, path)
	set := assignment.FindStringSubmatch(lines[min(max(at.Position.Line, 1), len(lines))-1])
	switch {
	case set == nil:
	case strings.HasPrefix(set[2], `"`) && strings.Contains(set[2], `\`):
		return FileError{fmt.Sprintf("%s in %s has a backslash between double quotation marks: put it between single ones, as in %s", set[1], where, backslashed)}
	case strings.Contains(at.Message, "already been defined"):
		return FileError{fmt.Sprintf("%s in %s is there for the second time: leave one of them out", set[1], where)}
	default:
		key := cmp.Or(nearest(set[1], keys(app)), set[1])
		wanted := asText + ", as in " + key + ` = "…"`
		for _, flag := range flags(app) {
			if flag.Name == key && Settable(flag) && !isText(flag) {
				wanted = wantedOf(flag)
			}
		}
		return FileError{fmt.Sprintf("%s in %s: expected %s, and nothing behind it", set[1], where, wanted)}
	}
	return FileError{fmt.Sprintf("%s is not TOML: a setting is a line such as store = \"parlour.db\"", where)}
}

// backslashed is a path in a file of settings as Windows has it.
const backslashed = `store = 'C:\Users\ann\x.db'`

// Settable reports whether a flag can come from the environment, and so from the file.
func Settable(flag *kong.Flag) bool {
	return len(flag.Envs) > 0 && !flag.Hidden && flag.Name != configFlag
}

// keys returns all that a file may have, sorted.
func keys(app *kong.Application) []string {
	var all []string
	for _, flag := range flags(app) {
		if Settable(flag) {
			all = append(all, flag.Name)
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// flags returns the flags of the program and of its commands; none if app is nil.
func flags(app *kong.Application) (all []*kong.Flag) {
	if app != nil {
		for _, node := range append([]*kong.Node{app.Node}, app.Children...) {
			all = append(all, node.Flags...)
		}
	}
	return all
}

// Validate implements [kong.Resolver].
func (f *File) Validate(*kong.Application) error { return nil }

// Resolve returns what the environment, or else the file, says of a flag that the command line does not have.
// What is empty is not set.
func (f *File) Resolve(_ *kong.Context, _ *kong.Path, flag *kong.Flag) (any, error) {
	for _, name := range flag.Envs {
		if text := Variable(name); text != "" {
			f.from[flag.Name] = name
			return valueFor(flag, text)
		}
	}
	value, ok := f.values[flag.Name]
	if !ok || value == "" || !Settable(flag) {
		return nil, nil
	}
	f.from[flag.Name] = f.known(flag.Name)
	return valueFor(flag, value)
}

// known returns the name by which people know a setting of the file.
func (f *File) known(key string) string { return key + " in " + f.path }

// asText is what most settings are in the file.
const asText = "text in quotation marks"

// isText reports whether a flag is text in the file.
func isText(flag *kong.Flag) bool { return wantedOf(flag) == asText }

// wantedOf returns what a flag is in the file.
func wantedOf(flag *kong.Flag) string {
	switch {
	case flag.IsBool():
		return "true or false"
	case flag.IsSlice():
		return `a list such as ["permute", "magic"]`
	case flag.Target.CanInt() && flag.Target.Type() != reflect.TypeFor[time.Duration]():
		return "a whole number"
	}
	return asText
}

// valueFor returns a value as kong takes it: a text of the environment, or what the file has. Its errors do not say the
// value, which may be a token.
func valueFor(flag *kong.Flag, value any) (any, error) {
	wanted := wantedOf(flag)
	text, isText := value.(string)
	switch {
	case flag.IsBool():
		if truth, ok := truths[strings.ToLower(fmt.Sprint(value))]; ok {
			return truth, nil
		}
	case flag.IsSlice():
		if all, ok := value.([]any); ok {
			return listed(all, wanted)
		}
		if isText {
			return text, nil
		}
	case wanted == "a whole number":
		number, ok := value.(int64)
		if isText {
			var err error
			number, err = strconv.ParseInt(text, 10, 32)
			ok = err == nil
		}
		if ok {
			return strconv.FormatInt(number, 10), nil
		}
	case isText && flag.Enum != "":
		return strings.ToLower(text), nil
	case isText:
		return text, nil
	default:
		if number, ok := value.(int64); ok {
			return strconv.FormatInt(number, 10), nil
		}
	}
	return nil, fmt.Errorf("expected %s", wanted)
}

// truths are the words for true and false.
var truths = map[string]bool{"true": true, "yes": true, "on": true, "1": true, "false": false, "no": false, "off": false, "0": false}

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

// Blame returns an error in whose text each flag whose value came from the environment or from the file is
// named as people know it: "web in parlour.toml" or "PARLOUR_WEB" in place of "--web".
func (f *File) Blame(err error) error {
	if err == nil || len(f.from) == 0 {
		return err
	}
	return blamed{err, flagName.ReplaceAllStringFunc(err.Error(), func(name string) string {
		return cmp.Or(f.from[strings.TrimPrefix(name, "--")], name)
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
	has := func(key string) bool { return f.from[key] == f.known(key) }
	secret := has("token") || has("store") && strings.Contains(f.values.Get("store"), "://")
	if !secret || !Exposed(f.path) {
		return ""
	}
	return "others on this machine can read the settings file, and so the token or the password in it: chmod 600 keeps it yours"
}

// Path returns the name of the file; empty for none.
func (f *File) Path() string { return f.path }
