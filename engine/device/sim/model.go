// This file defines the models: what a GPU's maker publishes about it.

package sim

import (
	"fmt"
	"sort"
	"strings"

	"gputour/engine/device"
)

// Model is a published GPU. Rates are peaks for dense arithmetic in units per second;
// efficiency brings them down to what good kernels reach (see cost.go).
type Model struct {
	Name         string  // as spec strings name it
	Product      string  // as the driver names it
	Memory       int64   // bytes the driver reports
	Bandwidth    float64 // device memory, bytes/s
	L2           int64   // bytes
	Major, Minor int     // compute capability
	SMs          int
	SMThreads    int // threads resident on one multiprocessor
	ClockMHz     int // boost
	PowerWatts   int
	ECC          bool
	PCIe         int                      // generation of its link to the host
	Flops        map[device.DType]float64 // operations/s by the type a kernel computes in; 0 where it has no rate of its own
	HostLink     link                     // PCI Express to the host
	PeerLink     link                     // to another GPU of the kind; zero: through the host
}

// link is one direction of a connection.
type link struct {
	Bandwidth float64 // bytes/s a pinned copy reaches
	Latency   int64   // nanoseconds before the first byte
}

const (
	gib  = 1 << 30
	mib  = 1 << 20
	giga = 1e9
	tera = 1e12
)

// PCI Express x16: 15.75, 31.5 and 63 GB/s each way for generations 3, 4 and 5 (PCI Express Base
// Specification 3.0, 4.0, 5.0: 8, 16 and 32 GT/s a lane, encoded 128 bits in 130); copies reach about four
// fifths of that, after the overhead of packets. The latencies are of the order that NVIDIA's sample
// bandwidthTest and p2pBandwidthLatencyTest show; NVIDIA publishes none.
var (
	pcie3 = link{12.6 * giga, 8_000}
	pcie4 = link{25.2 * giga, 7_000}
	pcie5 = link{50.4 * giga, 6_000}
)

// Where the figures come from. All documents are NVIDIA's; rates are those without sparsity, and
// NVLink figures, which count both directions, are halved.
//
//	T4       bandwidth, single and half rates, power, PCIe: "NVIDIA T4 Tensor Core GPU" datasheet (2019), Specifications.
//	         SMs, L2, boost clock, double rate (1/32): "NVIDIA Turing GPU Architecture" whitepaper (2018), Appendix A, B.
//	V100     bandwidth, rates, NVLink, power: "NVIDIA V100 Tensor Core GPU" datasheet (2020), Specifications, SXM2.
//	         SMs, L2, boost clock: "NVIDIA Tesla V100 GPU Architecture" whitepaper (2017), Table 1.
//	A100     bandwidth, rates, NVLink, power, PCIe: "NVIDIA A100 Tensor Core GPU" datasheet (2020), Specifications, 40GB SXM.
//	         SMs, L2, boost clock: "NVIDIA A100 Tensor Core GPU Architecture" whitepaper (2020), Table 4.
//	H100     bandwidth, rates, NVLink, power, PCIe: "NVIDIA H100 Tensor Core GPU" datasheet (2023), Technical Specifications, SXM.
//	         SMs, L2, boost clock: "NVIDIA H100 Tensor Core GPU Architecture" whitepaper (2023), Table 3.
//	H200     bandwidth, rates, NVLink, power, PCIe: "NVIDIA H200 Tensor Core GPU" datasheet (2024), Technical Specifications, SXM.
//	         SMs, L2, clock: the H100's, whose chip it is.
//	RTX4090  all: "NVIDIA Ada GPU Architecture" whitepaper (2022), Appendix A; the half and FP8 rates are those with FP32 accumulation.
//
// INT8 and FP8 rates stand beside the others; the H100's and H200's data sheets give them with sparsity, which is twice as much.
//
// Threads of a multiprocessor and compute capabilities: "CUDA C++ Programming Guide", Compute
// Capabilities, Technical Specifications. Memory is what cudaMemGetInfo reports on such a card, which is less
// than the data sheet's figure where ECC or the driver takes some; products are named as the driver names them.
var models = []*Model{
	{
		Name: "T4", Product: "Tesla T4", Memory: 15_843_721_216, Bandwidth: 320 * giga, L2: 4 * mib,
		Major: 7, Minor: 5, SMs: 40, SMThreads: 1024, ClockMHz: 1590, PowerWatts: 70, ECC: true,
		Flops: and8(rates(8.1, 0.254, 65, 0), 130, 0), PCIe: 3, HostLink: pcie3,
	},
	{
		Name: "V100", Product: "Tesla V100-SXM2-16GB", Memory: 16_945_512_448, Bandwidth: 900 * giga, L2: 6 * mib,
		Major: 7, Minor: 0, SMs: 80, SMThreads: 2048, ClockMHz: 1530, PowerWatts: 300, ECC: true,
		Flops: rates(15.7, 7.8, 125, 0), PCIe: 3, HostLink: pcie3, PeerLink: link{150 * giga, 2_000},
	},
	{
		Name: "A100", Product: "NVIDIA A100-SXM4-40GB", Memory: 42_505_273_344, Bandwidth: 1555 * giga, L2: 40 * mib,
		Major: 8, Minor: 0, SMs: 108, SMThreads: 2048, ClockMHz: 1410, PowerWatts: 400, ECC: true,
		Flops: and8(rates(19.5, 9.7, 312, 312), 624, 0), PCIe: 4, HostLink: pcie4, PeerLink: link{300 * giga, 2_000},
	},
	{
		Name: "H100", Product: "NVIDIA H100 80GB HBM3", Memory: 85_029_158_912, Bandwidth: 3350 * giga, L2: 50 * mib,
		Major: 9, Minor: 0, SMs: 132, SMThreads: 2048, ClockMHz: 1980, PowerWatts: 700, ECC: true,
		Flops: and8(rates(67, 34, 989, 989), 1979, 1979), PCIe: 5, HostLink: pcie5, PeerLink: link{450 * giga, 2_000},
	},
	{
		Name: "H200", Product: "NVIDIA H200", Memory: 150_109_880_320, Bandwidth: 4800 * giga, L2: 50 * mib,
		Major: 9, Minor: 0, SMs: 132, SMThreads: 2048, ClockMHz: 1980, PowerWatts: 700, ECC: true,
		Flops: and8(rates(67, 34, 989, 989), 1979, 1979), PCIe: 5, HostLink: pcie5, PeerLink: link{450 * giga, 2_000},
	},
	{
		Name: "RTX4090", Product: "NVIDIA GeForce RTX 4090", Memory: 25_393_692_672, Bandwidth: 1008 * giga, L2: 72 * mib,
		Major: 8, Minor: 9, SMs: 128, SMThreads: 1536, ClockMHz: 2520, PowerWatts: 450,
		Flops: and8(rates(82.6, 1.29, 165.2, 165.2), 660.6, 330.3), PCIe: 4, HostLink: pcie4,
	},
}

