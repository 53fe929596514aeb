import { realpathSync } from 'node:fs'
import { basename, dirname, join, relative, resolve, sep } from 'node:path'
import { fromAed, isAmount, isUaeIban, MAX_PRODUCT_NAME, plainIban } from 'contract'
import { z } from 'zod'
import { credentialsOf, FilesCredentials, FilesPlace, placesProblems } from './files/place.ts'
import {
  database,
  isOfThisMachine,
  listening,
  MasterKey,
  MetricsToken,
  number,
  optional,
  provider,
  proxies,
  readText,
  sender,
  trimmed,
  whole,
} from './settingTypes.ts'

/** Everything in this folder is public. */
export const WEB = join(import.meta.dirname, '../../web/dist')

/** Whether files at that path would be public, also through links (T36). */
function isServed(path: string): boolean {
  const [first] = relative(realOf(WEB), realOf(path)).split(sep)
  return first !== '..'
}

/** The real path, even if its end does not exist yet. */
function realOf(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return path === dirname(path) ? path : join(realOf(dirname(path)), basename(path))
  }
}

const Environment = z.object({
  PORT: number(0, 65_535, 3_000),
  HOST: trimmed.min(1).default('127.0.0.1'),
  METRICS_PORT: whole(1, 65_535).optional(),
  METRICS_HOST: listening.default('127.0.0.1'),
  METRICS_TOKEN_FILE: trimmed.transform(readText).pipe(MetricsToken).optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url({ protocol: /^https?$/, error: 'must be an http or https address' }).optional(),
  PUBLIC_URL: z
    .url({ protocol: /^https?$/, error: 'must be an http or https address' })
    .refine((url) => ['', '/'].includes(new URL(url).pathname), 'must be an origin without a path')
    .transform((url) => new URL(url).origin)
    .optional(),
  DATA_DIR: trimmed
    .min(1)
    .default('./data')
    .transform((path) => resolve(path))
    .refine((path) => !isServed(path), 'must not be a folder whose files are served to everybody (web/dist)'),
  DATABASE_URL: database.optional(),
  DATABASE_PREPARE: z.enum(['on', 'off']).default('on'),
  DATABASE_DIRECT_URL: database.optional(),
  DATABASE_CONNECTIONS: number(2, 500, 16),
  ADMIN_EMAIL: z.email('must be an e-mail address').optional(),
  ADMIN_PASSWORD: z.string().min(12, 'must have at least 12 characters').optional(),
  FILES_URL: trimmed.pipe(FilesPlace).default('folder'),
  FILES_ALSO: trimmed.pipe(FilesPlace).optional(),
  FILES_CREDENTIALS_FILE: trimmed.transform(readText).pipe(FilesCredentials).optional(),
  AWS_ACCESS_KEY_ID: optional,
  AWS_SECRET_ACCESS_KEY: optional,
  AWS_SESSION_TOKEN: optional,
  MASTER_KEY: MasterKey.optional(),
  MASTER_KEY_FILE: trimmed.transform(readText).pipe(MasterKey).optional(),
  MAX_FILE_MB: number(1, 100, 10),
  QUOTA_COMPANY_MB: whole(1, 10_000_000).optional(),
  QUOTA_FILES_PER_HOUR: whole(1, 1_000_000).optional(),
  RETENTION_DOCUMENTS_DAYS: whole(1, 36_500).optional(),
  RETENTION_ACCESSES_MONTHS: whole(12, 1_200).optional(),
  MAX_TOPUP: z.coerce
    .number()
    .min(1)
    .max(1_000_000_000)
    .refine(isAmount, 'must be an amount in AED with at most two decimals')
    .default(1_000_000),
  SESSION_IDLE_MINUTES: number(1, 10_080, 120),
  SESSION_MAX_HOURS: number(1, 720, 12),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  PRODUCT_NAME: trimmed.min(1).max(MAX_PRODUCT_NAME).optional(),
  SUPPORT_CONTACT: optional,
  BANK_NAME: optional,
  BANK_ACCOUNT_NAME: optional,
  BANK_ACCOUNT_NUMBER: optional,
  BANK_IBAN: trimmed.transform(plainIban).refine(isUaeIban, 'is not a valid IBAN of the UAE (AE and 21 digits, mod 97)').optional(),
  OIDC_ISSUER: provider.default('https://accounts.google.com'),
  OIDC_CLIENT_ID: optional,
  OIDC_CLIENT_SECRET: optional,
  REGISTRATIONS_PER_ADDRESS: number(1, 100_000, 10),
  REQUIRE_TWO_STEP: z.enum(['off', 'admins']).default('off'),
  TRUST_PROXY: proxies.optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/, hostname: /.+/, error: 'must be an smtp:// or smtps:// address' }).optional(),
  MAIL_FROM: sender.optional(),
})

