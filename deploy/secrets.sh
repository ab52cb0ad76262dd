#!/bin/sh
# Create the secrets that compose.yaml mounts, in the folder "secrets". Those that are there already stay.
set -eu
cd "$(dirname "$0")"
mkdir -p -m 700 secrets
umask 022  # the users of the containers read the files themselves; nobody else gets into the folder
for name in postgres metrics operator grafana; do
    [ -s "secrets/$name" ] || openssl rand -hex 32 >"secrets/$name"
done
[ -s secrets/database ] || echo "postgresql://saloon:$(cat secrets/postgres)@postgres/saloon" >secrets/database
