package setup

import (
	"bytes"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"math"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"
	"testing"

	"parlour/bot/rest"
)

// A token comes from a file as from the environment, and what is wrong with the file is a sentence.
func TestTokenFromAFile(t *testing.T) {
	t.Parallel()
	const sandbox = "http://127.0.0.1:1"
	dir := t.TempDir()
	for i, c := range []struct {
		text string
		mode os.FileMode
		want string // empty for an error
		says string
	}{
		{"a-secret\n", 0o600, "a-secret", ""},
		{"\r\n a-secret \r\n", 0o400, "a-secret", ""},
		{"a-secret", 0o644, "a-secret", "chmod 600"},
		{"a-secret", 0o640, "a-secret", "chmod 600"},
		{" \n", 0o600, "", "is empty: write the bot's token into it"},
		{"Bot a-secret", 0o600, "a-secret", ""},
		{"\ufeffa-secret", 0o600, "a-secret", ""},
		{"\xff\xfea\x00-\x00s\x00e\x00c\x00r\x00e\x00t\x00\r\x00\n\x00", 0o600, "a-secret", ""},
		{"\"a-secret\"", 0o600, "a-secret", ""},
		{"DISCORD_TOKEN a-secret", 0o600, "", "what stands in " + filepath.Join(dir, "9") + ", which --token-file names, is not a bot's token, because it has more than one word: press Reset Token"},
	} {
		path := filepath.Join(dir, fmt.Sprint(i))
		must(t, os.WriteFile(path, []byte(c.text), 0o600), os.Chmod(path, c.mode))
		var told bytes.Buffer
		got, err := Token{File: path}.Read(sandbox, slog.New(slog.NewTextHandler(&told, nil)))
		if err != nil {
			fmt.Fprint(&told, err)
		}
		if got != c.want || (err == nil) != (c.want != "") || !strings.Contains(told.String(), c.says) || c.says == "" && told.Len() > 0 || strings.Contains(told.String(), "a-secret") {
			t.Errorf("of %q of mode %o it reads %q and says %q", c.text, c.mode, got, told.String())
		}
	}
	if _, err := (Token{File: filepath.Join(dir, "none")}).Read(sandbox, nil); !errors.Is(err, os.ErrNotExist) || !strings.Contains(err.Error(), "let --token-file name a file") {
		t.Errorf("of no file it says %v", err)
	}
	if got, err := (Token{Token: " a-secret\n"}).Read(sandbox, nil); got != "a-secret" || err != nil {
		t.Errorf("without a file the token is %q, %v", got, err)
	}
	for _, c := range []struct {
		Token
		twice bool
	}{{Token{"a", "b"}, true}, {Token{" ", "b"}, false}, {Token{"a", ""}, false}} {
		if err := c.Validate(); (err != nil) != c.twice {
			t.Errorf("of %+v it says %v", c.Token, err)
		}
	}
}

// A token is taken with what people write around it. What cannot be one is told by its fault, and Discord's own more
// strictly than a sandbox's.
func TestWhatIsATokenAndWhatIsNot(t *testing.T) {
	t.Parallel()
	const token = "MTIzNDU2Nzg5MDEyMzQ1Njc4.Gabcde.a-b_cdefghijklmnopqrstuvwxyz"
	for _, text := range []string{token, `"` + token + `"`, "'" + token + "'", "“" + token + "”", "Bot " + token, `"Bot ` + token + `"`, `Bot "` + token + `"`, "bot\t" + token + "\r\n", "\u200b" + token + "\ufeff"} {
		if got, err := (Token{Token: text}).Read("", nil); got != token || err != nil {
			t.Errorf("of %q it takes %q, %v", text, got, err)
		}
	}
	for text, fault := range map[string]string{
		"123456789012345678":                           "a number, as the application's ID is",
		strings.Repeat("0a", 31) + "ff":                "the application's public key",
		strings.Repeat("aB-_", 8):                      "the application's client secret",
		"mfa." + strings.Repeat("a", 80):               "a person's",
		token[:24]:                                     "three parts",
		token[:40]:                                     "too short",
		"YOUR_TOKEN_HERE":                              "three parts",
		"https://discord.com/api/webhooks/1/a":         "an address",
		"DISCORD_TOKEN=" + token:                       "'=' in it, which no token has",
		"$DISCORD_TOKEN":                               "'$' in it, which no token has",
		token + " " + token[1:]:                        "more than one word",
		strings.ReplaceAll(token, ".", "\u2024") + "x": `'\u2024' in it, which no token has`,
	} {
		got, err := Token{Token: text}.Read("", nil)
		if got != "" || !errors.As(err, new(rest.Final)) || !strings.HasPrefix(err.Error(), "--token is not a bot's token, because it ") || !strings.Contains(err.Error(), fault) || !strings.Contains(err.Error(), ": press Reset Token") || strings.Contains(err.Error(), text) {
			t.Errorf("of %q it takes %q and says %v, want %q", text, got, err, fault)
		}
	}
	for _, text := range []string{"a-word", "123"} {
		if got, err := (Token{Token: text}).Read("http://127.0.0.1:1", nil); got != text || err != nil {
			t.Errorf("for a sandbox, of %q it takes %q, %v", text, got, err)
		}
	}
}

