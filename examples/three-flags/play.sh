#!/bin/sh
# Plays this match again from its hand-written orders: play.sh OUTPUT_FOLDER (see ../play.sh)
set -eu
here=$(CDPATH= cd -- "$(dirname -- "$0")" && pwd)
exec sh "$here/../play.sh" "$here" "${1:?usage: play.sh OUTPUT_FOLDER}"
