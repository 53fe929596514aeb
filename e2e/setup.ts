import { prepareChromium } from '../test/chromium.ts'

/** Proves before all specs that the browser starts. */
export default async function setup(): Promise<void> {
  await prepareChromium()
}
