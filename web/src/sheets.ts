/** Resolves when the sheets that the page has asked for are in force: all at once, because each lays the page out anew. */
export function applySheets(): Promise<unknown> {
  // Where the program was there before boot.js asked for them.
  const loads = document.querySelector<HTMLTemplateElement>('#loads')
  if (loads) document.getElementById('painted')?.after(loads.content)
  const links = document.querySelectorAll<HTMLLinkElement>('link[rel=preload][as=style]')
  return Promise.all([...links].map(inForce))
}

function inForce(link: HTMLLinkElement): Promise<void> {
  return new Promise((resolve) => {
    // As something that was asked for ahead it may load too.
    link.addEventListener('load', () => link.sheet && resolve())
    link.addEventListener('error', () => resolve())
    link.rel = 'stylesheet'
  })
}
