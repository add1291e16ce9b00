import { type Application, answerTo, type Form, isGiven, questionsShown, say } from '../engine/index.ts'
import type { QuietQuestionId } from './admissions.ts'
import { ENTRIES } from './warnings.ts'

/** What is asked where an applicant may have forgotten something that would cost them money or time. */
export type QuietQuestion = {
  readonly id: QuietQuestionId
  /** The section at whose end it is asked, and the question that it is about. */
  readonly section: string
  readonly key: string
  /** `{names}` stands for what the applicant has typed. */
  readonly text: string
  readonly names: readonly string[]
  /** The answers that one tap gives. One that asks for more leads on to the question. */
  readonly answers: readonly { readonly label: string; readonly value: string; readonly asksForMore?: true }[]
  /** What leads to the question, where no tap answers it. */
  readonly lead?: string
  readonly wave: string
}

/**
 * The quiet questions for an application: each can be answered or waved away for good, keeps nobody from submitting, and
 * is neither printed nor exported. `state` is that of the institution.
 */
export function quietQuestionsIn(form: Form, application: Application, state: string): readonly QuietQuestion[] {
  const { answer, document_answer, add_another } = application
  const shown = new Set(questionsShown(form, application).map(({ question }) => question.key))
  const isAsked = (key: string) => shown.has(key) && !isGiven(answer[key]) && document_answer[key] === undefined
  const found: QuietQuestion[] = []
  if (isAsked('instate_tuition') && shown.has('state') && answer.state === state)
    found.push({
      id: 'quiet_in_state',
      section: 'in-state-tuition',
      key: 'instate_tuition',
      names: [],
      wave: say('Don’t ask again'),
      text: say('You live in {state}. Are you asking for in-state tuition? It costs much less.', { state }),
      answers: [
        { label: say('Yes'), value: 'Y', asksForMore: true },
        { label: say('No'), value: 'N' },
      ],
    })
  const aboutColleges = (
    keys: readonly string[],
    words: Pick<QuietQuestion, 'id' | 'text' | 'wave'> & { readonly lead: string },
  ) => {
    const without = ENTRIES.filter(
      (prefix) => isGiven(answer[`${prefix}name`]) && keys.every((key) => isAsked(`${prefix}${key}`)),
    )
    const [first] = without
    if (first === undefined) return
    const names = without.map((prefix) => answerTo(answer, `${prefix}name`).trim())
    found.push({ ...words, section: 'colleges', key: `${first}${keys[0]}`, names, answers: [] })
  }
  aboutColleges(['attend_from_month', 'attend_from_year', 'attend_to_year', 'attend_ongoing'], {
    id: 'quiet_college_dates',
    text: say('You gave no dates for {names}.'),
    lead: say('Add the dates'),
    wave: say('Leave the dates out'),
  })
  aboutColleges(['transcript'], {
    id: 'quiet_college_transcripts',
    text: say('You attached no unofficial transcript from {names}.'),
    lead: say('Attach one'),
    wave: say('Leave it out'),
  })
  return found.filter(({ id }) => add_another[id] === undefined)
}
