package deflate

import (
	"cmp"
	"math/bits"
	"slices"
)

// sizesOf finds the Huffman code for symbols that are used so often, with at most most bits
// for each, and sets its sizes: the number of bits by symbol, 0 for one that is not used.
func sizesOf(used []uint32, most int, sizes []uint8) {
	clear(sizes)
	leaves := make([]int, 0, literals) // the symbols that are used, the rarest first
	for s, n := range used {
		if n > 0 {
			leaves = append(leaves, s)
		}
	}
	if len(leaves) == 1 {
		sizes[leaves[0]] = 1
		return
	}
	slices.SortFunc(leaves, func(a, b int) int { return cmp.Or(cmp.Compare(used[a], used[b]), a-b) })
	count := depths(used, leaves, most)
	limit(&count, most)
	at := 0
	for size := most; size > 0; size-- {
		for range count[size] {
			sizes[leaves[at]] = uint8(size)
			at++
		}
	}
}

// depths builds Huffman's tree over leaves, and returns how many lie at each depth. Those
// deeper than most count as if they lay there.
func depths(used []uint32, leaves []int, most int) (count [16]int) {
	var (
		n             = len(leaves)
		weight        [2 * literals]uint32 // of the nodes: the leaves, then those above, the root last
		parent, depth [2 * literals]int
	)
	for i, s := range leaves {
		weight[i] = used[s]
	}
	leaf, inner, next := 0, n, n // the lightest of each kind, and the next inner node
	lightest := func() int {
		if leaf < n && (inner == next || weight[leaf] <= weight[inner]) {
			leaf++
			return leaf - 1
		}
		inner++
		return inner - 1
	}
	for ; next < 2*n-1; next++ {
		a, b := lightest(), lightest()
		weight[next] = weight[a] + weight[b]
		parent[a], parent[b] = next, next
	}
	for i := 2*n - 3; i >= 0; i-- {
		depth[i] = depth[parent[i]] + 1
		if i < n {
			count[min(depth[i], most)]++
		}
	}
	return count
}

// limit makes a code of so many symbols of each size one that exists: it lengthens others for
// those that were cut to most bits.
func limit(count *[16]int, most int) {
	room := 0 // taken, of 1<<most
	for size := 1; size <= most; size++ {
		room += count[size] << (most - size)
	}
	for ; room > 1<<most; room-- {
		size := most - 1
		for count[size] == 0 {
			size--
		}
		count[size]--
		count[size+1] += 2
		count[most]--
	}
}

// codesOf sets the codes that follow from sizes, with their bits in the order of the format.
func codesOf(sizes []uint8, codes []uint16) {
	var count, next [16]uint16
	for _, size := range sizes {
		count[size]++
	}
	count[0] = 0
	for size := 1; size < len(next); size++ {
		next[size] = (next[size-1] + count[size-1]) << 1
	}
	for s, size := range sizes {
		if size > 0 {
			codes[s] = bits.Reverse16(next[size]) >> (16 - size)
			next[size]++
		}
	}
}
