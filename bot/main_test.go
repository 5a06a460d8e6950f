package bot

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

// beside is how many tests run beside each other unless -parallel says otherwise. Most of
// them wait for a bot, and leave the processors alone meanwhile.
const beside = "6"

// TestMain fails the tests for a token in what any of them, or a library, writes to the
// standard error or to the standard log.
func TestMain(m *testing.M) {
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
		if err != nil || hasToken(wrote.String()) {
			fmt.Printf("the standard error has a token (%v)\n", err)
			code = 1
		}
	case <-time.After(Patience):
		fmt.Println("the end of the standard error does not come: a process that a test started still has it")
		code = 1
	}
	os.Exit(code)
}

// hasToken reports whether a text has a token of those that the sandbox gives out.
func hasToken(text string) bool {
	return strings.Contains(text, "sandbox.fake.token") || strings.Contains(text, "aW50ZXJhY3Rpb24")
}