// and8 adds the rates of products of 8-bit integers and floats on tensor cores, 0 for those that a GPU does not have.
func and8(rates map[device.DType]float64, integers, floats float64) map[device.DType]float64 {
	rates[device.Int8] = integers * tera
	rates[device.Float8E4M3], rates[device.Float8E5M2] = floats*tera, floats*tera
	return rates
}

// rates are peaks in Tflop/s: single and double precision, half and bfloat16 on tensor
// cores. A GPU without bfloat16 units computes it in single precision. 32-bit integers run at half the single precision rate,
// as on compute capabilities 8.6 to 9.0 (64 against 128 additions a clock and multiprocessor: "CUDA C++ Programming Guide",
// Arithmetic Instructions; 7.x and 8.0 have as many of both), 64-bit ones, which are two of them, at half of that.
func rates(single, double, half, bfloat float64) map[device.DType]float64 {
	if bfloat == 0 {
		bfloat = single
	}
	return map[device.DType]float64{
		device.Float32: single * tera, device.Float64: double * tera,
		device.Float16: half * tera, device.BFloat16: bfloat * tera,
		device.Int32: single * tera / 2, device.Int64: single * tera / 4,
		device.Complex64: single * tera, device.Complex128: double * tera,
	}
}

// DefaultModel is simulated where no model is named.
const DefaultModel = "V100"

// FindModel finds a model by name, in any case and with or without spaces and dashes.
func FindModel(name string) (*Model, error) {
	want := plainName(name)
	for _, m := range models {
		if plainName(m.Name) == want {
			return m, nil
		}
	}
	return nil, fmt.Errorf("no GPU model %q; there are %s", name, strings.Join(ModelNames(), ", "))
}

// ModelNames lists the models, in order of their names.
func ModelNames() []string {
	names := make([]string, len(models))
	for i, m := range models {
		names[i] = m.Name
	}
	sort.Strings(names)
	return names
}

func plainName(s string) string {
	return strings.NewReplacer(" ", "", "-", "", "_", "").Replace(strings.ToLower(s))
}
