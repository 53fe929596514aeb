import { addStage, approveTopup, approveUser, createEmployee, login, registerClient, STAGE_NAMES } from 'contract'
import { PDF } from '../e2e/files.ts'
import { type Customer, complete, data, newApplication, newTopup, type Sender, signedIn } from '../e2e/portal.ts'
import { admin } from '../e2e/server.ts'

const COMPANIES = [
  { name: 'Falcon Trading LLC', contact: 'Omar Haddad', domain: 'falcon.example' },
  { name: 'Gulf Pearl Contracting LLC', contact: 'Layla Rahman', domain: 'gulfpearl.example' },
  { name: 'Al Noor Logistics FZE', contact: 'Khalid Saeed', domain: 'alnoor.example' },
]
const PEOPLE = ['Sara Khan', 'Ravi Menon', 'Maria Santos', 'Ahmed Farouk', 'Priya Nair', 'John Mwangi', 'Fatima Zahra', 'Bilal Siddiqui']
const STAFF = ['Anna Ivanova', 'Chen Wei', 'David Okafor', 'Huda Al Mansoori', 'Imran Sheikh', 'Joy Cruz', 'Liam Brown', 'Mona Hassan']
const OPEN_CASES = 6
const STAGES_BEGUN = 3
const EXPIRES_IN_DAYS = 20

const firstName = (name: string): string | undefined => name.split(' ')[0]?.toLowerCase()

/** Each another file: the same one twice is warned of. */
const receipt = (number: number): string => data(Buffer.concat([PDF, Buffer.from(`\n% ${number}\n`)]), 'application/pdf')

async function newCompany(baseURL: string, administrator: Sender, at: number): Promise<Customer> {
  const { name, contact, domain } = COMPANIES[at] as (typeof COMPANIES)[number]
  const account = { email: `${firstName(contact)}@${domain}`, password: admin.password }
  const of = { company_name: name, trade_license: `CN-10${at}2026`, contact_person: contact, company_email: `office@${domain}` }
  const person = { company_phone: '+971 4 000 0001', user_full_name: contact, user_email: account.email, user_password: account.password }
  const api = await signedIn(baseURL)
  const { user, company } = await api.send(registerClient, { body: { ...of, ...person } })
  await administrator.send(approveUser, { params: { id: user.id } })
  await api.send(login, { body: account })
  return { ...account, name: contact, company, api }
}

async function insertCases(customer: Customer, administrator: Sender, at: number): Promise<void> {
  const expiry_date = new Date(Date.now() + EXPIRES_IN_DAYS * 86_400_000).toISOString().slice(0, 10)
  for (const [index, employee_name] of PEOPLE.entries()) {
    const fields = { employee_name, passport_number: `N${at}82173${index}`, email: `${firstName(employee_name)}@people.example` }
    const { id } = await newApplication(customer, fields)
    if (index >= OPEN_CASES) await complete(administrator, id, expiry_date)
    else
      for (const stage_name of STAGE_NAMES.slice(0, index % STAGES_BEGUN))
        await administrator.send(addStage, { params: { id }, body: { stage_name, status: 'Approved' } })
  }
}

/**
 * Through the calls of any version, so that two versions show the same: companies, staff, cases under way and done, visas that expire, top-ups
 * approved and waiting. Answers the first company's administrator.
 */
export async function insertUsualRows(baseURL: string): Promise<Customer> {
  const administrator = await signedIn(baseURL, admin)
  const customers: Customer[] = []
  for (const at of COMPANIES.keys()) {
    const customer = await newCompany(baseURL, administrator, at)
    const { id } = await newTopup(customer, 10_000, receipt(COMPANIES.length + at))
    await administrator.send(approveTopup, { params: { id }, body: {} })
    await newTopup(customer, 2_500, receipt(at))
    for (const [index, employee_name] of STAFF.entries()) {
      const passport = { passport_number: `P${at}57214${index}`, nationality: 'Filipino', designation: 'Accountant' }
      await customer.api.send(createEmployee, { body: { employee_name, ...passport, company_id: customer.company.id } })
    }
    await insertCases(customer, administrator, at)
    customers.push(customer)
  }
  return customers[0] as Customer
}
