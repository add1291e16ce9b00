import { type AnswerMap, type Application, answerTo, isGiven } from './application.ts'
import type { Form, TickGroup } from './blocks.ts'
import { parsedDay, yearsBetween } from './calendar.ts'
import { canonicalAnswer } from './canonical-answers.ts'
import { canonicalCode } from './canonical-text.ts'
import { holds, keysAsked } from './conditions.ts'
import { oncePer } from './once-per.ts'
import { optionsOf, type Question, type Rule } from './questions.ts'
import { everyItem, labelShown, missingMessage, questionsShown, type ShownQuestion } from './walk.ts'
import { locale, say, sayCount, toSay } from './words.ts'

/** One message about one answer. A key may have several, but never the same one twice (requirement 5.when.3). */
export type Problem = { readonly page: string; readonly key: string; readonly message: string }

/**
 * Everything missing or wrong in an application, in reading order. `today` is the current day (YYYY-MM-DD) at the
 * institution. Whether the applicant sees the problems yet depends on the web status (requirement 4.status.14).
 */
export function problemsIn(form: Form, application: Application, today: string): readonly Problem[] {
  const contradictions = contradictionsIn(form, application.answer)
  return questionsShown(form, application).flatMap((shown) => {
    const { key, label } = shown.question
    const own = messagesFor(shown, application, today)
    const messages = contradictions.has(key) ? [...own, contradictory(label)] : own
    return messages.map((message) => ({ page: shown.page, key, message }))
  })
}

function messagesFor(shown: ShownQuestion, { answer }: Application, today: string): readonly string[] {
  const { question } = shown
  const value = answerTo(answer, question.key)
  if (isGiven(value)) return [...new Set(answerProblem(question, value, answer, today))]
  return isRequired(shown, answer) ? [missingMessage(question, answer)] : []
}

/** Whether a missing answer to this question is a problem. */
export const isRequired = ({ question, requires }: ShownQuestion, answer: Application['answer']): boolean =>
  requires && (typeof question.required === 'boolean' ? question.required : holds(question.required, answer))

/** The messages of each key, in the form in which they are posted (requirement 7.validations.1). */
export function messagesByKey(problems: readonly Problem[]): Readonly<Record<string, readonly string[]>> {
  const byKey: Record<string, string[]> = {}
  for (const { key, message } of problems) byKey[key] = [...(byKey[key] ?? []), message]
  return byKey
}

/**
 * The messages about a given answer, in its canonical form; empty when it is right. Missing answers are not checked here.
 */
export function answerProblem(question: Question, given: string, answer: AnswerMap, today: string): readonly string[] {
  const value = canonicalAnswer(question, given)
  const invalid = question.invalid ?? question.message ?? labelShown(question, answer)
  const broken = question.rules
    .filter((rule) => (rule.when === undefined || holds(rule.when, answer)) && !isMet(rule, value, answer, today))
    .map((rule) => messageOf(rule, value, today) ?? invalid)
  const long = lengthProblem(question, value, answer)
  return [...(long === undefined ? wrongKind(question, value, today, invalid) : [long]), ...broken]
}

/** Checks what the kind of question itself requires. */
function wrongKind(question: Question, value: string, today: string, invalid: string): readonly string[] {
  const unless = (right: boolean) => (right ? [] : [invalid])
  switch (question.kind) {
    case 'email':
      return unless(isEmail(value))
    case 'phone':
      return unless(isPhone(value))
    case 'ssn':
      return unless(isSsn(value))
    case 'date':
      return unless(parsedDay(value) !== undefined)
    case 'choice':
      return unless(optionsOf(question, today).some(([each]) => each === value))
    case 'tick':
      return unless(value === 'true')
    case 'upload':
      return unless(value === 'ANSWERED')
    case 'text':
    case 'paragraph':
    case 'code':
    case 'password':
      return []
  }
}

/** The message about an answer that is longer than its question takes; undefined if it is not. */
export function lengthProblem(question: Question, value: string, answer: AnswerMap): string | undefined {
  if (question.kind !== 'text' && question.kind !== 'paragraph') return undefined
  const limit = question.kind === 'text' ? question.maxLength : Number(question.limit)
  return lengthOf(value) > limit ? tooLong(labelShown(question, answer), limit) : undefined
}

/** Counts words as people do: what stands between spaces. */
export const wordsIn = (value: string): number => value.split(/\s+/).filter(Boolean).length

