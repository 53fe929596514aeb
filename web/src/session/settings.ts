import { getSettings, type Settings, type UsualDays } from 'contract'
import { useEffect, useSyncExternalStore } from 'react'
import { useTranslations } from 'use-intl'
import { onReturn } from '../api/connection.ts'
import { onOtherUser } from '../api/otherUser.ts'
import { Refusal } from '../api/refusal.ts'
import { type SendOptions, send } from '../api/send.ts'

const DEFAULT_MAX_FILE_MB = 10

interface Kept {
  settings: Settings
  at: number
}

let kept: Kept | undefined
/** What is the same for everybody, so that a screen need not show defaults while the settings of another user load. */
let general: Settings | undefined
let asking: Promise<Settings> | undefined
const listeners = new Set<() => void>()

function keep(next: Kept | undefined): void {
  kept = next
  for (const listener of listeners) listener()
}

export function keepSettings(settings: Settings): void {
  const { product_name, support_contact, google_sign_in, max_file_mb, mails_kept, usual_days, notice_period, probation_max } = settings
  general = { product_name, support_contact, google_sign_in, max_file_mb, mails_kept, usual_days, notice_period, probation_max }
  keep({ settings, at: Date.now() })
}

/** They will be asked for again. */
export function forgetSettings(): void {
  asking = undefined
  keep(undefined)
}

/** Asks the server, once for all who ask at the same time. */
export function loadSettings(options: SendOptions = {}): Promise<Settings> {
  asking ??= ask(options)
  return asking
}

function ask(options: SendOptions): Promise<Settings> {
  const asked: Promise<Settings> = send(getSettings, {}, options)
    .then((settings) => {
      // Not those of the user before.
      if (asking === asked) keepSettings(settings)
      return settings
    })
    .finally(() => {
      if (asking === asked) asking = undefined
    })
  return asked
}

/** The connection banner says why they do not come. */
const load = () =>
  loadSettings().catch((error: unknown) => {
    if (!(error instanceof Refusal)) throw error
  })

onOtherUser(forgetSettings)
onReturn(() => {
  if (!kept) void load()
})

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The settings that this user's server has told, and when. */
export const settingsNow = (): Kept | undefined => kept

export function useKeptSettings(): Kept | undefined {
  const found = useSyncExternalStore(subscribe, settingsNow, settingsNow)
  useEffect(() => {
    if (!found) void load()
  }, [found])
  return found
}

/** The settings of this installation; defaults until the server has answered. */
export function useSettings(): Settings {
  const t = useTranslations('shell')
  const found = useKeptSettings()?.settings ?? general
  return found ?? { product_name: t('product'), support_contact: null, google_sign_in: false, max_file_mb: DEFAULT_MAX_FILE_MB }
}

const NONE: UsualDays = {}
/** Working days that stages usually take, by the rules. */
export const useUsualDays = (): UsualDays => useSettings().usual_days ?? NONE
