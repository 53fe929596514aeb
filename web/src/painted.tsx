import { Group, Stack, Text } from '@mantine/core'
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
import classes from './layout/Shell.module.css'
import sidebar from './layout/Sidebar.module.css'
import { LOCALES } from './messages/language.ts'
import { addSignedInWords, showLanguage, useWords } from './messages/words.ts'
import { keepSettings, useSettings } from './session/settings.ts'
import { ThemeProvider } from './ThemeProvider.tsx'
import { Logo } from './ui/signs/Logo.tsx'
import { PagePending } from './ui/states/PagePending.tsx'

/** The frame of the signed-in screens, without anything that the session decides. */
function EmptyShell() {
  const { product_name } = useSettings()
  return (
    <div className={classes.shell}>
      <aside className={classes.aside}>
        <Group wrap="nowrap" gap={10} h="var(--header)" ps="ml" pe="sm" flex="none">
          <Logo size={26} />
          <Text component="bdi" flex={1} fw={600} truncate className={sidebar.word}>
            {product_name}
          </Text>
        </Group>
      </aside>
      <Stack gap={0} miw={0}>
        <div className={classes.header} />
        <PagePending />
      </Stack>
    </div>
  )
}

const SCREENS = {
  landing: LandingScreen,
  'admin-login': AdminLoginScreen,
  'customer-login': CustomerLoginScreen,
  'customer-login-without-google': CustomerLoginScreen,
  'client-register': RegistrationScreen,
  'forgot-password': ForgotPasswordScreen,
  privacy: PrivacyScreen,
  shell: EmptyShell,
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
