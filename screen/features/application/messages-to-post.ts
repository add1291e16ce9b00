import { messagesByKey, type Problem } from '../../../engine/index.ts'

/** What POST /api/validations takes: the messages of each key. */
export const messagesToPost = (problems: readonly Problem[]): Record<string, string[]> =>
  Object.fromEntries(Object.entries(messagesByKey(problems)).map(([key, messages]) => [key, [...messages]]))
