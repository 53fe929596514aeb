import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const run = (command: string, args: string[]) => spawnSync(command, args, { encoding: 'utf8' }).status === 0

/** A real file system of that size in that folder, of the machine's memory; undefined where this user may not mount one. */
export function mountSmallDisk(folder: string, megabytes: number) {
  mkdirSync(folder, { recursive: true })
  if (!run('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0711`, 'tmpfs', folder])) return undefined
  return {
    refuseWrites: () => run('mount', ['-o', 'remount,ro', folder]),
    takeWrites: () => run('mount', ['-o', 'remount,rw', folder]),
    unmount: () => run('umount', ['-l', folder]),
  }
}

/** Whether this user may mount a file system here: root outside of a container without rights. */
export function canMount(): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'mount-'))
  const disk = process.platform === 'linux' ? mountSmallDisk(folder, 1) : undefined
  disk?.unmount()
  rmdirSync(folder)
  return disk !== undefined
}
