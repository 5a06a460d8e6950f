package bottest

import (
	"bytes"
	"flag"
	"fmt"
	"io"
	"log"
	"os"
	"strings"
	"testing"
	"time"
)

// beside is the number of parallel tests unless -parallel is given. Most of them wait for a
// bot, and use little of the processors meanwhile.
const beside = "6"

// Main runs the tests of a package. It fails them if any of them, or a library, writes a token to the
// standard error or to the standard log.
func Main(m *testing.M) {
	r, w, err := os.Pipe()
	if err != nil {
		panic(err)
	}
	stderr := os.Stderr
	os.Stderr = w
	log.SetOutput(w)
	var wrote bytes.Buffer
	read := make(chan error)
	go func() {
		_, err := io.Copy(io.MultiWriter(stderr, &wrote), r)
		read <- err
	}()
	flag.Parse()
	given := false
	flag.Visit(func(f *flag.Flag) { given = given || f.Name == "test.parallel" })
	if !given {
		flag.Set("test.parallel", beside)
	}
	code := m.Run()
	w.Close()
	select {
	case err := <-read:
		if err != nil || HasToken(wrote.String()) {
			fmt.Printf("the standard error has a token (%v)\n", err)
			code = 1
		}
	case <-time.After(patience):
		fmt.Println("the standard error is not closed: a process that a test started still has it open")
		code = 1
	}
	os.Exit(code)
}

// HasToken reports whether a text has a token of the sandbox.
func HasToken(text string) bool {
	return strings.Contains(text, "a-fake-token-of-the-sandbox") || strings.Contains(text, "aW50ZXJhY3Rpb24")
}
