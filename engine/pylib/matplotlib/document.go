package matplotlib

import (
	"bytes"
	"compress/zlib"
	"fmt"
	"image"
	"image/jpeg"

	"gputour/engine/object"
)

// This file puts a figure's pixels into files other than PNG.

// document is _matplotlib.document(svg, scale, format): the bytes of a JPEG file, or of a
// PDF file of one page, scale pixels to the point.
func document(t *object.Thread, a []object.Value) (object.Value, error) {
	svg, isText := object.AsStr(a[0])
	scale, isNumber := object.AsFloat(a[1])
	format, isName := object.AsStr(a[2])
	if !isText || !isNumber || !isName {
		return object.Value{}, object.Raise(object.TypeError, "document() needs a str, a float and a str")
	}
	img, err := raster(t, svg, scale)
	if err != nil {
		return object.Value{}, err
	}
	var b bytes.Buffer
	if format == "pdf" {
		writePDF(&b, img, scale)
	} else if err := jpeg.Encode(&b, img, &jpeg.Options{Quality: 92}); err != nil {
		return object.Value{}, object.Raise(object.ValueError, "%s", err)
	}
	return object.NewBytes(b.Bytes()), nil
}

// writePDF writes a page that one picture fills (ISO 32000-1, 8.9 and 7.5).
func writePDF(b *bytes.Buffer, img image.Image, scale float64) {
	size := img.Bounds().Size()
	w, h := float64(size.X)/scale, float64(size.Y)/scale
	content := fmt.Sprintf("q %.3f 0 0 %.3f 0 0 cm /I Do Q", w, h)
	var pixels bytes.Buffer
	z := zlib.NewWriter(&pixels)
	row := make([]byte, 3*size.X)
	for y := range size.Y {
		for x := range size.X {
			r, g, bl, _ := img.At(img.Bounds().Min.X+x, img.Bounds().Min.Y+y).RGBA()
			row[3*x], row[3*x+1], row[3*x+2] = byte(r>>8), byte(g>>8), byte(bl>>8)
		}
		z.Write(row)
	}
	z.Close()
	objects := []string{
		"<< /Type /Catalog /Pages 2 0 R >>",
		"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
		fmt.Sprintf("<< /Type /Page /Parent 2 0 R /MediaBox [0 0 %.3f %.3f] /Contents 4 0 R /Resources << /XObject << /I 5 0 R >> >> >>", w, h),
		fmt.Sprintf("<< /Length %d >>\nstream\n%s\nendstream", len(content), content),
		fmt.Sprintf("<< /Type /XObject /Subtype /Image /Width %d /Height %d /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /FlateDecode /Length %d >>\nstream\n%s\nendstream",
			size.X, size.Y, pixels.Len(), pixels.String()),
	}
	b.WriteString("%PDF-1.4\n")
	var at []int
	for i, o := range objects {
		at = append(at, b.Len())
		fmt.Fprintf(b, "%d 0 obj\n%s\nendobj\n", i+1, o)
	}
	table := b.Len()
	fmt.Fprintf(b, "xref\n0 %d\n0000000000 65535 f \n", len(objects)+1)
	for _, n := range at {
		fmt.Fprintf(b, "%010d 00000 n \n", n)
	}
	fmt.Fprintf(b, "trailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n", len(objects)+1, table)
}
