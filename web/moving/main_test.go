package main

import (
	"image"
	"image/color"
	"testing"
)

func TestMoving(t *testing.T) {
	paper, ink := color.RGBA{250, 250, 247, 255}, color.RGBA{20, 20, 20, 255}
	var all []image.Image
	for n := range 3 {
		p := image.NewRGBA(image.Rect(0, 0, 20, 10))
		for i := range p.Pix {
			p.Pix[i] = []uint8{paper.R, paper.G, paper.B, paper.A}[i%4]
		}
		if n > 0 {
			p.Set(7, 3, ink)
			p.Set(9, 4, ink)
		}
		all = append(all, p)
	}
	g := moving(all, []int{10, 20, 30})
	if len(g.Image) != 2 || g.Delay[0] != 10 || g.Delay[1] != 50 {
		t.Fatalf("%d pictures for %v", len(g.Image), g.Delay)
	}
	if r := g.Image[1].Rect; r != image.Rect(7, 3, 10, 5) {
		t.Errorf("%v changes", r)
	}
	if c := g.Image[1].At(7, 3); c != color.Color(ink) {
		t.Errorf("ink is %v", c)
	}
	if len(g.Config.ColorModel.(color.Palette)) != 2 {
		t.Error("colours that nobody sees")
	}
}

func TestJoin(t *testing.T) {
	for _, args := range [][]string{{}, {"a.gif"}, {"a.gif", "x", "y.png"}, {"a.gif", "10", "/nowhere.png"}, {"a.gif", "10", "main.go"}} {
		if join(args) == nil {
			t.Errorf("%q is made", args)
		}
	}
}
