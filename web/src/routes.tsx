import { type AsyncRouteComponent, createRouter, lazyRouteComponent } from '@tanstack/react-router'
import type { Role } from 'contract'
import { bareRoute, publicRoute, rootRoute, shellRoute, signedIn, visitorRoute, visitors } from './guards.tsx'
import { addSignedInWords } from './messages/words.ts'
import { Crash } from './ui/states/Crash.tsx'
import { PagePending } from './ui/states/PagePending.tsx'

const everyone: Role[] = ['admin', 'company_admin', 'employee']
const admins: Role[] = ['admin', 'company_admin']

/** All screens with their paths and roles. */
const routeTree = rootRoute.addChildren([
  visitors.addChildren([
    visitorRoute(
      '/',
      lazyRouteComponent(() => import('./auth/LandingScreen.tsx'), 'LandingScreen'),
    ),
    visitorRoute(
      '/admin-login',
      lazyRouteComponent(() => import('./auth/AdminLoginScreen.tsx'), 'AdminLoginScreen'),
    ),
    visitorRoute(
      '/customer-login',
      lazyRouteComponent(() => import('./auth/CustomerLoginScreen.tsx'), 'CustomerLoginScreen'),
    ),
    visitorRoute(
      '/second-step',
      lazyRouteComponent(() => import('./auth/SecondStepScreen.tsx'), 'SecondStepScreen'),
    ),
    visitorRoute(
      '/client-register',
      lazyRouteComponent(() => import('./auth/RegistrationScreen.tsx'), 'RegistrationScreen'),
    ),
  ]),
  bareRoute(
    '/set-up-two-step',
    lazyRouteComponent(() => import('./account/SetUpTwoStepScreen.tsx'), 'SetUpTwoStepScreen'),
  ),
  publicRoute(
    '/forgot-password',
    lazyRouteComponent(() => import('./auth/ForgotPasswordScreen.tsx'), 'ForgotPasswordScreen'),
  ),
  publicRoute(
    '/set-password',
    lazyRouteComponent(() => import('./auth/SetPasswordScreen.tsx'), 'SetPasswordScreen'),
  ),
  publicRoute(
    '/confirm-email',
    lazyRouteComponent(() => import('./auth/ConfirmEmailScreen.tsx'), 'ConfirmEmailScreen'),
  ),
  publicRoute(
    '/privacy',
    lazyRouteComponent(() => import('./auth/PrivacyScreen.tsx'), 'PrivacyScreen'),
    addSignedInWords,
  ),
  signedIn.addChildren([
    shellRoute(
      '/dashboard',
      lazyRouteComponent(() => import('./dashboard/DashboardScreen.tsx'), 'DashboardScreen'),
      everyone,
    ),
    shellRoute(
      '/applications',
      lazyRouteComponent(() => import('./applications/list/ApplicationsScreen.tsx'), 'ApplicationsScreen'),
      everyone,
    ),
    shellRoute(
      '/applications/new',
      lazyRouteComponent(() => import('./applications/new/NewApplicationScreen.tsx'), 'NewApplicationScreen'),
      admins,
    ),
    shellRoute(
      '/applications/$id',
      lazyRouteComponent(() => import('./applications/detail/ApplicationDetailScreen.tsx'), 'ApplicationDetailScreen'),
      everyone,
    ),
    shellRoute(
      '/employees',
      lazyRouteComponent(() => import('./employees/EmployeesScreen.tsx'), 'EmployeesScreen'),
      admins,
    ),
    shellRoute(
      '/employees/import',
      lazyRouteComponent(() => import('./imports/ImportScreen.tsx'), 'ImportScreen'),
      admins,
    ),
    shellRoute(
      '/employees/$id',
      lazyRouteComponent(() => import('./employees/PersonScreen.tsx'), 'PersonScreen'),
      admins,
    ),
    shellRoute(
      '/papers',
      lazyRouteComponent(() => import('./papers/PapersScreen.tsx'), 'PapersScreen'),
      everyone,
    ),
    shellRoute(
      '/deadlines',
      lazyRouteComponent(() => import('./deadlines/DeadlinesScreen.tsx'), 'DeadlinesScreen'),
      everyone,
    ),
    shellRoute(
      '/company-profile',
      lazyRouteComponent(() => import('./companies/CompanyProfileScreen.tsx'), 'CompanyProfileScreen'),
      ['company_admin'],
    ),
    shellRoute(
      '/companies',
      lazyRouteComponent(() => import('./companies/CompaniesScreen.tsx'), 'CompaniesScreen'),
      admins,
    ),
    shellRoute(
      '/users',
      lazyRouteComponent(() => import('./users/UsersScreen.tsx'), 'UsersScreen'),
      admins,
    ),
    shellRoute(
      '/waiting-mails',
      lazyRouteComponent(() => import('./users/WaitingMailsScreen.tsx'), 'WaitingMailsScreen'),
      ['admin'],
    ),
    shellRoute(
      '/account',
      lazyRouteComponent(() => import('./account/AccountScreen.tsx'), 'AccountScreen'),
      everyone,
    ),
    shellRoute(
      '/billing',
      lazyRouteComponent(() => import('./transactions/wallet/BillingScreen.tsx'), 'BillingScreen'),
      everyone,
    ),
    shellRoute(
      '/admin-billing',
      lazyRouteComponent(() => import('./transactions/approvals/AdminBillingScreen.tsx'), 'AdminBillingScreen'),
      ['admin'],
    ),
    shellRoute(
      '/notices',
      lazyRouteComponent(() => import('./notices/NoticesScreen.tsx'), 'NoticesScreen'),
      everyone,
    ),
    shellRoute(
      '/rules',
      lazyRouteComponent(() => import('./rules/RulesScreen.tsx'), 'RulesScreen'),
      admins,
    ),
    shellRoute(
      '/journal',
      lazyRouteComponent(() => import('./journal/JournalScreen.tsx'), 'JournalScreen'),
      ['admin'],
    ),
    shellRoute(
      '/settings',
      lazyRouteComponent(() => import('./settings/SettingsScreen.tsx'), 'SettingsScreen'),
      ['admin'],
    ),
  ]),
])

export const router = createRouter({
  routeTree,
  defaultPreload: 'intent',
  scrollRestoration: true,
  defaultPendingMs: 200,
  defaultPendingMinMs: 0,
  defaultPendingComponent: PagePending,
  defaultErrorComponent: Crash,
  defaultNotFoundComponent: lazyRouteComponent(() => import('./layout/NotFoundPage.tsx'), 'NotFoundPage'),
  parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
  stringifySearch: (search) => {
    const given = Object.entries(search).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : []))
    return given.length === 0 ? '' : `?${new URLSearchParams(given)}`
  },
})

/** Begins to load the code and the words of the screen at the page's address. What fails is loaded again when it is shown. */
export function loadScreen(): void {
  const [routes] = router.getMatchedRoutes(window.location.pathname)
  for (const { options } of routes) void (options.component as AsyncRouteComponent<object> | undefined)?.preload?.()?.catch(() => undefined)
}

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
