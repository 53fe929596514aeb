// A client of the portal's API: signs in, submits an application and tells of its stages until it is completed.
//
//   npm install openapi-typescript openapi-fetch
//   npx openapi-typescript https://portal.example/api/docs/json --default-non-nullable false -o api.d.ts
//   node follow.ts https://portal.example EMAIL PASSWORD

import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import createClient from 'openapi-fetch'
import type { components, paths } from './api.d.ts'

type Problem = components['schemas']['Problem']

const [origin, email = '', password = '', seconds = '60'] = process.argv.slice(2)
const api = createClient<paths>({ baseUrl: `${origin}/api` })

const login = await api.POST('/auth/login', { body: { email, password } })
const { user } = dataOf(login)
const cookie = login.response.headers.getSetCookie().map((line) => line.split(';')[0])
api.use({ onRequest: ({ request }) => request.headers.set('cookie', cookie.join('; ')) })

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

for (let told = ''; ; await sleep(Number(seconds) * 1000)) {
  const params = { path: { id }, query: { documents: 'link' } } as const
  const { employee_name, current_stage, status } = dataOf(await api.GET('/visa-applications/{id}', { params }))
  const news = `${employee_name}: ${current_stage}, ${status}`
  if (news !== told) console.log(news)
  told = news
  if (status === 'completed') break
}

function dataOf<T>({ data, error }: { data?: T; error?: Problem }): T {
  if (data === undefined) throw new Error(error?.detail)
  return data
}
