import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { chromium, type LaunchOptions } from '@playwright/test'
import { inflate, default as packed } from '@sparticuz/chromium'

export const cache = join(import.meta.dirname, '../node_modules/.cache')
const packedFolder = dirname(dirname(createRequire(import.meta.url).resolve('@sparticuz/chromium')))
const { version } = JSON.parse(readFileSync(join(packedFolder, 'package.json'), 'utf8')) as { version: string }
const folder = join(cache, `chromium-${version}`)
const fontsConf = join(folder, 'fonts.conf')

const SHARED_MEMORY = '/dev/shm'
const ENOUGH_BYTES = 2 * 1024 ** 3
/** Shared memory on the disk is slower: only where /dev/shm is too small, as in containers. */
const ON_DISK = '--disable-dev-shm-usage'

function hasSharedMemory(): boolean {
  if (!existsSync(SHARED_MEMORY)) return false
  const { bavail, bsize } = statfsSync(SHARED_MEMORY)
  return bavail * bsize >= ENOUGH_BYTES
}

/** How Playwright starts the browser: the one from npm, or the one CHROMIUM_PATH names. */
export function launchOptions(...flags: string[]): LaunchOptions {
  const args = ['--no-sandbox', '--disable-gpu', ...flags]
  const ignoreDefaultArgs = hasSharedMemory() ? [ON_DISK] : []
  if (process.env.CHROMIUM_PATH) return { executablePath: process.env.CHROMIUM_PATH, args, ignoreDefaultArgs }
  // The libraries and fonts that a bare system lacks, for the browser alone: other programs would break on them.
  const env = { ...process.env, LD_LIBRARY_PATH: join(folder, 'al2023/lib'), FONTCONFIG_FILE: fontsConf }
  return { executablePath: join(folder, 'chromium'), args, ignoreDefaultArgs, env }
}

/** Unpacks the browser once and checks that it starts; throws a sentence that says what to do. */
export async function prepareChromium(): Promise<void> {
  try {
    if (!process.env.CHROMIUM_PATH && !existsSync(fontsConf)) await unpack()
    const browser = await chromium.launch(launchOptions())
    await browser.close()
  } catch (error) {
    const which = process.env.CHROMIUM_PATH ? `The browser at CHROMIUM_PATH (${process.env.CHROMIUM_PATH})` : 'The Chromium from npm'
    const cause = error instanceof Error ? error.message : String(error)
    throw new Error(`${which} does not start on this system. Set CHROMIUM_PATH to a Chromium or Chrome that does.\n${cause}`)
  }
}

async function unpack(): Promise<void> {
  mkdirSync(cache, { recursive: true })
  // The package unpacks into the temporary directory and trusts whatever is there already.
  const unfinished = mkdtempSync(join(cache, 'chromium-new-'))
  const { TMPDIR } = process.env
  process.env.TMPDIR = unfinished
  try {
    await packed.executablePath()
    await inflate(join(packedFolder, 'bin/al2023.tar.br'))
  } finally {
    if (TMPDIR === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = TMPDIR
  }
  rmSync(folder, { recursive: true, force: true })
  renameSync(unfinished, folder)
  const fonts = `<dir>${folder}/fonts/fonts</dir><dir>/usr/share/fonts</dir><cachedir>${folder}/fonts-cache</cachedir>`
  writeFileSync(fontsConf, `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig>${fonts}</fontconfig>`)
}
