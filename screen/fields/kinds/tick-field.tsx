import type { TickQuestion } from '../../../engine/index.ts'
import { TickBox } from '../controls/index.ts'
import { FieldWithoutLabel } from '../layout/index.ts'

/** A single checkbox, with its label next to it. It is not marked optional, because a checkbox may stay empty. */
export const TickField = ({ question }: { question: TickQuestion }) => (
  <FieldWithoutLabel question={question}>{(control) => <TickBox {...control} question={question} />}</FieldWithoutLabel>
)
