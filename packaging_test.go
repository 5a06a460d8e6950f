package parlour

import (
	"fmt"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"
)

// manual is the page of the manual, which GoReleaser has the program write before it packs.
const manual = "artefacts/parlour.1"

// linesOf returns the lines of a file that are no comments.
func linesOf(t *testing.T, file string) (all []string) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "#") {
			all = append(all, line)
		}
	}
	return all
}

// Both units confine Parlour alike: they differ in where its games are and where it listens.
func TestUnitsConfineAlike(t *testing.T) {
	own := regexp.MustCompile(`^(Description|Environment|ExecStart|StateDirectory|StateDirectoryMode|WorkingDirectory)=`)
	var units [2][]string
	for i, file := range []string{"packaging/parlour.service", "packaging/parlour@.service"} {
		units[i] = slices.DeleteFunc(linesOf(t, file), own.MatchString)
		for _, want := range []string{"Type=notify", "DynamicUser=yes", "NoNewPrivileges=yes", "ProtectSystem=strict", "EnvironmentFile=/etc/parlour/parlour.env", "MemoryMax=1G"} {
			if !slices.Contains(units[i], want) {
				t.Errorf("%s has no %s", file, want)
			}
		}
	}
	if !slices.Equal(units[0], units[1]) {
		t.Errorf("the units differ:\n%s\n\n%s", strings.Join(units[0], "\n"), strings.Join(units[1], "\n"))
	}
}

// What stands in front of bots bounds what strangers can send, and a bot's memory what they can fill.
func TestTheFrontBoundsStrangers(t *testing.T) {
	for _, file := range []string{"docs/scale.md", "packaging/fleet/Caddyfile"} {
		text := read(t, file)
		if n := strings.Count(text, "handle @discord {"); n == 0 || strings.Count(text, "max_size 256KiB") != n {
			t.Errorf("%s has %d doors, and not a bound of bodies at each", file, n)
		}
	}
	if !strings.Contains(read(t, "packaging/fleet/compose.yaml"), "\n  mem_limit: 1g\n") {
		t.Error("the bots of packaging/fleet have no limit of memory")
	}
}

// The image of a release is what the Dockerfile makes, but for where its binary was built.
func TestImagesAreAlike(t *testing.T) {
	built := regexp.MustCompile(`^(ARG TARGETPLATFORM$|COPY .* /parlour$)`)
	var images [2][]string
	for i, file := range []string{"Dockerfile", "packaging/Dockerfile"} {
		_, last, _ := strings.Cut(strings.Join(linesOf(t, file), "\n"), "\nFROM scratch\n")
		last = strings.ReplaceAll(last, "--from=build", "--from=base")
		images[i] = slices.DeleteFunc(strings.Split(last, "\n"), built.MatchString)
	}
	if len(images[0]) < 8 || !slices.Equal(images[0], images[1]) {
		t.Errorf("the images differ:\n%s\n\n%s", strings.Join(images[0], "\n"), strings.Join(images[1], "\n"))
	}
}

// The lines in docs/backup.md name the store where the unit and the image have it, and what is in the image.
func TestBackupLinesNameTheStore(t *testing.T) {
	lines := read(t, "docs/backup.md")
	for file, setting := range map[string]string{"packaging/parlour.service": "Environment=PARLOUR_STORE=", "Dockerfile": "PARLOUR_STORE=", "packaging/Dockerfile": "PARLOUR_STORE="} {
		_, store, found := strings.Cut(read(t, file), setting)
		if store = strings.Fields(store + " .")[0]; !found || !strings.HasSuffix(store, "/parlour.db") {
			t.Fatalf("%s has no store: %q", file, store)
		}
		want := []string{"sudo parlour backup --store " + store + " FILE", "sudo parlour restore --store " + store + " FILE"}
		if strings.HasSuffix(file, "Dockerfile") {
			copied := path.Dir(store) + "/FILE"
			want = []string{"docker exec parlour /parlour backup " + copied, "docker cp parlour:" + copied, "parlour restore " + copied}
			if !slices.Contains(linesOf(t, file), `ENTRYPOINT ["/parlour"]`) || !strings.Contains(read(t, "README.md"), "--name parlour") {
				t.Errorf("the program of %s, or the container in README.md, has another name", file)
			}
		}
		for _, line := range want {
			if !strings.Contains(lines, line) {
				t.Errorf("docs/backup.md has no line %q, as %s needs it", line, file)
			}
		}
	}
}

