import { type ConditionalChoice, choiceShown } from '../../../engine/index.ts'
import { useApplication } from '../store/index.ts'
import type { BlockProps } from './draw.ts'
import { Revealed } from './revealed.tsx'

/** A dropdown that depends on another answer, which may also select its options. */
export function ConditionalChoiceBlock({ block, draw }: BlockProps<ConditionalChoice>) {
  const question = useApplication((application) => choiceShown(block, application))
  return question && <Revealed items={[question]} draw={draw} />
}
