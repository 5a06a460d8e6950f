#!/bin/sh
# Before a removal, which a deb calls "remove" and an rpm 0; an upgrade comes by here too, and stops nothing.
set -e
case "$1" in remove | 0) ;; *) exit 0 ;; esac
if [ -z "$DPKG_ROOT" ] && [ -d /run/systemd/system ]; then
  systemctl stop parlour.service 'parlour@*.service'
  systemctl disable parlour.service parlour@.service
fi
