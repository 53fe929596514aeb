import { prepareChromium } from '../test/chromium.ts'

/** Before all specs: a browser that starts. */
export default async function setup(): Promise<void> {
  await prepareChromium()
}
