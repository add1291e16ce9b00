import { type AnswerMap, isGiven } from '../../engine/index.ts'
import type { Warnings } from './warnings.ts'

const PREFIXES = ['mailing_', 'parent_', 'parent_2_', 'instate_employer_', 'instate_spouse_employer_']

/** An address that was begun and lacks what the mail needs, said at the first part that is missing. */
export function addressWarnings(answer: AnswerMap): Warnings {
  return Object.fromEntries(
    PREFIXES.flatMap((prefix) => {
      const isMissing = (part: string) => !isGiven(answer[`${prefix}${part}`])
      const isStarted = ['address_line_1', 'address_line_2', 'city', 'state', 'region', 'zip'].some(
        (part) => !isMissing(part),
      )
      const country = answer[`${prefix}country`] ?? ''
      const needed = ['', 'USA', 'CAN'].includes(country)
        ? ['address_line_1', 'zip', 'city', 'state']
        : ['address_line_1', 'city']
      const missing = isStarted ? needed.find(isMissing) : undefined
      return missing === undefined ? [] : [[`${prefix}${missing}`, 'The address isn’t complete without this.'] as const]
    }),
  )
}
