import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const vite = join(root, 'node_modules/vite/bin/vite.js')

function start(...args: string[]): ChildProcess {
  return spawn(process.execPath, args, { cwd: root, stdio: 'inherit' })
}

// The server reloads by itself; the web's own server passes /api on to it and reloads the page.
const children = [start('--watch', '--watch-preserve-output', 'server/src/main.ts'), start(vite, 'web')]
console.log('The web, with reload: http://localhost:5173')

function stop(): void {
  for (const child of children) child.kill('SIGTERM')
}

process.on('SIGINT', stop)
process.on('SIGTERM', stop)
for (const child of children) {
  child.once('exit', (code) => {
    process.exitCode ||= code ?? 0
    stop()
  })
}
