package discord

import (
	"bytes"
	"compress/zlib"
	"encoding/json"

	"github.com/gorilla/websocket"
)

// zipped is one zlib stream over all packets of a connection. The bytes of each packet end with
// a flush, so that a bot can read it before the next one.
type zipped struct {
	out bytes.Buffer
	zip *zlib.Writer
}

func newZipped() *zipped {
	z := &zipped{}
	z.zip = zlib.NewWriter(&z.out)
	return z
}

// pack returns the bytes of a packet.
func (z *zipped) pack(p packet) ([]byte, error) {
	z.out.Reset()
	if err := json.NewEncoder(z.zip).Encode(p); err != nil {
		return nil, err
	}
	err := z.zip.Flush()
	return z.out.Bytes(), err
}

// put writes a packet to the socket.
func (l *link) put(p packet) error {
	if l.zipped == nil {
		return WriteJSON(l.conn, p)
	}
	data, err := l.zipped.pack(p)
	if err != nil {
		return err
	}
	return Write(l.conn, websocket.BinaryMessage, data)
}
