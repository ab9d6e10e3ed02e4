package text

// This file lets each area of the program keep its texts in a file of its own:
//
//	var _ = area(map[string]entry{"door.join": {"加入", "Join"}})
//
// The file of an area that only the server draws begins with //go:build !js, so that
// the page does not carry its texts.

// area adds texts to the catalogue. A key that is there already is a mistake of ours.
func area(texts map[string]entry) bool {
	for key, e := range texts {
		if _, taken := catalogue[key]; taken {
			panic("text: the catalogue has " + key + " twice")
		}
		catalogue[key] = e
	}
	return true
}
