import { type AsyncRouteComponent, createRootRoute, createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import type { Role } from 'contract'
import { forRoles } from './layout/forRoles.tsx'
import { Root } from './layout/Root.tsx'
import { addListWords, addSignedInWords, addVisitorsWords } from './messages/words.ts'
import './session/linkToken.ts'
import { rememberReturnTo } from './session/returnTo.ts'
import { currentUser } from './session/session.ts'
import { mustSetUpTwoStep } from './session/twoStep.ts'

/** All values of the search are texts; screens read them by useUrlState (U7). */
type Search = Partial<Record<string, string>>

export const rootRoute = createRootRoute({ component: Root, validateSearch: (search): Search => search as Search })

/** For visitors only; signed-in users go to the dashboard (B5). */
export const visitors = createRoute({
  getParentRoute: () => rootRoute,
  id: 'visitors',
  beforeLoad: () => {
    if (currentUser()) throw redirect({ to: '/dashboard', replace: true })
  },
})

const LIST = '/applications'
/** With the words of the first screen. */
const importShell = () =>
  Promise.all([import('./layout/Shell.tsx'), window.location.pathname === LIST ? addListWords() : addSignedInWords()]).then(
    ([shell]) => shell,
  )

async function requireTwoStep(): Promise<void> {
  if (await mustSetUpTwoStep()) throw redirect({ to: '/set-up-two-step', replace: true })
}

/** Inside the shell; visitors go to the start page, and the page they asked for is remembered (B4). */
export const signedIn = createRoute({
  getParentRoute: () => rootRoute,
  id: 'signed-in',
  component: lazyRouteComponent(importShell, 'Shell'),
  beforeLoad: ({ location, preload }): void | Promise<void> => {
    const user = currentUser()
    if (user) return user.role === 'admin' ? requireTwoStep() : undefined
    if (!preload) rememberReturnTo(location.href)
    throw redirect({ to: '/', replace: true })
  },
})

type Screen = AsyncRouteComponent<object>

/** The screen, loaded together with its words. */
function withWords(Screen: Screen, load: () => Promise<void>): Screen {
  const Worded: Screen = () => <Screen />
  Worded.preload = async () => {
    await Promise.all([Screen.preload?.(), load()])
  }
  return Worded
}

/** For visitors only; the start page is there with the words that all screens have. */
export const visitorRoute = <const P extends string>(path: P, component: Screen) =>
  createRoute({ getParentRoute: () => visitors, path, component: path === '/' ? component : withWords(component, addVisitorsWords) })
/** For visitors and signed-in users. */
export const publicRoute = <const P extends string>(path: P, component: Screen, load = addVisitorsWords) =>
  createRoute({ getParentRoute: () => rootRoute, path, component: withWords(component, load) })
/** For signed-in users, without the shell. */
export const bareRoute = <const P extends string>(path: P, component: Screen) =>
  createRoute({
    getParentRoute: () => rootRoute,
    path,
    component,
    beforeLoad: async () => {
      if (!currentUser()) throw redirect({ to: '/', replace: true })
      await addSignedInWords()
    },
  })
/** For these roles, inside the shell. */
export const shellRoute = <const P extends string>(path: P, component: Screen, roles: readonly Role[]) =>
  createRoute({
    getParentRoute: () => signedIn,
    path,
    component: withWords(forRoles(roles, component), path === LIST ? addListWords : addSignedInWords),
  })
