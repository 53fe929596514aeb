/** The part of the library (9.13.3) that the tests use; it has no types. */
declare module 'oidc-provider' {
  import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'

  interface Interaction {
    uid: string
    prompt: { name: string }
    params: { client_id: string; scope: string }
  }

  // biome-ignore lint/style/noDefaultExport: that is how the library exports it
  export default class Provider {
    constructor(issuer: string, configuration: object)
    Grant: new (of: {
      accountId: string
      clientId: string
    }) => { addOIDCScope(scope: string): void; save(): Promise<string> }
    use(after: (context: { oidc?: { route: string }; body: unknown }, next: () => Promise<void>) => Promise<void>): void
    callback(): RequestListener
    interactionDetails(request: IncomingMessage, response: ServerResponse): Promise<Interaction>
    interactionFinished(request: IncomingMessage, response: ServerResponse, result: object): Promise<void>
  }
}
