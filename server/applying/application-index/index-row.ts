import { createHmac } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import { descriptionKey, type Form, labelOf, questionsByKey } from '../../../engine/index.ts'
import { type AdmissionsKey, hasOneName } from '../../../form/index.ts'
import type { PlaceOf } from '../../platform/database/index.ts'
import type { KeyRing } from '../../platform/secrets/index.ts'
import { facetColumns } from './facets.ts'

type Answers = Readonly<Record<string, string>>

const names = ['first_name', 'middle_name', 'last_name', 'chosen_name', 'prev_name']
const phones = ['phone_home', 'phone_mobile', 'phone_international']

const indexed = new Set([
  ...names,
  'one_name',
  ...phones,
  'birth_date',
  'entry_term',
  'applied_major',
  'degree_nondegree',
  'ssn',
])

const LONGEST = 100

/** Whether the index has something of the answer with this key. */
export const isIndexed = (key: string): boolean => indexed.has(key)

/** What the index has of an application. */
export type IndexRow = {
  readonly name: string
  readonly sortName: string
  readonly nameWords: readonly string[]
  readonly birthDate: string
  readonly phones: readonly string[]
  readonly term: string
  readonly major: string
  readonly termLabel: string
  readonly majorLabel: string
  readonly kind: string
  readonly ssnHash: string | null
  readonly ssnEndHash: string | null
  readonly ssnKeyId: string | null
  readonly facets: readonly string[]
  readonly facetsOf: string
}

/** The answers whose words the index keeps, because what is taken out of a list must still be read. */
export const labeledKeys = ['entry_term', 'applied_major'] as const satisfies readonly AdmissionsKey[]

/** The label of a chosen option of the form; undefined if its list has no such option, or nothing is chosen. */
export function currentLabel(form: Form, key: AdmissionsKey, value: string): string | undefined {
  const question = questionsByKey(form).get(key)
  const label = question?.kind === 'choice' ? labelOf(question, value) : value
  return value === '' || label === value ? undefined : label
}

/** What the index has of an application with these answers, and with companions of what no list has any more. */
export function indexRow(
  answers: Answers,
  { form, keyRing }: { readonly form: Form; readonly keyRing: Pick<KeyRing, 'derive' | 'fingerprints'> },
): IndexRow {
  // Cut to what an index of the database takes: no answer, however long, may make its own save fail.
  const of = (key: string) => answers[key]?.trim().slice(0, LONGEST) ?? ''
  const [first, middle] = hasOneName(answers) ? [] : [of('first_name'), of('middle_name')]
  const given = [first, middle].filter(Boolean).join(' ')
  const words = [...new Set(names.flatMap((key) => foldedWords(of(key))))]
  const { whole, end } = ssnHashes(of('ssn'), keyRing)
  const [{ id }] = keyRing.fingerprints
  const labelFor = (key: (typeof labeledKeys)[number]) => currentLabel(form, key, of(key)) ?? of(descriptionKey(key))
  return {
    name: [of('last_name'), given].filter(Boolean).join(', '),
    sortName: [of('last_name'), first ?? ''].map((name) => foldedWords(name).join(' ')).join(', '),
    nameWords: words,
    birthDate: of('birth_date'),
    phones: phones.map((key) => digitsOf(of(key))).filter(Boolean),
    term: of('entry_term'),
    major: of('applied_major'),
    termLabel: labelFor('entry_term'),
    majorLabel: labelFor('applied_major'),
    kind: of('degree_nondegree'),
    ssnHash: whole,
    ssnEndHash: end,
    ssnKeyId: whole === null ? null : id,
    ...facetColumns(answers, form, keyRing),
  }
}

/** The update of the index with such a row, up to its condition. What an answer was called stays as long as it does. */
export const indexUpdate = (value: PlaceOf<IndexRow>): RawBuilder<unknown> => sql`update application_index set
    name = ${value('name')},
    sort_name = ${value('sortName')},
    name_words = array_to_tsvector(${value('nameWords')}::text[]),
    birth_date = ${value('birthDate')},
    phones = ${value('phones')}::text[],
    term = ${value('term')},
    major = ${value('major')},
    term_label = case when ${value('termLabel')} = '' and term = ${value('term')} then term_label
      else ${value('termLabel')} end,
    major_label = case when ${value('majorLabel')} = '' and major = ${value('major')} then major_label
      else ${value('majorLabel')} end,
    kind = ${value('kind')},
    ssn_hash = ${value('ssnHash')},
    ssn_end_hash = ${value('ssnEndHash')},
    ssn_key_id = ${value('ssnKeyId')},
    facets = ${value('facets')}::text[],
    facets_of = ${value('facetsOf')},
    indexed_at = clock_timestamp()`

/** The digits of a phone number by which it is compared: without the country code of the United States. */
export const digitsOf = (phone: string): string => phone.replace(/\D/g, '').replace(/^1(?=\d{10}$)/, '')

/** Keyed hashes of a Social Security number and of its last four digits; null for what is not a whole number. */
export function ssnHashes(ssn: string, keyRing: Pick<KeyRing, 'derive'>) {
  const digits = ssn.replace(/\D/g, '')
  if (digits.length !== 9) return { whole: null, end: null }
  return { whole: hashed(`whole ${digits}`, keyRing), end: ssnEndHash(digits.slice(-4), keyRing) }
}

/** The keyed hash of the last four digits. */
export const ssnEndHash = (end: string, keyRing: Pick<KeyRing, 'derive'>): string => hashed(`end ${end}`, keyRing)

const hashed = (text: string, keyRing: Pick<KeyRing, 'derive'>) =>
  createHmac('sha256', keyRing.derive('application index')).update(text).digest('base64url')

/** Letters that Unicode does not split into a letter and a mark. */
const PLAIN: Readonly<Record<string, string>> = {
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ı: 'i',
  ħ: 'h',
  ŧ: 't',
  ŋ: 'n',
}

/**
 * The words of a name as they are compared: small letters without marks, so that "Núñez-O’Brien" is found as "nunez
 * obrien". Apostrophes join, everything else that is neither a letter nor a digit separates.
 */
export const foldedWords = (name: string): readonly string[] =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[øłđðþßæœıħŧŋ]/g, (letter) => PLAIN[letter] ?? letter)
    .replace(/[\p{M}'’‘ʻʼ`]/gu, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
