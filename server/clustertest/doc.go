// Package clustertest runs a class on several nodes and breaks what it stands on.
//
// It starts the program that make binary has built, PostgreSQL, a cluster of NATS servers and an object store, has students work in
// front of them, kills and cuts at random, and then compares what the students were told with what is kept: nothing acknowledged may
// be lost, nothing doubled or out of order, and no session written by two nodes that hold the same fence. make cluster-test runs it
// for minutes, make test for seconds.
package clustertest
