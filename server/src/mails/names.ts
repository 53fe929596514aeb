import { oneLine } from './words.ts'

const MAX_NAME_LENGTH = 60
const MAX_COMPANY_LENGTH = 80
/** Enough for a name with a year, too few for a phone number. */
const MAX_DIGITS = 5

const NAME = /^\p{L}[\p{L}\p{M}\s.'’ʼ\u200c-]*$/u
const COMPANY = /^[\p{L}\p{N}][\p{L}\p{M}\p{N}\s.,'’ʼ&()/+\u200c-]*$/u

/** For mails to strangers: undefined if the text is no name, because it could be a phone number or a message. */
export function nameIn(typed: string | undefined): string | undefined {
  const name = oneLine(typed ?? '')
  return name.length <= MAX_NAME_LENGTH && NAME.test(name) ? name : undefined
}

export function companyOr(typed: string, words: string): string {
  const name = oneLine(typed)
  const digits = name.match(/\p{N}/gu)?.length ?? 0
  return name.length <= MAX_COMPANY_LENGTH && digits <= MAX_DIGITS && COMPANY.test(name) ? name : words
}
