package main

import (
	"cmp"
	"flag"
	"fmt"
	"io"
	"net"
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

// The run of make flood.
var floodFor = flag.Duration("flood-for", 0, "have strangers press upon a program that takes interactions over HTTP for `so long`, and judge its memory and how long a person waits; without it there is no such run")

// What strangers do at once, and in a second.
const (
	unsignedBodies = 1_000
	slowHeads      = 1_500
	drippingBodies = 200
)

// Strangers send a thousand bodies without a signature and 1,500 heads that do not end, again and again, and each
// second 200 bodies with good headers that come a byte a second. The program takes less than 100 MB, and a person is
// answered within a second.
func TestFlood(t *testing.T) {
	if *floodFor == 0 {
		t.Skip("make flood has this run")
	}
	discord, ctx := startSandbox(t)
	addr := freeAddress(t)
	discord.SendTo("http://" + addr + "/interactions")
	bot := spawnChild(t, discord.URL(), discord.Token(), filepath.Join(t.TempDir(), "parlour.db"), "PARLOUR_WEB="+addr, "PARLOUR_INTERACTIONS=true")
	bot.awaitReady()
	must(t, discord.AwaitBot(ctx))
	before := bot.uses(addr)

	var strangers sync.WaitGroup
	end, body := time.Now().Add(*floodFor), strings.Repeat("x", 100_000)
	stray := func(does func(net.Conn)) {
		strangers.Go(func() {
			conn, err := net.Dial("tcp", addr)
			if err != nil {
				return
			}
			defer conn.Close()
			_ = conn.SetDeadline(end.Add(patience))
			go does(conn)
			_, _ = io.Copy(io.Discard, conn)
		})
	}
	unsigned := func(conn net.Conn) {
		_, _ = fmt.Fprintf(conn, "POST /interactions HTTP/1.1\r\nHost: x\r\nContent-Length: %d\r\n\r\n%s", len(body), body)
	}
	heads := func(conn net.Conn) {
		_, _ = fmt.Fprintf(conn, "POST /interactions HTTP/1.1\r\nHost: %s", body[:7_000])
	}
	drips := func(conn net.Conn) {
		_, err := fmt.Fprintf(conn, "POST /interactions HTTP/1.1\r\nHost: x\r\nContent-Length: %d\r\nX-Signature-Ed25519: %0128x\r\nX-Signature-Timestamp: %d\r\n\r\n",
			len(body), 0, time.Now().Unix())
		for ; err == nil; time.Sleep(time.Second) {
			_, err = io.WriteString(conn, "x")
		}
	}
	var waits []time.Duration
	fresh := &http.Client{Transport: &http.Transport{DisableKeepAlives: true}, Timeout: patience}
	ann, channel := discord.User("ann"), discord.Channel("games")
	for second := 0; time.Now().Before(end); second++ {
		next := time.Now().Add(time.Second)
		if second%10 == 0 {
			for range unsignedBodies {
				stray(unsigned)
			}
			for range slowHeads {
				stray(heads)
			}
		}
		for range drippingBodies {
			stray(drips)
		}
		for time.Now().Before(next) {
			began := time.Now()
			if m, err := ann.Slash(ctx, channel, "/games"); err != nil || !strings.Contains(m.Content, "No games yet") {
				t.Errorf("a person is answered with %v, %v", m, err)
			}
			if answer, err := fresh.Get("http://" + addr + "/livez"); err != nil { // over a connection of its own
				t.Error(err)
			} else {
				answer.Body.Close()
			}
			waits = append(waits, time.Since(began))
			time.Sleep(100 * time.Millisecond)
		}
	}
	after := bot.uses(addr)
	strangers.Wait()
	slices.SortFunc(waits, cmp.Compare)
	longest := waits[len(waits)-1]
	t.Logf("%.0f MB at most, and %.0f before; %d answers, median %v, 99th percentile %v, at most %v; %v of CPU",
		after.peak/1e6, before.peak/1e6, len(waits), waits[len(waits)/2], waits[len(waits)*99/100], longest, after.cpu-before.cpu)
	if after.peak >= 100e6 || longest >= time.Second {
		t.Errorf("want less than 100 MB and a second")
	}
}
