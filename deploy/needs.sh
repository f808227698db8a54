# shellcheck shell=sh
# What a machine needs before anything here can be built: Debian packages and Swift. Sourced by the scripts beside it.

say() {
  printf '%s\n' "$*" >&2
}

as_root() {
  if [ "$(id -u)" -eq 0 ]; then
    "$@"
  elif command -v sudo >/dev/null; then
    sudo "$@"
  else
    say "There is no sudo. As root, run: $*"
    return 1
  fi
}

# Prints the given Debian packages that are not installed.
missing_packages() {
  installed=$(dpkg-query --show --showformat '${db:Status-Abbrev}${binary:Package}\n' "$@" 2>/dev/null |
    sed -n 's/^ii *\([^:]*\).*/\1/p')
  for package in "$@"; do
    printf '%s\n' "$installed" | grep --quiet --line-regexp --fixed-strings "$package" || printf '%s ' "$package"
  done
}

# Installs the given Debian packages that are missing.
need_packages() {
  if ! command -v apt-get >/dev/null; then
    say "There is no apt-get here, so nothing was installed. Install what these Debian packages contain: $*"
    return
  fi
  missing=$(missing_packages "$@")
  [ -n "$missing" ] || return 0
  say "Installing Debian packages: $missing"
  # An unreachable package source may not matter. If it does, the installation fails.
  as_root apt-get update -qq || say "apt-get update failed; continuing with the package lists on this machine."
  # shellcheck disable=SC2086 # one word per package
  as_root env DEBIAN_FRONTEND=noninteractive \
    apt-get install -qq -o Dpkg::Use-Pty=0 --no-install-recommends $missing </dev/null >&2
}

# Prints how to install Swift, and ends the script.
how_to_get_swift() {
  say "$1
Oriel needs Swift 6.2 or newer. https://www.swift.org/install/linux explains how to install it; in short:

  curl -O https://download.swift.org/swiftly/linux/swiftly-$(uname -m).tar.gz
  tar -xzf swiftly-$(uname -m).tar.gz
  ./swiftly init

Then open a new terminal, so that \`swift\` is on the PATH, and run this again."
  exit 1
}

need_new_swift() {
  answer=$(swift --version 2>&1) || how_to_get_swift "swift does not start: $answer"
  version=$(printf '%s\n' "$answer" | sed -n 's/.*Swift version \([0-9][0-9.]*\).*/\1/p' | head -n 1)
  printf '6.2\n%s\n' "$version" | sort --version-sort --check=quiet || how_to_get_swift "This is Swift $version."
}

# The libraries in Package.swift, what shortens the scripts of the pages, their icons, and the libraries that Swift itself loads
# and links with.
building_packages="git pkg-config g++ libncurses6 libcurl4-openssl-dev libxml2 libsqlite3-dev \
  libwebsockets-dev libuv1-dev zlib1g-dev libqrcodegen-dev libbrotli-dev esbuild bootstrap-icons libmd4c-dev"

# Swift does not start without them, so its version is checked last.
need_what_building_takes() {
  command -v swift >/dev/null || how_to_get_swift "There is no swift on the PATH."
  # shellcheck disable=SC2086 # one word per package
  need_packages $building_packages
  need_new_swift
}
