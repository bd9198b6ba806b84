#!/usr/bin/env bash
# Classifies the papers of Cora by label propagation: installs what is missing, builds one example and runs it.
source "$(dirname "$0")/common.sh"

scripts/setup.sh
configure release
cmake --build build/release --target 05_label_propagation
build/release/examples/05_label_propagation examples/data/cora --svg build/label_propagation.svg