// Each example of a database's address says what is sealed on the way there.
func TestExamplesHaveAnSSLMode(t *testing.T) {
	address := regexp.MustCompile(`postgres://[^\s'"` + "`" + `]+@\S+`)
	var all []string
	for _, pattern := range []string{"*.md", "docs/*.md", "packaging/*.*", "packaging/fleet/*"} {
		files, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			all = append(all, address.FindAllString(read(t, file), -1)...)
		}
	}
	for _, one := range all {
		if !strings.Contains(one, "?sslmode=") {
			t.Errorf("an example has no sslmode: %s", one)
		}
	}
	if len(all) < 4 {
		t.Errorf("there are %d examples, want four at least: %q", len(all), all)
	}
}

// link matches where a link or a picture of a document leads.
var link = regexp.MustCompile(`\]\(([^)#\s]+)[^)]*\)|src="([^"]+)"`)

// What the documents in an archive link and show is in the archive.
func TestArchivesAreWhole(t *testing.T) {
	var all struct {
		Archives []struct{ Files []struct{ Src string } }
	}
	text := read(t, ".goreleaser.yaml")
	if err := yaml.Unmarshal([]byte(text), &all); err != nil || len(all.Archives) != 1 {
		t.Fatalf("GoReleaser's file has %d kinds of archives (%v), want one", len(all.Archives), err)
	}
	there := map[string]bool{}
	for _, f := range all.Archives[0].Files {
		if f.Src == manual {
			continue
		}
		found, err := filepath.Glob(f.Src)
		if err != nil || len(found) == 0 {
			t.Errorf("%s names no file (%v)", f.Src, err)
		}
		for _, file := range found {
			there[file] = true
		}
	}
	for file := range there {
		if filepath.Ext(file) != ".md" {
			continue
		}
		for _, m := range link.FindAllStringSubmatch(read(t, file), -1) {
			to := m[1] + m[2]
			if strings.Contains(to, "://") || strings.HasPrefix(to, "mailto:") {
				continue
			}
			if !there[filepath.Join(filepath.Dir(file), to)] {
				t.Errorf("%s in an archive leads to %s, which is not there", file, to)
			}
		}
	}
}

// A deb is the part of GoReleaser's file that says what is in the packages.
type deb struct {
	Maintainer, Description string
	Contents                []struct {
		Src, Dst, Type, Packager string
		Info                     struct{ Mode os.FileMode } `yaml:"file_info"`
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
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	run(t, build)
	var kept []string
	for _, c := range d.Contents {
		switch {
		case c.Packager == "rpm":
			continue
		case c.Src == manual:
			write(t, root, c.Dst, run(t, exec.Command(filepath.Join(root, "usr/bin/parlour"), "man")), c.Info.Mode)
			continue
		}
		put(t, root, c.Dst, c.Src, c.Info.Mode)
		if c.Type == "config|noreplace" {
			kept = append(kept, c.Dst+"\n")
		}
	}
	for name, file := range d.Scripts {
		put(t, root, "DEBIAN/"+scripts[name], file, 0o755)
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
	said := run(t, exec.Command("packaging/deb.sh", file, version))
	if strings.Count(said, "Overall exposure level for parlour") != 2 {
		t.Errorf("systemd has not judged two units:\n%s", said)
	}
}

// Prometheus takes the rules. Each fires where it should, and none where all is well. Each leads to a part of a page.
func TestAlertsFire(t *testing.T) {
	var all struct {
		Groups []struct {
			Rules []struct {
				Alert       string
				Annotations struct{ Page string }
			}
		}
	}
	if err := yaml.Unmarshal([]byte(read(t, "packaging/prometheus/alerts.yml")), &all); err != nil {
		t.Fatal(err)
	}
	tried := read(t, "packaging/prometheus/alerts_test.yml")
	for _, g := range all.Groups {
		for _, r := range g.Rules {
			if wrong := astray("README.md", r.Annotations.Page); wrong != "" || !strings.HasPrefix(r.Annotations.Page, "docs/trouble.md#") {
				t.Errorf("the alert %s leads to %q: %s", r.Alert, r.Annotations.Page, wrong)
			}
			if strings.Count(tried, " alertname: "+r.Alert) < 2 {
				t.Errorf("the alert %s is not tried where it fires and where it does not", r.Alert)
			}
		}
	}
	if _, err := exec.LookPath("promtool"); err != nil {
		if os.Getenv("CI") != "" {
			t.Fatalf("this needs promtool: %v", err)
		}
		t.Skip("this needs promtool, which Debian's package prometheus has")
	}
	for _, line := range [][]string{{"check", "rules", "alerts.yml"}, {"test", "rules", "alerts_test.yml"}} {
		c := exec.Command("promtool", line...)
		c.Dir = "packaging/prometheus"
		run(t, c)
	}
}

// described reads GoReleaser's file, of which there is one kind of packages.
func described(t *testing.T) deb {
	t.Helper()
	text, err := os.ReadFile(".goreleaser.yaml")
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
