import { DirectionProvider, MantineProvider, mergeThemeOverrides, useDirection } from '@mantine/core'
import { type ReactNode, useLayoutEffect, useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { colorScheme } from './layout/colorScheme.ts'
import { directionOf } from './messages/language.ts'
import { useWords } from './messages/words.ts'
import { resolveVariables, theme } from './theme.ts'

/** Mantine in the look, the language and the direction of the portal. */
export function ThemeProvider({ nonce, children }: { nonce: string; children: ReactNode }) {
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
        // The build puts the variables into the style sheet (web/build/mantineStyles.ts).
        {...(import.meta.env.DEV && { cssVariablesResolver: resolveVariables })}
        colorSchemeManager={colorScheme}
        defaultColorScheme="auto"
        getStyleNonce={() => nonce}
      >
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
