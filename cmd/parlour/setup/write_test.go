package setup

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// draft reads a draft of a text.
func draft(t *testing.T, text string) *Draft {
	t.Helper()
	path := filepath.Join(t.TempDir(), "parlour.toml")
	must(t, os.WriteFile(path, []byte(text), 0o600))
	d, err := ReadDraft(path)
	must(t, err)
	return d
}

// A new token changes its line and leaves all others to the letter.
func TestDraftKeepsWhatElseTheFileSays(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"":                                       "token = \"new\"\n",
		"web = \":1\" # ours":                    "web = \":1\" # ours\ntoken = \"new\"\n",
		"# A\n\ntoken = \"old\"\nmax-pair = 4\n": "# A\n\ntoken = \"new\"\nmax-pair = 4\n",
		"# token = \"x\"\ntoken-file = \"f\"\ngames = [\n\t\"magic\", # first\n]\n": "# token = \"x\"\ngames = [\n\t\"magic\", # first\n]\ntoken = \"new\"\n",
		"\"token\"='old'\r\nweb = \":1\"\r\n":                                       "token = \"new\"\nweb = \":1\"\r\n",
		"\ufefftoken = \"old\"\n":                                                   "token = \"new\"\n",
		"  token=\"\"\"old\"\"\"":                                                   "token = \"new\"\n",
	} {
		d := draft(t, text)
		if got, err := d.With(map[string]string{"token": "new"}, "token-file"); err != nil || got != want {
			t.Errorf("of %q it makes %q, %v; want %q", text, got, err, want)
		}
	}
	d := draft(t, "store = \"\"\"\ntoken = \"\"\"\n")
	if got, err := d.With(map[string]string{"token": "new"}); err == nil || !strings.Contains(err.Error(), "move it away") {
		t.Errorf("of a setting of several lines it makes %q, %v", got, err)
	}
}

// A file that is not there is a new one, and one that cannot be read is a sentence without what it says.
func TestDraftsThatCannotBeRead(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	path := filepath.Join(dir, "parlour.toml")
	if d, err := ReadDraft(path); err != nil || !d.New || d.Get("token") != "" {
		t.Errorf("of no file it says %+v, %v", d, err)
	}
	must(t, os.WriteFile(path, []byte("token = a-secret.of-mine"), 0o600))
	if _, err := ReadDraft(path); err == nil || !strings.Contains(err.Error(), "line 1 of "+path+" is not TOML") || strings.Contains(err.Error(), "a-secret") {
		t.Errorf("of a file that is no TOML it says %v", err)
	}
	if _, err := ReadDraft(dir); err == nil || !strings.Contains(err.Error(), "name another one with --config") {
		t.Errorf("of a folder it says %v", err)
	}
}

// A setting is a variable of the environment in the same words.
func TestSettingsAsVariables(t *testing.T) {
	t.Parallel()
	draft := draft(t, "web = \":1\"\nmax-pair = 4\ninteractions = true\ngames = [\"magic\", \"slyde\"]\nstrange = [1]\n")
	if names := draft.Names(); !slices.Equal(names, []string{"games", "interactions", "max-pair", "strange", "web"}) {
		t.Errorf("the settings are %q", names)
	}
	for name, want := range map[string]string{"web": ":1", "max-pair": "4", "interactions": "true", "games": "magic,slyde", "strange": "", "none": ""} {
		if got, ok := draft.Variable(name); got != want || ok != (want != "") {
			t.Errorf("%s is %q, %t; want %q", name, got, ok, want)
		}
	}
}
