import { DirectionProvider, MantineProvider, mergeThemeOverrides, useDirection } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { type ReactNode, useLayoutEffect, useMemo } from 'react'
import { IntlProvider, useTranslations } from 'use-intl'
import { queryClient } from './api/queryClient.ts'
import { colorScheme } from './layout/colorScheme.ts'
import { LazyToasts } from './layout/LazyToasts.tsx'
import { SessionProvider } from './layout/SessionProvider.tsx'
import { directionOf, LOCALES } from './messages/language.ts'
import { useWords } from './messages/words.ts'
import { router } from './routes.tsx'
import { resolveVariables, theme } from './theme.ts'

export function App({ nonce }: { nonce: string }) {
  const { language, messages } = useWords()
  return (
    <IntlProvider locale={LOCALES[language]} messages={messages} timeZone="Asia/Dubai">
      <ThemeProvider nonce={nonce}>
        <QueryClientProvider client={queryClient}>
          <SessionProvider>
            <RouterProvider router={router} />
          </SessionProvider>
        </QueryClientProvider>
      </ThemeProvider>
    </IntlProvider>
  )
}

function ThemeProvider({ nonce, children }: { nonce: string; children: ReactNode }) {
  const ui = useTranslations('ui')
  const direction = directionOf(useWords().language)
  const named = useMemo(() => {
    const closeButtonProps = { 'aria-label': ui('close') }
    const defaultProps = { closeButtonProps }
    return mergeThemeOverrides(theme, {
      components: {
        Modal: { defaultProps: { ...theme.components?.Modal?.defaultProps, closeButtonProps } },
        Drawer: { defaultProps: { ...theme.components?.Drawer?.defaultProps, closeButtonProps } },
        Notification: { defaultProps },
      },
    })
  }, [ui])
  return (
    <DirectionProvider initialDirection={direction} detectDirection={false}>
      <Direction of={direction} />
      <MantineProvider
        theme={named}
        cssVariablesResolver={resolveVariables}
        colorSchemeManager={colorScheme}
        defaultColorScheme="auto"
        getStyleNonce={() => nonce}
      >
        <LazyToasts />
        {children}
      </MantineProvider>
    </DirectionProvider>
  )
}

/** Sets Mantine's direction when the language changes. */
function Direction({ of }: { of: 'ltr' | 'rtl' }) {
  const { setDirection } = useDirection()
  // biome-ignore lint/correctness/useExhaustiveDependencies: Mantine makes the setter anew each time (9.7.3)
  useLayoutEffect(() => setDirection(of), [of])
  return null
}
