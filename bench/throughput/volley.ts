import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Wanted } from './scenario.ts'

/** Requests in turns over so many connections. */
export interface Volley {
  origin: string
  requests: Wanted[]
  seconds: number
  connections: number
  /** The numbers of its requests follow this one. */
  from?: number
}

export interface Figures {
  perSecond: number
  /** Milliseconds. */
  p50: number
  p99: number
  answers: number
  /** Answers other than 2xx, and lost connections. */
  refused: number
  /** The last number. */
  sent: number
}

export async function fire(volley: Volley, cannon = 'cannon.ts'): Promise<Figures> {
  const child = spawn(process.execPath, [join(import.meta.dirname, cannon)], { stdio: ['pipe', 'pipe', 'inherit'] })
  child.stdin.end(JSON.stringify(volley))
  let text = ''
  child.stdout.setEncoding('utf8').on('data', (piece: string) => {
    text += piece
  })
  await once(child, 'close')
  return JSON.parse(text)
}
