//go:build !unix || solaris || aix

package bolt

import "os"

// exclude does nothing where a file that others have open cannot be replaced.
func exclude(*os.File) error { return nil }

// own does nothing where a new file has the rights of its folder.
func own(file, place string) error { return nil }
