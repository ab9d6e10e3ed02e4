# Every target says in one sentence what it does; `make help` lists them.
SHELL := /bin/bash

.PHONY: help run build page binary test check bench fmt clean

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
	go build -trimpath -ldflags '-s -w' -o bin/gputour ./server

test: build ## Builds and runs every test, in Go and in a real browser.
	go test ./...
	go test -race ./engine/session/... ./server/ws ./server/httpd
	@.ci/builds
	bin/gputour test lessons
	@.ci/chromium
	cd web && npm run --silent test

check: ## Says what a reviewer would: formatting, vet, the layers, other systems, long files.
	@test -z "$$(gofmt -l $$(git ls-files '*.go'))" || { gofmt -l $$(git ls-files '*.go'); echo "run make fmt"; exit 1; }
	go vet ./...
	go test -count=1 -run Layers ./server
	@.ci/builds

bench: ## Measures against CPython and PyTorch on this machine and prints the ratios.
	go run ./engine/interp/bench
	go run ./engine/bench/tensors

fmt: ## Formats the Go sources.
	gofmt -w $$(git ls-files '*.go')

clean: ## Removes what was built.
	rm -rf bin artifacts
	find web/dist -mindepth 1 ! -name .gitkeep -delete
