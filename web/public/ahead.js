// Asks for what the first screen of somebody with a session will ask for, while the program is on its way; web/src/api/ahead.ts takes the answers.
;(() => {
  // The program was faster.
  if (window.ahead) return
  const ahead = {}
  window.ahead = ahead
  for (const path of document.querySelector('meta[name=ahead]').content.split(' ')) {
    const end = new AbortController()
    ahead[path] = { end, answer: fetch(path, { signal: end.signal }) }
    // The program asks itself then, and says why there is no answer.
    ahead[path].answer.catch(() => {})
  }
})()
