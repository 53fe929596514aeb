import { spawnSync } from 'node:child_process'

// npm run model -- STEPS SEED: the wallet against its model; a failure replays from its seed.
const [steps = '20000', seed = String(Math.floor(Math.random() * 1_000_000_000))] = process.argv.slice(2)
const env = { ...process.env, MODEL_STEPS: steps, MODEL_SEED: seed }
const { status } = spawnSync('npx', ['vitest', 'run', '--project', 'server', 'server/src/transactions/model.test.ts'], {
  env,
  stdio: 'inherit',
})
process.exitCode = status ?? 1
