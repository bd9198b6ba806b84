#!/usr/bin/env bash
# Installs the Debian packages that are missing. Asks nothing; needs root, or sudo without a password.
#   setup.sh [PACKAGE...]      more packages than the usual ones
source "$(dirname "$0")/common.sh"

packages=(g++ cmake ninja-build python3 zlib1g-dev libtbb-dev libfmt-dev libboost-dev catch2 libcli11-dev nlohmann-json3-dev "$@")

missing=()
for package in "${packages[@]}"; do
  dpkg-query -W -f '${db:Status-Abbrev}' "$package" 2>/dev/null | grep -q '^ii' || missing+=("$package")
done
[ ${#missing[@]} -gt 0 ] || exit 0

command -v apt-get >/dev/null || { echo "setup.sh: no apt-get here; please install: ${missing[*]}" >&2; exit 1; }
as_root=()
if [ "$(id -u)" -ne 0 ]; then
  sudo -n true 2>/dev/null || { echo "setup.sh: not root; please run: sudo apt-get install ${missing[*]}" >&2; exit 1; }
  as_root=(sudo -n env)
fi
echo "installing ${missing[*]}"
export DEBIAN_FRONTEND=noninteractive
log=$(mktemp)
{ "${as_root[@]}" apt-get update -qq &&
  "${as_root[@]}" apt-get install -y -qq --no-install-recommends "${missing[@]}"; } >"$log" 2>&1 ||
  { cat "$log" >&2; rm -f "$log"; echo "setup.sh: could not install ${missing[*]}" >&2; exit 1; }
rm -f "$log"
