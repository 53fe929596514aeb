import type { CompanyCategory } from 'contract'
import type { Trade } from './trades.ts'

/** A company as the provider's customers are written down here. */
export interface Customer {
  name: string
  /** How papers in Latin letters name it, where the name itself is in Arabic. */
  latin?: string
  slug: string
  trade: Trade
  category: CompanyCategory
  trade_license: string
  /** Who looks after it; one who has several looks after all of them with one account. */
  contact: string
  /** How much of the year's work comes from it. */
  weight: number
}

type Row = [
  ...[name: string, slug: string, trade: Trade, category: CompanyCategory],
  ...[trade_license: string, contact: string, weight: number, latin?: string],
]

const customer = ([name, slug, trade, category, trade_license, contact, weight, latin]: Row): Customer => ({
  ...{ name, slug, trade, category, trade_license, contact, weight },
  ...(latin && { latin }),
})

const SEVERAL = 'Layla Nasser'

const CUSTOMER_ROWS: Row[] = [
  ['Al Noor Building Contracting LLC', 'alnoor', 'construction', 'monthly_retainer', 'CN-1104827', SEVERAL, 9],
  ['Gulf Pearl Hospitality Group', 'gulfpearl', 'hospitality', 'monthly_retainer', 'CN-1187320', 'Priya Menon', 8],
  ['Al Noor Facilities Management LLC', 'alnoor-fm', 'services', 'monthly_retainer', 'CN-1151093', SEVERAL, 5],
  ['شركة النخيل للمقاولات العامة ذ.م.م', 'alnakheel', 'construction', 'on_demand', 'CN-1209944', 'خالد المنصوري', 5, 'Al Nakheel LLC'],
  ['Blue Dune Logistics FZCO', 'bluedune', 'logistics', 'on_demand', 'JAFZA-178842', 'Daniel Whitfield', 6],
  ['Crescent Medical Centre LLC', 'crescentmedical', 'health', 'monthly_retainer', 'CN-1098215', 'Dr. Rania Haddad', 4],
  ['Oryx Software House FZ-LLC', 'oryxsoft', 'technology', 'on_demand', 'DMCC-334190', 'Arjun Pillai', 5],
  ['Al Noor Scaffolding & Formwork LLC', 'alnoor-scaffolding', 'construction', 'on_demand', 'CN-1163378', SEVERAL, 3],
  ['Marhaba Supermarkets LLC', 'marhaba', 'trading', 'monthly_retainer', 'CN-1076650', 'Ashraf Kutty', 7],
  ['Falcon Security & Guarding Services LLC', 'falconguard', 'services', 'monthly_retainer', 'CN-1120486', 'Bilal Chaudhry', 6],
  [
    'Emirates Gate International General Trading, Import, Export and Commercial Brokerage Company LLC (Sole Proprietorship)',
    ...(['emiratesgate', 'trading', 'on_demand', 'CN-1241175', 'Karim Mansour', 3] as const),
  ],
  ['Saffron & Sage Restaurants LLC', 'saffronsage', 'hospitality', 'on_demand', 'CN-1215508', 'Jennifer Reyes', 4],
  ['Desert Rose Dental Clinic', 'desertrose', 'health', 'on_demand', 'CN-1198730', 'Dr. Omar Khoury', 2],
  ['Northern Star Cargo LLC', 'northernstar', 'logistics', 'on_demand', 'RAK-204417', 'Imran Qureshi', 3],
  ['مؤسسة الواحة للتجارة', 'alwaha', 'trading', 'on_demand', 'SHJ-551208', 'مريم السويدي', 2, 'Al Waha Trading Est.'],
  ['Bright Minds Nursery LLC', 'brightminds', 'services', 'on_demand', 'CN-1220061', "Rebecca O'Connor", 2],
  ['Skyline Façade & Glass Industries LLC', 'skyline', 'construction', 'monthly_retainer', 'CN-1133902', 'Tamer Hegazy', 5],
  ['Quantum Cloud Consulting DMCC', 'quantumcloud', 'technology', 'on_demand', 'DMCC-351772', 'Wei Chen', 3],
  ['Al Noor Hospitality Supplies LLC', 'alnoor-supplies', 'trading', 'on_demand', 'CN-1170445', SEVERAL, 2],
  ['Harbour View Hotel Apartments', 'harbourview', 'hospitality', 'monthly_retainer', 'CN-1101959', 'Camille Garnier', 4],
  ['Al Barsha Auto Care', 'albarsha-auto', 'services', 'on_demand', 'CN-1229317', 'Rajesh Varghese', 2],
  ['K2 Trading', 'k2', 'trading', 'on_demand', 'AJM-77120', 'Naveed Iqbal', 1],
]

const NEWCOMER_ROWS: Row[] = [
  ['Silk Route Carpets & Interiors LLC', 'silkroute', 'trading', 'on_demand', 'CN-1252087', 'Zubair Afridi', 0],
  ['Gulf Pearl Catering Services LLC', 'gulfpearl-catering', 'hospitality', 'on_demand', 'CN-1187320', 'Liezl Bautista', 0],
  ['شركة برج الخليج لإدارة المرافق', 'burjalkhaleej', 'services', 'monthly_retainer', 'CN-1253410', 'أحمد الخطيب', 0, 'Burj Al Khaleej FM'],
]

/** In the order in which a smaller year takes them. */
export const CUSTOMERS: Customer[] = CUSTOMER_ROWS.map(customer)

/** Registrations of the last days, which wait for approval; the second gives a trade licence that is known already (A2). */
export const NEWCOMERS: Customer[] = NEWCOMER_ROWS.map(customer)
