# Every target says in one sentence what it does; `make help` lists them.
SHELL := /bin/bash

# CUDA is bound with gcc alone, by our own declarations of the driver: cuda/RATIONALE.md.
# One set of flags, so that the program and its tests share what is compiled.
export GOFLAGS := -tags=cuda -trimpath
export CGO_CFLAGS := -g -O2 -I$(CURDIR)/cuda/driver/include
export CGO_LDFLAGS := -g -O2 -L$(CURDIR)/cuda/driver/lib
# Compilers and tests collect garbage as seldom as the program itself does: up to a tenth of their time.
export GOGC ?= 400

.PHONY: help run build page binary tab picture api ptx test race cluster-test check bench bench-tab reference programs suites mutate gpu-test gpu-bench gpu-report release fmt clean

help: ## Lists the targets.
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' $(MAKEFILE_LIST) | sort | expand -t 10

run: build ## Builds everything, serves on 127.0.0.1:8080 and prints the address to open (ARGS=--open opens it).
	bin/gputour serve $(ARGS)

build: page binary ## Builds the browser client, the page and bin/gputour.

page: web/node_modules/.package-lock.json ## Builds the browser client and the page into web/dist.
	@cd web && npm run --silent build

web/node_modules/.package-lock.json: web/package.json web/package-lock.json
	@.ci/node
	cd web && npm ci --no-audit --no-fund
	@touch $@

binary: ## Builds bin/gputour with the page as it was last built.
	go build -ldflags '-s -w' -o bin/gputour ./server

tab: web/node_modules/.package-lock.json ## Builds the engine for a browser's tab into web/tab and web/dist (ARGS=--fast compresses lightly).
	@node web/tab.mjs $(ARGS)

picture: ## Makes the README's pictures from bin/gputour.
	@cd web && node test/picture.mjs

api: ## Writes the list of the public names of torch and numpy that the page "api" shows.
	go test -vet=off ./engine/pylib/pylibtest -run TestAPI -update

ptx: ## Compiles the CUDA kernels to PTX, with nvcc where there is one, else with clang.
	cuda/kernels/build.sh

# On two cores the browser's tests, which mostly wait, run beside all the others, and those that need no page while it is built;
# what each says stays together.
ABREAST = $(MAKE) --no-print-directory -k -j2 $(if $(filter output-sync,$(.FEATURES)),-Otarget)

test: ## Builds and runs every test, in Go and in a real browser.
	@$(ABREAST) test-engine test-browser test-go test-rest

.PHONY: test-client test-binary test-engine test-browser test-go test-rest
test-browser test-go test-rest: test-binary
test-binary: test-client

# Debuggers' tables are half of what linking a hundred test programs takes.
LINK = -ldflags '-s -w'
GOTEST = go test -vet=off $(LINK) $(if $(THOROUGH),-timeout 60m)

test-client: # the page, then the engine for a tab: they share what is compiled
	@$(MAKE) --no-print-directory page
	@$(MAKE) --no-print-directory tab ARGS=--fast

test-binary:
	@$(MAKE) --no-print-directory binary
	@.ci/services
	@.ci/chromium

test-engine:
	$(GOTEST) ./engine/... ./cuda/...

test-browser:
	cd web && npm run --silent test

test-go:
	$(GOTEST) ./lessons/... ./server/... ./wasm/... ./web/...
	cd server/deploy && GOFLAGS= go test -vet=off ./...

test-rest: # a tab's engine in node, the program without a network, the lessons in sealed processes, as a class runs them
	@.ci/tab
	@.ci/offline
	bin/gputour test --isolate auto lessons

# Views are written in the words of package vdom, and the shell says bash's words: dot imports and capitals are meant.
STATICCHECK := v0.8.2
CHECKS := inherit,-ST1001,-ST1005

race: ## Runs under the race detector what runs at once: sessions, sockets, workers, the class, the bus.
	go test -race -vet=off $(LINK) ./engine/session/... ./server/ws ./server/httpd ./server/worker ./server/grader ./server/handin ./server/bus ./server/relay ./server/journal

check: ## Says what a reviewer would: formatting, vet, tidiness, stale generated files, the layers, other systems.
	@test -z "$$(gofmt -l $$(git ls-files '*.go'))" || { gofmt -l $$(git ls-files '*.go'); echo "run make fmt"; exit 1; }
	go vet ./...
	go run honnef.co/go/tools/cmd/staticcheck@$(STATICCHECK) -checks $(CHECKS) ./...
	@go mod tidy -diff || { echo "run go mod tidy"; exit 1; }
	go test -count=1 -run Layers ./server
	@.ci/fresh
	@.ci/builds

cluster-test: binary ## Besieges a class on three nodes for minutes, with PostgreSQL, NATS and an object store, and says what was lost (SIEGE=4m SEED=1 CROWD=1000).
	@.ci/services
	go build -ldflags '-s -w -X gputour/server/version.released=yes' -o bin/gputour-other ./server
	go test -vet=off -c -o bin/clustertest ./server/clustertest
	cd server/clustertest && ../../bin/clustertest -siege $(or $(SIEGE),4m) -seed $(or $(SEED),1) -crowd $(or $(CROWD),0)

bench: binary ## Measures against CPython, PyTorch and gcc on this machine and prints the ratios; then seats a class of a hundred.
	go run ./engine/interp/bench
	go run ./engine/bench/library
	go run ./engine/bench/tensors
	go run ./engine/bench/statements
	go run ./cuda/cudac/bench
	go run ./server/bench -students 100

bench-tab: tab ## Measures the engine for a browser's tab in Chromium: size, start, Python beside Pyodide, tensors, stops.
	@.ci/chromium
	cd web/bench && npm ci --silent --no-audit --no-fund && node tab.mjs

reference: binary ## Compares with the real PyTorch, where a Python has it: checkpoints, random programs, the lessons' cells; then rewrites the lessons' goldens.
	go run ./engine/bench/reference
	python3 lessons/testdata/reference.py
	git diff --exit-code lessons/testdata/torch

programs: ## Runs the CUDA C++ programs of others in FOLDER and says how many pass, and what stops the rest.
	@go run ./cuda/cudac/programs -v $(FOLDER)

suites: binary ## Runs MODULES of tests that others wrote (FOLDER: PyTorch's test, or CPython's library) beside the reference and says how many pass, and what stops the rest.
	@go run ./engine/bench/suites $(ARGS) $(FOLDER) $(MODULES)

mutate: ## Changes the program in one place at a time and says which changes no test notices (ARGS="-area wire -seed 2 -n 40").
	@go run ./server/mutate $(ARGS)

gpu-test: binary ## On a machine with a GPU: every operation against the CPU, then a table. Elsewhere it says so.
	@.ci/gpu

gpu-bench: binary ## On a machine with a GPU: copies, kernels and launches against the card's and PyTorch's, as a table.
	@go run ./cuda/gpu

gpu-report: binary ## On a machine with a GPU: everything there is to know about it and us, into the one file gpu-report.md.
	@go run ./cuda/gpu -report gpu-report.md

release: page tab ## Builds what is given out into artifacts/: archives for six systems, .deb, checksums, what they are made of (TARGETS="-only linux/amd64").
	go run ./server/release $(TARGETS)

fmt: ## Formats the Go sources.
	gofmt -w $$(git ls-files '*.go')

clean: ## Removes what was built.
	rm -rf bin artifacts
	find web/dist -mindepth 1 ! -name .gitkeep -delete
