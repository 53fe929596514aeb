import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '..')
const NOBODY = 65_534
export const DATA = '/mnt/data'

// The last line does what a container does by its user, --read-only and --cap-drop=ALL.
const SCRIPT = `
set -eu
root=$1 data=$2 node=$3 main=$4
mount -t tmpfs -o mode=755 tmpfs /mnt
mkdir /mnt/program /mnt/data
mount --bind "$root" /mnt/program
mount --bind "$data" /mnt/data
cut -d' ' -f5 /proc/self/mountinfo | while read -r point; do
  point=$(printf '%b' "$point")
  case $point in /mnt/data | /proc | /proc/* | /sys | /sys/*) continue ;; esac
  ! mountpoint -q "$point" || mount -o remount,ro,bind "$point"
done
for folder in / /tmp /dev/shm /mnt/program; do
  ! touch "$folder/probe" 2>/dev/null || { echo "$folder can be written"; exit 1; }
done
cd /mnt/program
exec setpriv --reuid=${NOBODY} --regid=${NOBODY} --clear-groups --no-new-privs --inh-caps=-all --bounding-set=-all \
  "/mnt/program\${node#"$root"}" "/mnt/program\${main#"$root"}"`

/** Runs the server as a container would: as nobody, without capabilities, with only that folder writable. */
export const confined = (data: string, root = ROOT): string[] => ['unshare', '--mount', 'sh', '-c', SCRIPT, 'sh', root, data]

/** Whether this user can do that: root on Linux, with capabilities, and with files that others may read. */
export function canConfine(): boolean {
  const reads = `setpriv --reuid=${NOBODY} --regid=${NOBODY} --clear-groups test -r /mnt/program/server/src/main.ts`
  const tries = [
    '--mount',
    'sh',
    '-c',
    `mount -t tmpfs tmpfs /mnt && mkdir /mnt/program && mount --bind "$1" /mnt/program && ${reads}`,
    'sh',
    ROOT,
  ]
  return process.getuid?.() === 0 && spawnSync('unshare', tries, { stdio: 'ignore' }).status === 0
}
