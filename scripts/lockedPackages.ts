export interface Locked {
  version?: string
  license?: string
  dev?: true
  link?: true
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
}

/** Where a package finds another one, as Node does. */
function found(packages: Record<string, Locked>, from: string, name: string): string | undefined {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    const path = `${folder ? `${folder}/` : ''}node_modules/${name}`
    if (packages[path]) return path
    if (folder === '' || !folder.includes('/node_modules/')) return packages[`node_modules/${name}`] && `node_modules/${name}`
  }
}

/** The paths of packages of the lockfile and of all that they need, which may be missing where it is optional. */
export function packagesBelow(packages: Record<string, Locked>, paths: string[], known = new Set<string>()): string[] {
  for (const path of paths) {
    if (known.has(path)) continue
    known.add(path)
    const { dependencies, optionalDependencies } = packages[path] ?? {}
    const needed = Object.keys({ ...dependencies, ...optionalDependencies }).map((name) => found(packages, path, name))
    packagesBelow(
      packages,
      needed.filter((each) => each !== undefined),
      known,
    )
  }
  return [...known].sort()
}
