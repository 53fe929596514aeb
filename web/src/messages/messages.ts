import type en from './en.json'
import type { LOCALES } from './language.ts'

/** Every word a person reads; the keys of en.json are the type. */
export type Messages = typeof en

declare module 'use-intl' {
  interface AppConfig {
    Messages: Messages
    Locale: (typeof LOCALES)[keyof typeof LOCALES]
  }
}

interface ToastTexts {
  /** Shown when the call succeeded. */
  done?: string
  /** Shown when it failed, whatever the server said. */
  failed?: string
  /** Shown when it failed and the server gave no detail, which is shown otherwise (§8). */
  failed_without_detail?: string
}

/** The texts of §8 by the name of a call; a call without texts is silent. */
export const toastTexts = (messages: Messages): Partial<Record<string, ToastTexts>> => messages.toasts
