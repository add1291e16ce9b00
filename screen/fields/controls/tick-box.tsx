import type { TickQuestion } from '../../../engine/index.ts'
import { useAnswer } from '../store/index.ts'
import { Choice } from './choice.tsx'

export type TickBoxProps = {
  question: TickQuestion
  'aria-invalid'?: true | undefined
  'aria-required'?: true | undefined
  'aria-describedby'?: string | undefined
}

/** A checkbox with its label. Checking it commits the answer (Q10). */
export function TickBox({ question, ...rest }: TickBoxProps) {
  const { key, label } = question
  const [value, write, commit] = useAnswer(question)
  return (
    <Choice
      {...rest}
      type="checkbox"
      label={label}
      id={key}
      name={key}
      checked={value === 'true'}
      onChange={(event) => {
        write(event.target.checked ? 'true' : '')
        commit()
      }}
    />
  )
}
