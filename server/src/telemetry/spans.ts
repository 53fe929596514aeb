import { AsyncLocalStorage } from 'node:async_hooks'
import { ROOT_CONTEXT, type Span, type SpanOptions, SpanStatusCode, type Tracer, trace } from '@opentelemetry/api'

/** The spans of this server; each begins below the one in whose course it begins. What comes from outside continues no trace. */
export class Spans {
  readonly #running = new AsyncLocalStorage<Span>()
  readonly #tracer: Tracer

  constructor(tracer: Tracer) {
    this.#tracer = tracer
  }

  begin(name: string, options: SpanOptions = {}): Span {
    const parent = this.#running.getStore()
    return this.#tracer.startSpan(name, options, parent ? trace.setSpan(ROOT_CONTEXT, parent) : ROOT_CONTEXT)
  }

  /** Undefined where nothing that is traced runs, such as in a job. */
  beginBelow(name: string, options?: SpanOptions): Span | undefined {
    return this.#running.getStore() && this.begin(name, options)
  }

  within<Done>(span: Span, act: () => Done): Done {
    return this.#running.run(span, act)
  }
}

/** Without a word of why: messages may contain personal data (T60). */
export const fail = (span: Span): Span => span.setStatus({ code: SpanStatusCode.ERROR })
