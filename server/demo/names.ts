/** A name in Latin letters; with `|` followed by how the person writes it in Arabic. */
type Name = string

export interface Nation {
  nationality: string
  /** How often among a hundred or so people. */
  weight: number
  /** `#` is a digit, `@` a letter. */
  passport: string
  mobile: string
  /** Where a third name between the two comes from: the father's, or the mother's family. */
  middle?: 'men' | 'families'
  women: Name[]
  men: Name[]
  families: Name[]
}

const words = (text: string): string[] => text.split(' ')

/** Names of the Arabic-speaking nations, each with its spelling in Arabic. */
const ARABIC = {
  middle: 'men' as const,
  women: ['Mariam|مريم', 'Fatima|فاطمة', 'Aya|آية', 'Nour|نور', 'Salma|سلمى', 'Dina|دينا', 'Rania|رانيا', 'Hala|هالة', 'Yasmin|ياسمين'],
  men: [
    ...['Ahmed|أحمد', 'Mohamed|محمد', 'Mahmoud|محمود', 'Omar|عمر', 'Khaled|خالد', 'Youssef|يوسف', 'Karim|كريم', 'Tamer|تامر'],
    ...['Sami|سامي', 'Ziad|زياد', 'Bassam|بسام', 'Abdelrahman|عبد الرحمن', 'Ibrahim|إبراهيم', 'Hassan|حسن'],
  ],
}

