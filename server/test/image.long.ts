import { chmodSync, chownSync, copyFileSync, mkdirSync } from 'node:fs'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { makeRelease } from '../../scripts/release.ts'
import {
  caddyRoot,
  filledIn,
  type Neighbour,
  ownersIn,
  readText,
  secretsIn,
  startCaddy,
  startObjects,
  startPostgres,
  volumeOf,
} from '../../test/composed.ts'
import { type Asked, type Container, startContainer } from '../../test/container.ts'
import { broughtFromDebian } from '../../test/debian.ts'
import { compose, DEPLOY, deployment, type PodContainer, resources, type Service } from '../../test/deployFiles.ts'
import { buildImage, type Image } from '../../test/image.ts'
import { type Host, type Network, startNetwork } from '../../test/network.ts'
import { statusAt, untilHealthy, untilProbed, visit } from '../../test/play.ts'

const NOBODY = 65_534
/** Characters that mean something in an address. */
const VARIABLES = {
  DOMAIN: 'portal.localhost',
  DATABASE_PASSWORD: 'p@ss/w:rd#%20?',
  ADMIN_EMAIL: 'admin@portal.example',
  ADMIN_PASSWORD: 'a-long-password-2026',
}
const ACCOUNT = { email: VARIABLES.ADMIN_EMAIL, password: VARIABLES.ADMIN_PASSWORD }
const SECRETS = {
  'master.key': 'ab'.repeat(32),
  metrics: 'm'.repeat(64),
  objects: 'aws_access_key_id = S3RVER\naws_secret_access_key = S3RVER\n',
}

let folder: string
let image: Image
const figures: string[] = []
let network: Network | undefined
const neighbours: Neighbour[] = []
const containers: Container[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'image-'))
  const release = await makeRelease(folder)
  image = buildImage(folder, release)
  const tarball = ((await stat(release)).size / 1e6).toFixed(1)
  const { unpacked_mb, packed_mb, own_mb } = image.sizes
  figures.push(`an image of ${packed_mb} MB to fetch, ${unpacked_mb} MB on a disk, ${own_mb} MB of it ours, of a release of ${tarball} MB`)
}, 600_000)
afterEach(async () => {
  for (const container of containers.splice(0)) if (container.child.exitCode === null) await container.stop()
  for (const neighbour of neighbours.splice(0).reverse()) await neighbour.end()
  await network?.end()
})
afterAll(async () => {
  console.log(figures.join(', '))
  await rm(folder, { recursive: true, force: true, maxRetries: 5 })
})

const secondsSince = (from: number): string => ((performance.now() - from) / 1_000).toFixed(1)

