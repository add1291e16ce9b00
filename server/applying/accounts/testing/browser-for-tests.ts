import type { Accounts } from '../accounts.ts'

/** One browser's calls to the accounts: it keeps the cookie of its last sign-up and comes from one network. */
export function browserForTests(accounts: Accounts, network = '192.0.2.1') {
  let proof: string | undefined
  return {
    ...accounts,
    signUp: async (given: Parameters<Accounts['signUp']>[0]) => {
      const outcome = await accounts.signUp(given, network, proof)
      if (outcome.kind !== 'ok') return outcome
      proof = outcome.proof
      return { kind: outcome.kind }
    },
    confirm: (given: Parameters<Accounts['confirm']>[0]) => accounts.confirm(given, proof),
    resendConfirm: (given: Parameters<Accounts['resendConfirm']>[0]) => accounts.resendConfirm(given, proof),
    login: (given: Parameters<Accounts['login']>[0]) => accounts.login(given, { needsCode: false }),
    resetPassword: (given: Parameters<Accounts['resetPassword']>[0]) => accounts.resetPassword(given, undefined),
  }
}

export type BrowserForTests = ReturnType<typeof browserForTests>
