// For root, beside visa-portal.service: a command with the settings, the key, the folder and the user of the service.
//   cd /opt/visa-portal && node --env-file=/etc/visa-portal/env --import ./deploy/as-service.mjs server/dist/portal.js ledger check
import { readFileSync } from 'node:fs'

const { env } = process
const [user, group] = [env.SERVICE_USER ?? 'visa-portal', env.SERVICE_GROUP ?? 'visa-portal']
env.DATA_DIR ??= '/var/lib/visa-portal'
if (!env.MASTER_KEY_FILE) env.MASTER_KEY ||= readFileSync('/etc/visa-portal/master.key', 'utf8').trim()
process.umask(0o077)
process.initgroups(user, group)
process.setgid(group)
process.setuid(user)
