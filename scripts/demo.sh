#!/usr/bin/env bash
# Trains a graph convolutional network on Cora: installs what is missing, builds one example and runs it.
source "$(dirname "$0")/common.sh"

scripts/setup.sh
configure release
cmake --build build/release --target 09_gcn
build/release/examples/09_gcn examples/data/cora --svg build/gcn.svg
