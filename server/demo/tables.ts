import { CompanyCategory, type StageName, type StageStatus } from 'contract'

/** A line for each, its values set apart by semicolons. */
const rows = (table: string): string[][] =>
  table
    .trim()
    .split('\n')
    .map((line) => line.split('; '))
/** Names of several words are written with `_`. */
const names = (list = ''): string[] => list.split(' ').map((name) => name.replaceAll('_', ' '))

const customers = (table: string) =>
  rows(table).map(([name = '', latin = '', slug = '', trade = '', category, trade_license = '', contact = '', weight]) => {
    const more = { category: CompanyCategory.parse(category), weight: Number(weight) }
    return { name, latin: latin === '-' ? name : latin, slug, trade, trade_license, contact, ...more }
  })
export type Customer = ReturnType<typeof customers>[number]

/**
 * Name; name on papers, where that differs; short name; trade; category; licence; contact, whose one account looks after all their
 * companies; share of the year's work. A smaller year takes the first of them.
 */
export const CUSTOMERS = customers(`
Al Noor Building Contracting LLC; -; alnoor; construction; monthly_retainer; CN-1104827; Layla Nasser; 9
Gulf Pearl Hospitality Group; -; gulfpearl; hospitality; monthly_retainer; CN-1187320; Priya Menon; 8
Al Noor Facilities Management LLC; -; alnoor-fm; services; monthly_retainer; CN-1151093; Layla Nasser; 5
شركة النخيل للمقاولات العامة ذ.م.م; Al Nakheel LLC; alnakheel; construction; on_demand; CN-1209944; خالد المنصوري; 5
Blue Dune Logistics FZCO; -; bluedune; logistics; on_demand; JAFZA-178842; Daniel Whitfield; 6
Crescent Medical Centre LLC; -; crescentmedical; health; monthly_retainer; CN-1098215; Dr. Rania Haddad; 4
Oryx Software House FZ-LLC; -; oryxsoft; technology; on_demand; DMCC-334190; Arjun Pillai; 5
Al Noor Scaffolding & Formwork LLC; -; alnoor-scaffolding; construction; on_demand; CN-1163378; Layla Nasser; 3
Marhaba Supermarkets LLC; -; marhaba; trading; monthly_retainer; CN-1076650; Ashraf Kutty; 7
Falcon Security & Guarding Services LLC; -; falconguard; services; monthly_retainer; CN-1120486; Bilal Chaudhry; 6
Emirates Gate International General Trading, Import, Export and Commercial Brokerage Company LLC (Sole Proprietorship); -; emiratesgate; trading; on_demand; CN-1241175; Karim Mansour; 3
Saffron & Sage Restaurants LLC; -; saffronsage; hospitality; on_demand; CN-1215508; Jennifer Reyes; 4
Desert Rose Dental Clinic; -; desertrose; health; on_demand; CN-1198730; Dr. Omar Khoury; 2
Northern Star Cargo LLC; -; northernstar; logistics; on_demand; RAK-204417; Imran Qureshi; 3
مؤسسة الواحة للتجارة; Al Waha Trading Est.; alwaha; trading; on_demand; SHJ-551208; مريم السويدي; 2
Bright Minds Nursery LLC; -; brightminds; services; on_demand; CN-1220061; Rebecca O'Connor; 2
Skyline Façade & Glass Industries LLC; -; skyline; construction; monthly_retainer; CN-1133902; Tamer Hegazy; 5
Quantum Cloud Consulting DMCC; -; quantumcloud; technology; on_demand; DMCC-351772; Wei Chen; 3
Al Noor Hospitality Supplies LLC; -; alnoor-supplies; trading; on_demand; CN-1170445; Layla Nasser; 2
Harbour View Hotel Apartments; -; harbourview; hospitality; monthly_retainer; CN-1101959; Camille Garnier; 4
Al Barsha Auto Care; -; albarsha-auto; services; on_demand; CN-1229317; Rajesh Varghese; 2
K2 Trading; -; k2; trading; on_demand; AJM-77120; Naveed Iqbal; 1
`)

/** Registrations of the last days, which wait for approval; the second gives a trade licence that is known already (A2). */
export const NEWCOMERS = customers(`
Silk Route Carpets & Interiors LLC; -; silkroute; trading; on_demand; CN-1252087; Zubair Afridi; 0
Gulf Pearl Catering Services LLC; -; gulfpearl-catering; hospitality; on_demand; CN-1187320; Liezl Bautista; 0
شركة برج الخليج لإدارة المرافق; Burj Al Khaleej FM; burjalkhaleej; services; monthly_retainer; CN-1253410; أحمد الخطيب; 0
`)

/** A post and its monthly salary in AED. */
export type Post = [title: string, salary: number]

