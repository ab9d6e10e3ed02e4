package piece

import . "gputour/wasm/vdom"

// icons are the signs of buttons: strokes in a square of 16.
var icons = map[string]string{
	"plus":    "M8 3.5v9M3.5 8h9",
	"minus":   "M3.5 8h9",
	"up":      "M8 12.5v-9M4.5 7 8 3.5 11.5 7",
	"down":    "M8 3.5v9M4.5 9 8 12.5 11.5 9",
	"left":    "M9.5 4 5.5 8l4 4",
	"right":   "M6.5 4l4 4-4 4",
	"to-here": "M3 3.5v6h8M8.5 6.5 11.5 9.5 8.5 12.5M13.5 5v9",
	"step":    "M3 3.5h3v3h4v3h3v3M10.8 10.6l2.2 2 2-2",
	"copy":    "M5.5 5.5h7v7h-7zM3.5 10.5v-7h7",
	"fold":    "M3.5 4h9M3.5 12h9M8 6v4M6.2 8.4 8 10.2 9.8 8.4",
	"clear":   "M6 4.5h7v7H6L2.8 8zM8 6.6l2.8 2.8M10.8 6.6 8 9.4",
	"close":   "M4.5 4.5l7 7M11.5 4.5l-7 7",
	"bin":     "M3.5 4.5h9M6.5 4.5v-1h3v1M4.8 4.5l.5 8h5.4l.5-8",
	"all":     "M3.5 4l4 4-4 4M8.5 4l4 4-4 4",
	"restart": "M12.5 8a4.5 4.5 0 1 1-1.4-3.3M11.5 2v3h-3",
	"outline": "M3 4h.1M5.5 4h7.5M5 8h.1M7.5 8H13M5 12h.1M7.5 12H13",
	"more":    "M3.5 8h.1M8 8h.1M12.5 8h.1",
	"sun":     "M8 5.2a2.8 2.8 0 1 1 0 5.6 2.8 2.8 0 0 1 0-5.6zM8 1.6v1.2M8 13.2v1.2M1.6 8h1.2M13.2 8h1.2M3.5 3.5l.8.8M11.7 11.7l.8.8M3.5 12.5l.8-.8M11.7 4.3l.8-.8",
	"moon":    "M12.8 9.6A5.4 5.4 0 0 1 6.4 3.2a5.4 5.4 0 1 0 6.4 6.4z",
	"hand":    "M5 8.5V4.2a.9.9 0 0 1 1.8 0V7M6.8 7V3.3a.9.9 0 0 1 1.8 0V7M8.6 7V4a.9.9 0 0 1 1.8 0v4M10.4 8V5.6a.9.9 0 0 1 1.8 0V10a4 4 0 0 1-4 4c-2 0-2.9-.9-3.7-2.4L3 9a.9.9 0 0 1 1.5-1L5 8.7",
	"eye":     "M1.8 8S4 3.8 8 3.8 14.2 8 14.2 8 12 12.2 8 12.2 1.8 8 1.8 8zM8 6.2a1.8 1.8 0 1 1 0 3.6 1.8 1.8 0 0 1 0-3.6z",
	"lock":    "M4 7.2h8v6H4zM5.6 7.2V5.4a2.4 2.4 0 0 1 4.8 0v1.8",
	"screen":  "M2 3.2h12v7.6H2zM8 10.8V13M5.4 13h5.2M6.8 5.4v3.2L9.6 7z",
	"send":    "M2.2 8 13.6 2.6 10 13.4 7.4 9zM7.4 9l6.2-6.4",
	"speech":  "M2.4 3.4h11.2v7.2H7.2L4.4 13v-2.4h-2z",
	"chip":    "M4.5 4.5h7v7h-7zM6.5 4.5v-2M9.5 4.5v-2M6.5 13.5v-2M9.5 13.5v-2M4.5 6.5h-2M4.5 9.5h-2M13.5 6.5h-2M13.5 9.5h-2",
	"chart":   "M3 13V8M6.4 13V4.6M9.8 13V7M13 13V2.8",
	"door":    "M4 13.4V2.6h8v10.8M2.4 13.4h11.2M9.8 8h.1",
	"mask":    "M2.4 5.4c3.6-1.4 7.6-1.4 11.2 0 0 4-1.4 5.8-3.4 5.8-1.2 0-1.5-1-2.2-1s-1 1-2.2 1c-2 0-3.4-1.8-3.4-5.8zM5 7.4h1.4M9.6 7.4H11",
	"system":  "M2.5 3.5h11v7h-11zM6 13h4M8 10.5V13",
}

// Icon draws a sign; the button that holds it carries the words.
func Icon(name string) *Node {
	return El("svg", Class("icon"), A("viewBox", "0 0 16 16"), A("aria-hidden", "true"), A("focusable", "false"), El("path", A("d", icons[name])))
}
