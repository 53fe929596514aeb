import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { MB } from 'contract'
import { mountSmallDisk } from './smallDisk.ts'

const run = (command: string, args: string[]) => spawnSync(command, args, { encoding: 'utf8' }).status === 0

/** Fills the disk to the last block. */
export function fillUp(file: string): void {
  writeFileSync(file, '')
  for (let size = MB; size >= 4096; ) {
    try {
      writeFileSync(file, Buffer.alloc(size), { flag: 'a' })
    } catch {
      size /= 2
    }
  }
}

/**
 * A file system of its own on a device whose room is promised and not kept, as on a volume of too small a pool: while it fails, the kernel
 * takes writes and only a sync tells that they are lost. It can also stand still. Undefined where this machine does not let one be made.
 */
export function mountFailingDisk(megabytes: number) {
  const home = mkdtempSync(join(tmpdir(), 'failing-'))
  const [pool, folder] = [join(home, 'pool'), join(home, 'data')]
  const [image, filler] = [join(pool, 'image'), join(pool, 'filler')]
  mkdirSync(folder)
  const disk = mountSmallDisk(pool, megabytes + 4)
  const thaw = () => run('fsfreeze', ['-u', folder])
  const remove = () => {
    thaw()
    run('umount', ['-l', folder])
    disk?.unmount()
    rmSync(home, { recursive: true, force: true, maxRetries: 5 })
  }
  // Reserves the blocks of the file system itself; after mkfs, which frees empty ones.
  const room = ['-l', `${megabytes}M`, image]
  const made =
    disk &&
    run('fallocate', room) &&
    // Without a journal: what the file system itself loses would end that, and leave it read-only for good.
    run('mkfs.ext4', ['-q', '-O', '^has_journal', '-E', 'nodiscard,lazy_itable_init=0', image]) &&
    run('fallocate', room) &&
    run('mount', ['-o', 'loop', image, folder])
  if (!made) return void remove()
  run('chmod', ['711', folder])
  return {
    folder,
    /** What is on the disk stays; new blocks find no room in the pool. */
    failWrites() {
      if (!run('fstrim', [folder])) throw new Error('The disk did not give its free room back.')
      fillUp(filler)
    },
    takeWrites: () => rmSync(filler),
    freeze: () => run('fsfreeze', ['-f', folder]),
    thaw,
    remove,
  }
}

/** Whether a disk can be made to fail here: root on Linux, with loop devices, ext4 and util-linux. */
export function canFail(): boolean {
  const disk = process.platform === 'linux' ? mountFailingDisk(8) : undefined
  const could = disk !== undefined && run('fstrim', [disk.folder]) && disk.freeze() && disk.thaw()
  disk?.remove()
  return could
}
