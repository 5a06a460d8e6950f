package main

import (
	"bufio"
	"bytes"
	"fmt"
	"net"
	"net/http"
	"os"
	"strings"
	"testing"
	"time"
)

// Usage is what a program has used so far.
type usage struct {
	cpu       time.Duration
	allocated float64 // bytes, in all
	resident  float64 // bytes, now
	peak      float64 // bytes, the most that were resident
	requests  float64 // to Discord, in all
}

// A meter reads what a program uses from the program's metrics. Without an address it
// reads nothing.
type meter struct{ addr string }

// newMeter chooses an address, at which the next program will serve its metrics.
func newMeter(t *testing.T) meter {
	t.Helper()
	addr := freeAddress(t)
	t.Setenv("PARLOUR_WEB", addr)
	return meter{addr}
}

// freeAddress returns an address where nobody listens. Where the machine allows it, no connection to
// elsewhere begins there either, so that the address stays free until it is used.
func freeAddress(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.2:0")
	if err != nil {
		l, err = net.Listen("tcp", "127.0.0.1:0")
	}
	must(t, err)
	defer l.Close()
	return l.Addr().String()
}

// read returns what a program has used. Only Linux says how much was resident at most.
func (m meter) read(t *testing.T, c *child) (u usage) {
	t.Helper()
	if m.addr == "" {
		return u
	}
	var seconds float64
	told, err := (&http.Client{Timeout: patience}).Get("http://" + m.addr + "/metrics")
	must(t, err)
	defer told.Body.Close()
	for lines := bufio.NewScanner(told.Body); lines.Scan(); {
		scan(lines.Text(), "process_cpu_seconds_total ", &seconds)
		scan(lines.Text(), "go_memstats_alloc_bytes_total ", &u.allocated)
		scan(lines.Text(), "process_resident_memory_bytes ", &u.resident)
		if rest, ok := strings.CutPrefix(lines.Text(), "parlour_requests_total{"); ok { // of each class and status
			some := 0.0
			fmt.Sscan(rest[strings.LastIndex(rest, " ")+1:], &some)
			u.requests += some
		}
	}
	u.cpu = time.Duration(seconds * float64(time.Second))
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", c.cmd.Process.Pid))
	must(t, err)
	for line := range bytes.Lines(status) {
		scan(string(line), "VmHWM:", &u.peak)
	}
	u.peak *= 1024 // it is told in kB, of that many bytes
	if u.cpu == 0 || u.allocated == 0 || u.resident == 0 || u.peak == 0 {
		t.Fatalf("the program tells that it has used %+v", u)
	}
	return u
}

// scan parses the number in a line that begins with name.
func scan(line, name string, into *float64) {
	if value, ok := strings.CutPrefix(line, name); ok {
		fmt.Sscan(value, into)
	}
}
