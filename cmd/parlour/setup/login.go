package setup

import (
	"context"
	"encoding/xml"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"unicode/utf16"
)

// starts reports whether the system can start Parlour when this person logs in. An administrator's launchd is another one,
// so sudo on a Mac can not.
func (m machine) starts() bool {
	return m.home != "" && (m.os == "windows" || m.os == "darwin" && !m.admin)
}

// atLogin has the system start Parlour when this person logs in, and now.
func (t *talk) atLogin(ctx context.Context) error {
	within, cancel := context.WithTimeout(ctx, readyWithin)
	defer cancel()
	if t.os == "windows" {
		return t.addTask(within)
	}
	return t.addAgent(within)
}

// agent is what launchd reads. KeepAlive starts Parlour again after it failed, at most once a minute.
const agent = `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
	<key>Label</key>
	<string>parlour</string>
	<key>ProgramArguments</key>
	<array>
		<string>PROGRAM</string>
		<string>run</string>
		<string>--config</string>
		<string>SETTINGS</string>
	</array>
	<key>WorkingDirectory</key>
	<string>FOLDER</string>
	<key>StandardErrorPath</key>
	<string>LOG</string>
	<key>RunAtLoad</key>
	<true/>
	<key>KeepAlive</key>
	<dict>
		<key>SuccessfulExit</key>
		<false/>
	</dict>
	<key>ThrottleInterval</key>
	<integer>60</integer>
	<key>ExitTimeOut</key>
	<integer>60</integer>
</dict>
</plist>
`

// addAgent writes a property list for launchd, and loads it in place of one from before.
func (t *talk) addAgent(ctx context.Context) error {
	list := filepath.Join(t.home, "Library", "LaunchAgents", "parlour.plist")
	log := filepath.Join(t.home, "Library", "Logs", "parlour.log")
	for _, file := range []string{list, log} {
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			return err
		}
	}
	if err := write(list, t.filled(agent, log), 0o644); err != nil {
		return err
	}
	domain := "gui/" + t.user
	_ = t.do(ctx, "launchctl", "bootout", domain+"/parlour") // which fails if there is none
	if err := t.do(ctx, "launchctl", "bootstrap", domain, list); err != nil {
		return err
	}
	t.say("Parlour runs, and starts when you log in from now on. Its log is %s.\nTo undo that, type: launchctl bootout %s/parlour; rm %s\n", log, domain, quoted(list))
	return nil
}

// task is what the Task Scheduler reads. schtasks has no flags for most of it, and what it would choose ends a task after
// three days, and on battery.
const task = `<?xml version="1.0" encoding="UTF-16"?>
<Task version="1.2" xmlns="http://schemas.microsoft.com/windows/2004/02/mit/task">
  <Triggers>
    <LogonTrigger>
      <UserId>USER</UserId>
    </LogonTrigger>
  </Triggers>
  <Principals>
    <Principal id="Author">
      <UserId>USER</UserId>
      <LogonType>InteractiveToken</LogonType>
      <RunLevel>LeastPrivilege</RunLevel>
    </Principal>
  </Principals>
  <Settings>
    <MultipleInstancesPolicy>IgnoreNew</MultipleInstancesPolicy>
    <DisallowStartIfOnBatteries>false</DisallowStartIfOnBatteries>
    <StopIfGoingOnBatteries>false</StopIfGoingOnBatteries>
    <ExecutionTimeLimit>PT0S</ExecutionTimeLimit>
    <RestartOnFailure>
      <Interval>PT1M</Interval>
      <Count>60</Count>
    </RestartOnFailure>
  </Settings>
  <Actions Context="Author">
    <Exec>
      <Command>PROGRAM</Command>
      <Arguments>run --config "SETTINGS"</Arguments>
      <WorkingDirectory>FOLDER</WorkingDirectory>
    </Exec>
  </Actions>
</Task>
`

// addTask gives the Task Scheduler its task, in place of one from before, and starts it.
func (t *talk) addTask(ctx context.Context) error {
	file, err := os.CreateTemp("", "parlour-*.xml")
	if err != nil {
		return err
	}
	defer os.Remove(file.Name())
	var text []byte
	for _, unit := range utf16.Encode([]rune("\ufeff" + strings.ReplaceAll(t.filled(task, ""), "\n", "\r\n"))) {
		text = append(text, byte(unit), byte(unit>>8))
	}
	_, err = file.Write(text)
	if err = errors.Join(err, file.Close()); err == nil {
		err = t.do(ctx, "schtasks", "/Create", "/TN", "Parlour", "/XML", file.Name(), "/F")
	}
	if err == nil {
		err = t.do(ctx, "schtasks", "/Run", "/TN", "Parlour")
	}
	if err != nil {
		return err
	}
	t.say("Parlour runs in a window of its own, and starts when you log in from now on. Close that window to stop it.\nTo undo that, type: schtasks /Delete /TN Parlour\n")
	return nil
}

// filled returns the XML for this person, program and settings. No path of Windows has a quotation mark.
func (t *talk) filled(text, log string) string {
	plain := func(s string) string {
		var b strings.Builder
		_ = xml.EscapeText(&b, []byte(s)) // a Builder takes all
		return b.String()
	}
	folder := t.draft.Path[:strings.LastIndexAny(t.draft.Path, `/\`)+1] // with its end, as that of a drive needs it
	return strings.NewReplacer("PROGRAM", plain(t.program), "SETTINGS", plain(t.draft.Path), "FOLDER", plain(folder),
		"LOG", plain(log), "USER", plain(t.user)).Replace(text)
}
