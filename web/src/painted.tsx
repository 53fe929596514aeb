import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import type { Language } from 'contract'
import { renderToString } from 'react-dom/server'
import { IntlProvider } from 'use-intl'
import { AdminLoginScreen } from './auth/AdminLoginScreen.tsx'
import { CustomerLoginScreen } from './auth/CustomerLoginScreen.tsx'
import { ForgotPasswordScreen } from './auth/ForgotPasswordScreen.tsx'
import { LandingScreen } from './auth/LandingScreen.tsx'
import { PrivacyScreen } from './auth/PrivacyScreen.tsx'
import { RegistrationScreen } from './auth/RegistrationScreen.tsx'
import { PublicPage } from './layout/PublicPage.tsx'
import { LOCALES } from './messages/language.ts'
import { addSignedInWords, showLanguage, useWords } from './messages/words.ts'
import { SIGNED_IN } from './paintedShell.tsx'
import { keepSettings } from './session/settings.ts'
import { ThemeProvider } from './ThemeProvider.tsx'

const SCREENS = {
  landing: LandingScreen,
  'admin-login': AdminLoginScreen,
  'customer-login': CustomerLoginScreen,
  'customer-login-without-google': CustomerLoginScreen,
  'client-register': RegistrationScreen,
  'forgot-password': ForgotPasswordScreen,
  privacy: PrivacyScreen,
  ...SIGNED_IN,
  public: () => <PublicPage>{null}</PublicPage>,
}

export type Painted = keyof typeof SCREENS
export const NAMES = Object.keys(SCREENS) as Painted[]

function Page({ children }: { children: React.ReactNode }) {
  const { language, messages } = useWords()
  return (
    <IntlProvider locale={LOCALES[language]} messages={messages} timeZone="Asia/Dubai">
      <ThemeProvider nonce="__NONCE__">{children}</ThemeProvider>
    </IntlProvider>
  )
}

/** The HTML of a screen before anything is known but the settings; the server puts in the product's name and the nonce. */
export async function paint(name: Painted, language: Language): Promise<string> {
  await addSignedInWords()
  await showLanguage(language)
  keepSettings({
    product_name: '__PRODUCT__',
    // The notice ends with it in any case.
    support_contact: name === 'privacy' ? '…' : null,
    google_sign_in: name !== 'customer-login-without-google',
    max_file_mb: 0,
  })
  const router = createRouter({ routeTree: createRootRoute({ component: SCREENS[name] }), history: createMemoryHistory() })
  await router.load()
  return renderToString(
    <Page>
      <RouterProvider router={router as never} />
    </Page>,
  )
}
