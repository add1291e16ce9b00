import { type DeadCitation, isMarkdown, lineAt, type TextFile } from './project.ts'
import { REQUIREMENTS, type Sources } from './sources-in.ts'

interface Cited {
  readonly place: number
  readonly id: string
}

/** IDs that do not belong to any requirement, settled question or decision record. */
export function unknownIdsIn(file: TextFile, { requirements, questions, records }: Sources): DeadCitation[] {
  const kinds: readonly (readonly [readonly Cited[], ReadonlySet<string>, string])[] = [
    [requirementsCitedIn(file), requirements, `${REQUIREMENTS} has no such id`],
    [citedIn(file, /\b(Q[0-9]+)\b/g), questions, 'docs/settled-questions.md has no such question'],
    [citedIn(file, /\bdocs\/decisions\/([0-9]{4})/g), records, 'docs/decisions has no such record'],
    // Documents must link to records, and other code checks the links. A bare number cannot be followed.
    [
      isMarkdown(file) ? citedIn(file, /(?<![[\w/.,-])(00[0-9]{2})(?![\]\w.,-]*[\w\]])/g) : [],
      new Set(),
      'link the record',
    ],
  ]
  return kinds.flatMap(([cited, known, reason]) =>
    cited
      .filter(({ id }) => !known.has(id))
      .map(({ place, id }) => ({ file: file.path, line: lineAt(file.text, place), citation: id, reason })),
  )
}

function citedIn({ text }: TextFile, pattern: RegExp): Cited[] {
  return Array.from(text.matchAll(pattern), (match) => ({ place: match.index, id: match[1] ?? '' }))
}

/** The conjunctions in a list may be followed by a line break in a comment. */
const JOIN = String.raw`(?:, and|,| and| or| to)\s+(?:(?:\*|//|#)\s+)?`
const ID = String.raw`[1-9](?:\.[a-z][a-z-]*(?:\.[0-9]+)?)?(?![\w-])`
const LISTS = new RegExp(String.raw`\brequirements?\s+(?:(?:\*|//|#)\s+)?(${ID}(?:${JOIN}${ID})*)`, 'g')
const IDS = new RegExp(String.raw`(?<![\w.])${ID}`, 'g')
const COMPLETE_IDS = /(?<![\w.$])[1-9]\.[a-z][a-z-]*\.[0-9]+\b/g

/** Finds complete IDs everywhere (`// 9.buttons.1`), and after the word "requirement" also subjects and sections. */
function requirementsCitedIn(file: TextFile): Cited[] {
  const { text } = file
  const whole = Array.from(text.matchAll(COMPLETE_IDS), (match) => ({ place: match.index, id: match[0] }))
  const listed = Array.from(text.matchAll(LISTS), ({ 1: list = '', index }) =>
    Array.from(list.matchAll(IDS), ([id]) => ({ place: index, id })),
  ).flat()
  return [...whole, ...listed.filter(({ id }) => !/\d$/.test(id) || id.length === 1)]
}