/** Counts code points, which are close to what people see as characters. Browser and server count the same way. */
const lengthOf = (value: string) => [...value].length

/** Whether a given answer satisfies a rule. */
export function isMet(rule: Rule, value: string, answer: AnswerMap, today: string): boolean {
  switch (rule.rule) {
    case 'minLength':
      return lengthOf(value.trim()) >= rule.length
    case 'pattern':
      return patternOf(rule.pattern).test(value)
    case 'number':
      return isNumberWithin(rule, value.trim())
    case 'oneOf':
      return rule.values.includes(value)
    case 'holds':
      return holds(rule.condition, answer)
    case 'sameAs':
      return (value === answerTo(answer, rule.valueKey)) !== Boolean(rule.not)
    case 'words':
      return wordsIn(value) <= rule.most
    case 'noGap':
      return hasNoGap(rule, value, answer)
    case 'age': {
      const age = yearsBetween(value, today)
      // The check of the kind already reports text that is not a date.
      return age === undefined || (age >= rule.min && isWithin(rule.max, value, age, today))
    }
  }
}

/** What has not ended lasts. A day that is none says nothing; its own question tells that. */
function hasNoGap({ others }: Extract<Rule, { rule: 'noGap' }>, value: string, answer: AnswerMap): boolean {
  const begins = timeOf(value)
  if (begins === undefined) return true
  const earlier = others.flatMap(({ from, to }) => {
    const [began, ended] = [timeOf(answerTo(answer, from)), timeOf(answerTo(answer, to))]
    return began !== undefined && began < begins ? [ended ?? Number.POSITIVE_INFINITY] : []
  })
  return earlier.length === 0 || earlier.some((ended) => begins - ended <= LONGEST_GAP)
}

const timeOf = (day: string) => (parsedDay(day) ? Date.parse(`${day}T00:00:00Z`) : undefined)

const LONGEST_GAP = 31 * 86_400_000 // ms

function messageOf(rule: Rule, value: string, today: string): string | undefined {
  if (rule.rule === 'noGap')
    return rule.message ?? say('Nothing is said of the time before this date. Add what you did then.')
  if (rule.rule !== 'age') return rule.message
  const age = yearsBetween(value, today)
  return age !== undefined && age < rule.min ? rule.message : rule.unsupported
}

/** At most `max` years ago. A date exactly `max` years ago is still supported (requirement 5.application.37). */
const isWithin = (max: number, value: string, age: number, today: string) =>
  age < max || (age === max && value.slice(5) === today.slice(5))

function isNumberWithin({ min, max, step, decimals = false }: Extract<Rule, { rule: 'number' }>, value: string) {
  if (!(decimals ? /^\d+(\.\d+)?$/ : /^\d+$/).test(value)) return false
  const number = Number(value)
  if (min !== undefined && number < min) return false
  if (max !== undefined && number > max) return false
  return step === undefined || number % step === 0
}

const compiled = new Map<string, RegExp>()

function patternOf(source: string): RegExp {
  const known = compiled.get(source) ?? new RegExp(source, 'u')
  compiled.set(source, known)
  return known
}

/** WHATWG's email pattern, with at least one dot in the domain. Surrounding white space is ignored. */
export const isEmail = (value: string): boolean =>
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)+$/i.test(
    value.trim(),
  )

/** (NXX) NXX-XXXX; area code and exchange start with 2 to 9 (requirements 5.application.29 and 9.phone.1). */
export const isPhone = (value: string): boolean => /^\([2-9]\d{2}\) [2-9]\d{2}-\d{4}$/.test(value)

/** 3-2-4 digits with dashes (requirement 4.ssn.1). A whole number stays one when it is masked (Q68). */
export const isSsn = (value: string): boolean => /^(\d{3}-\d\d|\*{3}-\*\*)-\d{4}$/.test(value)

/** Whether a secret number is masked, even in part. What anybody types has no asterisk. */
export const isMasked = (value: string): boolean => value.includes('*')

/**
 * Formats the digits typed so far as (###) ###-#### (requirement 5.application.35). A number may be pasted in any
 * notation: a leading +1 or 1 before ten digits is the country code and is dropped. Digits after the tenth are kept, so
 * that no typed digit is lost.
 */
