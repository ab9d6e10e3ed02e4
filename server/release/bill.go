package main

import (
	"os"
	"strings"
	"time"

	cdx "github.com/CycloneDX/cyclonedx-go"

	"gputour/server/licences"
	"gputour/server/version"
)

// bill writes what a program is made of, as CycloneDX 1.5 (https://cyclonedx.org/docs/1.5/json).
func bill(path string, t target, parts []licences.Licensed, at time.Time) error {
	b := cdx.NewBOM()
	b.Metadata = &cdx.Metadata{
		Timestamp: at.Format(time.RFC3339),
		Component: &cdx.Component{
			Type: cdx.ComponentTypeApplication, Name: "gputour", Version: version.Number, BOMRef: "gputour",
			Licenses:   &cdx.Licenses{{License: &cdx.License{ID: "Apache-2.0"}}},
			Properties: &[]cdx.Property{{Name: "gputour:target", Value: t.String()}},
		},
	}
	all := []cdx.Component{}
	for _, p := range parts {
		var ids cdx.Licenses
		for _, id := range p.IDs {
			ids = append(ids, cdx.LicenseChoice{License: &cdx.License{ID: id}})
		}
		url := address(p.Part)
		all = append(all, cdx.Component{Type: cdx.ComponentTypeLibrary, Name: p.Name, Version: p.Version, PackageURL: url, BOMRef: url, Licenses: &ids})
	}
	b.Components = &all
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	defer f.Close()
	if err := cdx.NewBOMEncoder(f, cdx.BOMFileFormatJSON).SetPretty(true).EncodeVersion(b, cdx.SpecVersion1_5); err != nil {
		return err
	}
	return f.Close()
}

// address is a part's package URL (https://github.com/package-url/purl-spec).
func address(p licences.Part) string {
	switch {
	case p.Name == "Go":
		return "pkg:golang/std@" + strings.TrimPrefix(p.Version, "go")
	case strings.HasPrefix(p.Version, "v"):
		return "pkg:golang/" + p.Name + "@" + p.Version
	}
	return "pkg:npm/" + strings.Replace(p.Name, "@", "%40", 1) + "@" + p.Version
}
