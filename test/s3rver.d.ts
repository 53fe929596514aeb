/** The part of the library (3.7.1) that the tests use; it has no types. */
declare module 's3rver' {
  import type { IncomingMessage, Server, ServerResponse } from 'node:http'
  import type { AddressInfo } from 'node:net'

  interface Context {
    method: string
    path: string
    query: Record<string, string>
    headers: Record<string, string>
    status: number
    body: unknown
    req: IncomingMessage
    res: ServerResponse
    respond: boolean
  }

  // biome-ignore lint/style/noDefaultExport: that is how the library exports it
  export default class S3rver {
    constructor(options: object)
    middleware: ((context: Context, next: () => Promise<void>) => Promise<void>)[]
    httpServer: Server
    run(): Promise<AddressInfo>
    close(): Promise<void>
  }
}
