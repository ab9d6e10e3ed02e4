package smi

import (
	"fmt"
	"slices"
	"strings"
)

// This file reads nvidia-smi's command line.

// request is a parsed command line.
type request struct {
	list, full, topology, apps, help bool
	query                            []string
	display                          map[string]bool // the sections of -d
	only                             []string        // GPUs by number, UUID or bus
	csv, header, units               bool
}

// refusal is a command line that is not carried out.
type refusal struct {
	text   string
	status int
}

func refuse(status int, format string, args ...any) *refusal {
	return &refusal{fmt.Sprintf(format, args...), status}
}

const usage = `NVIDIA System Management Interface for the devices of this session.

nvidia-smi                                  a table
nvidia-smi -L                               a line for each GPU
nvidia-smi -q [-d SECTION[,SECTION]]        a report, whole or of sections: %s
nvidia-smi --query-gpu=FIELD[,FIELD] --format=csv[,noheader][,nounits]
nvidia-smi --query-compute-apps=FIELD[,FIELD] --format=csv[,noheader][,nounits]
nvidia-smi topo -m                          how GPUs reach each other
-i ID[,ID]                                  only these, by number, UUID or bus

Fields: %s
`

// withValue are the options that take a value.
var withValue = []string{"-i", "--id", "-d", "--display", "--format", "--query-gpu", "--query-compute-apps"}

// unoffered says what is done instead of what is not offered.
var unoffered = map[string]string{
	"-l": again, "--loop": again, "-lms": again, "--loop-ms": again,
	"dmon": monitor, "pmon": monitor, "daemon": monitor, "replay": monitor,
	"-x": "XML is not offered here; use --query-gpu with --format=csv", "--xml-format": "XML is not offered here; use --query-gpu with --format=csv",
	"-f": "a file is written with a redirect: nvidia-smi -q > FILE", "--filename": "a file is written with a redirect: nvidia-smi -q > FILE",
}

const (
	again   = "repeating is not offered here, where a command ends before its output is shown; run the cell again"
	monitor = "monitoring is not offered here, where a command ends before its output is shown; use --query-gpu and run the cell again"
)

// setters change the board, which takes an administrator.
var setters = []string{"-pm", "--persistence-mode", "-e", "--ecc-config", "-p", "--reset-ecc-errors", "-c", "--compute-mode", "-r", "--gpu-reset",
	"-ac", "-rac", "-lgc", "-rgc", "-lmc", "-rmc", "-pl", "--power-limit", "-mig", "--multi-instance-gpu", "-am", "-caa", "-dm", "-fdm", "--gom", "drain"}

func parse(args []string) (request, *refusal) {
	r := request{header: true, units: true}
	for i := 0; i < len(args); i++ {
		name, value, joined := strings.Cut(args[i], "=")
		if slices.Contains(withValue, name) && !joined {
			if i++; i == len(args) {
				return r, refuse(2, "Option \"%s\" needs a value. Please run 'nvidia-smi -h' for help.", name)
			}
			value = args[i]
		}
		if why := unoffered[name]; why != "" {
			return r, refuse(2, "nvidia-smi %s: %s", name, why)
		}
		if slices.Contains(setters, name) {
			return r, refuse(4, "nvidia-smi %s changes the board: Insufficient Permissions", name)
		}
		if err := r.option(name, value, args); err != nil {
			return r, err
		}
	}
	return r, nil
}

func (r *request) option(name, value string, args []string) *refusal {
	switch name {
	case "-h", "--help", "--help-query-gpu", "--help-query-compute-apps":
		r.help = true
	case "-L", "--list-gpus":
		r.list = true
	case "-q", "--query":
		r.full = true
	case "topo":
		if r.topology = true; !slices.Contains(args, "-m") && !slices.Contains(args, "--matrix") {
			return refuse(2, "of nvidia-smi topo there is -m here, the matrix")
		}
	case "-m", "--matrix":
		if !r.topology {
			return invalid()
		}
	case "-d", "--display":
		return r.sections(value)
	case "-i", "--id":
		for _, id := range strings.Split(value, ",") {
			if id = strings.TrimSpace(id); !slices.Contains(r.only, id) {
				r.only = append(r.only, id)
			}
		}
	case "--query-gpu":
		r.query = strings.Split(strings.ReplaceAll(value, " ", ""), ",")
	case "--query-compute-apps":
		r.query, r.apps = strings.Split(strings.ReplaceAll(value, " ", ""), ","), true
	case "--format":
		return r.format(value)
	default:
		return invalid()
	}
	return nil
}

func invalid() *refusal {
	return refuse(2, "Invalid combination of input arguments. Please run 'nvidia-smi -h' for help.\n")
}

func (r *request) sections(value string) *refusal {
	r.display = map[string]bool{}
	for _, name := range strings.Split(strings.ToUpper(value), ",") {
		if !slices.Contains(sectionNames(), name) {
			return refuse(2, "nvidia-smi -d: there is no section %s; there are %s", name, strings.Join(sectionNames(), ", "))
		}
		r.display[name] = true
	}
	return nil
}

func (r *request) format(value string) *refusal {
	for _, word := range strings.Split(strings.ReplaceAll(value, " ", ""), ",") {
		switch word {
		case "csv":
			r.csv = true
		case "noheader":
			r.header = false
		case "nounits":
			r.units = false
		default:
			return refuse(2, "nvidia-smi --format: \"%s\" is none of csv, noheader, nounits", word)
		}
	}
	return nil
}
