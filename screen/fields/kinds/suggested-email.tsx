import { canonicalEmail, say } from '../../../engine/index.ts'
import { pageData } from '../../client/index.ts'
import { Button, given, LiveRegion, sentence } from '../../parts/index.ts'
import { controlOf } from '../controls/focus-question.ts'

/** The address that was probably meant, for somebody of this institution; undefined if nothing looks like a mistake. */
export function suggestedHere(address: string): string | undefined {
  const { help_email, email_domains = [] } = pageData().institution
  return suggestedEmail(address, [...email_domains, help_email.replace(/^.*@/, '')])
}

/** Where most applicants have their mail, the most common first. */
const COMMON: readonly string[] = [
  ...['gmail.com', 'yahoo.com', 'hotmail.com', 'outlook.com', 'icloud.com', 'aol.com', 'msn.com', 'live.com'],
  ...['comcast.net', 'sbcglobal.net', 'verizon.net', 'att.net', 'bellsouth.net', 'charter.net', 'cox.net'],
  ...['ymail.com', 'protonmail.com', 'proton.me'],
]

/** Others that are one mistake away from these. */
const REAL: readonly string[] = ['mail.com', 'email.com', 'cloud.com']

/** Endings that no domain has, and what they stand for. */
const ENDINGS: Readonly<Record<string, string>> = {
  ...{ con: 'com', cmo: 'com', ocm: 'com', comm: 'com', coom: 'com', vom: 'com', xom: 'com', cpm: 'com' },
  ...{ ent: 'net', nte: 'net', ner: 'net', eud: 'edu', ude: 'edu', edi: 'edu', eduu: 'edu', ogr: 'org', rog: 'org' },
}

/**
 * The address with the domain that was probably meant; undefined if the one that was typed may be right. The libraries
 * for this take a real domain for a mistake too often, such as yahoo.ca, montana.edu's neighbors or mailbox.org.
 */
export function suggestedEmail(address: string, ours: readonly string[]): string | undefined {
  const [, person, domain] = /^(.+)@([^@]+)$/s.exec(canonicalEmail(address)) ?? []
  if (person === undefined || domain === undefined || [...COMMON, ...REAL, ...ours].includes(domain)) return undefined
  // Other schools have names like ours, such as umontana.edu beside montana.edu, and most mistakes are further back.
  const meant =
    ours.find((each) => domain[0] === each[0] && isMeant(domain, each, 6)) ??
    COMMON.find((each) => isMeant(domain, each, Number.POSITIVE_INFINITY)) ??
    COMMON.find((each) => isMeant(domain, each, 5)) ??
    withEnding(domain)
  return meant && `${person}@${meant}`
}

/** Whether name and ending have one mistake each at most. A name that is shorter than `least` must be right. */
function isMeant(typed: string, meant: string, least: number): boolean {
  const [name, ending] = partsOf(meant)
  const [typedName, typedEnding] = partsOf(typed)
  const isLong = name.length >= least
  if (typedEnding === '') return isLong && isOneMistake(typed, meant) // the dot is missing, or a comma
  return (
    (typedName === name || (isLong && isOneMistake(typedName, name))) &&
    (typedEnding === ending || (ending.length > 2 && isOneMistake(typedEnding, ending)))
  )
}

function partsOf(domain: string): readonly [name: string, ending: string] {
  const [name = '', ...rest] = domain.split('.')
  return [name, rest.join('.')]
}

/** Whether one letter is missing, too much or another, or two have changed places. */
function isOneMistake(typed: string, meant: string): boolean {
  const shorter = Math.min(typed.length, meant.length)
  let start = 0
  while (start < shorter && typed[start] === meant[start]) start += 1
  let end = 0
  while (end < shorter - start && typed.at(-1 - end) === meant.at(-1 - end)) end += 1
  const [wrong, right] = [typed.slice(start, typed.length - end), meant.slice(start, meant.length - end)]
  return (wrong.length < 2 && right.length < 2) || (wrong.length === 2 && right === `${wrong[1]}${wrong[0]}`)
}

function withEnding(domain: string): string | undefined {
  const dot = domain.lastIndexOf('.') + 1
  const ending = dot > 1 ? ENDINGS[domain.slice(dot)] : undefined
  return ending && domain.slice(0, dot) + ending
}

type SuggestionProps = {
  id: string
  typed: string
  address: string
  onUse: (address: string) => void
  onKeep: (typed: string) => void
}

/** Asks whether another address was meant. Afterwards the box has the focus again. */
export function Suggestion({ id, typed, address, onUse, onKeep }: SuggestionProps) {
  const andGoOn = (act: () => void) => () => {
    act()
    controlOf(id)?.focus()
  }
  return (
    <>
      <span>{sentence('Did you mean {address}?', { address })}</span>{' '}
      <Button variant="quiet" size="small" flush="start" onClick={andGoOn(() => onUse(address))}>
        {sentence('<seen>Yes, change it</seen> to {address}', { address })}
      </Button>{' '}
      <Button variant="quiet" size="small" flush="start" onClick={andGoOn(() => onKeep(typed))}>
        {sentence('<seen>No, keep it</seen> as {typed}', { typed })}
      </Button>
    </>
  )
}

/** Reads the question aloud. It is not among what describes the box, which would then have it twice. */
export const SuggestionHeard = ({ address }: Pick<SuggestionProps, 'address'>) => (
  <LiveRegion isNews>{say('Did you mean {address}?', { address: given(address) })}</LiveRegion>
)
