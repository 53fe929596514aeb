import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { type ReceivedMail, readMail } from './mail.ts'

type Answer = Error | undefined

export interface Delivery extends ReceivedMail {
  /** When all of it was here, by `performance.now()`. */
  at: number
}

/** An SMTP refusal with that code, to be returned by a handler. */
export const refusal = (responseCode: number): Error => Object.assign(new Error('refused'), { responseCode })

/** A real SMTP server for a test file, with the mails it received. */
export class MailServer {
  readonly received: Delivery[] = []
  /** Accepts or refuses a recipient; may be slow. */
  onRecipient: (address: string) => Answer | Promise<Answer> = () => undefined
  readonly #server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    onRcptTo: ({ address }, _, done) => {
      Promise.resolve(this.onRecipient(address)).then((answer) => done(answer), done)
    },
    onData: (stream, _, done) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const at = performance.now()
        readMail(Buffer.concat(chunks)).then((mail) => {
          this.received.push({ ...mail, at })
          done()
        }, done)
      })
    },
  })

  async start(): Promise<void> {
    // A client that is killed resets its connection.
    this.#server.on('error', () => {})
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve))
  }

  get url(): string {
    return `smtp://127.0.0.1:${(this.#server.server.address() as AddressInfo).port}`
  }

  to = (address: string): Delivery[] => this.received.filter((mail) => mail.to.includes(address))

  stop = (): Promise<void> => new Promise((resolve) => this.#server.close(() => resolve()))
}

/** One for all tests of a file; before each test it is empty and accepts everything. */
export function startMailServer(): MailServer {
  const server = new MailServer()
  beforeAll(() => server.start())
  beforeEach(() => {
    server.received.length = 0
    server.onRecipient = () => undefined
  })
  afterAll(() => server.stop())
  return server
}
