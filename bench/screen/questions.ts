import { readFileSync } from 'node:fs'
import { emptyApplication, optionsOf, questionsShown, withInstitution } from '../../engine/index.ts'
import { admissions } from '../../form/index.ts'

/** A question as every peer can ask it. */
export type PeerQuestion = {
  readonly key: string
  readonly label: string
  readonly kind: 'line' | 'lines' | 'choice' | 'radio' | 'check'
  readonly required: boolean
  readonly options: readonly (readonly [value: string, label: string])[]
}

const file: { public: Parameters<typeof withInstitution>[1] } = JSON.parse(
  readFileSync(new URL('../../institution.json', import.meta.url), 'utf8'),
)
const form = withInstitution(admissions, file.public)

/** The questions that a visitor meets on the first two pages of the form, before any answer. */
export const peerPages = (): readonly (readonly PeerQuestion[])[] =>
  form.pages.slice(0, 2).map(({ slug }) =>
    questionsShown(form, emptyApplication)
      .filter(({ page, question }) => page === slug && question.kind !== 'code' && question.kind !== 'upload')
      .map(({ question }) => ({
        key: question.key,
        label: question.label,
        kind: kindOf(question),
        required: question.required === true,
        options: question.kind === 'choice' ? optionsOf(question, '2026-11-22').filter(([value]) => value !== '') : [],
      })),
  )

function kindOf(question: ReturnType<typeof questionsShown>[number]['question']): PeerQuestion['kind'] {
  if (question.kind === 'paragraph') return 'lines'
  if (question.kind === 'tick') return 'check'
  if (question.kind !== 'choice') return 'line'
  return question.as === 'radio' ? 'radio' : 'choice'
}