export const NATIONS: Nation[] = [
  {
    nationality: 'Indian',
    weight: 27,
    passport: '@#######',
    mobile: '+9198########',
    middle: 'men',
    women: words('Priya Anjali Lakshmi Divya Meera Sneha Asha Kavitha Reshma Nisha'),
    men: words('Rajesh Suresh Arjun Vijay Anil Manoj Deepak Sanjay Rahul Biju Shibu Faisal Ashraf Ramesh Harpreet'),
    families: words('Nair Menon Pillai Sharma Patel Reddy Iyer Singh Thomas Varghese Kutty Rao Das Gupta Fernandes'),
  },
  {
    nationality: 'Pakistani',
    weight: 13,
    passport: '@@#######',
    mobile: '+92300#######',
    middle: 'men',
    women: words('Ayesha Sana Hina Amna Rabia Mehwish'),
    men: words('Imran Bilal Usman Kashif Naveed Adnan Waqas Shahid Zubair Asif Tariq'),
    families: words('Khan Hussain Malik Iqbal Qureshi Butt Afridi Chaudhry Raza Shah Akhtar'),
  },
  {
    nationality: 'Filipino',
    weight: 11,
    passport: 'P#######@',
    mobile: '+63917#######',
    middle: 'families',
    women: words('Maria Jennifer Rowena Cristina Liezl Grace Maricel Joanna Angelica Rosalie'),
    men: words('Jose Mark Ronaldo Jerome Arnel Dennis Rodel Christian Emmanuel'),
    families: ['Santos', 'Reyes', 'Cruz', 'Bautista', 'dela Cruz', 'Garcia', 'Mendoza', 'Ramos', 'Villanueva', 'Aquino', 'Macaraeg'],
  },
  {
    nationality: 'Bangladeshi',
    weight: 8,
    passport: 'A########',
    mobile: '+88017########',
    women: words('Nasrin Taslima Shirin'),
    men: words('Rafiqul Shafiqul Jahangir Mizanur Kamal Abul Nazrul Shahin Anwar Delwar'),
    families: words('Islam Hossain Rahman Uddin Miah Alam Sarkar Chowdhury'),
  },
  { nationality: 'Egyptian', weight: 8, passport: 'A########', mobile: '+2010########', ...ARABIC, families: egyptian() },
  {
    nationality: 'Nepali',
    weight: 6,
    passport: 'PA#######',
    mobile: '+97798########',
    women: words('Sita Sunita Kamala Bimala Anju'),
    men: words('Ram Krishna Bishnu Dipak Suman Prakash Gopal Hari Nabin'),
    families: words('Thapa Gurung Tamang Shrestha Rai Magar Karki Adhikari Poudel Lama'),
  },
  {
    nationality: 'Sri Lankan',
    weight: 4,
    passport: 'N#######',
    mobile: '+9477#######',
    middle: 'men',
    women: words('Dilani Nadeesha Chathurika Ishara'),
    men: words('Nuwan Chaminda Asanka Ruwan Mahesh Tharindu'),
    families: words('Perera Fernando Silva Jayawardena Bandara Wickramasinghe Rathnayake'),
  },
  {
    nationality: 'British',
    weight: 4,
    passport: '#########',
    mobile: '+447700900###',
    women: words('Emma Charlotte Hannah Olivia Rebecca'),
    men: words('James Oliver Thomas Daniel Andrew Callum'),
    families: ['Harrison', 'Clarke', 'Bennett', "O'Connor", 'Whitfield', 'Ashworth', 'Fletcher-Jones', 'Murray'],
  },
  {
    nationality: 'Jordanian',
    weight: 4,
    passport: '@######',
    mobile: '+9627########',
    ...ARABIC,
    families: ['Al Khatib|الخطيب', 'Haddad|حداد', 'Al Majali|المجالي', 'Nasser|ناصر', 'Obeidat|عبيدات', 'Qasem|قاسم'],
  },
  {
    nationality: 'Syrian',
    weight: 3,
    passport: 'N#########',
    mobile: '+9639########',
    ...ARABIC,
    families: ['Al Halabi|الحلبي', 'Shami|شامي', 'Darwish|درويش', 'Kabbani|قباني', 'Hamwi|حموي'],
  },
  {
    nationality: 'Lebanese',
    weight: 3,
    passport: 'LR#######',
    mobile: '+9613######',
    ...ARABIC,
    families: ['Khoury|خوري', 'Saab|صعب', 'Chehab|شهاب', 'Hariri|حريري', 'Mansour|منصور'],
  },
  {
    nationality: 'Sudanese',
    weight: 2,
    passport: 'P########',
    mobile: '+2499########',
    ...ARABIC,
    families: ['Osman|عثمان', 'Eltayeb|الطيب', 'Babiker|بابكر', 'Elamin|الأمين'],
  },
  {
    nationality: 'Kenyan',
    weight: 2,
    passport: 'AK#######',
    mobile: '+2547########',
    women: words('Wanjiku Akinyi Faith Mercy'),
    men: words('Kevin Brian Samuel Otieno'),
    families: words('Mwangi Odhiambo Kamau Njoroge Wafula'),
  },
  {
    nationality: 'South African',
    weight: 2,
    passport: 'A########',
    mobile: '+278########',
    women: words('Lerato Anneke Thandi'),
    men: words('Pieter Sipho Johan'),
    families: ['van der Merwe', 'Dlamini', 'Botha', 'Naidoo'],
  },
  {
    nationality: 'French',
    weight: 1,
    passport: '##@@#####',
    mobile: '+336########',
    women: words('Élodie Camille Zoé'),
    men: words('François Julien Rémi'),
    families: words('Lefèvre Dubois Garnier Moreau'),
  },
  {
    nationality: 'Ukrainian',
    weight: 1,
    passport: '@@######',
    mobile: '+38050#######',
    women: words('Oksana Iryna Kateryna'),
    men: words('Andriy Dmytro Oleksandr'),
    families: words('Shevchenko Kovalenko Bondarenko'),
  },
  {
    nationality: 'Chinese',
    weight: 1,
    passport: 'E########',
    mobile: '+86138########',
    women: words('Li Xiuying Mei'),
    men: words('Wei Jun Hao'),
    families: words('Wang Zhang Chen Liu'),
  },
]

function egyptian(): Name[] {
  return ['El Sayed|السيد', 'Abdelaziz|عبد العزيز', 'Mostafa|مصطفى', 'Farouk|فاروق', 'Shaheen|شاهين', 'Hegazy|حجازي', 'Soliman|سليمان']
}

/** People whose names try the width of a screen. */
export const LONG_NAMES: { nationality: string; name: string }[] = [
  { nationality: 'Sri Lankan', name: 'Warnakulasuriya Patabendige Ushantha Joseph Chaminda Fernando Wickramasinghe' },
  { nationality: 'Indian', name: 'Thiruvananthapuram Padmanabhan Venkatasubramanian Krishnamoorthy Iyer' },
  { nationality: 'Filipino', name: 'Maria Concepcion Guadalupe Evangelista-Villanueva dela Cruz y Macapagal' },
  { nationality: 'Pakistani', name: 'Sahibzada Muhammad Abdul Rahman Khaleel ur Rehman Siddiqui Ansari' },
]

/** A travel document as long as a passport number is allowed to look. */
export const LONGEST_PASSPORT = 'REFUGEE-TRAVEL-DOCUMENT-1951-GENEVA-0417'
