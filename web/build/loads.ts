import type { Rolldown } from 'vite'

/** The screens by address, as in web/src/routes.tsx; the first six have no shell. */
const SCREENS: Record<string, string> = {
  '/': 'auth/LandingScreen',
  '/admin-login': 'auth/AdminLoginScreen',
  '/customer-login': 'auth/CustomerLoginScreen',
  '/client-register': 'auth/RegistrationScreen',
  '/forgot-password': 'auth/ForgotPasswordScreen',
  '/privacy': 'auth/PrivacyScreen',
  '/dashboard': 'dashboard/DashboardScreen',
  '/applications': 'applications/list/ApplicationsScreen',
  '/applications/new': 'applications/new/NewApplicationScreen',
  '/applications/*': 'applications/detail/ApplicationDetailScreen',
  '/employees': 'employees/EmployeesScreen',
  '/company-profile': 'companies/CompanyProfileScreen',
  '/companies': 'companies/CompaniesScreen',
  '/users': 'users/UsersScreen',
  '/account': 'account/AccountScreen',
  '/billing': 'transactions/wallet/BillingScreen',
  '/admin-billing': 'transactions/approvals/AdminBillingScreen',
  '/journal': 'journal/JournalScreen',
  '/settings': 'settings/SettingsScreen',
}

const LANGUAGES = ['en', 'ar']
const LIST = '/applications'
/** Beside those of the start page, which boot.js asks for. */
const wordsOf = (path: string, isPublic: boolean): string | undefined => {
  if (path === '/') return undefined
  if (isPublic && path !== '/privacy') return 'visitors'
  return path === LIST ? 'list' : 'signed-in'
}

/** What each screen loads beside the start, by address and language, so that the page can ask for it at once. */
export function loadsOf(bundle: Rolldown.OutputBundle): Record<string, string> {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
  const chunkOf = (module: string) => {
    const found = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(`/web/src/${module}`)))
    if (!found) throw new Error(`${module} is in no file`)
    return found
  }
  const start = reached(
    chunks.filter(({ isEntry }) => isEntry),
    chunks,
  )
  const linksTo = (modules: string[]) => {
    const files = [...reached(modules.map(chunkOf), chunks)].filter((chunk) => !start.has(chunk))
    const styles = new Set(files.flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])]))
    const scripts = files.map(({ fileName }) => `<link rel="modulepreload" href="/${fileName}" crossorigin>`)
    return [...[...styles].map((name) => `<link rel="stylesheet" href="/${name}" crossorigin>`), ...scripts].join('')
  }
  return Object.fromEntries(
    Object.entries(SCREENS).flatMap(([path, screen]) =>
      LANGUAGES.map((language) => {
        const isPublic = screen.startsWith('auth/')
        const shell = isPublic ? [] : ['layout/Shell.tsx']
        const words = wordsOf(path, isPublic)
        const modules = [`${screen}.tsx`, ...shell, ...(words ? [`messages/${language}.json?${words}`] : [])]
        return [`${path} ${language}`, linksTo(modules)]
      }),
    ),
  )
}

function reached(from: Rolldown.OutputChunk[], chunks: Rolldown.OutputChunk[], found = new Set<Rolldown.OutputChunk>()) {
  for (const chunk of from.filter((each) => !found.has(each))) {
    found.add(chunk)
    reached(
      chunks.filter(({ fileName }) => chunk.imports.includes(fileName)),
      chunks,
      found,
    )
  }
  return found
}