const POSTS = new Map(
  rows(`
construction; Mason 1600, Steel Fixer 1700, Scaffolder 1650, Electrician 2200, Foreman 4200, Crane Operator 3800, Safety Officer 5500, Site Engineer 8500, Quantity Surveyor 9500
hospitality; Waiter 2200, Barista 2500, Commis Chef 2400, Housekeeping Attendant 1800, Front Office Executive 4000, Chef de Partie 4800, Restaurant Manager 9000
trading; Sales Executive 4500, Storekeeper 2600, Delivery Driver 2400, Accountant 5500, Procurement Officer 6500, Sales Manager 12000
logistics; Heavy Truck Driver 3200, Warehouse Assistant 1900, Forklift Operator 2300, Customs Clerk 4500, Operations Coordinator 6000, Fleet Manager 11000
technology; Software Engineer 14000, IT Support Engineer 6000, QA Engineer 9500, Product Manager 20000, Data Analyst 12000, UX Designer 13000
health; Registered Nurse 6500, Receptionist 4000, Pharmacist 8500, Physiotherapist 9000, General Practitioner 25000, Dental Assistant 4500
services; Cleaner 1500, Security Guard 2300, Technician 2400, Driver 2300, Supervisor 3800, Administrative Assistant 4200, Operations Manager 10500
`).map(([trade = '', list = '']) => [trade, list.split(', ').map((post): Post => [post.replace(/ \d+$/, ''), Number(/\d+$/.exec(post))])]),
)
export const postsOf = (trade: string): Post[] => POSTS.get(trade) ?? []

/** A name in Latin letters; behind `|`, as the person writes it in Arabic. */
const WOMEN = 'Mariam|مريم Fatima|فاطمة Aya|آية Nour|نور Salma|سلمى Dina|دينا Rania|رانيا Hala|هالة Yasmin|ياسمين'
const MEN =
  'Ahmed|أحمد Mohamed|محمد Mahmoud|محمود Omar|عمر Khaled|خالد Youssef|يوسف Karim|كريم Tamer|تامر Sami|سامي Ziad|زياد Bassam|بسام Abdelrahman|عبد_الرحمن Ibrahim|إبراهيم Hassan|حسن'

/** Of each: share, passport (`#` a digit, `@` a letter), mobile number, what a third name is taken from, women, men, families. */
export const NATIONS = rows(`
Indian; 27; @#######; +9198########; men; Priya Anjali Lakshmi Divya Meera Sneha Asha Kavitha Reshma Nisha; Rajesh Suresh Arjun Vijay Anil Manoj Deepak Sanjay Rahul Biju Shibu Faisal Ashraf Ramesh Harpreet; Nair Menon Pillai Sharma Patel Reddy Iyer Singh Thomas Varghese Kutty Rao Das Gupta Fernandes
Pakistani; 13; @@#######; +92300#######; men; Ayesha Sana Hina Amna Rabia Mehwish; Imran Bilal Usman Kashif Naveed Adnan Waqas Shahid Zubair Asif Tariq; Khan Hussain Malik Iqbal Qureshi Butt Afridi Chaudhry Raza Shah Akhtar
Filipino; 11; P#######@; +63917#######; families; Maria Jennifer Rowena Cristina Liezl Grace Maricel Joanna Angelica Rosalie; Jose Mark Ronaldo Jerome Arnel Dennis Rodel Christian Emmanuel; Santos Reyes Cruz Bautista dela_Cruz Garcia Mendoza Ramos Villanueva Aquino Macaraeg
Bangladeshi; 8; A########; +88017########; -; Nasrin Taslima Shirin; Rafiqul Shafiqul Jahangir Mizanur Kamal Abul Nazrul Shahin Anwar Delwar; Islam Hossain Rahman Uddin Miah Alam Sarkar Chowdhury
Egyptian; 8; A########; +2010########; men; ${WOMEN}; ${MEN}; El_Sayed|السيد Abdelaziz|عبد_العزيز Mostafa|مصطفى Farouk|فاروق Shaheen|شاهين Hegazy|حجازي Soliman|سليمان
Nepali; 6; PA#######; +97798########; -; Sita Sunita Kamala Bimala Anju; Ram Krishna Bishnu Dipak Suman Prakash Gopal Hari Nabin; Thapa Gurung Tamang Shrestha Rai Magar Karki Adhikari Poudel Lama
Sri Lankan; 4; N#######; +9477#######; men; Dilani Nadeesha Chathurika Ishara; Nuwan Chaminda Asanka Ruwan Mahesh Tharindu; Perera Fernando Silva Jayawardena Bandara Wickramasinghe Rathnayake
British; 4; #########; +447700900###; -; Emma Charlotte Hannah Olivia Rebecca; James Oliver Thomas Daniel Andrew Callum; Harrison Clarke Bennett O'Connor Whitfield Ashworth Fletcher-Jones Murray
Jordanian; 4; @######; +9627########; men; ${WOMEN}; ${MEN}; Al_Khatib|الخطيب Haddad|حداد Al_Majali|المجالي Nasser|ناصر Obeidat|عبيدات Qasem|قاسم
Syrian; 3; N#########; +9639########; men; ${WOMEN}; ${MEN}; Al_Halabi|الحلبي Shami|شامي Darwish|درويش Kabbani|قباني Hamwi|حموي
Lebanese; 3; LR#######; +9613######; men; ${WOMEN}; ${MEN}; Khoury|خوري Saab|صعب Chehab|شهاب Hariri|حريري Mansour|منصور
Sudanese; 2; P########; +2499########; men; ${WOMEN}; ${MEN}; Osman|عثمان Eltayeb|الطيب Babiker|بابكر Elamin|الأمين
Kenyan; 2; AK#######; +2547########; -; Wanjiku Akinyi Faith Mercy; Kevin Brian Samuel Otieno; Mwangi Odhiambo Kamau Njoroge Wafula
South African; 2; A########; +278########; -; Lerato Anneke Thandi; Pieter Sipho Johan; van_der_Merwe Dlamini Botha Naidoo
French; 1; ##@@#####; +336########; -; Élodie Camille Zoé; François Julien Rémi; Lefèvre Dubois Garnier Moreau
Ukrainian; 1; @@######; +38050#######; -; Oksana Iryna Kateryna; Andriy Dmytro Oleksandr; Shevchenko Kovalenko Bondarenko
Chinese; 1; E########; +86138########; -; Li Xiuying Mei; Wei Jun Hao; Wang Zhang Chen Liu
`).map(([nationality = '', weight, passport = '', mobile = '', middle, women, men, families]) => {
  const given = { women: names(women), men: names(men), families: names(families) }
  const third = middle === 'men' || middle === 'families' ? given[middle] : []
  return { nationality, weight: Number(weight), passport, mobile, third, ...given }
})
export type Nation = (typeof NATIONS)[number]

