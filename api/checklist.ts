import {
  type Application,
  answerTo,
  endInWords,
  everyItem,
  type Form,
  formatDay,
  isEndOfDay,
  keysByRole,
  locale,
  questionLabel,
  questionsShown,
  say,
  sayCount,
  toSay,
} from '../engine/index.ts'
import type { AdmissionsKey } from '../form/index.ts'
import type { PublicInstitution } from './institution.ts'

/** One thing that a submitted application has, or still lacks. */
export type Fact = {
  readonly kind: 'asked' | 'transcript' | 'scores' | 'application' | 'document'
  /** What it is, such as 'Official transcript', and of which school. */
  readonly title: string
  readonly school: string | null
  /** When it came (ISO); null while it is missing. */
  readonly received_at: string | null
  readonly file_name: string | null
  /** Whether the application waits for it. */
  readonly is_needed: boolean
  /** For a document that the office asked for: the key under which it is added, why, and until when (ISO). */
  readonly request: { readonly key: string; readonly reason: string; readonly until: string } | null
}

/** A document that the office asked for after the submission, as the calls tell it. */
export type DocumentRequest = {
  readonly key: string
  readonly title: string
  readonly reason: string
  readonly until: string
  readonly state: 'waiting' | 'answered' | 'ended'
  readonly answered_at: string | null
  readonly file_name: string | null
}

type Signed = {
  /** What was signed last, and when (ISO). */
  readonly application: Application
  readonly submitted_at: string
  readonly requests: readonly DocumentRequest[]
}

/**
 * What a submitted application has and lacks, as far as the product knows: what is asked for first, then what else is
 * missing, then what came. Screen and mails show the same list, and `factInWords` says it in the language of who reads.
 */
export function checklistOf(form: Form, { application, submitted_at, requests }: Signed): readonly Fact[] {
  const fact = (kind: Fact['kind'], title: string, about: Partial<Fact> = {}): Fact => ({
    ...{ kind, title, school: null, received_at: null, file_name: null, is_needed: true, request: null },
    ...about,
  })
  const asked = requests.flatMap(({ key, title, reason, until, state, answered_at, file_name }) =>
    state === 'ended'
      ? []
      : [fact('asked', title, { request: { key, reason, until }, received_at: answered_at, file_name })],
  )
  // What the office itself records, such as a transcript that came by mail, belongs here, and replaces what follows.
  const transcripts = schoolsToAsk(form, application).map((school) =>
    fact('transcript', toSay('Official transcript'), { school }),
  )
  const scores = testsIn(form, application).map(({ title, isGiven, isNeeded }) =>
    fact('scores', title, { received_at: isGiven ? submitted_at : null, is_needed: isNeeded }),
  )
  const documents = questionsShown(form, application).flatMap(({ question: { key } }) => {
    const { file_name } = application.document_answer[key] ?? {}
    if (file_name === undefined) return []
    const title = questionLabel(form, key, application.answer)
    const school = schoolOf(form, application, key) ?? null
    return [fact('document', title, { school, received_at: submitted_at, file_name })]
  })
  const all = [
    ...asked,
    ...transcripts,
    ...scores,
    fact('application', toSay('Application'), { received_at: submitted_at }),
  ]
  const place = ({ received_at, is_needed }: Fact) => (received_at !== null ? 2 : is_needed ? 0 : 1)
  return [...all, ...documents].toSorted((one, other) => place(one) - place(other))
}

const ENGLISH_TEST: AdmissionsKey = 'intl_test'
const ENGLISH_SCORE: AdmissionsKey = 'intl_test_score'

/** The tests that this applicant has taken, or must take, and whether they gave a score. */
function testsIn(form: Form, application: Application) {
  const shown = new Set(questionsShown(form, application).map(({ question }) => question.key))
  const answered = (key: string) => answerTo(application.answer, key).trim() !== ''
  const taken = everyItem(form).flatMap((item) => {
    if (item.kind !== 'scores') return []
    const isEnglish = item.keys.includes(ENGLISH_SCORE)
    const isAsked = shown.has(isEnglish ? ENGLISH_TEST : (item.keys[0] ?? ''))
    const scores = item.items.flatMap((each) => (each.kind === 'text' ? [each.key] : []))
    const isGiven = scores.some((key) => shown.has(key) && answered(key))
    return isAsked ? [{ title: item.label, isGiven, isNeeded: isEnglish }] : []
  })
  return taken
}

