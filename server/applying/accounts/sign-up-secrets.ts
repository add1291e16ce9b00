import { createHmac } from 'node:crypto'
import { type KeyRing, newToken, tokenHash } from '../../platform/secrets/index.ts'
import { isSame } from './is-same.ts'
import type { PasswordHashes } from './password-hashes.ts'

/** The secrets that prove a pending sign-up, and how to compare them without storing them (docs/decisions/0023). */
export type SignUpSecrets = {
  /** The cookie for the browser that signs up an address, and the hash that finds its record. */
  readonly newProof: (username: string) => { readonly proof: string; readonly hash: string }
  /** The hash of such a cookie; undefined if it was not issued for this address. */
  readonly proofHashIn: (proof: string | undefined, username: string) => string | undefined
  /** The six digits of a sign-up's code. They are derived, so the same code can be mailed again and none is stored. */
  readonly codeOf: (signUp: { readonly proof_hash: string; readonly code_number: number }) => string
  /** The hash that the account will have, with one salt per address: one hash compares with all its sign-ups. */
  readonly passwordHash: (username: string, password: string) => Promise<string>
  /** Whether a sign-up is of the present key. No proof of an earlier one is recognized, so no code confirms it. */
  readonly isOfThisKey: (signUp: { readonly email: string; readonly password_hash: string }) => boolean
  /** The network of a sign-up, for counting only. */
  readonly networkHash: (network: string) => string
}

export function createSignUpSecrets(keyRing: Pick<KeyRing, 'derive'>, hashes: PasswordHashes): SignUpSecrets {
  const hmacWith = (purpose: string) => {
    const key = keyRing.derive(purpose)
    return (text: string) => createHmac('sha256', key).update(text).digest()
  }
  const [proofs, codes] = [hmacWith('sign-up proofs'), hmacWith('confirmation codes')]
  const [salts, networks] = [hmacWith('sign-up salts'), hmacWith('sign-up networks')]
  const saltOf = (username: string) => salts(username).subarray(0, 16)
  const signed = (token: string, username: string) => `${token}.${proofs(`${token} ${username}`).toString('base64url')}`
  return {
    newProof: (username) => {
      const token = newToken()
      return { proof: signed(token, username), hash: tokenHash(token) }
    },
    proofHashIn: (proof = '', username) => {
      const [token = ''] = proof.split('.')
      return isSame(proof, signed(token, username)) ? tokenHash(token) : undefined
    },
    codeOf: ({ proof_hash, code_number }) => {
      const digits = codes(`${proof_hash} ${code_number}`).readUIntBE(0, 6) % 1_000_000
      return String(digits).padStart(6, '0')
    },
    passwordHash: (username, password) => hashes.hash(password, saltOf(username)),
    isOfThisKey: ({ email, password_hash }) => hashes.hasSalt(password_hash, saltOf(email)),
    networkHash: (network) => networks(network).toString('base64url'),
  }
}
