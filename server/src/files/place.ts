import { z } from 'zod'

/** A prefix of a bucket. Without an endpoint it is Amazon's. */
export interface BucketAddress {
  bucket: string
  /** Without a slash at either end; may be empty. */
  prefix: string
  endpoint: string | undefined
  region: string
}

export interface Credentials {
  accessKeyId: string
  secretAccessKey: string
  sessionToken?: string
}

/** The folder is that of DATA_DIR. */
const FOLDER = 'folder'
export type FilesPlace = typeof FOLDER | BucketAddress

export interface FilesSettings {
  files: { here: FilesPlace; also: FilesPlace | undefined; credentials: Credentials | undefined }
  files_dir: string
}

const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/
const PREFIX = /^[\w.-]+(\/[\w.-]+)*$/
const PARAMETERS = ['endpoint', 'region']
const AMAZON = 'amazonaws.com'

export const FilesPlace = z.string().transform((value, context): FilesPlace => {
  const place = value === FOLDER ? FOLDER : bucketAddressOf(value)
  if (typeof place !== 'string' || place === FOLDER) return place
  context.addIssue(place)
  return z.NEVER
})

/** Lines `name = value` as the AWS command line keeps them; of several sections the first one counts. */
export const FilesCredentials = z.string().transform((text, context): Credentials => {
  const [first = ''] = text.split(/^\s*\[.*\]\s*$/m).filter((section) => section.trim())
  const found = new Map([...first.matchAll(/^\s*(\w+)\s*=\s*(\S+)\s*$/gm)].map(([, name = '', value = '']) => [name.toLowerCase(), value]))
  const credentials = credentialsOf(found.get('aws_access_key_id'), found.get('aws_secret_access_key'), found.get('aws_session_token'))
  if (credentials) return credentials
  context.addIssue('must name a file with the lines aws_access_key_id = … and aws_secret_access_key = …')
  return z.NEVER
})

export const credentialsOf = (
  accessKeyId: string | undefined,
  secretAccessKey: string | undefined,
  sessionToken: string | undefined,
): Credentials | undefined =>
  accessKeyId && secretAccessKey ? { accessKeyId, secretAccessKey, ...(sessionToken && { sessionToken }) } : undefined

/** What is wrong between the settings of places. */
export function placesProblems({ FILES_URL: here = FOLDER, FILES_ALSO: also, ...given }: NodeJS.ProcessEnv): string[] {
  const problems: string[] = []
  if (also && whereOf(here) === whereOf(also))
    problems.push('FILES_ALSO must name another place than FILES_URL, which is the folder where it is not set')
  if ([here, also].every((place) => !place || place.trim() === FOLDER)) return problems
  const { FILES_CREDENTIALS_FILE, AWS_ACCESS_KEY_ID } = given
  if (FILES_CREDENTIALS_FILE && AWS_ACCESS_KEY_ID) problems.push('FILES_CREDENTIALS_FILE and AWS_ACCESS_KEY_ID cannot both be set')
  for (const name of FILES_CREDENTIALS_FILE ? [] : ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'])
    if (!given[name]) problems.push(`${name} is missing: documents lie in a bucket, and FILES_CREDENTIALS_FILE is not set`)
  return problems
}

/** The same for two spellings of one place; the region only signs. */
function whereOf(place: string): string {
  const address = bucketAddressOf(place.trim())
  if (typeof address === 'string') return place.trim()
  const { bucket, prefix, endpoint } = address
  const host = endpoint === undefined ? AMAZON : new URL(endpoint).host
  return JSON.stringify([bucket, prefix, host.endsWith(`.${AMAZON}`) ? AMAZON : host])
}

/** What is wrong with an address is a text that follows the setting's name. */
function bucketAddressOf(value: string): BucketAddress | string {
  const url = URL.canParse(value) ? new URL(value) : undefined
  if (url?.protocol !== 's3:')
    return 'must be folder, or an address such as s3://bucket/prefix?endpoint=https://objects.example&region=me-central-1'
  const prefix = url.pathname.replace(/^\/|\/$/g, '')
  const [endpoint, region] = PARAMETERS.map((name) => url.searchParams.get(name) || undefined)
  const unknown = [...url.searchParams.keys()].find((name) => !PARAMETERS.includes(name))
  if (url.username || url.password) return 'must not hold credentials: they have settings of their own'
  if (!BUCKET.test(url.host)) return 'must name a bucket: 3 to 63 small letters, digits, dots or hyphens'
  if (prefix && !PREFIX.test(prefix)) return 'must have a prefix of letters, digits, dots, hyphens, underscores and single slashes'
  if (unknown !== undefined) return `does not know ${unknown}: only endpoint and region may stand behind the question mark`
  if (endpoint !== undefined && !isOrigin(endpoint)) return 'must have an endpoint that is an http or https address without a path'
  if (!endpoint && !region) return 'must name an endpoint, or the region of Amazon S3'
  return { bucket: url.host, prefix, endpoint, region: region ?? 'us-east-1' }
}

function isOrigin(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : undefined
  return url !== undefined && /^https?:$/.test(url.protocol) && url.pathname === '/' && !url.search && !url.username
}

export const nameOf = (place: FilesPlace): string =>
  place === FOLDER ? 'the folder of DATA_DIR' : `s3://${[place.bucket, place.prefix].filter(Boolean).join('/')}`

export const foreignPlace = (name: string): Error =>
  new Error(`${name} belongs to another installation of the portal. Name a prefix of this one’s own in FILES_URL.`)
