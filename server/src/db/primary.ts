import pg from 'pg'

/** After a failover an address may lead to a replica for a while. Reads there would be old, and each write refused. */
export class IsReplica extends Error {
  constructor() {
    super('it is a replica, which takes no writes')
  }
}

interface ParameterStatus {
  parameterName: string
  parameterValue: string
}

/** A connection that knows whether it leads to a replica: PostgreSQL says so when it begins, and when it changes. */
export class ReplicaAwareClient extends pg.Client {
  isReplica = false

  constructor(config?: string | pg.ClientConfig) {
    super(config)
    const { connection } = this as unknown as { connection: NodeJS.EventEmitter }
    connection.on('parameterStatus', ({ parameterName, parameterValue }: ParameterStatus) => {
      if (parameterName === 'in_hot_standby') this.isReplica = parameterValue === 'on'
    })
  }
}

/** For the pool: whether a new connection may be used. */
export function verifyPrimary(client: pg.ClientBase, done: (error?: Error) => void): void {
  if (client instanceof ReplicaAwareClient && client.isReplica) done(new IsReplica())
  else done()
}
