/** Ends a pause early. A wake that comes while nobody waits ends the next pause at once. */
export class Waker {
  #isWoken = false
  #end: (() => void) | undefined

  wake(): void {
    this.#isWoken = true
    this.#end?.()
  }

  /** Until the next wake, for `ms` at most. */
  async pause(ms: number, signal: AbortSignal): Promise<void> {
    if (!this.#isWoken && !signal.aborted) await this.#wait(ms, signal)
    this.#isWoken = false
  }

  #wait(ms: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer)
        signal.removeEventListener('abort', end)
        this.#end = undefined
        resolve()
      }
      const timer = setTimeout(end, ms)
      signal.addEventListener('abort', end)
      this.#end = end
    })
  }
}