/** Rules between settings. */
function togetherProblems(given: NodeJS.ProcessEnv): string[] {
  const problems: string[] = []
  const need = (name: string, because: string) => given[name] || problems.push(`${name} is missing: ${because}`)
  if (given.ADMIN_EMAIL) need('ADMIN_PASSWORD', 'ADMIN_EMAIL is set')
  if (given.ADMIN_PASSWORD) need('ADMIN_EMAIL', 'ADMIN_PASSWORD is set')
  if (given.DATABASE_DIRECT_URL) need('DATABASE_URL', 'DATABASE_DIRECT_URL is set')
  if (given.DATABASE_URL && given.DATABASE_PREPARE?.trim() === 'off')
    need('DATABASE_DIRECT_URL', 'DATABASE_PREPARE is off, so a pooler stands before DATABASE_URL')
  if (given.SMTP_URL) need('MAIL_FROM', 'SMTP_URL is set')
  if (given.OIDC_CLIENT_ID) need('OIDC_CLIENT_SECRET', 'OIDC_CLIENT_ID is set')
  if (given.OIDC_CLIENT_SECRET) need('OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET is set')
  if (given.METRICS_PORT && given.METRICS_PORT === (given.PORT ?? '3000')) problems.push('METRICS_PORT must differ from PORT')
  for (const name of ['METRICS_HOST', 'METRICS_TOKEN_FILE']) if (given[name]) need('METRICS_PORT', `${name} is set`)
  if (given.METRICS_HOST && !isOfThisMachine(given.METRICS_HOST.trim()))
    need('METRICS_TOKEN_FILE', 'METRICS_HOST lets other machines read the metrics')
  if (given.MASTER_KEY && given.MASTER_KEY_FILE) problems.push('MASTER_KEY_FILE and MASTER_KEY cannot both be set')
  const bank = ['BANK_NAME', 'BANK_ACCOUNT_NAME', 'BANK_ACCOUNT_NUMBER', 'BANK_IBAN']
  problems.push(...placesProblems(given))
  if (bank.some((name) => given[name])) for (const name of bank) need(name, 'the bank details are shown together or not at all')
  return problems
}

/** Follows the setting's name in the message. */
function complaint(issue: z.core.$ZodRawIssue): string {
  if (issue.code === 'invalid_type') return 'must be a whole number'
  if (issue.code === 'too_small') return issue.origin === 'string' ? 'must not be blank' : `must be at least ${issue.minimum}`
  if (issue.code === 'too_big') return `must be at most ${issue.maximum}${issue.origin === 'string' ? ' characters' : ''}`
  if (issue.code === 'invalid_value') return `must be one of ${issue.values.join(', ')}`
  return 'is not valid'
}

export type Settings = ReturnType<typeof readSettings>

const bankOf = (bank_name?: string, account_name?: string, account_number?: string, iban?: string) =>
  bank_name && account_name && account_number && iban ? { bank_name, account_name, account_number, iban } : undefined

