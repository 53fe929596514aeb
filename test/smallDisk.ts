import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const run = (command: string, args: string[]) => spawnSync(command, args, { encoding: 'utf8' }).status === 0

/** A file system of that size in memory, mounted in that folder; undefined where this user may not mount one. */
export function mountSmallDisk(folder: string, megabytes: number) {
  mkdirSync(folder, { recursive: true })
  if (!run('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0711`, 'tmpfs', folder])) return undefined
  return {
    refuseWrites: () => run('mount', ['-o', 'remount,ro', folder]),
    takeWrites: () => run('mount', ['-o', 'remount,rw', folder]),
    unmount: () => run('umount', ['-l', folder]),
  }
}

/** Whether this user may mount: root, and in a container only with capabilities. */
export function canMount(): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'mount-'))
  const disk = process.platform === 'linux' ? mountSmallDisk(folder, 1) : undefined
  disk?.unmount()
  rmdirSync(folder)
  return disk !== undefined
}
