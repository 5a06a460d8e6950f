package layout

import (
	"encoding/json"
	"fmt"
	"time"

	"parlour/storage"
)

// A kept is a record as the file has it.
type kept struct {
	Version   uint64          `json:"v"`
	NextCheck time.Time       `json:"wake,omitzero"`
	Keys      []string        `json:"keys,omitempty"`
	Value     json.RawMessage `json:"value"`
}

// EncodeRecord returns the payload of a record. Its kind and its id are in the key.
func EncodeRecord(r storage.Record) ([]byte, error) {
	payload, err := json.Marshal(kept{r.Version, r.NextCheck, r.Keys, r.Value})
	if err != nil {
		return nil, fmt.Errorf("encode a record: %w", err)
	}
	return payload, nil
}

// DecodeRecord returns the record of a payload. It shares no memory with it.
func DecodeRecord(kind, id string, payload []byte) (storage.Record, error) {
	var k kept
	if err := json.Unmarshal(payload, &k); err != nil {
		return storage.Record{}, fmt.Errorf("decode a record: %w", err)
	}
	return storage.Record{Kind: kind, ID: id, Version: k.Version, NextCheck: k.NextCheck, Keys: k.Keys, Value: k.Value}, nil
}
