import { RouterProvider } from '@tanstack/react-router'
import { IntlProvider } from 'use-intl'
import { LazyToasts } from './layout/LazyToasts.tsx'
import { SessionProvider } from './layout/SessionProvider.tsx'
import { LOCALES } from './messages/language.ts'
import { useWords } from './messages/words.ts'
import { router } from './routes.tsx'
import { ThemeProvider } from './ThemeProvider.tsx'

export function App({ nonce }: { nonce: string }) {
  const { language, messages } = useWords()
  return (
    <IntlProvider locale={LOCALES[language]} messages={messages} timeZone="Asia/Dubai">
      <ThemeProvider nonce={nonce}>
        <LazyToasts />
        <SessionProvider>
          <RouterProvider router={router} />
        </SessionProvider>
      </ThemeProvider>
    </IntlProvider>
  )
}
