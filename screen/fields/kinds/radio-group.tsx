import { type ChoiceQuestion, optionsOf } from '../../../engine/index.ts'
import { useAnswer, useApplicationStore, useLabel, useMessages, useOptional, useRequired } from '../store/index.ts'
import { RadioSet } from './radio-set.tsx'

/** A choice among a few visible options. An answer that is never required can be taken back. */
export function RadioGroup({ question }: { question: ChoiceQuestion }) {
  const { key, help } = question
  const { today } = useApplicationStore()
  const [value, write, commit] = useAnswer(question)
  const clear = () => {
    write('')
    commit()
  }
  return (
    <RadioSet
      name={key}
      label={useLabel(question)}
      help={help}
      optional={useOptional([question])}
      required={useRequired([question])}
      messages={useMessages([question])}
      options={optionsOf(question, today).filter(([each]) => each !== '')}
      value={value}
      onWrite={write}
      onCommit={commit}
      onClear={question.required === false ? clear : undefined}
    />
  )
}
