import { answerTo, type ChoiceQuestion, withPresets } from '../../../engine/index.ts'
import { useAnswer } from './use-answer.ts'
import { useFromStore } from './use-from-store.ts'

/**
 * The answer to a choice, or its preset while nothing in its block is answered (Q80). Once a message says that the
 * answer is missing, the preset is no longer shown as if it had been given.
 */
export function useChoice(question: ChoiceQuestion): ReturnType<typeof useAnswer> {
  const [, write, commit] = useAnswer(question)
  const value = useFromStore((store) => {
    const { answer } = store.current()
    const hasProblem = store.problems().some(({ key }) => key === question.key)
    return answerTo(hasProblem ? answer : withPresets(store.form, answer), question.key)
  })
  return [value, write, commit]
}
