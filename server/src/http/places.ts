import { and, eq, gt, lte } from 'drizzle-orm'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { v7 } from 'uuid'
import type { Db } from '../db/open.ts'
import { type DOWNLOADS, downloadPlaces } from '../db/places.table.ts'
import { deleteInSlices } from '../db/slices.ts'
import { refuse } from './errors.ts'
import { withoutData } from './log.ts'

/** A place ends so long after the last sign of its server. */
const TERM_MS = 60_000
const RENEWED_MS = TERM_MS / 3

interface Given {
  db: Db
  now: () => Date
}

interface Place {
  user_id: string
  id: string
}

interface Kind {
  kind: (typeof DOWNLOADS)[number]
  /** How many this server writes at a time. */
  number: number
  /** To a person who has a place already. */
  own: string
  /** To anybody while all places of this server are taken. */
  all: string
}

/** Places for long answers: one a person over all servers, so many on this server. */
export class Places {
  readonly #given: Given
  readonly #kind: Kind
  #taken = 0
  /** Places that are being given back. */
  readonly #leaving = new Set<Promise<unknown>>()
  constructor(given: Given, kind: Kind) {
    this.#given = given
    this.#kind = kind
  }

  /** Takes a place until the answer has left or the client is gone; refuses 429 or 503 where there is none. HEAD only asks. */
  async take({ id: user_id }: { id: string }, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    await Promise.all(this.#leaving)
    if (request.method === 'HEAD' || this.#taken >= this.#kind.number) {
      if (await this.#isTaken(user_id)) this.#refuseSecond()
      if (this.#taken >= this.#kind.number) refuse(503, this.#kind.all, { headers: { 'retry-after': '30' } })
      return
    }
    this.#taken++
    const place = { user_id, id: v7() }
    const isOurs = await this.#insert(place).catch((error: unknown) => {
      this.#taken--
      throw error
    })
    if (!isOurs) {
      this.#taken--
      this.#refuseSecond()
    }
    const failed = (error: unknown) =>
      request.log.warn({ error: withoutData(error) }, 'a place of a download was neither kept nor given back')
    const renewing = setInterval(() => void this.#renew(place).catch(failed), RENEWED_MS)
    renewing.unref()
    const leave = () => {
      this.#taken--
      clearInterval(renewing)
      const leaving = this.#remove(place).catch(failed)
      this.#leaving.add(leaving)
      void leaving.finally(() => this.#leaving.delete(leaving))
    }
    if (reply.raw.closed) leave()
    else reply.raw.once('close', leave)
  }

  #refuseSecond(): never {
    return refuse(429, this.#kind.own, { headers: { 'retry-after': '10' } })
  }

  #ends(): { ends_at: string } {
    return { ends_at: new Date(this.#given.now().getTime() + TERM_MS).toISOString() }
  }

  #of(user_id: string) {
    return and(eq(downloadPlaces.kind, this.#kind.kind), eq(downloadPlaces.user_id, user_id))
  }

  #is({ user_id, id }: Place) {
    return and(this.#of(user_id), eq(downloadPlaces.id, id))
  }

  async #isTaken(user_id: string): Promise<boolean> {
    const alive = gt(downloadPlaces.ends_at, this.#given.now().toISOString())
    const found = await this.#given.db
      .select({ id: downloadPlaces.id })
      .from(downloadPlaces)
      .where(and(this.#of(user_id), alive))
    return found.length > 0
  }

  /** False while another place of the person has not ended. */
  async #insert({ user_id, id }: Place): Promise<boolean> {
    const { kind } = this.#kind
    const place = { id, ...this.#ends() }
    const taken = await this.#given.db
      .insert(downloadPlaces)
      .values({ kind, user_id, ...place })
      .onConflictDoUpdate({
        target: [downloadPlaces.kind, downloadPlaces.user_id],
        set: place,
        setWhere: lte(downloadPlaces.ends_at, this.#given.now().toISOString()),
      })
      .returning({ id: downloadPlaces.id })
    return taken.length > 0
  }

  async #renew(place: Place): Promise<void> {
    await this.#given.db.update(downloadPlaces).set(this.#ends()).where(this.#is(place))
  }

  async #remove(place: Place): Promise<void> {
    await this.#given.db.delete(downloadPlaces).where(this.#is(place))
  }
}

export const sweepPlaces = (db: Db, moment: Date): Promise<number> =>
  deleteInSlices(db, downloadPlaces, downloadPlaces.ends_at, lte(downloadPlaces.ends_at, moment.toISOString()))