/** Throws one Error that names every missing or wrong setting (docs/operations.md). */
function readEnvironment(environment: NodeJS.ProcessEnv) {
  const given: NodeJS.ProcessEnv = Object.fromEntries(Object.entries(environment).filter(([, value]) => value?.trim()))
  const read = Environment.safeParse(given, { error: complaint })
  const wrong = read.error?.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`) ?? []
  const problems = [...wrong, ...togetherProblems(given)]
  if (!read.success || problems.length > 0) throw new Error(['These settings need attention:', ...problems].join('\n  '))
  return read.data
}

/** Throws as `readEnvironment` does. */
export function readSettings(environment: NodeJS.ProcessEnv) {
  const env = readEnvironment(environment)
  return {
    port: env.PORT,
    host: env.HOST,
    /** Undefined: off (T69). */
    metrics_port: env.METRICS_PORT,
    metrics_host: env.METRICS_HOST,
    /** Who reads the metrics must send it; undefined: nobody need, on this machine alone. */
    metrics_token: env.METRICS_TOKEN_FILE,
    /** Where traces are sent to; undefined: nowhere. */
    otlp_endpoint: env.OTEL_EXPORTER_OTLP_ENDPOINT,
    /** Undefined if not configured; links use `public_url`. */
    public_origin: env.PUBLIC_URL,
    public_url: env.PUBLIC_URL ?? `http://localhost:${env.PORT}`,
    https: env.PUBLIC_URL?.startsWith('https:') ?? false,
    data_dir: env.DATA_DIR,
    files_dir: join(env.DATA_DIR, 'files'),
    /** Documents are stored `here`; `also` is read while they move. */
    files: {
      here: env.FILES_URL,
      also: env.FILES_ALSO,
      credentials: env.FILES_CREDENTIALS_FILE ?? credentialsOf(env.AWS_ACCESS_KEY_ID, env.AWS_SECRET_ACCESS_KEY, env.AWS_SESSION_TOKEN),
    },
    database_url: env.DATABASE_URL,
    /** Where connections keep their state from one transaction to the next, for what needs that. */
    database_direct_url: env.DATABASE_DIRECT_URL ?? env.DATABASE_URL,
    /** At most, of the pool; one more listens. */
    database_connections: env.DATABASE_CONNECTIONS,
    /** Whether connections prepare statements that are repeated. */
    database_prepare: env.DATABASE_PREPARE === 'on',
    first_admin: env.ADMIN_EMAIL && env.ADMIN_PASSWORD ? { email: env.ADMIN_EMAIL, password: env.ADMIN_PASSWORD } : undefined,
    master_key: env.MASTER_KEY ?? env.MASTER_KEY_FILE,
    max_file_mb: env.MAX_FILE_MB,
    /** For one company (T37); undefined: unlimited. */
    quota_company_mb: env.QUOTA_COMPANY_MB,
    quota_files_per_hour: env.QUOTA_FILES_PER_HOUR,
    /** Of cancelled employees (T64); undefined: forever. */
    retention_documents_days: env.RETENTION_DOCUMENTS_DAYS,
    /** Of who looked at what; undefined: forever. */
    retention_accesses_months: env.RETENTION_ACCESSES_MONTHS,
    max_topup_fils: fromAed(env.MAX_TOPUP),
    session_idle_minutes: env.SESSION_IDLE_MINUTES,
    session_max_hours: env.SESSION_MAX_HOURS,
    log_level: env.LOG_LEVEL,
    /** What is set here counts; the rest is what administrators have set (`provider/provider.ts`). */
    provider: {
      product_name: env.PRODUCT_NAME,
      support_contact: env.SUPPORT_CONTACT,
      bank: bankOf(env.BANK_NAME, env.BANK_ACCOUNT_NAME, env.BANK_ACCOUNT_NUMBER, env.BANK_IBAN),
    },
    oidc:
      env.OIDC_CLIENT_ID && env.OIDC_CLIENT_SECRET
        ? { issuer: env.OIDC_ISSUER, client_id: env.OIDC_CLIENT_ID, client_secret: env.OIDC_CLIENT_SECRET }
        : undefined,
    /** In five minutes. */
    registrations_per_address: env.REGISTRATIONS_PER_ADDRESS,
    require_two_step: env.REQUIRE_TWO_STEP,
    trust_proxy: env.TRUST_PROXY,
    smtp_url: env.SMTP_URL,
    /** Without a name: the product's. */
    mail_from: { name: env.MAIL_FROM?.name, address: env.MAIL_FROM?.address ?? 'portal@localhost' },
    outbox_dir: join(env.DATA_DIR, 'outbox'),
  }
}

/** What works, but perhaps not as the operator expects. */
export const warningsOf = ({ https, trust_proxy }: Pick<Settings, 'https' | 'trust_proxy'>): string[] =>
  https && !trust_proxy
    ? [
        'PUBLIC_URL is https but TRUST_PROXY is not set: all visitors count as one address, so the limits on logins and registrations hit everybody at once. Set TRUST_PROXY to the address of the proxy.',
      ]
    : []