export function maskedPhone(typed: string): string {
  const all = digitsIn(typed)
  const digits = all.length === 11 && all.startsWith('1') ? all.slice(1) : all
  if (digits.length > 10) return digits
  if (digits.length <= 3) return digits === '' ? '' : `(${digits}`
  if (digits.length <= 6) return `(${digits.slice(0, 3)}) ${digits.slice(3)}`
  return `(${digits.slice(0, 3)}) ${digits.slice(3, 6)}-${digits.slice(6)}`
}

/** Formats the digits typed so far as 3-2-4 with dashes (requirement 4.ssn.1). Digits after the ninth are kept. */
export function maskedSsn(typed: string): string {
  const digits = digitsIn(typed)
  return [digits.slice(0, 3), digits.slice(3, 5), digits.slice(5)].filter((part) => part !== '').join('-')
}

/**
 * A secret number as everybody reads it but its owner while typing: only the last four digits, or nothing when the
 * number is incomplete. A masked number stays as it is.
 */
export const withoutSecret = (value: string): string => (isSsn(value) ? `***-**-${value.slice(-4)}` : '***-**-****')

/** The digits of a text, of whatever script, as ASCII. */
const digitsIn = (text: string): string => canonicalCode(text).replace(/\D/g, '')

/**
 * Whether a question can be called optional. Not while an answer that decides it is still missing: the applicant would
 * go past the question, and be asked for it after all.
 */
export function mayBeLeftOut({ required }: Question, answer: AnswerMap): boolean {
  if (typeof required === 'boolean') return !required
  return !holds(required, answer) && keysAsked(required).every((key) => isGiven(answer[key]))
}

/** A group of checkboxes in which one says that no other applies. */
type ExclusiveGroup = TickGroup & { readonly none: string }

/** The groups with a `none` box that excludes the others. */
const exclusiveGroups = oncePer((form: Form): readonly ExclusiveGroup[] =>
  everyItem(form).filter((item): item is ExclusiveGroup => item.kind === 'tickGroup' && item.none !== null),
)

/** The `none` boxes that are checked together with an item they exclude. */
export const contradictionsIn = (form: Form, answer: AnswerMap): ReadonlySet<string> =>
  new Set(exclusiveGroups(form).flatMap((group) => (isContradictory(group, (key) => answer[key]) ? [group.none] : [])))

/**
 * The keys to clear so that new answers do not contradict earlier ones. The newly checked side wins. If both sides were
 * checked at once, the items win, because an applicant who checks both has confirmed the items (docs/decisions/0020).
 */
export function contradictedBy(form: Form, before: AnswerMap, given: AnswerMap): readonly string[] {
  return exclusiveGroups(form).flatMap((group) => {
    if (!isContradictory(group, (key) => given[key] ?? before[key])) return []
    const items = itemsOf(group)
    return items.some((key) => given[key] === 'true') ? [group.none] : items.filter((key) => before[key] === 'true')
  })
}

const itemsOf = ({ keys, none }: ExclusiveGroup) => keys.filter((key) => key !== none)

const isContradictory = (group: ExclusiveGroup, answerTo: (key: string) => string | undefined) =>
  answerTo(group.none) === 'true' && itemsOf(group).some((key) => answerTo(key) === 'true')

/** The slug of the page that asks a key; undefined for a key that the form does not ask. */
export const pageOf = (form: Form, key: string): string | undefined => pagesByKey(form).get(key)

const pagesByKey = oncePer(
  (form: Form): ReadonlyMap<string, string> =>
    new Map(form.pages.flatMap((page) => page.keys.map((each) => [each, page.slug] as const))),
)

/** The engine's own sentences; all other wording is in the form. */
const tooLong = (label: string, limit: number): string =>
  say('{question}: please use no more than {limit} characters.', {
    question: label,
    limit: limit.toLocaleString(locale()),
  })

/** Shown for a checkbox that excludes the others in its group but is checked together with one of them. */
const contradictory = (label: string): string =>
  say('You checked "{question}" and also an answer that it rules out. Please clear one of them.', { question: label })

/** Printed for a question that was shown but not answered, and said to who reads. */
export const NOT_ANSWERED = toSay('Not answered')

/** Printed in place of questions that nobody had to answer. */
export const omittedQuestions = (count: number): string =>
  sayCount(count, '1 optional question not answered', '{count} optional questions not answered')

/** Printed for a stored document (requirement 6.service.6). */
export const attachedFor = (label: string): string => say('Document attached for "{question}"', { question: label })
