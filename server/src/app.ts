import { randomUUID } from 'node:crypto'
import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import { sentenceOf } from 'contract'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest, type onSendHookHandler } from 'fastify'
import { serializerCompiler } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { passwordRoutes } from './account/password.routes.ts'
import { accountRoutes } from './account/routes.ts'
import { twoStepRoutes } from './account/twoStep.routes.ts'
import { factsRoutes } from './applications/facts.routes.ts'
import { applicationRoutes } from './applications/routes.ts'
import { stageRoutes } from './applications/stages.routes.ts'
import { submissionRoutes } from './applications/submission.routes.ts'
import { workRoutes } from './applications/work.routes.ts'
import { googleRoutes } from './auth/google.routes.ts'
import { LastViewers } from './auth/lastViewers.ts'
import { readerOf } from './auth/reader.ts'
import { authRoutes } from './auth/routes.ts'
import { secondStepRoutes } from './auth/secondStep.routes.ts'
import { findViewer } from './auth/sessions.ts'
import { companyDocumentRoutes } from './companies/documents.routes.ts'
import { companyListRoutes } from './companies/list.routes.ts'
import { companyRoutes } from './companies/routes.ts'
import type { Context } from './context.ts'
import { dashboardRoutes } from './dashboard/routes.ts'
import { deadlineRoutes } from './deadlines/routes.ts'
import { archiveRoutes } from './documents/archive.routes.ts'
import { documentRoutes } from './documents/routes.ts'
import { draftRoutes } from './drafts/routes.ts'
import { requestRoutes } from './employees/requests.routes.ts'
import { employeeRoutes } from './employees/routes.ts'
import { establishmentRoutes } from './establishments/routes.ts'
import { exportRoutes } from './exports/routes.ts'
import { acceptJsonOnly } from './http/bodyParser.ts'
import { refuseCrossSiteWrites } from './http/csrf.ts'
import { answerErrors, BODY_LIMIT, sendProblem } from './http/errors.ts'
import type { Gate } from './http/gate.ts'
import { shutDownGracefully } from './http/gracefulShutdown.ts'
import { protect } from './http/headers.ts'
import { healthRoutes } from './http/health.ts'
import { rememberAddresses } from './http/leaving.ts'
import { LoadShedder } from './http/loadShedding.ts'
import { logOptions, logRequests } from './http/log.ts'
import { documentsTooLarge, MemoryBudget } from './http/memoryBudget.ts'
import { servePages } from './http/pages.ts'
import { timeOutRequests } from './http/requestTimeout.ts'
import { sessionHash } from './http/session.ts'
import { answerBadRequests, cutSlowSenders, HEADER_TIMEOUTS, TRANSFER_TIMEOUT_MS } from './http/slowClients.ts'
import { validator } from './http/validator.ts'
import { importRoutes } from './imports/routes.ts'
import { keepAccess } from './journal/accesses.ts'
import type { Journal } from './journal/journal.ts'
import { journalRoutes } from './journal/routes.ts'
import { liveRoutes } from './live/routes.ts'
import { noteRoutes } from './messages/notes.routes.ts'
import { messageRoutes } from './messages/routes.ts'
import { noticeRoutes } from './notices/routes.ts'
import { apiPage } from './openapi/page.ts'
import { paperRoutes } from './papers/routes.ts'
import { providerReader } from './provider/provider.ts'
import { providerRoutes } from './provider/routes.ts'
import { RuleBook } from './rules/book.ts'
import { ruleRoutes } from './rules/routes.ts'
import { searchRoutes } from './search/routes.ts'
import { settingsRoutes } from './settings.routes.ts'
import { transactionRoutes } from './transactions/routes.ts'
import { topupRoutes } from './transactions/topups.routes.ts'
import { outboxRoutes } from './users/outbox.routes.ts'
import { userRoutes } from './users/routes.ts'
import { viewRoutes } from './views/routes.ts'

z.config({ customError: sentenceOf })

const nothingHere = (_: FastifyRequest, reply: FastifyReply) => sendProblem(reply, 404, 'There is nothing at this address')

