import type { MonthYear } from '../../../engine/index.ts'
import { Select } from '../controls/index.ts'
import { FieldGroup, Part, Parts } from '../layout/index.ts'
import { useMessages, useOptional, useRequired } from '../store/index.ts'
import type { BlockProps } from './draw.ts'

/** A month and a year under one legend. A problem with either marks both (requirement 5.when.6). */
export function MonthYearBlock({ block }: BlockProps<MonthYear>) {
  const questions = block.items.filter((item) => item.kind === 'choice')
  const messages = useMessages(questions)
  const optional = useOptional(questions)
  const required = useRequired(questions)
  const name = `${block.keys.join('-')}-group`
  return (
    <FieldGroup name={name} label={block.label} help={block.help} optional={optional} messages={messages}>
      <Parts as="month and year">
        {questions.map((question) => (
          <Part key={question.key} id={question.key} label={question.label}>
            <Select
              id={question.key}
              name={question.key}
              question={question}
              fits={question.fits}
              aria-invalid={messages.length > 0 || undefined}
              aria-required={required}
            />
          </Part>
        ))}
      </Parts>
    </FieldGroup>
  )
}
