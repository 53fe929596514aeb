import type { Context } from '../context.ts'
import type { Heard, Place } from '../db/changes.ts'
import type { Viewer } from '../http/session.ts'
import { sightOf } from '../visibility/changes.ts'
import { sealPlace } from './place.ts'
import type { Stream } from './stream.ts'

/** Shorter than the idle limits of proxies and `connectionTimeout`. */
const HEARTBEAT_MS = 20_000
const ENDED = 'event: ended\ndata:\n\n'
const MISSED = 'event: missed\ndata:\n\n'

/** All open streams of this server. It listens for changes as long as there is one. */
export class Audience {
  readonly #context: Context
  readonly #streams = new Set<Stream>()
  /** Streams that are open or being opened. */
  #count = 0
  #stop: (() => void) | undefined
  /** Changes are told in the order of their transactions. */
  #last: Promise<void> = Promise.resolve()

  constructor(context: Context) {
    this.#context = context
  }

  countOf(viewer: Viewer): number {
    return [...this.#streams].filter((stream) => stream.viewer.id === viewer.id).length
  }

  /** Calls `begin` for a stream once changes are listened to. What `begin` asks for at once ends where the stream's changes begin. */
  async add(begin: () => { stream: Stream; before: Promise<Heard> }): Promise<Stream> {
    this.#count++
    try {
      this.#stop ??= await this.#context.changes.listen(this.#hear)
    } catch (error) {
      this.#leave()
      throw error
    }
    const { stream, before } = begin()
    const place = this.#context.changes.place()
    this.#streams.add(stream)
    const heartbeat = setInterval(() => void this.#beat(stream), HEARTBEAT_MS)
    heartbeat.unref()
    stream.out.once('close', () => {
      clearInterval(heartbeat)
      this.#streams.delete(stream)
      this.#leave()
    })
    void stream.inTurn(async () => {
      const [text = ''] = await this.#textsOf([stream], await before)
      stream.send(text + this.#mark(await place))
    })
    return stream
  }

  end(): void {
    for (const stream of this.#streams) stream.end()
  }

  #leave(): void {
    this.#count--
    if (this.#count > 0) return
    this.#stop?.()
    this.#stop = undefined
  }

  /** One function, so that streams that are opened at once listen once. */
  readonly #hear = (heard: Heard, place: Place): void => {
    // Streams that are opened later begin behind these changes.
    const listening = [...this.#streams]
    this.#last = this.#last
      .then(() => this.#tell(listening, heard, place))
      .catch(() => {
        // Nothing is lost: the clients connect again.
        for (const { out } of listening) out.destroy()
      })
  }

  async #tell(listening: Stream[], heard: Heard, place: Place): Promise<void> {
    const changed =
      heard === 'missed' ? undefined : new Set(heard.flatMap(({ noun, id }) => (noun === 'user' || noun === 'session' ? [id] : [])))
    const theirs = listening.filter(({ viewer }) => changed?.has(viewer.id) ?? true)
    await Promise.all(theirs.map((stream) => stream.inTurn(() => this.#refresh(stream))))
    const open = listening.filter(({ isOpen }) => isOpen)
    const texts = await this.#textsOf(open, heard)
    const mark = this.#mark(place)
    for (const [index, stream] of open.entries()) {
      const text = texts[index]
      // A mark alone would tell that others changed something.
      if (text) void stream.inTurn(() => stream.send(text + mark))
    }
  }

  /** What each of the streams is sent, decided together. */
  async #textsOf(streams: Stream[], heard: Heard): Promise<string[]> {
    if (heard === 'missed') return streams.map(() => MISSED)
    const viewers = streams.map(({ viewer }) => viewer)
    const sees = await sightOf(this.#context.db, viewers, heard)
    const events = heard.map((change) => ({ change, text: `data: ${JSON.stringify({ noun: change.noun, id: change.id })}\n\n` }))
    const seenBy = (viewer: Viewer) => events.filter(({ change }) => sees(viewer, change))
    return viewers.map((viewer) =>
      seenBy(viewer)
        .map(({ text }) => text)
        .join(''),
    )
  }

  /** Reads the viewer anew: an ended session ends the stream, and a new company or role counts at once (A8). */
  async #refresh(stream: Stream): Promise<void> {
    const viewer = await this.#context.findViewer(stream.request, { background: true })
    if (viewer && !viewer.must_set_up_two_step) stream.viewer = viewer
    else stream.end(ENDED)
  }

  /** Moves on the place of a stream that hears nothing, too. */
  async #beat(stream: Stream): Promise<void> {
    const place = this.#context.changes.place()
    // What was heard before that place is with the stream by then.
    await this.#last
    await stream.inTurn(async () => {
      await this.#refresh(stream)
      stream.send(this.#mark(await place))
    })
  }

  /** Where the reader goes on when the stream breaks. A browser sends the id by itself; an event shows it to the page. */
  #mark(place: Place): string {
    return `event: place\nid: ${sealPlace(this.#context.vault.carried, place)}\ndata:\n\n`
  }
}
