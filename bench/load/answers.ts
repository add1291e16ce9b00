import { veteran } from '../../form/testing/index.ts'

const known = Object.fromEntries(
  Object.entries(veteran.answer).flatMap(([name, value]) =>
    value === undefined || /_desc$|transcript|copy/.test(name) ? [] : [[name, value]],
  ),
)
const { decision_essay: essay = '' } = known
const tooLong = JSON.stringify(known).length - 15_000

/** A long application: every answer of a veteran but documents, 15 KB as JSON. */
export const longAnswers: Readonly<Record<string, string>> = { ...known, decision_essay: essay.slice(tooLong) }
