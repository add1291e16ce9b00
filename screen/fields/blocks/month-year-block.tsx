import { answerTo, type MonthYear, partsOf } from '../../../engine/index.ts'
import { Select, TickBox } from '../controls/index.ts'
import { FieldGroup, Part, Parts } from '../layout/index.ts'
import { useApplication, useMessages, useOptional, useRequired, useWarning } from '../store/index.ts'
import type { BlockProps } from './draw.ts'

/**
 * A month and a year under one legend. A problem with either marks both (requirement 5.when.6). While `ongoing` is
 * checked, they keep their place, empty and disabled.
 */
export function MonthYearBlock({ block }: BlockProps<MonthYear>) {
  const { ongoing } = block
  const questions = partsOf(block).filter((item) => item.kind === 'choice')
  const isOngoing = useApplication(({ answer }) => ongoing !== undefined && answerTo(answer, ongoing.key) === 'true')
  const messages = useMessages(questions)
  const optional = useOptional(questions)
  const required = useRequired(questions)
  const name = `${block.keys.join('-')}-group`
  return (
    <FieldGroup
      name={name}
      label={block.label}
      help={block.help}
      optional={optional}
      messages={messages}
      after={useWarning(block.keys)}
    >
      <Parts as="month and year">
        {questions.map((question) => (
          <Part key={question.key} id={question.key} label={question.label}>
            <Select
              id={question.key}
              name={question.key}
              question={question}
              fits={question.fits}
              disabled={isOngoing}
              aria-invalid={messages.length > 0 || undefined}
              aria-required={required}
            />
          </Part>
        ))}
      </Parts>
      {ongoing && <TickBox question={ongoing} />}
    </FieldGroup>
  )
}
