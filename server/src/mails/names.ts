import { oneLine } from './words.ts'

const MAX_NAME_LENGTH = 60
const MAX_COMPANY_LENGTH = 80
/** More than a name and a year have; a telephone number has more still. */
const MAX_DIGITS = 5

/** Letters of any script, and what stands between them in names. */
const NAME = /^\p{L}[\p{L}\p{M}\s.'’ʼ\u200c-]*$/u
const COMPANY = /^[\p{L}\p{N}][\p{L}\p{M}\p{N}\s.,'’ʼ&()/+\u200c-]*$/u

/**
 * The name where it looks like one, for mails to strangers: whoever typed it could have us send a telephone number or a message of their own.
 */
export function nameIn(typed: string | undefined): string | undefined {
  const name = oneLine(typed ?? '')
  return name.length <= MAX_NAME_LENGTH && NAME.test(name) ? name : undefined
}

/** The company's name in the same way, else those words. */
export function companyOr(typed: string, words: string): string {
  const name = oneLine(typed)
  const digits = name.match(/\p{N}/gu)?.length ?? 0
  return name.length <= MAX_COMPANY_LENGTH && digits <= MAX_DIGITS && COMPANY.test(name) ? name : words
}
