#!/bin/sh
# After an installation or an upgrade. A bot with its games in a file is replaced at once; those that share a
# database are yours to replace, one after the other. Nothing is started that did not run, and nothing waits until
# the bot is ready, for which it may need somebody.
set -e
if [ -z "$DPKG_ROOT" ] && [ -d /run/systemd/system ]; then
  systemctl daemon-reload
  systemctl --no-block try-restart parlour.service
fi
