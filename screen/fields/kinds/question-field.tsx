import { memo, type ReactNode, useContext } from 'react'
import {
  maskedPhone,
  type ParagraphQuestion,
  type PhoneQuestion,
  type Question,
  type QuestionKind,
  type TextQuestion,
  type TickQuestion,
  wordsIn,
} from '../../../engine/index.ts'
import { lazyPart, sentence } from '../../parts/index.ts'
import { TickBox } from '../controls/choice.tsx'
import { Field, FieldWithoutLabel } from '../controls/field.tsx'
import { inputLook, MaskedInput, useDroppedLetters } from '../controls/input.tsx'
import { LineField } from '../controls/line-field.tsx'
import { LookupField } from '../lookup/lookup-field.tsx'
import { SearchedContext } from '../lookup/searched.ts'
import { useAnswer } from '../store/use-application.tsx'
import { ChoiceField } from './choice-field.tsx'
import { DateField } from './date-field.tsx'
import { EmailField } from './email-field.tsx'
import { SsnField } from './ssn-field.tsx'

/** The field of a question of any kind. It re-renders only when its own answer, messages or optional mark change. */
export const QuestionField = memo(function QuestionField({ question }: { question: Question }) {
  return drawField(question.kind, question)
})

type Questions = { [Kind in QuestionKind]: Extract<Question, { kind: Kind }> }

const UploadField = lazyPart(async () => (await import('../upload/upload-field.tsx')).UploadField, { preloaded: true })

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

/**
 * A field for one line of text. School names and the first line of an address get a search, and ZIP codes get a lookup.
 */
function TextField({ question }: { question: TextQuestion }) {
  const searched = useContext(SearchedContext)
  const { key } = question
  if (searched?.key === key || searched?.related.zip === key)
    return <LookupField question={question} searched={searched} />
  return <LineField question={question} />
}

/** A field for several lines of text, with its length and limit below (requirement 5.application.65). */
function ParagraphField({ question }: { question: ParagraphQuestion }) {
  const [value, write, commit] = useAnswer(question)
  const count = [...value.normalize('NFC')].length // code points, as the engine counts
  const words = question.rules.find((each) => each.rule === 'words')
  const counted = (
    <span>
      {words
        ? sentence('Word count: {count}', { count: `${wordsIn(value)} / ${words.most}` })
        : sentence('Character count: {count}', { count: `${count} / ${question.limit}` })}
    </span>
  )
  return (
    <Field question={question} after={counted}>
      {(control) => (
        <textarea
          {...control}
          className={inputLook}
          value={value}
          rows={6}
          onChange={(event) => write(event.target.value)}
          onBlur={commit}
        />
      )}
    </Field>
  )
}

const phoneLength = 14 // (###) ###-####

/** A phone number as (###) ###-#### (requirement 5.application.35). It accepts a paste in any common format. */
function PhoneField({ question }: { question: PhoneQuestion }) {
  const [value, write, commit] = useAnswer(question)
  const [note, tell] = useDroppedLetters()
  return (
    <Field question={question} after={note}>
      {(control) => (
        <MaskedInput
          {...control}
          type="tel"
          value={value}
          fits={question.fits ?? phoneLength}
          autoComplete={question.autocomplete}
          mask={maskedPhone}
          onWrite={(next, isCut) => {
            write(next)
            tell(isCut)
          }}
          onBlur={commit}
        />
      )}
    </Field>
  )
}

/** A single checkbox, with its label next to it. It is not marked optional, because a checkbox may stay empty. */
function TickField({ question }: { question: TickQuestion }) {
  return (
    <FieldWithoutLabel question={question}>
      {(control) => <TickBox {...control} question={question} />}
    </FieldWithoutLabel>
  )
}