/** The names of the schools that the applicant attended, in reading order: each must send a transcript. */
export function schoolsToAsk(form: Form, application: Application): readonly string[] {
  const shown = new Set(questionsShown(form, application).map(({ question }) => question.key))
  const names = everyItem(form).flatMap((item) => {
    const key = item.kind === 'school' ? keysByRole(item).name : undefined
    return key !== undefined && shown.has(key) ? [answerTo(application.answer, key).trim()] : []
  })
  return [...new Set(names.filter((name) => name !== ''))]
}

/** The school that a document is about: that of its entry, such as College 2; undefined for a document of no entry. */
export function schoolOf(form: Form, { answer }: Pick<Application, 'answer'>, documentKey: string): string | undefined {
  for (const item of everyItem(form)) {
    if (item.kind !== 'entry' || !item.keys.includes(documentKey)) continue
    const names = item.items.flatMap((inside) => (inside.kind === 'school' ? [keysByRole(inside).name] : []))
    return names.map((key) => (key === undefined ? '' : answerTo(answer, key).trim())).find(Boolean) ?? item.title
  }
  return undefined
}

/** How the sentences below name what somebody typed: as it is in a mail, and marked as given on a page. */
export type Naming = (given: string) => string

const asTyped: Naming = (given) => given

/** What became of a submitted application as a whole (ISO). */
type Course = { readonly withdrawn_at: string | null; readonly open_until: string | null }

/** Where a submitted application stands, in one sentence. */
export function statusInWords(
  facts: readonly Fact[],
  { withdrawn_at, open_until }: Course,
  timeZone: string,
  named: Naming = asTyped,
): string {
  if (withdrawn_at !== null)
    return say('You withdrew this application on {day}.', { day: formatDay(new Date(withdrawn_at), timeZone) })
  if (open_until !== null) {
    const { end, isWholeDay } = endOf(new Date(open_until), timeZone)
    return isWholeDay
      ? say('Open for changes through {end}. Sign it again by then.', { end })
      : say('Open for changes until {end}. Sign it again by then.', { end })
  }
  const missing = facts.filter(({ received_at, is_needed }) => received_at === null && is_needed)
  const asked = missing.filter(({ kind }) => kind === 'asked')
  if (asked.length > 0) {
    const { end, isWholeDay } = endOf(firstEndOf(asked), timeZone)
    const values = { document: named(asked[0]?.title ?? ''), end }
    return isWholeDay
      ? sayCount(
          asked.length,
          'We need a document from you: {document}, which you can add through {end}.',
          'We need {count} documents from you, which you can add through {end}.',
          values,
        )
      : sayCount(
          asked.length,
          'We need a document from you: {document}, which you can add until {end}.',
          'We need {count} documents from you, which you can add until {end}.',
          values,
        )
  }
  const schools = missing.flatMap(({ kind, school }) => (kind === 'transcript' && school !== null ? [school] : []))
  const scores = missing.filter(({ kind }) => kind === 'scores').map(({ title }) => say(title))
  return scores.length === 0 ? waitingFor(schools, named) : waitingWithScores(schools, named, listed(scores))
}

const listed = (names: readonly string[]) => new Intl.ListFormat(locale()).format(names)

/** More schools than this are counted. */
const NAMED = 2

function waitingFor(schools: readonly string[], named: Naming): string {
  if (schools.length === 0) return say('Nothing is missing.')
  if (schools.length > NAMED)
    return sayCount(
      schools.length,
      'Waiting for transcripts from {count} school.',
      'Waiting for transcripts from {count} schools.',
    )
  return sayCount(
    schools.length,
    'Waiting for your transcript from {schools}.',
    'Waiting for your transcripts from {schools}.',
    { schools: listed(schools.map(named)) },
  )
}

