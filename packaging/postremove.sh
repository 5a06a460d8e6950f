#!/bin/sh
# After a removal. The games stay in /var/lib/private/parlour.
set -e
if [ -z "$DPKG_ROOT" ] && [ -d /run/systemd/system ]; then
  systemctl daemon-reload
fi
