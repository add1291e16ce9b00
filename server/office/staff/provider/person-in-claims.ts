import type { IDToken } from 'openid-client'
import type { StaffRole } from '../../../../api/index.ts'
import { canonicalText } from '../../../../engine/index.ts'
import { type Refusal, refusal } from '../../../platform/http/index.ts'
import type { SecondFactor, StaffProviderSettings } from '../../../platform/settings/index.ts'

/** Roles from the most rights to the fewest. An administrator may read no application, but make others unable to. */
const order = {
  data_steward: 0,
  processor: 1,
  administrator: 2,
  viewer: 3,
} as const satisfies Readonly<Record<StaffRole, number>>

export type PersonInClaims = { readonly subject: string; readonly name: string; readonly role: StaffRole }

/** Who signed in, by the claims of a valid ID token; a refusal if they may not use the desk, or not this way. */
export function personInClaims(
  claims: IDToken,
  { roleClaim, secondFactor }: Pick<StaffProviderSettings, 'roleClaim' | 'secondFactor'>,
  roles: Readonly<Record<string, StaffRole>>,
): PersonInClaims | Refusal {
  if (secondFactor && !hasSecondFactor(claims, secondFactor)) return refusal('missing_second_factor')
  const role = textsIn(claims[roleClaim])
    .flatMap((value) => (Object.hasOwn(roles, value) ? (roles[value] ?? []) : []))
    .toSorted((one, other) => order[one] - order[other])[0]
  if (role === undefined) return refusal('missing_staff_role')
  return { subject: claims.sub, name: nameIn(claims), role }
}

const hasSecondFactor = (claims: IDToken, { claim, value }: SecondFactor) => textsIn(claims[claim]).includes(value)

/** A claim with one value may be a text instead of a list. */
const textsIn = (claim: unknown): readonly string[] => [claim].flat().filter((each) => typeof each === 'string')

/** What the desk shows and the record says. */
export function nameIn({ name, preferred_username, sub }: IDToken): string {
  const names = textsIn([name, preferred_username, sub]).map((each) =>
    [...canonicalText(each)].slice(0, 100).join('').trim(),
  )
  return names.find((each) => each !== '') ?? ''
}
