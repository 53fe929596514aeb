import { build, type InlineConfig, type Rolldown } from 'vite'

const SCREEN = /\/web\/src\/(.*)\.tsx$/
/** What the start page and the sign-ins share is for both; Registration has fields that the others do not. */
const LANDING = 'auth/LandingScreen'
const SIGN_INS = ['auth/AdminLoginScreen', 'auth/CustomerLoginScreen']
const REGISTRATION = 'auth/RegistrationScreen'
const SHELL = 'layout/Shell'
/** The list is the screen that is opened most. */
const LIST = 'applications/list/ApplicationsScreen'

/**
 * Names the file for a module that several screens share: `start` for what the first program reaches, otherwise by the screens of
 * visitors and the signed-in ones that reach it, so that none loads what it does not use (U1).
 * Left to itself the bundler makes a file for each set of screens, 80 for a page. What is reached, a first build tells: it leaves out what
 * nobody uses.
 */
export async function sharedFiles(config: InlineConfig): Promise<(module: string) => string | null> {
  const built = await build({ ...config, configFile: false, logLevel: 'error', build: { ...config.build, write: false } })
  const chunks = (built as Rolldown.RolldownOutput).output.filter((file) => file.type === 'chunk')
  const starts = new Map<string, Rolldown.OutputChunk[]>()
  for (const start of chunks.filter(({ isEntry, isDynamicEntry }) => isEntry || isDynamicEntry)) {
    for (const chunk of reached(start, chunks)) {
      for (const module of chunk.moduleIds) starts.set(module, [...(starts.get(module) ?? []), start])
    }
  }
  return (module) => {
    const by = starts.get(module) ?? []
    if (by.length < 2 || by.some(({ facadeModuleId }) => facadeModuleId === module)) return null
    if (by.some(({ isEntry }) => isEntry)) return 'start'
    const screens = by.flatMap(({ facadeModuleId }) => SCREEN.exec(facadeModuleId ?? '')?.[1] ?? [])
    const visitors = visitorsOf(screens)
    // What all visitors load is little; a file of its own for each rest of it would be more.
    return visitors === 'visitors' ? visitors : [visitors, signedInOf(screens)].filter(Boolean).join('-')
  }
}

function visitorsOf(screens: string[]): string {
  const visitors = screens.filter((screen) => screen.startsWith('auth/'))
  if (visitors.length === 0) return ''
  if (visitors.includes(LANDING)) return visitors.length > 1 ? 'visitors' : 'landing'
  if (visitors.some((screen) => SIGN_INS.includes(screen))) return 'login'
  return visitors.every((screen) => screen === REGISTRATION) ? 'registration' : 'forms'
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
