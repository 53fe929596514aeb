import { build, type InlineConfig, type Rolldown } from 'vite'

const SOURCE = /\/web\/src\/(.*)\.tsx?$/
const LANDING = 'auth/LandingScreen'
const SIGN_INS = ['auth/AdminLoginScreen', 'auth/CustomerLoginScreen']
const SHELL = 'layout/Shell'
const DIALOGS = [
  ...['layout/SessionDialogs', 'layout/CompanyChangedDialog', 'layout/Menu', 'layout/PersonPanel', 'layout/Crumbs', 'layout/BellPanel'],
  ...['layout/search/SearchDialogs', 'feedback/Questions'],
]
const CHARTS = 'Charts'
const CALENDAR = /\/@mantine\/dates\/esm\/components\/Calendar\//
/** The list is the screen that is opened most. */
const LIST = 'applications/list/ApplicationsScreen'
/** They lie in the file of what they share with others: one request fewer for each. */
const WITHIN: Partial<Record<string, string>> = { [SHELL]: 'shell', [LIST]: 'list' }
/** What lists show later of themselves, when what they share is there: it makes no file for itself, because the start page names each. */
const OF_LIST = /^(applications|ui)\/list\//

/**
 * Names the file for a module that several screens share: `start` for what the first program reaches, otherwise by the screens of
 * visitors and the signed-in ones that reach it, so that none loads what it does not use (U1).
 * Left to itself the bundler makes a file for each set of screens, 80 for a page. What is reached, a first build tells: it leaves out what
 * nobody uses.
 */
export async function sharedFiles(config: InlineConfig): Promise<(module: string) => string | null> {
  const built = await build({ ...config, configFile: false, logLevel: 'error', build: { ...config.build, write: false, minify: false } })
  const chunks = (built as Rolldown.RolldownOutput).output.filter((file) => file.type === 'chunk')
  const starts = new Map<string, Rolldown.OutputChunk[]>()
  for (const start of chunks.filter(({ isEntry, isDynamicEntry }) => isEntry || isDynamicEntry)) {
    for (const chunk of reached(start, chunks)) {
      for (const module of chunk.moduleIds) starts.set(module, [...(starts.get(module) ?? []), start])
    }
  }
  const withCalendar = new Set([...starts].flatMap(([module, by]) => (CALENDAR.test(module) ? by.map(sourceOf) : [])))
  return (module) => {
    const by = starts.get(module) ?? []
    if (by.some(({ facadeModuleId }) => facadeModuleId === module)) return WITHIN[SOURCE.exec(module)?.[1] ?? ''] ?? null
    if (by.some(({ isEntry }) => isEntry)) return by.length > 1 ? 'start' : null
    const reaching = by.map(sourceOf).filter(Boolean)
    if (module.endsWith('.css') && reaching.length > 0) return stylesOf(reaching, module, withCalendar)
    return by.length < 2 ? null : nameOf(reaching, withCalendar)
  }
}

const sourceOf = ({ facadeModuleId }: Rolldown.OutputChunk): string => SOURCE.exec(facadeModuleId ?? '')?.[1] ?? ''

/**
 * The styles of the start page, of the list and of forms in the shell are less than a request: they come with the sheet that is there anyway.
 * So do those of a component of Mantine: a sheet with a layer that comes later makes the browser lay out the whole page again.
 */
function stylesOf(reaching: string[], module: string, withCalendar: Sources): string | null {
  if (reaching.length > 1 || (reaching.every(isScreen) && module.includes('/@mantine/'))) {
    const name = nameOf(reaching, withCalendar)
    return name === 'forms-shell' ? 'login-shell' : name
  }
  return reaching.includes(LANDING) ? 'start' : reaching.includes(LIST) ? 'list' : null
}

/**
 * The file for what these reach, which are loaded by `import()`: screens, and parts of screens such as the toasts. Few files: a browser asks
 * for six at a time, and each costs the way to the server and back. What only screens
 * with a calendar share, which is the most, the others do not load.
 */
export function nameOf(reaching: string[], withCalendar: Sources): string {
  const screens = reaching.filter(isScreen)
  const [visitors, signedIn, parts] = [visitorsOf(screens), signedInOf(screens), partsOf(reaching)]
  const ofShell = signedIn === 'shell' || signedIn === 'list'
  // Nearly every page loads it.
  if (visitors === 'visitors' || (visitors === 'landing' && signedIn)) return 'start'
  if (visitors === 'login' && signedIn) return ofShell ? 'login-shell' : 'login'
  if (visitors && signedIn) return ofShell || parts.includes(CHARTS) ? 'forms-shell' : 'forms-screens'
  // The shell is there before its parts are, and so is the list.
  if (signedIn === 'shell' || (signedIn === 'list' && parts.length > 0)) return 'shell'
  if (signedIn === 'screens' && parts.length > 0) return partsBesideScreens(parts)
  if (signedIn === 'screens' && !visitors && reaching.every((source) => withCalendar.has(source))) return 'screens-calendar'
  return [visitors, signedIn, ...parts].filter(Boolean).join('-')
}

type Sources = ReadonlySet<string>

/** Screens, and what screens show of themselves later. */
const isScreen = (source: string): boolean =>
  /^layout\/(Shell|NotFoundPage)$|Screen$|^account\/TwoStepSetUp$|\/(Aside|Authorities|CompanyFacet|RuleDialog)$/.test(source)

/** Dialogs, toasts and charts, without what lists show later. */
function partsOf(reaching: string[]): string[] {
  const parts = reaching
    .filter((source) => !isScreen(source) && !OF_LIST.test(source))
    .map((source) => (DIALOGS.includes(source) ? 'dialogs' : source.replace(/.*\//, '')))
  return [...new Set(parts)].sort()
}

/** No part brings along what screens alone share, and none the charts: what these share with other parts is little, and comes with the shell. */
function partsBesideScreens(parts: string[]): string {
  if (!parts.includes(CHARTS)) return 'screens-parts'
  return parts.length > 1 ? 'shell' : 'screens-charts'
}

function visitorsOf(screens: string[]): string {
  const visitors = screens.filter((screen) => screen.startsWith('auth/'))
  if (visitors.length === 0) return ''
  if (visitors.includes(LANDING)) return visitors.length > 1 ? 'visitors' : 'landing'
  return visitors.some((screen) => SIGN_INS.includes(screen)) ? 'login' : 'forms'
}

function signedInOf(screens: string[]): string {
  if (screens.includes(SHELL)) return 'shell'
  if (screens.includes(LIST)) return 'list'
  return screens.every((screen) => screen.startsWith('auth/')) ? '' : 'screens'
}

function reached(start: Rolldown.OutputChunk, chunks: Rolldown.OutputChunk[], found = new Set<Rolldown.OutputChunk>()) {
  found.add(start)
  for (const chunk of chunks) if (start.imports.includes(chunk.fileName) && !found.has(chunk)) reached(chunk, chunks, found)
  return found
}