describe('the image', () => {
  it('has the user, the volume and the command of its Dockerfile, and names what it is made of', () => {
    expect(image.config).toMatchObject({ User: '65534:65534', Volumes: { '/data': {} }, WorkingDir: '/app' })
    expect(Object.keys(image.config.ExposedPorts)).toEqual(['3000/tcp', '9464/tcp'])
    for (const label of ['visa-portal.sbom', 'visa-portal.licences'])
      expect(readText(join(image.root, image.config.Labels[label] ?? '')).length).toBeGreaterThan(100_000)
  })

  it('runs as compose.yml says: two portals behind Caddy, on a read-only root, and writes to its volume alone', {
    timeout: 300_000,
  }, async () => {
    const proxyAddress = compose.services.proxy.networks.default.ipv4_address
    const addresses = {
      proxy: proxyAddress,
      database: '10.91.0.130',
      objects: '10.91.0.131',
      'portal-1': '10.91.0.132',
      'portal-2': '10.91.0.133',
    }
    network = await startNetwork(folder, '10.91.0.1', { ...addresses, [VARIABLES.DOMAIN]: proxyAddress })
    const { gateway } = network
    const hosts: Record<string, Host> = {}
    for (const [name, address] of Object.entries(addresses)) hosts[name] = await network.add(name, address)
    const at = (name: string) => hosts[name] as Host
    neighbours.push(
      await startPostgres(folder, at('database'), { user: 'portal', database: 'portal', password: VARIABLES.DATABASE_PASSWORD }),
      await startObjects(folder, at('objects'), 8333, 'documents'),
    )
    const secrets = secretsIn(folder, SECRETS, NOBODY, NOBODY, 0o400)
    const data = volumeOf(folder, image.root, '/data', 'data')
    const asked = (service: Service): Asked => ({
      user: service.user,
      readOnly: service.read_only,
      memory_bytes: Number.parseInt(service.mem_limit, 10) * 1024 ** 3,
      environment: Object.fromEntries(Object.entries(service.environment).map(([name, value]) => [name, filledIn(value, VARIABLES)])),
      mounts: [
        ...service.volumes.map((volume) => ({ from: data, to: volume.split(':')[1] ?? '', readOnly: false })),
        ...service.secrets.map((name) => ({ from: join(secrets, name), to: `/run/secrets/${name}`, readOnly: true })),
      ],
    })
    const start = (name: string) => {
      const container = startContainer(folder, image, network as Network, at(name), asked(compose.services[name] as Service))
      containers.push(container)
      return container
    }
    const from = performance.now()
    const names = ['portal-1', 'portal-2']
    const [one] = [start('portal-1'), start('portal-2')]
    for (const container of containers) await untilHealthy(container, image.config.Healthcheck)
    figures.push(`healthy in ${secondsSince(from)} s on all that is empty, two at once`)
    copyFileSync(join(DEPLOY, 'Caddyfile'), join(folder, 'Caddyfile'))
    const caddy = join(broughtFromDebian('caddy'), 'usr/bin/caddy')
    neighbours.push(await startCaddy(folder, at('proxy'), caddy, join(folder, 'Caddyfile'), { DOMAIN: VARIABLES.DOMAIN }))
    for (const name of names) expect(statusAt(gateway, `http://${name}:3000/readyz`)).toBe(200)
    const origin = `https://${VARIABLES.DOMAIN}`
    const trusting = { ...process.env, NODE_EXTRA_CA_CERTS: caddyRoot(folder) }
    const first = visit(gateway, origin, ACCOUNT, trusting)
    expect(first).toMatchObject({ signed_in: 200, stored: 201, is_read: true, page: 200, script: 200 })
    expect(statusAt(gateway, 'http://portal-1:9464/metrics')).toBe(401)
    const stopped = await one.stop()
    expect([stopped.code, stopped.ms < Number.parseInt(compose.services['portal-1']?.stop_grace_period ?? '', 10) * 1_000]).toEqual([
      0,
      true,
    ])
    expect(visit(gateway, origin, ACCOUNT, trusting, first.id)).toMatchObject({ signed_in: 200, is_read: true, page: 200, script: 200 })
    const again = performance.now()
    await untilHealthy(start('portal-1'), image.config.Healthcheck)
    figures.push(`in ${secondsSince(again)} s again`)
    for (const container of containers) {
      expect(container.output()).not.toMatch(/"level":"(error|fatal)"|EROFS|EACCES/)
      expect(container.written()).toEqual([])
    }
    expect(ownersIn(data)).toEqual([NOBODY])
  })

  it('runs as kubernetes.yaml says: two pods by their probes, then a third in the place of the first', { timeout: 300_000 }, async () => {
    const { spec: pod } = deployment.spec.template
    const [container] = pod.containers as [PodContainer]
    const addresses = { database: '10.91.0.130', objects: '10.91.0.131', first: '10.91.0.140', second: '10.91.0.141', third: '10.91.0.142' }
    network = await startNetwork(folder, '10.91.0.1', addresses)
    const hosts: Record<string, Host> = {}
    for (const [name, address] of Object.entries(addresses)) hosts[name] = await network.add(name, address)
    const at = (name: string) => hosts[name] as Host
    const own = join(folder, 'kubernetes')
    mkdirSync(own)
    neighbours.push(
      await startPostgres(own, at('database'), { user: 'portal', database: 'portal', password: VARIABLES.DATABASE_PASSWORD }),
      await startObjects(own, at('objects'), 8333, 'documents'),
    )
    const group = pod.securityContext.fsGroup
    // As the kubelet makes volumes for a group: of root, and written to by the group.
    const secrets = secretsIn(own, SECRETS, 0, group, pod.volumes.find(({ secret }) => secret)?.secret?.defaultMode)
    const { FILES_URL = '', ...config } = resources.find(({ kind }) => kind === 'ConfigMap')?.data ?? {}
    const environment = {
      ...config,
      FILES_URL: FILES_URL.replace('https://objects.example', 'http://objects:8333'),
      TRUST_PROXY: '10.91.0.2',
      DATABASE_URL: `postgresql://portal:${encodeURIComponent(VARIABLES.DATABASE_PASSWORD)}@database/portal`,
      ADMIN_EMAIL: ACCOUNT.email,
      ADMIN_PASSWORD: ACCOUNT.password,
    }
    const started = (name: string) => {
      const data = join(own, `data-${name}`)
      mkdirSync(data)
      chownSync(data, 0, group)
      chmodSync(data, 0o2777)
      const from: Record<string, string> = { data, secrets }
      const mounts = container.volumeMounts.map((mount) => ({
        from: from[mount.name] ?? '',
        to: mount.mountPath,
        readOnly: mount.readOnly ?? false,
      }))
      const { runAsUser, runAsGroup } = pod.securityContext
      const made = startContainer(folder, image, network as Network, at(name), {
        user: `${runAsUser}:${runAsGroup}`,
        groups: [group],
        readOnly: container.securityContext.readOnlyRootFilesystem,
        memory_bytes: Number.parseInt(container.resources.limits.memory, 10) * 1024 ** 3,
        environment,
        mounts,
      })
      containers.push(made)
      return made
    }
    const { gateway } = network
    const ready = async (each: Container) => {
      for (const probe of [container.startupProbe, container.livenessProbe, container.readinessProbe])
        await untilProbed(gateway, each, container.ports, probe)
    }
    const [one, two] = [started('first'), started('second')]
    await ready(one)
    await ready(two)
    const stored = visit(gateway, 'http://first:3000', ACCOUNT)
    expect(stored).toMatchObject({ signed_in: 200, stored: 201, is_read: true, page: 200, script: 200 })
    await ready(started('third'))
    const { code, ms } = await one.stop()
    expect([code, ms < pod.terminationGracePeriodSeconds * 1_000]).toEqual([0, true])
    for (const name of ['second', 'third'])
      expect(visit(gateway, `http://${name}:3000`, ACCOUNT, process.env, stored.id)).toMatchObject({ signed_in: 200, is_read: true })
    for (const each of containers) {
      expect(each.output()).not.toMatch(/"level":"(error|fatal)"|EROFS|EACCES/)
      expect(each.written()).toEqual([])
    }
  })
})
