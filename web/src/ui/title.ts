let screen: string | undefined
let waiting: string | undefined

const show = () => {
  if (screen !== undefined) document.title = waiting ? `(${waiting}) ${screen}` : screen
}

/** Names the screen in the browser's title. */
export function showTitle(title: string): void {
  screen = title
  show()
}

/** Begins the browser's title with how much waits, on every screen (U74); undefined for nothing. */
export function showWaiting(number: string | undefined): void {
  waiting = number
  show()
}
