import { veteran } from '../../form/testing/index.ts'

/** A long application: every answer of a veteran but documents, 18 KB as JSON. */
export const longAnswers: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(veteran.answer).flatMap(([name, value = '']) =>
    /_desc$|transcript|copy/.test(name) ? [] : [[name, value]],
  ),
)
