package parlour

import (
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"
)

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
		for _, want := range []string{"Type=notify", "DynamicUser=yes", "NoNewPrivileges=yes", "ProtectSystem=strict", "EnvironmentFile=/etc/parlour/parlour.env"} {
			if !slices.Contains(units[i], want) {
				t.Errorf("%s has no %s", file, want)
			}
		}
	}
	if !slices.Equal(units[0], units[1]) {
		t.Errorf("the units differ:\n%s\n\n%s", strings.Join(units[0], "\n"), strings.Join(units[1], "\n"))
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
