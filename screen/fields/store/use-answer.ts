import { useMemo } from 'react'
import { answerTo, type Question } from '../../../engine/index.ts'
import { useApplicationStore } from './application-provider.tsx'
import { useApplication } from './use-application.ts'

/** The answer to a question, with functions to write it (on each keystroke) and to commit it (when it is finished). */
export function useAnswer({
  key,
}: Pick<Question, 'key'>): readonly [value: string, write: (value: string) => void, commit: () => void] {
  const store = useApplicationStore()
  const value = useApplication(({ answer }) => answerTo(answer, key), key)
  const [write, commit] = useMemo(
    () => [(next: string) => store.write(key, next), () => store.commit(key)] as const,
    [store, key],
  )
  return [value, write, commit]
}
