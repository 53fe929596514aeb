import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const run = (command: string, args: string[]) => spawnSync(command, args, { encoding: 'utf8' }).status === 0
/** EXT4_IOC_SHUTDOWN without flushing the journal: what was not synced is lost, as in a power cut. */
const SHUT_DOWN = 'open(my $fs, "<", $ARGV[0]) or die; my $flag = pack("L", 2); ioctl($fs, 0x8004587d, $flag) or die'

/** A file system in a file that can lose its power; undefined where this machine does not allow one. */
export function mountDiskWithPower(megabytes: number) {
  const home = mkdtempSync(join(tmpdir(), 'disk-'))
  const [image, folder] = [join(home, 'image'), join(home, 'data')]
  mkdirSync(folder)
  const mount = () => run('mount', ['-o', 'loop', image, folder])
  const remove = () => {
    run('umount', ['-l', folder])
    rmSync(home, { recursive: true, force: true, maxRetries: 5 })
  }
  const made = run('truncate', ['-s', `${megabytes}M`, image]) && run('mkfs.ext4', ['-q', image]) && mount()
  if (!made) return void remove()
  // A folder of the portal's user that PostgreSQL, which runs as another user, must be able to enter.
  run('chmod', ['711', folder])
  const writable = () => run('sh', ['-c', 'echo > "$1/.power" && rm "$1/.power"', 'sh', folder])
  const restore = () => {
    // An earlier process that is still ending holds the dead file system, which would be mounted again.
    for (let tries = 0; tries < 40; tries++) {
      if (run('umount', [folder]) && mount() && writable()) return true
      run('sleep', ['0.25'])
    }
    return false
  }
  return { folder, cut: () => run('perl', ['-e', SHUT_DOWN, folder]), restore, remove }
}

/** Whether a power cut can be simulated here: root on Linux, with loop devices, ext4 and perl. */
export function canCutPower(): boolean {
  const disk = process.platform === 'linux' ? mountDiskWithPower(8) : undefined
  const could = disk?.cut() ?? false
  disk?.remove()
  return could
}
