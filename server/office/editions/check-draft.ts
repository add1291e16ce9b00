import { createHash } from 'node:crypto'
import type { Kysely, Transaction } from 'kysely'
import {
  type Changes,
  canonicalContent,
  type EditionContent,
  editionContent,
  type Finding,
  placeOf,
  type StaffReply,
  valuesIn,
  withChanges,
  withContent,
} from '../../../api/index.ts'
import { type Form, sentencesOf, todayAt } from '../../../engine/index.ts'
import type { Tables } from '../../platform/database/index.ts'
import {
  type Edition,
  filledForm,
  institutionErrors,
  keptOwn,
  registerOfInstitution,
} from '../../running/institution/index.ts'
import { askingChanges, askingFindings, facetsGone } from './asking-findings.ts'
import { type EditionDeps, editionBelow, readDraft } from './draft.ts'
import { differencesIn, nameOf } from './editables.ts'
import { faceFindings } from './face-findings.ts'
import { hardToRead } from './reading-grade.ts'
import { askedOtherwise, withoutPlace } from './release-changes.ts'
import { retiredOptions } from './retired-options.ts'
import { sampleLeft } from './sample-left.ts'
import { type Countable, storedCount } from './stored-count.ts'
import { brokenPlaces, sentencesSigned, untaken, untranslated } from './translations.ts'
import { mailsLacking, whereOwnGo, withoutCodes } from './what-depends.ts'

/** A draft as it was checked. `content` is there if it can be published. */
export type Checked = Omit<StaffReply<'checkForm'>, 'begun'> & {
  readonly content: EditionContent | undefined
  readonly over: Edition
  /** What is to be counted of who has begun. */
  readonly countable: readonly Countable[]
}

/** Checks what the draft would make of the edition below it. */
export async function checkDraft(deps: EditionDeps, db: Kysely<Tables> | Transaction<Tables>): Promise<Checked> {
  const { changes } = await readDraft(db)
  const over = await editionBelow(deps, db)
  return checkContent(deps, db, over, withChanges(over.content, changes), changes)
}

/**
 * Checks a content against the edition that it would follow. `given` may be anything. Without `changes` it came whole, and
 * what was published of the office's own since is kept, stopped.
 */
export async function checkContent(
  deps: EditionDeps,
  db: Kysely<Tables> | Transaction<Tables>,
  over: Edition,
  given: unknown,
  changes?: Changes,
): Promise<Checked> {
  const read = editionContent.safeParse(given)
  const of = createHash('sha256')
    .update(
      JSON.stringify([over.hash, Object.entries(changes ?? {}).toSorted(([one], [other]) => (one < other ? -1 : 1))]),
    )
    .digest('hex')
  if (!read.success) {
    const findings = read.error.issues.map(({ path, message }): Finding => {
      const place = placeOf(...path.map(String))
      return { grade: 'stopped', place, says: `${nameOf(place)}: ${message}.` }
    })
    return { of, findings, differences: [], content: undefined, over, countable: [] }
  }
  const content = changes ? read.data : keptOwn(read.data, over.content)
  const institution = withContent(over.institution, content)
  // What a release has left without a place was published before, and keeps nobody from publishing something else.
  const known = new Set(errorsOf(() => withoutPlace(over)))
  const asking = askingFindings(over, content)
  // Where what is asked cannot be asked, the rest would be judged by another form.
  const ofRest = asking.length > 0 ? [] : errorsOf(() => institutionErrors(institution))
  const faults = ofRest.map(
    (says): Finding => ({ grade: known.has(says) ? 'told' : 'stopped', place: placeIn(says), says }),
  )
  faults.push(...asking)
  const differences = differencesIn(valuesIn(over.content), valuesIn(content))
  if (asking.length > 0) return { of, findings: faults, differences, content: undefined, over, countable: [] }
  faults.push(...brokenPlaces(over, content), ...untaken(institution))
  if (deps.dependents) faults.push(...mailsLacking(deps.dependents, { before: over.institution, after: institution }))
  const ofFace = await faceFindings(db, over.content, content)
  const stopping = [...faults, ...ofFace]
  if (stopping.some(({ grade }) => grade === 'stopped'))
    return { of, findings: stopping, differences, content: undefined, over, countable: [] }
  const form = filledForm(institution)
  const sides = { before: over, after: { form, register: registerOfInstitution(institution) } }
  const counted = await storedCount(db, of)
  const countable: Countable[] = []
  const numberOf = (each: Countable) => {
    countable.push(each)
    return counted?.numberOf(each)
  }
  const findings = [
    ...faults,
    ...askingChanges(over, form, numberOf),
    ...(await facetsGone(db, over.form, form)),
    ...askedOtherwise(over),
    ...changedStatements(over.form, form, institution.second_person !== false),
    ...halfRenamed(over.form, form),
    ...closingTerms(content, institution.time_zone, deps.now()),
    ...untranslated(over, content),
    ...hardToRead(over.content, content),
    ...(deps.dependents ? whereOwnGo(deps.dependents, sides) : []),
    ...(deps.dependents ? await withoutCodes(deps.dependents, sides, valuesIn(content)) : []),
    ...((await deps.dependents?.read(db, deps.now, sides)) ?? []),
    ...(await retiredOptions(db, over.content, content, numberOf)),
    ...ofFace,
    ...sampleLeft(content, institution),
  ]
  return { of, findings, differences, content, over, countable }
}

