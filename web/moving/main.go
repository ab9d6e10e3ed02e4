// Command moving joins pictures into one that moves, a GIF that begins again.
//
//	go run ./web/moving OUT.gif MILLISECONDS PICTURE.png …
//
// Each picture is shown for its time. What a picture shares with the one before is left out, and one table has the colours of all.
package main

import (
	"bytes"
	"cmp"
	"fmt"
	"image"
	"image/color"
	"image/gif"
	"image/png"
	"log"
	"os"
	"slices"
	"strconv"
)

func main() {
	log.SetFlags(0)
	log.SetPrefix("moving: ")
	if err := join(os.Args[1:]); err != nil {
		log.Fatal(err)
	}
}

func join(args []string) error {
	if len(args) < 3 || len(args)%2 == 0 {
		return fmt.Errorf("give OUT.gif and pairs of a time and a picture")
	}
	var all []image.Image
	var times []int
	for pair := range slices.Chunk(args[1:], 2) {
		ms, err := strconv.Atoi(pair[0])
		if err != nil {
			return fmt.Errorf("%q is no time in milliseconds", pair[0])
		}
		data, err := os.ReadFile(pair[1])
		if err != nil {
			return err
		}
		picture, err := png.Decode(bytes.NewReader(data))
		if err != nil {
			return fmt.Errorf("%s: %w", pair[1], err)
		}
		if len(all) > 0 && picture.Bounds() != all[0].Bounds() {
			return fmt.Errorf("%s is not as large as the first", pair[1])
		}
		all, times = append(all, picture), append(times, ms/10)
	}
	var b bytes.Buffer
	if err := gif.EncodeAll(&b, moving(all, times)); err != nil {
		return err
	}
	return os.WriteFile(args[0], b.Bytes(), 0o644)
}

// moving is the picture of pictures, each for its time in hundredths of a second.
func moving(all []image.Image, times []int) *gif.GIF {
	table := colours(all)
	g := &gif.GIF{Config: image.Config{ColorModel: table, Width: all[0].Bounds().Dx(), Height: all[0].Bounds().Dy()}}
	nearest := map[color.RGBA]uint8{}
	var last *image.Paletted
	for i, picture := range all {
		whole := image.NewPaletted(picture.Bounds(), table)
		each(picture, func(x, y int, c color.RGBA) {
			n, known := nearest[c]
			if !known {
				n = uint8(table.Index(c))
				nearest[c] = n
			}
			whole.SetColorIndex(x, y, n)
		})
		changed := change(last, whole)
		if changed.Empty() { // the same for longer
			g.Delay[len(g.Delay)-1] += times[i]
			continue
		}
		g.Image = append(g.Image, whole.SubImage(changed).(*image.Paletted))
		g.Delay = append(g.Delay, times[i])
		g.Disposal = append(g.Disposal, gif.DisposalNone)
		last = whole
	}
	return g
}

// change is where two pictures differ; all of the second where there is no first.
func change(a, b *image.Paletted) (r image.Rectangle) {
	if a == nil {
		return b.Rect
	}
	for y := b.Rect.Min.Y; y < b.Rect.Max.Y; y++ {
		for x := b.Rect.Min.X; x < b.Rect.Max.X; x++ {
			if a.ColorIndexAt(x, y) != b.ColorIndexAt(x, y) {
				r = r.Union(image.Rect(x, y, x+1, y+1))
			}
		}
	}
	return r
}

// colours are those that stand for all: the most frequent ones, none of which is nearly another.
func colours(all []image.Image) color.Palette {
	counts := map[color.RGBA]int{}
	for _, picture := range all {
		each(picture, func(_, _ int, c color.RGBA) { counts[c]++ })
	}
	frequent := make([]color.RGBA, 0, len(counts))
	for c := range counts {
		frequent = append(frequent, c)
	}
	slices.SortFunc(frequent, func(a, b color.RGBA) int {
		return cmp.Or(cmp.Compare(counts[b], counts[a]), cmp.Compare(a.R, b.R), cmp.Compare(a.G, b.G), cmp.Compare(a.B, b.B))
	})
	const most, near = 256, 5
	var table color.Palette
	for _, c := range frequent {
		if len(table) == most {
			break
		}
		if !slices.ContainsFunc(table, func(t color.Color) bool { return distance(c, t.(color.RGBA)) < near }) {
			table = append(table, c)
		}
	}
	return table
}

// distance is the largest of a colour's parts.
func distance(a, b color.RGBA) int {
	part := func(x, y uint8) int { return max(int(x)-int(y), int(y)-int(x)) }
	return max(part(a.R, b.R), part(a.G, b.G), part(a.B, b.B))
}

func each(picture image.Image, f func(x, y int, c color.RGBA)) {
	r := picture.Bounds()
	for y := r.Min.Y; y < r.Max.Y; y++ {
		for x := r.Min.X; x < r.Max.X; x++ {
			f(x, y, color.RGBAModel.Convert(picture.At(x, y)).(color.RGBA))
		}
	}
}
