package setup

import (
	"context"
	"encoding/xml"
	"errors"
	"flag"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf16"
)

var update = flag.Bool("update", false, "write golden files anew")

// golden compares a text with a file of testdata, and reads it as XML.
func golden(t *testing.T, name, text string) {
	t.Helper()
	file := filepath.Join("testdata", name)
	if *update {
		must(t, os.MkdirAll("testdata", 0o755), os.WriteFile(file, []byte(text), 0o644))
	}
	want, err := os.ReadFile(file)
	must(t, err)
	if text != string(want) {
		t.Errorf("it writes %s, want %s", text, want)
	}
	d := xml.NewDecoder(strings.NewReader(text))
	d.CharsetReader = func(_ string, in io.Reader) (io.Reader, error) { return in, nil }
	for {
		if _, err := d.Token(); errors.Is(err, io.EOF) {
			return
		} else if err != nil {
			t.Fatalf("%s is no XML: %v", name, err)
		}
	}
}

// What launchd and the Task Scheduler read, for a person and paths with spaces and marks.
func TestStartFiles(t *testing.T) {
	t.Parallel()
	mac := &talk{machine: machine{program: "/Users/ann/my <games> & more/parlour", user: "501"}, draft: &Draft{Path: "/Users/ann/my <games> & more/parlour.toml"}}
	golden(t, "parlour.plist", mac.filled(agent, "/Users/ann/Library/Logs/parlour.log"))
	windows := &talk{machine: machine{program: `C:\Ann & Ben's games\parlour.exe`, user: `DESK\Ann Lee`}, draft: &Draft{Path: `C:\Ann & Ben's games\parlour.toml`}}
	golden(t, "task.xml", windows.filled(task, ""))
}

// On a Mac setup writes a property list and loads it, in place of one from before.
func TestStartsAtLoginOnAMac(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	p.machine.os, p.machine.home, p.machine.user = "darwin", p.machine.at("Users/ann lee"), "501"
	list := p.path("/Users/ann lee/Library/LaunchAgents/parlour.plist")
	said := p.plays(`
		fail launchctl bootout
		? Token: → $TOKEN
		? Shall Parlour start by itself when you log in? [Y/n] →
		talk
		says Parlour runs, and starts when you log in
		says type /play.
		lacks Start Parlour now?
		does launchctl bootout gui/501/parlour; launchctl bootstrap gui/501 ` + list + `
		holds parlour.toml $WHOLE`)
	if text, err := os.ReadFile(list); err != nil || !strings.Contains(string(text), "<string>"+p.file+"</string>") {
		t.Errorf("launchd reads %s, %v", text, err)
	}
	if !strings.Contains(said, "launchctl bootout gui/501/parlour; rm \""+list+"\"\n") {
		t.Errorf("it doesn't say how to undo that: %s", said)
	}
	p.plays(`
		fail launchctl bootstrap
		? [Y/n] → y
		? when you log in? [Y/n] → y
		? Start Parlour now? [Y/n] → n
		talk
		says Parlour can't start by itself, because the system refuses that: launchctl bootstrap gui/501`)
}

// On Windows setup hands the Task Scheduler a file in UTF-16, and removes it. A no changes nothing.
func TestStartsAtLoginOnWindows(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	p.machine.os, p.machine.home, p.machine.user = "windows", p.machine.root, `DESK\Änn`
	var read, file string
	do := p.machine.do
	p.machine.do = func(ctx context.Context, command ...string) error {
		if command[1] == "/Create" {
			file = command[5]
			raw, err := os.ReadFile(file)
			must(t, err)
			var units []uint16
			for i := 0; i+1 < len(raw); i += 2 {
				units = append(units, uint16(raw[i])|uint16(raw[i+1])<<8)
			}
			read, command[5] = string(utf16.Decode(units)), "FILE"
		}
		return do(ctx, command...)
	}
	p.plays(`
		? Token: → $TOKEN
		? when you log in? [Y/n] → y
		talk
		says in a window of its own
		does schtasks /Create /TN Parlour /XML FILE /F; schtasks /Run /TN Parlour
		? [Y/n] → y
		? when you log in? [Y/n] → n
		? Start Parlour now? [Y/n] → n
		talk
		does`)
	if !strings.HasPrefix(read, "\ufeff<?xml") || !strings.Contains(read, `<UserId>DESK\Änn</UserId>`) || !strings.Contains(read, `--config "`+p.file+`"`) {
		t.Errorf("the Task Scheduler reads %q", read)
	}
	if exists(file) {
		t.Errorf("%s is left", file)
	}
}
