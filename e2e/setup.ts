import { rmSync } from 'node:fs'
import { prepareChromium } from '../test/chromium.ts'
import { newDataDir, startServer } from './server.ts'

/** Starts a portal once: to create and migrate the database of each worker's anew takes seconds of both cores. */
async function prepareData(): Promise<string> {
  const dataDir = newDataDir()
  const stop = await startServer(process.env.E2E_PORT ?? '', {}, dataDir, { keeps: true })
  await stop()
  return dataDir
}

/** Proves before all specs that the browser and the portal start; answers what ends it. */
export default async function setup(): Promise<() => void> {
  const [dataDir] = await Promise.all([prepareData(), prepareChromium()])
  process.env.E2E_STARTED = dataDir
  return () => rmSync(dataDir, { recursive: true, force: true })
}
