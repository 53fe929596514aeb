// Runs before the first paint, so that neither colours nor direction flash. The cookies are written by the portal itself.
;(() => {
  const read = (name, allowed) => {
    const found = document.cookie.match(new RegExp(`(?:^|; )${name}=([a-z]+)`))
    return found && allowed.includes(found[1]) ? found[1] : undefined
  }
  const root = document.documentElement
  const theme = read('portal_theme', ['light', 'dark'])
  const dark = theme ? theme === 'dark' : window.matchMedia('(prefers-color-scheme: dark)').matches
  root.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light')
  const language = read('portal_language', ['en', 'ar']) ?? (navigator.language.startsWith('ar') ? 'ar' : 'en')
  root.lang = language
  root.dir = language === 'ar' ? 'rtl' : 'ltr'
  // Beside the program, not after it: the words of this language alone.
  const words = document.querySelector(`meta[name=words-${language}]`)
  if (words) document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href: words.content }))
  // Not before the painted page is shown, which each file that comes would hold up; its sheets come after the painted one.
  const loads = document.getElementById('loads')
  const open = () => {
    const painted = document.getElementById('painted')
    if (painted) setTimeout(() => painted.after(loads.content))
    else if (document.readyState === 'loading') requestAnimationFrame(open)
  }
  if (loads) requestAnimationFrame(open)
})()
