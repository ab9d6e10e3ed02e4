package main

import (
	"regexp"
	"strings"

	"gputour/engine/device/sim"
)

// simulated is what the model of a card says of the same measurements, by the clock of the simulated GPU, which is
// no measurement of this machine; nil for a card that none of the models is.
func simulated(card string, quick bool) (map[string]float64, error) {
	model := modelOf(card)
	if model == nil {
		return nil, nil
	}
	machine := sim.NewMachine(sim.Spec{Kind: "sim", Count: 1, Model: model}, nil)
	b := &bench{dev: machine.Devices()[0], quick: quick, modelled: true}
	rows, err := b.rows()
	says := map[string]float64{}
	for _, r := range rows {
		says[r.name] = r.value
	}
	return says, err
}

var notName = regexp.MustCompile(`[^A-Za-z0-9]+`)

// modelOf finds the model of a card by its words: "NVIDIA A100-SXM4-80GB" is the A100, "NVIDIA GeForce RTX 4090" the RTX4090.
func modelOf(card string) *sim.Model {
	words := strings.Fields(notName.ReplaceAllString(card, " "))
	for i, word := range words {
		if m, err := sim.FindModel(word); err == nil {
			return m
		}
		if i > 0 {
			if m, err := sim.FindModel(words[i-1] + word); err == nil {
				return m
			}
		}
	}
	return nil
}
