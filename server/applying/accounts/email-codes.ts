import { createHmac } from 'node:crypto'
import type { KeyRing } from '../../platform/secrets/index.ts'

/** The six digits that confirm a change of an address. They are derived, as those of a sign-up, so none is stored. */
export type EmailCodes = {
  readonly codeOf: (change: { readonly id: number; readonly account_id: string; readonly new_email: string }) => string
}

export function createEmailCodes(keyRing: Pick<KeyRing, 'derive'>): EmailCodes {
  const key = keyRing.derive('email changes')
  return {
    codeOf: ({ id, account_id, new_email }) => {
      const digest = createHmac('sha256', key).update(`${id} ${account_id} ${new_email}`).digest()
      return String(digest.readUIntBE(0, 6) % 1_000_000).padStart(6, '0')
    },
  }
}
