// npm run make -- NAME …: writes what is made from the sources, each by its name.
const MAKERS: Record<string, () => Promise<{ make(): void | Promise<void> }>> = {
  /** docs/access.md */
  access: () => import('./access.ts'),
  /** The table in docs/screens.md */
  screens: () => import('./screens.ts'),
  /** docs/rules-starter.md */
  rules: () => import('./starterRules.ts'),
  /** docs/application-detail.png, the picture of the README */
  screenshot: () => import('./screenshot.ts'),
  /** release/visa-portal-VERSION-PLATFORM.tar.gz: what runs with Node alone */
  release: () => import('./release.ts'),
  /** Every mail in every language, in node_modules/.cache/mails */
  mails: () => import('./mails.ts'),
}

const names = process.argv.slice(2)
const makers = names.map((name) => (Object.hasOwn(MAKERS, name) ? MAKERS[name] : undefined))
if (names.length === 0 || makers.includes(undefined)) {
  console.error(`npm run make -- ${Object.keys(MAKERS).join('|')}`)
  process.exitCode = 1
} else {
  for (const load of makers) await (await load?.())?.make()
}
