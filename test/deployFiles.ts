import { join } from 'node:path'
import { parse, parseAllDocuments } from 'yaml'
import { readText } from './composed.ts'
import type { Probe } from './play.ts'

// What the tests read of the files with which operators start the image.

export const DEPLOY = join(import.meta.dirname, '../deploy')

export interface Service {
  user: string
  read_only: boolean
  cap_drop: string[]
  mem_limit: string
  stop_grace_period: string
  environment: Record<string, string>
  secrets: string[]
  volumes: string[]
}
export const compose = parse(readText(join(DEPLOY, 'compose.yml')), { merge: true }) as {
  services: Record<string, Service> & { proxy: { networks: { default: { ipv4_address: string } } } }
}

export interface PodContainer {
  ports: { name: string; containerPort: number }[]
  volumeMounts: { name: string; mountPath: string; readOnly?: boolean }[]
  startupProbe: Probe
  livenessProbe: Probe
  readinessProbe: Probe
  resources: { limits: { memory: string } }
  securityContext: { readOnlyRootFilesystem: boolean }
}
interface Deployment {
  spec: {
    template: {
      spec: {
        terminationGracePeriodSeconds: number
        securityContext: { runAsUser: number; runAsGroup: number; fsGroup: number }
        containers: PodContainer[]
        volumes: { name: string; secret?: { defaultMode: number } }[]
      }
    }
  }
}
export const resources = parseAllDocuments(readText(join(DEPLOY, 'kubernetes.yaml'))).map(
  (each) => each.toJS() as { kind: string; data?: Record<string, string> },
)
export const deployment = resources.find(({ kind }) => kind === 'Deployment') as unknown as Deployment