/** `scores`: what else is waited for, such as the label of an English test. */
function waitingWithScores(schools: readonly string[], named: Naming, scores: string): string {
  if (schools.length === 0) return say('Waiting for your {scores}.', { scores })
  if (schools.length > NAMED)
    return sayCount(
      schools.length,
      'Waiting for transcripts from {count} school and your {scores}.',
      'Waiting for transcripts from {count} schools and your {scores}.',
      { scores },
    )
  return sayCount(
    schools.length,
    'Waiting for your transcript from {schools} and your {scores}.',
    'Waiting for your transcripts from {schools} and your {scores}.',
    { schools: listed(schools.map(named)), scores },
  )
}

/** An end in words, and whether it is the end of a day, which is then the last one: "through", and not "until". */
const endOf = (end: Date, timeZone: string) => ({
  end: endInWords(end, timeZone),
  isWholeDay: isEndOfDay(end, timeZone),
})

/** When the first of these can no longer be added. */
const firstEndOf = (asked: readonly Fact[]) =>
  new Date(Math.min(...asked.flatMap(({ request }) => (request ? [Date.parse(request.until)] : []))))

/** A document that is asked for, as a mark on its application: 'Needs a document, open through December 10, 2026'. */
export function needInWords(facts: readonly Fact[], timeZone: string): string | undefined {
  const asked = facts.filter(({ kind, received_at }) => kind === 'asked' && received_at === null)
  if (asked.length === 0) return undefined
  const { end, isWholeDay } = endOf(firstEndOf(asked), timeZone)
  return isWholeDay
    ? sayCount(asked.length, 'Needs a document, open through {end}', 'Needs {count} documents, open through {end}', {
        end,
      })
    : sayCount(asked.length, 'Needs a document, open until {end}', 'Needs {count} documents, open until {end}', { end })
}

type Place = Pick<PublicInstitution, 'office' | 'partner_name' | 'address' | 'time_zone'>

/** One fact in words: what it is, where it stands, and what to do while it is missing. */
export function factInWords(
  { kind, title, school, received_at, file_name, request, is_needed }: Fact,
  { office, partner_name, address, time_zone }: Place,
  named: Naming = asTyped,
): { readonly title: string; readonly state: string; readonly todo: string | undefined } {
  // A question's label is ours; what the office asks for is in its own words.
  const what = [kind === 'asked' ? named(title) : say(title), ...(school === null ? [] : [named(school)])].join(', ')
  if (received_at !== null) {
    const day = formatDay(new Date(received_at), time_zone)
    const state =
      file_name === null
        ? say('Received {day}', { day })
        : say('Received {day}: {file}', { day, file: named(file_name) })
    return { title: what, state, todo: undefined }
  }
  const state = request ? neededInWords(request.until, time_zone) : is_needed ? say('Needed') : say('Optional')
  const officeAddress = `${office}, ${partner_name}, ${address.line_1}, ${address.city}, ${address.state} ${address.zip}`
  const todo = {
    asked: named(request?.reason ?? ''),
    transcript:
      school === null
        ? say('Ask the school to send it to the {officeAddress}.', { officeAddress })
        : say('Ask {school} to send it to the {officeAddress}.', { school: named(school), officeAddress }),
    scores: is_needed
      ? say('Ask for your scores to be sent to the {officeAddress}.', { officeAddress })
      : say('You don’t need these to apply. If you want us to have them, ask for them to be sent to the {office}.', {
          office,
        }),
    application: undefined,
    document: undefined,
  }[kind]
  return { title: what, state, todo }
}

function neededInWords(until: string, timeZone: string): string {
  const { end, isWholeDay } = endOf(new Date(until), timeZone)
  return isWholeDay ? say('Needed, open through {end}', { end }) : say('Needed, open until {end}', { end })
}

/** Why a list may name as missing what has come; to be said where it is shown. */
export const BY_MAIL = toSay(
  'What schools and testing services send us isn’t listed here yet. If they have sent it, you don’t need to do anything.',
)
