import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { readSettings, warningsOf } from './settings.ts'

const folder = mkdtempSync(join(tmpdir(), 'settings-'))
afterAll(() => rmSync(folder, { recursive: true }))

const problemsOf = (environment: NodeJS.ProcessEnv): string[] => {
  try {
    readSettings(environment)
    return []
  } catch (error) {
    return error instanceof Error ? error.message.split('\n  ') : []
  }
}

const BANK = {
  BANK_NAME: 'Emirates Bank',
  BANK_ACCOUNT_NAME: 'Visa Services LLC',
  BANK_ACCOUNT_NUMBER: '0012345678',
  BANK_IBAN: 'ae07 0331 2345 6789 0123 456',
}

const BUCKET_ADDRESS = 's3://bucket/prefix?endpoint=https://objects.example&region=me-central-1'
const KEYS = { AWS_ACCESS_KEY_ID: 'key', AWS_SECRET_ACCESS_KEY: 'secret' }

/** The smallest and largest number that each setting takes. */
const BOUNDS: Record<string, [number, number]> = {
  PORT: [0, 65_535],
  METRICS_PORT: [1, 65_535],
  DATABASE_CONNECTIONS: [2, 500],
  MAX_FILE_MB: [1, 100],
  QUOTA_COMPANY_MB: [1, 10_000_000],
  QUOTA_FILES_PER_HOUR: [1, 1_000_000],
  RETENTION_DOCUMENTS_DAYS: [1, 36_500],
  RETENTION_ACCESSES_MONTHS: [12, 1_200],
  MAX_TOPUP: [1, 1_000_000_000],
  SESSION_IDLE_MINUTES: [1, 10_080],
  SESSION_MAX_HOURS: [1, 720],
  REGISTRATIONS_PER_ADDRESS: [1, 100_000],
}

const metricsToken = (text: string): string => {
  const path = join(folder, `token-${text.length}`)
  writeFileSync(path, text)
  return path
}

