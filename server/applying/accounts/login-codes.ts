import { createHmac } from 'node:crypto'
import { canonicalCode } from '../../../engine/index.ts'
import type { KeyRing } from '../../platform/secrets/index.ts'
import { isSame } from './is-same.ts'
import { LOGIN_CODE_LIFE } from './lifetimes.ts'

/**
 * The code that an unknown browser must enter with the password after very many wrong passwords for one account. It is
 * derived, and the same for everybody for half an hour: a stranger's try does not invalidate it, and one mail serves
 * however many people ask. The code alone opens nothing.
 */
export type LoginCodes = {
  /** The code to mail now; it is valid for at least LOGIN_CODE_LIFE. */
  readonly current: (username: string) => { readonly code: string; readonly validUntil: Date }
  readonly isRight: (username: string, code: string) => boolean
}

export function createLoginCodes(keyRing: Pick<KeyRing, 'derive'>, now: () => Date): LoginCodes {
  const key = keyRing.derive('login codes')
  const period = () => Math.floor(now().getTime() / 1000 / LOGIN_CODE_LIFE)
  const codeIn = (username: string, number: number) => {
    const digits = createHmac('sha256', key).update(`${number} ${username}`).digest().readUIntBE(0, 6) % 1_000_000
    return String(digits).padStart(6, '0')
  }
  return {
    current: (username) => ({
      code: codeIn(username, period()),
      validUntil: new Date((period() + 2) * LOGIN_CODE_LIFE * 1000),
    }),
    isRight: (username, code) =>
      [period(), period() - 1].some((number) => isSame(codeIn(username, number), canonicalCode(code))),
  }
}
