/** A post and its monthly salary in AED. */
export type Post = [title: string, salary: number]

const SALARIES = {
  construction: {
    Mason: 1_600,
    'Steel Fixer': 1_700,
    Scaffolder: 1_650,
    Electrician: 2_200,
    Foreman: 4_200,
    'Crane Operator': 3_800,
    'Safety Officer': 5_500,
    'Site Engineer': 8_500,
    'Quantity Surveyor': 9_500,
  },
  hospitality: {
    Waiter: 2_200,
    Barista: 2_500,
    'Commis Chef': 2_400,
    'Housekeeping Attendant': 1_800,
    'Front Office Executive': 4_000,
    'Chef de Partie': 4_800,
    'Restaurant Manager': 9_000,
  },
  trading: {
    'Sales Executive': 4_500,
    Storekeeper: 2_600,
    'Delivery Driver': 2_400,
    Accountant: 5_500,
    'Procurement Officer': 6_500,
    'Sales Manager': 12_000,
  },
  logistics: {
    'Heavy Truck Driver': 3_200,
    'Warehouse Assistant': 1_900,
    'Forklift Operator': 2_300,
    'Customs Clerk': 4_500,
    'Operations Coordinator': 6_000,
    'Fleet Manager': 11_000,
  },
  technology: {
    'Software Engineer': 14_000,
    'IT Support Engineer': 6_000,
    'QA Engineer': 9_500,
    'Product Manager': 20_000,
    'Data Analyst': 12_000,
    'UX Designer': 13_000,
  },
  health: {
    'Registered Nurse': 6_500,
    Receptionist: 4_000,
    Pharmacist: 8_500,
    Physiotherapist: 9_000,
    'General Practitioner': 25_000,
    'Dental Assistant': 4_500,
  },
  services: {
    Cleaner: 1_500,
    'Security Guard': 2_300,
    Technician: 2_400,
    Driver: 2_300,
    Supervisor: 3_800,
    'Administrative Assistant': 4_200,
    'Operations Manager': 10_500,
  },
} satisfies Record<string, Record<string, number>>

export type Trade = keyof typeof SALARIES

/** What people do in that line of business. */
export const postsOf = (trade: Trade): Post[] => Object.entries<number>(SALARIES[trade])
