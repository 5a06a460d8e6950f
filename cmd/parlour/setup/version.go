package setup

import (
	"cmp"
	"fmt"
	"runtime"
	"runtime/debug"
)

// Version returns the version of the program: the one that its build was given, if any, or else what Go
// knows of where it was built from. It is empty if neither is known.
func Version(given string) string {
	info, _ := debug.ReadBuildInfo()
	return versionOf(given, info)
}

// versionOf returns a version by what Go noted of a build, which may be nil.
func versionOf(given string, info *debug.BuildInfo) string {
	if given != "" || info == nil {
		return given
	}
	if info.Main.Version != "" && info.Main.Version != "(devel)" {
		return info.Main.Version
	}
	version := ""
	for _, s := range info.Settings {
		switch {
		case s.Key == "vcs.revision":
			version = s.Value
		case s.Key == "vcs.modified" && s.Value == "true":
			version += "+dirty" // Go notes it after the revision
		}
	}
	return version
}

// VersionLine returns a line about the program of a version, which may be empty: what it is, and what it was built with and
// for.
func VersionLine(version string) string {
	return fmt.Sprintf("parlour %s, %s, %s/%s", cmp.Or(version, "of an unknown version"), runtime.Version(), runtime.GOOS, runtime.GOARCH)
}
