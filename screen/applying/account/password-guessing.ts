import { commonWords, isEasyToGuess } from '../../../engine/index.ts'
import { pageData } from '../../client/index.ts'
import { lazyCode } from '../../parts/index.ts'

/** What the last rule of a new password says; the server judges by the same function (docs/decisions/0094). */
export const HARD_TO_GUESS = 'is not easy to guess'

/** Tells whether a password of this person is easy to guess. Its words are fetched when a password is first typed. */
export const guessing = lazyCode(async () => {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  const common = commonWords(Object.values(dictionary))
  const { partner_name, partner_short_name, vendor, address } = pageData().institution
  return (password: string, username: string) =>
    isEasyToGuess(password, { partner_name, partner_short_name, vendor, address, username }, common)
})
