import { create as contentDisposition } from 'content-disposition'
import { archiveDocuments, dubaiDate, MAX_ARCHIVE_BYTES, MAX_ARCHIVE_CASES, MB } from 'contract'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import { refuse, refuseUnknown } from '../http/errors.ts'
import { withoutData } from '../http/log.ts'
import { Places } from '../http/places.ts'
import { route } from '../http/route.ts'
import { atPace } from '../http/slowClients.ts'
import { archiveOf, MISSING } from './archive.ts'
import { nameOfPerson, pathsOf } from './archiveNames.ts'
import { listCases, listOfApplications, type NamedDocument } from './queries.ts'

const PLACES = {
  kind: 'archive' as const,
  number: 2,
  own: 'Another archive of yours is still being downloaded. Please wait until it has arrived.',
  all: 'Other archives are being downloaded at the moment. Please try again in a few minutes.',
}
const TYPE = 'application/zip'
/** A document in an archive is seen like one that is opened alone. */
const seen = { ...archiveDocuments, journal: 'document' } as const

export function archiveRoutes(app: FastifyInstance, context: Context): void {
  const places = new Places(context, PLACES)
  const { db, files, now } = context

  route(app, context, archiveDocuments, async ({ query, viewer, hold, request, reply }) => {
    const { application_ids: ids, language } = query
    if (ids.length > MAX_ARCHIVE_CASES) refuse(413, tooManyCases(ids.length))
    const cases = await listCases(db, viewer, ids)
    if (cases.length < ids.length) refuseUnknown('application')
    const documents = pathsOf(cases, await listOfApplications(db, viewer, ids), MISSING)
    const bytes = sizeOf(documents)
    await places.take(viewer, request, reply)
    const [only, second] = cases
    const name = only && !second ? nameOfPerson(only.employee_name) : `documents-${dubaiDate(now())}`
    reply
      .header('content-disposition', contentDisposition(`${name}.zip`))
      .header('cache-control', 'private, no-store')
      .type(TYPE)
    if (request.method === 'HEAD') return reply.send()
    hold(Math.max(...documents.map(({ document }) => files.streamMemory(document))))
    const stream = archiveOf(files, {
      documents,
      language,
      onRead: ({ id }) => context.keepAccess(seen, request, reply, { concerns: id }),
      onMissing: (error, { id }) => request.log.error({ error: withoutData(error), document_id: id }, 'missing in an archive'),
    })
    return reply.send(atPace(request, reply, stream, bytes))
  })
}

/** Refuses what no archive is made of. */
function sizeOf(documents: readonly { document: NamedDocument }[]): number {
  if (documents.length === 0) refuse(409, 'There are no documents to download')
  const bytes = documents.reduce((sum, { document }) => sum + document.size, 0)
  if (bytes > MAX_ARCHIVE_BYTES) refuse(413, tooLarge(bytes))
  return bytes
}

const tooManyCases = (number: number): string =>
  `An archive takes the documents of at most ${MAX_ARCHIVE_CASES} applications. These are ${number}.`
const tooLarge = (bytes: number): string =>
  `An archive takes at most ${MAX_ARCHIVE_BYTES / MB} MB. These documents have ${Math.ceil(bytes / MB)} MB.`
