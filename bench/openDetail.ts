import type { Page } from '@playwright/test'

const NAME = 'Sara Khan'

/** In the page: presses the row's link, and answers the milliseconds until the record's heading is painted. */
const PRESS = `new Promise((resolve) => {
  const began = performance.now()
  const look = () => {
    if (location.pathname === '/applications' || document.querySelector('#root h1')?.textContent !== '${NAME}') return
    watch.disconnect()
    requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - began)))
  }
  const watch = new MutationObserver(look)
  watch.observe(document.getElementById('root'), { childList: true, subtree: true, characterData: true })
  document.querySelector('#root td a[href^="/applications/"]').click()
})`

/** Opens the first record of the list again and again, after a first time; the pointer rests on its row before. */
export async function openDetails(page: Page, times: number): Promise<number[]> {
  await page.goto('/applications')
  const open: number[] = []
  for (let time = 0; time <= times; time++) {
    await page.getByRole('row').filter({ hasText: NAME }).first().hover()
    await page.waitForLoadState('networkidle')
    open.push(await page.evaluate<number>(PRESS))
    await page.waitForLoadState('networkidle')
    await page.goBack()
    await page.getByRole('row').filter({ hasText: NAME }).first().waitFor()
    await page.mouse.move(0, 0)
  }
  return open.slice(1)
}