/** The settings that a form needs and does not find are thrown. */
function errorsOf(find: () => readonly string[]): readonly string[] {
  try {
    return find()
  } catch (error) {
    if (error instanceof Error) return [error.message]
    throw error
  }
}

/** Sentences about institution.json name an entry first, such as `public.term_dates`. */
const placeIn = (says: string) => placeOf(...(/^(?:public\.)?([\w.]+)/.exec(says)?.[1] ?? '').split('.'))

/** What stands beside a signature changes what people sign: a second person reads it. */
function changedStatements(before: Form, after: Form, isConfirmed: boolean): readonly Finding[] {
  const signed = new Set(sentencesSigned(before))
  return [...new Set(sentencesSigned(after))]
    .filter((sentence) => !signed.has(sentence))
    .map((sentence) => ({
      grade: 'careful',
      place: placeOf('sentences', sentence),
      says: `Applicants sign this from then on: “${sentence}”${isConfirmed ? ' A second person must confirm it.' : ''}`,
    }))
}

/** A name that a changed sentence no longer has, and that others still have. */
function halfRenamed(before: Form, after: Form): readonly Finding[] {
  const [was, is] = [sentencesOf(before), sentencesOf(after)]
  const gone = [...was].filter((sentence) => !is.has(sentence))
  const added = [...is].filter((sentence) => !was.has(sentence)).join(' ')
  const names = new Set(gone.flatMap(namesInside).filter((name) => !added.includes(name)))
  return [...names].flatMap((name): readonly Finding[] => {
    const left = [...is].filter((sentence) => namesInside(sentence).includes(name))
    return left.length === 0
      ? []
      : [
          {
            grade: 'told',
            place: placeOf('sentences', left[0] ?? ''),
            says: `${name} still stands in ${left.length === 1 ? 'one sentence' : `${left.length} sentences`}: ${left
              .slice(0, 3)
              .map((each) => `“${each}”`)
              .join(', ')}${left.length > 3 ? ' and others' : ''}.`,
          },
        ]
  })
}

/** Words that begin with a capital letter inside a sentence, such as Gallatin. */
const namesInside = (sentence: string): readonly string[] =>
  [...sentence.matchAll(/(?<=[\p{Ll}\d,;’”)] )\p{Lu}\p{Ll}{3,}/gu)].map(([name]) => name)

const WEEK = 7 * 86_400_000 // ms

/** Terms that close within a week: who is in the middle has little time to meet what is new. */
function closingTerms({ entry_terms, term_dates = {} }: EditionContent, zone: string, now: Date): readonly Finding[] {
  const [today, soon] = [todayAt(zone, now), todayAt(zone, new Date(now.getTime() + WEEK))]
  return Object.entries(term_dates)
    .filter(([, { closes }]) => closes !== undefined && closes >= today && closes <= soon)
    .map(([term, { closes }]) => {
      const label = entry_terms.find(([code]) => code === term)?.[1] ?? term
      return { grade: 'told', place: CLOSES_SOON, says: `${label} closes on ${closes}, within a week.` }
    })
}

/** The place of the finding that asks for a reason. */
const CLOSES_SOON = '/term_dates'

/** Whether a second person must confirm what was found. */
export const isCareful = (findings: readonly Finding[]): boolean => findings.some(({ grade }) => grade === 'careful')

/** Whether whoever publishes this must say why. */
export const needsReason = (findings: readonly Finding[]): boolean =>
  isCareful(findings) || findings.some(({ place }) => place === CLOSES_SOON)

export const sameContent = (one: EditionContent, other: EditionContent): boolean =>
  canonicalContent(one) === canonicalContent(other)
