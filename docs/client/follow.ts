// A client of the portal's API: signs in, submits an application and prints its stages until it is completed.
//
//   npm install openapi-typescript openapi-fetch
//   npx openapi-typescript https://portal.example/api/docs/json --default-non-nullable false -o api.d.ts
//   node follow.ts https://portal.example EMAIL PASSWORD [SECONDS]
//
// It asks every SECONDS, 60 if not given. A session ends after some hours (SESSION_MAX_HOURS); the client then signs in again.

import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import createClient from 'openapi-fetch'
import type { components, paths } from './api.d.ts'

type Problem = components['schemas']['Problem']

const [origin, email = '', password = '', seconds = '60'] = process.argv.slice(2)
const api = createClient<paths>({ baseUrl: `${origin}/api` })

let cookie = ''
api.use({ onRequest: ({ request }) => request.headers.set('cookie', cookie) })

const user = await signIn()

const { id } = dataOf(
  await api.POST('/visa-applications', {
    params: { header: { 'Idempotency-Key': randomUUID() } },
    body: {
      company_id: user.active_company_id ?? '',
      employee_name: 'Sara Khan',
      passport_number: 'N1234567',
      nationality: 'Indian',
      visa_type: 'employee',
      priority: 'normal',
      employee_location: 'outside_uae',
      mobile: '+971501234567',
      email: 'sara.khan@people.example',
      salary_breakup: 'Basic 4,000, housing 2,000',
      notice_period: '30 days',
      probation_period: '6 months',
    },
  }),
)

for (let shown = ''; ; await sleep(Number(seconds) * 1000)) {
  const params = { path: { id }, query: { documents: 'link' } } as const
  let answer = await api.GET('/visa-applications/{id}', { params })
  if (answer.response.status === 401) {
    await signIn()
    answer = await api.GET('/visa-applications/{id}', { params })
  }
  const { employee_name, current_stage, status } = dataOf(answer)
  const news = `${employee_name}: ${current_stage}, ${status}`
  if (news !== shown) console.log(news)
  shown = news
  if (status === 'completed') break
}

async function signIn() {
  const answer = await api.POST('/auth/login', { body: { email, password } })
  const { user } = dataOf(answer)
  const cookies = answer.response.headers.getSetCookie().map((line) => line.split(';')[0])
  cookie = cookies.join('; ')
  return user
}

function dataOf<T>({ data, error }: { data?: T; error?: Problem }): T {
  if (data === undefined) throw new Error(error?.detail)
  return data
}