/** People whose names try the width of a screen. */
export const LONG_NAMES = [
  { nationality: 'Sri Lankan', name: 'Warnakulasuriya Patabendige Ushantha Joseph Chaminda Fernando Wickramasinghe' },
  { nationality: 'Indian', name: 'Thiruvananthapuram Padmanabhan Venkatasubramanian Krishnamoorthy Iyer' },
  { nationality: 'Filipino', name: 'Maria Concepcion Guadalupe Evangelista-Villanueva dela Cruz y Macapagal' },
  { nationality: 'Pakistani', name: 'Sahibzada Muhammad Abdul Rahman Khaleel ur Rehman Siddiqui Ansari' },
]

/** A travel document as long as a passport number may be. */
export const LONGEST_PASSPORT = 'REFUGEE-TRAVEL-DOCUMENT-1951-GENEVA-0417'

/** Why visas are cancelled; what else the company says of it. */
export const CANCELLATIONS = rows(`
Resigned; Last working day is the end of the month.
End of contract
Absconded; Not seen since the holiday; police report is attached to our e-mail.
Transferred to another sponsor; NOC was given on Monday.
Returned home for family reasons
Did not pass probation; Notice was served, all dues are paid.
`).map(([reason = '', ...notes]) => ({ reason, notes: notes.join('; ') || null }))

/** Of each stage: how many days it takes, least and most; what administrators write where it is rejected, in process, approved. */
const STAGES = new Map(
  rows(`
Offer Letter; 1; 4; MOHRE: the job title does not match the attested degree. Please send the attested degree or choose another title. / The passport is valid for less than six months. Please renew it and hand in the new copy.; Sent to the employee for signature. / Waiting for the signed copy in Arabic and English.; Signed by both sides.
Labor Fees; 1; 3; The quota of the establishment is used up. Please ask for a higher quota first. / Fee payment was declined by MOHRE.; Paid, waiting for the confirmation of MOHRE.; Work permit issued.
Entry Permit; 3; 6; ICP: the photo has no white background. A new photo is needed. / Security approval was refused without a reason. We may apply again after six months.; With ICP since this morning. / GDRFA asked for the second page of the passport, sent.; Valid for 60 days from today.
Change Status; 1; 4; An overstay fine of AED 1,150 is open. It has to be paid before the status can change.; Submitted at the Amer centre.; Done without leaving the country.
Medical Test; 1; 5; The medical centre asks for a second chest X-ray. / Did not appear on the date. Please agree on a new one.; Appointment at Al Muhaisnah, 09:30. / Result expected within two days.; Fit.
Emirates ID; 4; 9; Fingerprints could not be read. Please visit the centre again within 30 days.; Biometrics booked. / Biometrics done, card is being printed.; Card handed to the courier.
Visa Stamping; 2; 4; Health insurance is missing. Please send the policy, then we submit again.; Insurance uploaded, waiting for GDRFA.; Residence issued. Please keep the PDF for your records.
`).map(([stage, least, most, ...notes]) => {
    const [Rejected = [], InProcess = [], Approved = []] = notes.map((each) => each.split(' / '))
    const of: Record<StageStatus, string[]> = { Submitted: [], 'In Process': InProcess, Approved, Rejected }
    return [stage, { least: Number(least), most: Number(most), notes: of }]
  }),
)
export function usualOf(stage: StageName) {
  const usual = STAGES.get(stage)
  if (!usual) throw new Error(`nothing is known of the stage ${stage}`)
  return usual
}