const NOUNS = [
  authRoutes,
  secondStepRoutes,
  twoStepRoutes,
  passwordRoutes,
  accountRoutes,
  googleRoutes,
  dashboardRoutes,
  applicationRoutes,
  submissionRoutes,
  factsRoutes,
  stageRoutes,
  messageRoutes,
  noteRoutes,
  workRoutes,
  companyListRoutes,
  companyRoutes,
  companyDocumentRoutes,
  userRoutes,
  outboxRoutes,
  employeeRoutes,
  requestRoutes,
  draftRoutes,
  viewRoutes,
  transactionRoutes,
  topupRoutes,
  documentRoutes,
  archiveRoutes,
  exportRoutes,
  searchRoutes,
  settingsRoutes,
  providerRoutes,
  establishmentRoutes,
  paperRoutes,
  deadlineRoutes,
  importRoutes,
  ruleRoutes,
  journalRoutes,
  noticeRoutes,
  liveRoutes,
]

const unset = () => {
  throw new Error('the compilers of schemas are set by buildApp')
}
/** Fastify would load its own, which are not used. */
const NO_COMPILERS = { buildValidator: () => unset, buildSerializer: () => unset }

const storeNothing: onSendHookHandler = (_, reply, __, done) => {
  if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
  done()
}

type Given = Omit<Context, Exclude<keyof Gate, 'settings' | 'vault'> | 'provider' | 'rules'> & {
  journal: Journal
  traceRoutes?: ((app: FastifyInstance) => void) | undefined
}

function contextOf(given: Given): Context {
  const sessions = { ...given, viewers: new LastViewers() }
  const rules = new RuleBook(given.db)
  return {
    ...given,
    provider: providerReader(given),
    documentMemory: new MemoryBudget(given.settings.max_file_mb),
    loadShedder: new LoadShedder(given.settings),
    rules,
    findViewer: async (request, options) => {
      const viewer = await findViewer(sessions, request, options)
      if (viewer) await rules.keepUpWith(viewer.rules_version)
      return viewer
    },
    guessSession: (request) => {
      const guess = sessions.viewers.guess(sessionHash(request, given.settings) ?? '')
      // What is read beside the session goes by the rules that it says.
      return guess && rules.isOf(guess.viewer.rules_version) ? guess : undefined
    },
    keepAccess: (call, request, reply, note) => keepAccess(given, call, request, reply, note),
  }
}

export async function buildApp(given: Given, logStream?: { write(line: string): void }): Promise<FastifyInstance> {
  const { settings } = given
  const context = contextOf(given)
  const productName = async () => settings.provider.product_name ?? (await context.provider()).product_name
  const app = Fastify({
    bodyLimit: BODY_LIMIT,
    genReqId: () => randomUUID(),
    ...logOptions(settings, logStream),
    // A longer id is an unknown one (V2).
    routerOptions: { maxParamLength: 8_192 },
    frameworkErrors: (_, request, reply) => nothingHere(request, reply),
    trustProxy: settings.trust_proxy ?? false,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    requestTimeout: TRANSFER_TIMEOUT_MS,
    // For connections without traffic, such as a client that does not read its answer.
    connectionTimeout: 60_000,
    http: HEADER_TIMEOUTS,
    clientErrorHandler: answerBadRequests,
    schemaController: { compilersFactory: NO_COMPILERS },
  })
  for (const member of ['viewer', 'sessionHash', 'releaseMemory', 'endRead', 'stopReading']) app.decorateRequest(member, undefined)
  app.decorateRequest('sealPlace', (place: string) => place)
  app.decorateRequest('bodyBegun', false)
  for (const member of ['isHandled', 'hasLeft']) app.decorateRequest(member, false)
  app.setValidatorCompiler(validator)
  app.setSerializerCompiler(serializerCompiler)
  answerErrors(app, documentsTooLarge(settings.max_file_mb))
  given.traceRoutes?.(app)
  logRequests(app)
  app.addHook('onResponse', (request, reply, done) => {
    given.counters.countRequest(request, reply)
    if (request.method !== 'GET' && request.method !== 'HEAD') given.changes.wake()
    done()
  })
  shutDownGracefully(app)
  rememberAddresses(app)
  cutSlowSenders(app)
  timeOutRequests(app)
  protect(app, settings)
  await app.register(cookie)
  // A compressed body could be many times larger than announced and held (D3).
  await app.register(compress, { threshold: 1024, globalDecompression: false })
  refuseCrossSiteWrites(app, settings.public_origin)
  app.setNotFoundHandler(nothingHere)
  await healthRoutes(app, context)
  await app.register(
    async (api) => {
      acceptJsonOnly(api, settings.max_file_mb)
      api.addHook('onSend', storeNothing)
      apiPage(api, settings, productName)
      for (const routesOf of NOUNS) routesOf(api, context)
      api.setNotFoundHandler(nothingHere)
    },
    { prefix: '/api' },
  )
  await servePages(app, { settings, productName, readerOf: (request) => readerOf(context, request) })
  return app
}