// The version is that of the release, or else what Go noted of the build.
func TestWhereTheVersionIsFrom(t *testing.T) {
	t.Parallel()
	revision := []debug.BuildSetting{{Key: "vcs.revision", Value: "1a30460c"}, {Key: "vcs.modified", Value: "true"}}
	for _, c := range []struct {
		given, want string
		info        *debug.BuildInfo
	}{
		{"v1.2.3", "v1.2.3", &debug.BuildInfo{Main: debug.Module{Version: "v1.0.0"}}},
		{"", "v1.0.0", &debug.BuildInfo{Main: debug.Module{Version: "v1.0.0"}, Settings: revision}},
		{"", "1a30460c+dirty", &debug.BuildInfo{Main: debug.Module{Version: "(devel)"}, Settings: revision}},
		{"", "1a30460c", &debug.BuildInfo{Settings: revision[:1]}},
		{"", "", &debug.BuildInfo{}},
		{"", "", nil},
	} {
		if got := versionOf(c.given, c.info); got != c.want {
			t.Errorf("given %q, of %+v the version is %q, want %q", c.given, c.info, got, c.want)
		}
	}
}

// The memory that there is: the least limit of the groups in which the program is, of either version, and the machine's.
func TestMemoryOf(t *testing.T) {
	const unit, none = "sys/fs/cgroup/system.slice/parlour.service/memory.max", math.MaxInt64
	inUnit, inV1 := "0::/system.slice/parlour.service\n", "5:cpu,memory:/docker/x\n0::/\n"
	for _, c := range []struct {
		groups string
		files  map[string]string
		want   int64
	}{
		{"", nil, none},
		{"0::/\n", nil, none},
		{inUnit, map[string]string{unit: "1000\n"}, 1000},
		{inUnit, map[string]string{unit: "max\n"}, none},
		{inUnit, map[string]string{unit: "1000\n", "sys/fs/cgroup/system.slice/memory.high": "400\n"}, 400},
		{inUnit, map[string]string{unit: "max\n", "sys/fs/cgroup/system.slice/memory.max": "500\n"}, 500},
		{"0::/\n", map[string]string{"sys/fs/cgroup/memory.max": "2000\n"}, 2000},
		{"4:memory:/x\n0::/\n", map[string]string{"sys/fs/cgroup/memory.max": "2000\n"}, 2000},
		{inV1, map[string]string{"sys/fs/cgroup/memory/docker/x/memory.limit_in_bytes": "3000\n"}, 3000},
		{inV1, map[string]string{"sys/fs/cgroup/memory/memory.limit_in_bytes": "9223372036854771712\n"}, 9223372036854771712},
		{"4:memoryless:/\n", map[string]string{"sys/fs/cgroup/memory/memory.limit_in_bytes": "3000\n"}, none},
	} {
		for meminfo, machine := range map[string]int64{"": none / 1024 * 1024, "MemTotal:         512 kB\nMemFree: 1 kB\n": 512 << 10} {
			root := t.TempDir()
			files := map[string]string{"proc/self/cgroup": c.groups, "proc/meminfo": meminfo}
			maps.Copy(files, c.files)
			for name, text := range files {
				file := filepath.Join(root, name)
				must(t, os.MkdirAll(filepath.Dir(file), 0o700), os.WriteFile(file, []byte(text), 0o600))
			}
			if group, of := memoryOf(root); group != c.want || of != machine {
				t.Errorf("in the groups %q with %v and %q there are %d and %d bytes, want %d and %d", c.groups, c.files, meminfo, group, of, c.want, machine)
			}
		}
	}
}

// The collector keeps to nine tenths of a limit, to half of the machine and, without a limit, to a bound of its own. The
// less there is, the less the memory in use grows before it runs.
func TestTheCollectorKeepsToTheMemory(t *testing.T) {
	const none, mb = math.MaxInt64, 1 << 20
	for _, c := range []struct {
		group, machine int64
		growth         int
		bound          int64
	}{
		{none, none, 100, memoryBound},
		{none, 24 << 30, 100, memoryBound},
		{none, 1 << 30, 100, 512 * mb},
		{none, 512 * mb, 100, 256 * mb},
		{none, 200 * mb, 50, 100 * mb},
		{9223372036854771712, 24 << 30, 100, memoryBound}, // as version 1 says that there is no limit
		{2000 * mb, 24 << 30, 100, 1800 * mb},
		{1000 * mb, 1000 * mb, 100, 500 * mb},
		{400 * mb, 24 << 30, 100, 360 * mb},
		{100 * mb, 24 << 30, 50, 90 * mb},
		{400 * mb, 512 * mb, 100, 256 * mb},
	} {
		if growth, bound := collectorFor(c.group, c.machine); growth != c.growth || bound != c.bound {
			t.Errorf("with %d and %d bytes it grows by %d %% and keeps to %d, want %d %% and %d", c.group, c.machine, growth, bound, c.growth, c.bound)
		}
	}
}
