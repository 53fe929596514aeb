import { DirectionProvider, MantineProvider, mergeThemeOverrides } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { Notifications } from '@mantine/notifications'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { type ReactNode, useMemo } from 'react'
import { IntlProvider, useTranslations } from 'use-intl'
import { queryClient } from './api/queryClient.ts'
import { colorScheme } from './layout/colorScheme.ts'
import visitors from './messages/en.json?visitors'
import { router } from './routes.tsx'
import { SessionProvider } from './session/SessionProvider.tsx'
import { resolveVariables, theme } from './theme.ts'

export function App({ nonce }: { nonce: string }) {
  return (
    <IntlProvider locale="en" messages={visitors} timeZone="Asia/Dubai">
      <Look nonce={nonce}>
        <QueryClientProvider client={queryClient}>
          <SessionProvider>
            <RouterProvider router={router} />
          </SessionProvider>
        </QueryClientProvider>
      </Look>
    </IntlProvider>
  )
}

function Look({ nonce, children }: { nonce: string; children: ReactNode }) {
  const ui = useTranslations('ui')
  // At the foot of a phone stands the primary action.
  const phone = useMediaQuery('(max-width: 48em)')
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
    <DirectionProvider initialDirection="ltr" detectDirection>
      <MantineProvider
        theme={named}
        cssVariablesResolver={resolveVariables}
        colorSchemeManager={colorScheme}
        defaultColorScheme="auto"
        getStyleNonce={() => nonce}
      >
        <Notifications position={phone ? 'top-center' : 'bottom-right'} pauseResetOnHover="notification" limit={4} containerWidth={400} />
        {children}
      </MantineProvider>
    </DirectionProvider>
  )
}