const listedSettings = (): string[] => {
  const example = readFileSync(join(import.meta.dirname, '../../.env.example'), 'utf8')
  return [...example.matchAll(/^#? ?([A-Z_]+)=/gm)].map(([, name = '']) => name)
}

describe('readSettings', () => {
  it('needs nothing', () => {
    expect(readSettings({})).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      public_origin: undefined,
      public_url: 'http://localhost:3000',
      https: false,
      data_dir: join(process.cwd(), 'data'),
      database_url: undefined,
      first_admin: undefined,
      master_key: undefined,
      max_file_mb: 10,
      session_idle_minutes: 120,
      session_max_hours: 12,
      log_level: 'info',
      provider: { product_name: undefined, support_contact: undefined, bank: undefined },
      oidc: undefined,
      registrations_per_address: 10,
      require_two_step: 'off',
      trust_proxy: undefined,
      smtp_url: undefined,
      mail_from: { name: undefined, address: 'portal@localhost' },
      outbox_dir: join(process.cwd(), 'data/outbox'),
    })
  })

  it('keeps the data away from what is served to everybody, also behind a link (T36)', () => {
    const web = join(import.meta.dirname, '../../web/dist')
    symlinkSync(join(import.meta.dirname, '../../web'), join(folder, 'link'))
    for (const path of [web, join(web, 'data'), join(web, 'assets/../x/y'), join(folder, 'link/dist/data')])
      expect(problemsOf({ DATA_DIR: path }).slice(1)).toEqual([
        'DATA_DIR must not be a folder whose files are served to everybody (web/dist)',
      ])
    for (const path of [join(web, '..'), `${web}-data`, join(folder, 'data'), '/']) expect(problemsOf({ DATA_DIR: path })).toEqual([])
  })

  it('takes a blank one as not given', () => {
    expect(readSettings({ PORT: '', MAX_FILE_MB: ' ', BANK_NAME: '', ADMIN_EMAIL: '' })).toEqual(readSettings({}))
  })

  it.each([
    ['desk@portal.example', undefined],
    ['Visa desk <desk@portal.example>', 'Visa desk'],
    ['"Visa, desk" <desk@portal.example>', 'Visa, desk'],
    ['<desk@portal.example>', undefined],
  ])('reads %s as whom mails come from', (MAIL_FROM, name) => {
    expect(readSettings({ MAIL_FROM }).mail_from).toEqual({ name, address: 'desk@portal.example' })
  })

  it('refuses an SMTP server without a sender, or what is neither', () => {
    expect(problemsOf({ SMTP_URL: 'smtp://mail.example' })).toContain('MAIL_FROM is missing: SMTP_URL is set')
    expect(problemsOf({ SMTP_URL: 'https://mail.example', MAIL_FROM: 'nobody' })).toEqual([
      'These settings need attention:',
      'SMTP_URL must be an smtp:// or smtps:// address',
      'MAIL_FROM must be an e-mail address, or a name and <an e-mail address>',
    ])
  })

  it('reads what is given', () => {
    const key = randomBytes(32)
    const file = join(folder, 'master.key')
    writeFileSync(file, `${key.toString('base64')}\n`)
    const settings = readSettings({
      ...BANK,
      PUBLIC_URL: 'https://Portal.example/',
      ADMIN_EMAIL: 'boss@portal.example',
      ADMIN_PASSWORD: 'twelve chars',
      MASTER_KEY_FILE: file,
      OIDC_CLIENT_ID: 'portal.apps.example',
      OIDC_CLIENT_SECRET: 'a secret',
      TRUST_PROXY: 'loopback, 10.0.0.0/8, fd00::1',
    })
    expect(settings).toMatchObject({
      public_origin: 'https://portal.example',
      public_url: 'https://portal.example',
      https: true,
      first_admin: { email: 'boss@portal.example', password: 'twelve chars' },
      master_key: key,
      provider: { bank: { bank_name: 'Emirates Bank', iban: 'AE070331234567890123456' } },
      oidc: { issuer: 'https://accounts.google.com', client_id: 'portal.apps.example', client_secret: 'a secret' },
      trust_proxy: ['loopback', '10.0.0.0/8', 'fd00::1'],
    })
    expect(readSettings({ MASTER_KEY: key.toString('hex') }).master_key).toEqual(key)
  })

  it('names everything that is wrong at once, also what is wrong together', () => {
    expect(problemsOf({ PORT: 'abc', LOG_LEVEL: 'loud', ADMIN_EMAIL: 'boss@portal.example', BANK_NAME: 'Emirates Bank' })).toEqual([
      'These settings need attention:',
      'PORT must be a whole number',
      'LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent',
      'ADMIN_PASSWORD is missing: ADMIN_EMAIL is set',
      'BANK_ACCOUNT_NAME is missing: the bank details are shown together or not at all',
      'BANK_ACCOUNT_NUMBER is missing: the bank details are shown together or not at all',
      'BANK_IBAN is missing: the bank details are shown together or not at all',
    ])
  })

  it.each([
    [{ PORT: '70000' }, 'PORT must be at most 65535'],
    [{ METRICS_PORT: '3000' }, 'METRICS_PORT must differ from PORT'],
    [{ MAX_FILE_MB: '0' }, 'MAX_FILE_MB must be at least 1'],
    [{ REGISTRATIONS_PER_ADDRESS: '0' }, 'REGISTRATIONS_PER_ADDRESS must be at least 1'],
    [{ SESSION_IDLE_MINUTES: '1.5' }, 'SESSION_IDLE_MINUTES must be a whole number'],
    [{ PUBLIC_URL: 'ftp://portal.example' }, 'PUBLIC_URL must be an http or https address'],
    [{ PUBLIC_URL: 'https://portal.example/app' }, 'PUBLIC_URL must be an origin without a path'],
    [{ DATABASE_URL: 'mysql://localhost' }, 'DATABASE_URL must be a postgresql:// address'],
    [{ ADMIN_EMAIL: 'a@b.example', ADMIN_PASSWORD: 'short' }, 'ADMIN_PASSWORD must have at least 12 characters'],
    [{ ADMIN_PASSWORD: 'twelve chars' }, 'ADMIN_EMAIL is missing: ADMIN_PASSWORD is set'],
    [{ ...KEYS, FILES_URL: '/srv/files' }, `FILES_URL must be folder, or an address such as ${BUCKET_ADDRESS}`],
    [{ ...KEYS, FILES_URL: 's3://B/p?region=x' }, 'FILES_URL must name a bucket: 3 to 63 small letters, digits, dots or hyphens'],
    [{ ...KEYS, FILES_URL: 's3://files/p' }, 'FILES_URL must name an endpoint, or the region of Amazon S3'],
    [
      { ...KEYS, FILES_URL: 's3://files/a b?region=x' },
      'FILES_URL must have a prefix of letters, digits, dots, hyphens, underscores and single slashes',
    ],
    [
      { ...KEYS, FILES_URL: 's3://files/p?endpoint=objects.example' },
      'FILES_URL must have an endpoint that is an http or https address without a path',
    ],
    [{ ...KEYS, FILES_URL: 's3://key:secret@files/p?region=x' }, 'FILES_URL must not hold credentials: they have settings of their own'],
    [
      { ...KEYS, FILES_URL: 's3://files/p?region=x&acl=public' },
      'FILES_URL does not know acl: only endpoint and region may stand behind the question mark',
    ],
    [{ FILES_ALSO: 'folder' }, 'FILES_ALSO must name another place than FILES_URL, which is the folder where it is not set'],
    [
      { ...KEYS, FILES_URL: BUCKET_ADDRESS, FILES_ALSO: 's3://bucket/prefix/?endpoint=https://OBJECTS.example:443/&region=eu-west-1' },
      'FILES_ALSO must name another place than FILES_URL, which is the folder where it is not set',
    ],
    [{ MASTER_KEY: 'abc' }, 'MASTER_KEY must be 32 bytes as 64 hexadecimal digits or base64'],
    [{ ...BANK, BANK_IBAN: 'AE080331234567890123456' }, 'BANK_IBAN is not a valid IBAN of the UAE (AE and 21 digits, mod 97)'],
    [{ OIDC_CLIENT_ID: 'portal' }, 'OIDC_CLIENT_SECRET is missing: OIDC_CLIENT_ID is set'],
    [{ OIDC_CLIENT_SECRET: 'a secret' }, 'OIDC_CLIENT_ID is missing: OIDC_CLIENT_SECRET is set'],
    [{ OIDC_ISSUER: 'accounts.google.com' }, 'OIDC_ISSUER must be an https address'],
    [{ OIDC_ISSUER: 'http://accounts.google.com' }, 'OIDC_ISSUER must be an https address, or http on this machine'],
    [{ TRUST_PROXY: 'true' }, 'TRUST_PROXY must be the addresses of the proxies in front, such as loopback or 10.0.0.5, 10.1.0.0/16'],
    [
      { TRUST_PROXY: '10.0.0.0/33' },
      'TRUST_PROXY must be the addresses of the proxies in front, such as loopback or 10.0.0.5, 10.1.0.0/16',
    ],
  ])('refuses %j', (environment, problem) => {
    expect(problemsOf(environment)).toEqual(['These settings need attention:', problem])
  })

  it('knows the bounds of each setting that takes a number', () => {
    const numbers = listedSettings().filter((name) => problemsOf({ [name]: 'many' }).includes(`${name} must be a whole number`))
    expect(Object.keys(BOUNDS)).toEqual(numbers)
  })

  it.each(Object.entries(BOUNDS))('takes %s from its minimum to its maximum, and nothing beyond', (name, [min, max]) => {
    const problemOf = (value: number) => problemsOf({ [name]: String(value) }).slice(1)
    expect([problemOf(min), problemOf(max)]).toEqual([[], []])
    expect(problemOf(min - 1)).toEqual([`${name} must be at least ${min}`])
    expect(problemOf(max + 1)).toEqual([`${name} must be at most ${max}`])
  })

  it('refuses a key file that is not there, damaged, or beside a key', () => {
    const damaged = join(folder, 'damaged.key')
    writeFileSync(damaged, 'not a key')
    expect(problemsOf({ MASTER_KEY_FILE: join(folder, 'none') })[1]).toMatch(/^MASTER_KEY_FILE cannot be read \(ENOENT/)
    expect(problemsOf({ MASTER_KEY_FILE: damaged })[1]).toBe('MASTER_KEY_FILE must be 32 bytes as 64 hexadecimal digits or base64')
    const both = { MASTER_KEY: 'ab'.repeat(32), MASTER_KEY_FILE: damaged }
    expect(problemsOf(both)).toContain('MASTER_KEY_FILE and MASTER_KEY cannot both be set')
  })

  it('asks for the way past a pooler', () => {
    const pooled = { DATABASE_URL: 'postgresql://pooler/portal', DATABASE_PREPARE: 'off' }
    const direct = 'postgresql://db/portal'
    expect(problemsOf(pooled).slice(1)).toEqual([
      'DATABASE_DIRECT_URL is missing: DATABASE_PREPARE is off, so a pooler stands before DATABASE_URL',
    ])
    expect(problemsOf({ DATABASE_DIRECT_URL: direct, DATABASE_CONNECTIONS: '1' }).slice(1)).toEqual([
      'DATABASE_CONNECTIONS must be at least 2',
      'DATABASE_URL is missing: DATABASE_DIRECT_URL is set',
    ])
    expect(readSettings({ ...pooled, DATABASE_DIRECT_URL: direct, DATABASE_CONNECTIONS: '40' })).toMatchObject({
      database_url: pooled.DATABASE_URL,
      database_direct_url: direct,
      database_connections: 40,
    })
    expect(readSettings({ DATABASE_URL: direct })).toMatchObject({ database_direct_url: direct, database_connections: 16 })
  })

  it('tells the metrics beyond this machine to who has a token only, and names all that is wrong', () => {
    const [short, long] = [metricsToken('x'.repeat(31)), metricsToken(`${'k'.repeat(32)}\n`)]
    expect(readSettings({ METRICS_PORT: '9464' })).toMatchObject({ metrics_host: '127.0.0.1', metrics_token: undefined })
    const elsewhere = { METRICS_PORT: '9464', METRICS_HOST: '0.0.0.0', METRICS_TOKEN_FILE: long }
    expect(readSettings(elsewhere)).toMatchObject({ metrics_host: '0.0.0.0', metrics_token: 'k'.repeat(32) })
    for (const METRICS_HOST of ['localhost', '127.0.0.2', '::1']) expect(problemsOf({ METRICS_PORT: '9464', METRICS_HOST })).toEqual([])
    expect(problemsOf({ METRICS_HOST: '10.0.0.5', OTEL_EXPORTER_OTLP_ENDPOINT: 'grpc://collector' }).slice(1)).toEqual([
      'OTEL_EXPORTER_OTLP_ENDPOINT must be an http or https address',
      'METRICS_PORT is missing: METRICS_HOST is set',
      'METRICS_TOKEN_FILE is missing: METRICS_HOST lets other machines read the metrics',
    ])
    expect(problemsOf({ ...elsewhere, METRICS_HOST: 'http://a', METRICS_TOKEN_FILE: short }).slice(1)).toEqual([
      'METRICS_HOST must be an address or a name of this machine, such as 0.0.0.0',
      'METRICS_TOKEN_FILE must hold one word of 32 to 1,024 characters without accents',
    ])
    expect(problemsOf({ METRICS_PORT: '9464', METRICS_TOKEN_FILE: join(folder, 'nothing') })[1]).toContain(
      'METRICS_TOKEN_FILE cannot be read',
    )
  })

  it('reads a bucket, and its credentials from the variables or from a file', () => {
    const here = { bucket: 'bucket', prefix: 'prefix', endpoint: 'https://objects.example', region: 'me-central-1' }
    expect(readSettings({ ...KEYS, AWS_SESSION_TOKEN: 'token', FILES_URL: BUCKET_ADDRESS, FILES_ALSO: 'folder' }).files).toEqual({
      here,
      also: 'folder',
      credentials: { accessKeyId: 'key', secretAccessKey: 'secret', sessionToken: 'token' },
    })
    const file = join(folder, 'credentials')
    writeFileSync(file, '[default]\naws_access_key_id = one\naws_secret_access_key=two+/=\n[other]\naws_access_key_id = three\n')
    const named = readSettings({ FILES_URL: 's3://bucket?region=me-central-1', FILES_CREDENTIALS_FILE: file })
    expect(named.files).toMatchObject({
      here: { prefix: '', endpoint: undefined },
      credentials: { accessKeyId: 'one', secretAccessKey: 'two+/=' },
    })
    expect(readSettings({}).files).toEqual({ here: 'folder', also: undefined, credentials: undefined })
  })

  it('names the credentials that a bucket lacks or has twice', () => {
    expect(problemsOf({ FILES_URL: BUCKET_ADDRESS }).slice(1)).toEqual([
      'AWS_ACCESS_KEY_ID is missing: documents lie in a bucket, and FILES_CREDENTIALS_FILE is not set',
      'AWS_SECRET_ACCESS_KEY is missing: documents lie in a bucket, and FILES_CREDENTIALS_FILE is not set',
    ])
    const empty = join(folder, 'empty')
    writeFileSync(empty, 'aws_access_key_id = one\n')
    expect(problemsOf({ ...KEYS, FILES_ALSO: BUCKET_ADDRESS, FILES_CREDENTIALS_FILE: empty }).slice(1)).toEqual([
      'FILES_CREDENTIALS_FILE must name a file with the lines aws_access_key_id = … and aws_secret_access_key = …',
      'FILES_CREDENTIALS_FILE and AWS_ACCESS_KEY_ID cannot both be set',
    ])
  })

  it('reads each setting that .env.example lists, and no other', () => {
    const source = readFileSync(join(import.meta.dirname, 'settings.ts'), 'utf8')
    expect(listedSettings()).toEqual([...source.matchAll(/^ {2}([A-Z_]+): /gm)].map(([, name]) => name))
  })
})

describe('warningsOf', () => {
  const warned = (environment: NodeJS.ProcessEnv) => warningsOf(readSettings(environment)).length

  it('tells of a portal behind https that takes all visitors for one address, and of nothing else', () => {
    expect(warned({ PUBLIC_URL: 'https://portal.example' })).toBe(1)
    expect(warned({ PUBLIC_URL: 'https://portal.example', TRUST_PROXY: 'loopback' })).toBe(0)
    expect(warned({ PUBLIC_URL: 'http://portal.example' })).toBe(0)
    expect(warned({})).toBe(0)
  })
})
