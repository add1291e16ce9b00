import { memo, type ReactNode } from 'react'
import type { Question, QuestionKind } from '../../../engine/index.ts'
import { lazyPart } from '../../parts/index.ts'
import { UploadField } from '../upload/index.ts'
import { ChoiceField } from './choice-field.tsx'
import { DateField } from './date-field.tsx'
import { EmailField } from './email-field.tsx'
import { ParagraphField } from './paragraph-field.tsx'
import { PhoneField } from './phone-field.tsx'
import { SsnField } from './ssn-field.tsx'
import { TextField } from './text-field.tsx'
import { TickField } from './tick-field.tsx'

/** The field of a question of any kind. It re-renders only when its own answer, messages or optional mark change. */
export const QuestionField = memo(function QuestionField({ question }: { question: Question }) {
  return drawField(question.kind, question)
})

type Questions = { [Kind in QuestionKind]: Extract<Question, { kind: Kind }> }

// Only the account cards use it, and they are lazy themselves.
const PasswordField = lazyPart(async () => (await import('./password-field.tsx')).PasswordField)

/** Loads the password field before a card is shown, so that nothing moves when it comes. */
export const preloadPasswordField = async () => void (await PasswordField.preload())

/** One component for each kind: a kind without one does not compile. */
const fields: { [Kind in QuestionKind]: (props: { question: Questions[Kind] }) => ReactNode } = {
  text: TextField,
  paragraph: ParagraphField,
  email: EmailField,
  phone: PhoneField,
  date: DateField,
  choice: ChoiceField,
  tick: TickField,
  ssn: SsnField,
  upload: UploadField,
  password: PasswordField,
  code: () => null, // another control fills it
}

function drawField<Kind extends QuestionKind>(kind: Kind, question: Questions[Kind]): ReactNode {
  const Own: (props: { question: Questions[Kind] }) => ReactNode = fields[kind]
  return <Own question={question} />
}
