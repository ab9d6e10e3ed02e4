// Command bench measures what a worker costs: processor time to start, memory, what it adds
// to a cell, and whether a busy student leaves his neighbour his share.
//
//	go run ./server/worker/bench [-gputour bin/gputour]
package main
