import { build, type InlineConfig, type Rolldown } from 'vite'

const OF_VISITORS = /\/web\/src\/auth\/(\w+)Screen\.tsx$/
/** Modules that only one of these shares with the signed-in screens get a file of their own, for which no other start waits (U1). */
const APART = ['Landing', 'Registration']

/**
 * Names the file for a module that several screens share: `start` for what the first program reaches, `visitors` for what screens
 * without a session reach, `screens` for the rest.
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
    const visitors = by.flatMap(({ facadeModuleId }) => OF_VISITORS.exec(facadeModuleId ?? '')?.[1] ?? [])
    const [first] = visitors
    if (!first) return 'screens'
    return visitors.length === 1 && APART.includes(first) ? `screens-${first}` : 'visitors'
  }
}

function reached(start: Rolldown.OutputChunk, chunks: Rolldown.OutputChunk[], found = new Set<Rolldown.OutputChunk>()) {
  found.add(start)
  for (const chunk of chunks) if (start.imports.includes(chunk.fileName) && !found.has(chunk)) reached(chunk, chunks, found)
  return found
}
