import type en from './en.json'
import type { LOCALES } from './language.ts'

/** The type of the catalogs: the keys of en.json. */
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
  /** Shown when it failed, instead of the server's detail. */
  failed?: string
  /** Shown when it failed without a detail of the server (§8). */
  failed_without_detail?: string
}

/** The toasts of §8 by the call's name; a call without texts shows none. */
export const toastTexts = (messages: Messages): Partial<Record<string, ToastTexts>> => messages.toasts
