// Asks for what the first screen of somebody with a session will ask for, while the program is on its way; web/src/api/ahead.ts takes the answers.
;(() => {
  // The program was faster.
  if (window.ahead) return
  const findPlace = async () => {
    for (;;) {
      const place = document.querySelector('#painted [data-ahead]')
      if (place || document.getElementById('root')) return place
      await new Promise(requestAnimationFrame)
    }
  }
  /** Puts the name of the record into its painted page (web/src/paintedShell.tsx). */
  const showName = async (response) => {
    if (!response.ok) return
    const [place, record] = await Promise.all([findPlace(), response.clone().json()])
    if (place) place.textContent = record[place.dataset.ahead]
  }
  const [id] = /[0-9a-f-]{36}$/.exec(location.pathname) ?? []
  const isRecord = (path) => id && path.split('?')[0].endsWith(id)
  const ahead = {}
  window.ahead = ahead
  for (const path of document.querySelector('meta[name=ahead]').content.split(' ')) {
    const end = new AbortController()
    const answer = fetch(path, { signal: end.signal })
    ahead[path] = { end, answer }
    // Without an answer the program asks itself, and says why there is none.
    answer.then(isRecord(path) ? showName : undefined).catch(() => {})
  }
})()
