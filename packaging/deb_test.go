package packaging

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"
)

// A deb is the part of GoReleaser's file that says what is in the packages.
type deb struct {
	Maintainer, Description string
	Contents                []struct {
		Src, Dst, Type string
		Info           struct{ Mode os.FileMode } `yaml:"file_info"`
	}
	Scripts map[string]string
}

// scripts are the names that dpkg has for those of GoReleaser.
var scripts = map[string]string{"postinstall": "postinst", "preremove": "prerm", "postremove": "postrm"}

// The deb is what GoReleaser's file says, put together by dpkg-deb. It is installed, its units are read by
// systemd, its ExecStart line runs, and it is removed: deb.sh does so with the deb of a release too.
func TestTheDebIsInstalledRunAndRemoved(t *testing.T) {
	for _, program := range []string{"dpkg-deb", "systemd-analyze"} {
		if _, err := exec.LookPath(program); err != nil || os.Getuid() != 0 {
			if os.Getenv("CI") != "" {
				t.Fatalf("this needs root and %s: %v", program, err)
			}
			t.Skipf("this needs root and %s", program)
		}
	}
	root := t.TempDir()
	d := described(t)
	const version = "v9.8.7"
	build := exec.Command("go", "build", "-trimpath", "-ldflags", "-s -w -X main.version="+version, "-o", filepath.Join(root, "usr/bin/parlour"), "./cmd/parlour")
	build.Dir, build.Env = "..", append(os.Environ(), "CGO_ENABLED=0")
	run(t, build)
	var kept []string
	for _, c := range d.Contents {
		put(t, root, c.Dst, filepath.Join("..", c.Src), c.Info.Mode)
		if c.Type == "config|noreplace" {
			kept = append(kept, c.Dst+"\n")
		}
	}
	for name, file := range d.Scripts {
		put(t, root, "DEBIAN/"+scripts[name], filepath.Join("..", file), 0o755)
	}
	arch, err := exec.Command("dpkg", "--print-architecture").Output()
	if err != nil {
		t.Fatal(err)
	}
	write(t, root, "DEBIAN/conffiles", strings.Join(kept, ""), 0o644)
	write(t, root, "DEBIAN/control", fmt.Sprintf("Package: parlour\nVersion: %s\nArchitecture: %s\nMaintainer: %s <nobody@example.org>\nDescription: %s\n",
		version[1:], strings.TrimSpace(string(arch)), d.Maintainer, strings.ReplaceAll(strings.TrimSpace(d.Description), "\n", "\n ")), 0o644)
	file := filepath.Join(t.TempDir(), "parlour.deb")
	run(t, exec.Command("dpkg-deb", "--root-owner-group", "--build", "-Znone", root, file))
	said := run(t, exec.Command("./deb.sh", file, version))
	if strings.Count(said, "Overall exposure level for parlour") != 2 {
		t.Errorf("systemd has not judged two units:\n%s", said)
	}
}

// described reads GoReleaser's file, of which there is one kind of packages.
func described(t *testing.T) deb {
	t.Helper()
	text, err := os.ReadFile("../.goreleaser.yaml")
	if err != nil {
		t.Fatal(err)
	}
	var all struct{ Nfpms []deb }
	if err := yaml.Unmarshal(text, &all); err != nil || len(all.Nfpms) != 1 {
		t.Fatalf("GoReleaser's file has %d kinds of packages (%v), want one", len(all.Nfpms), err)
	}
	d := all.Nfpms[0]
	if len(d.Contents) < 5 || len(d.Scripts) != len(scripts) {
		t.Fatalf("the packages have %d files and the scripts %v", len(d.Contents), d.Scripts)
	}
	return d
}

// put copies a file to a place below a root.
func put(t *testing.T, root, place, from string, mode os.FileMode) {
	t.Helper()
	text, err := os.ReadFile(from)
	if err != nil {
		t.Fatal(err)
	}
	write(t, root, place, string(text), mode)
}

// write makes a file at a place below a root.
func write(t *testing.T, root, place, text string, mode os.FileMode) {
	t.Helper()
	file := filepath.Join(root, place)
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), mode); err != nil {
		t.Fatal(err)
	}
}

// run runs a program to its end, and returns what it says.
func run(t *testing.T, c *exec.Cmd) string {
	t.Helper()
	said, err := c.CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %v\n%s", c.Args, err, said)
	}
	return string(said)
}
