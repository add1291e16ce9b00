import type { DeadCitation, Project } from './project.ts'
import { QUESTIONS } from './sources-in.ts'

/** Gaps in the numbers of settled questions, and replacements named by only one of the two questions. */
export function wrongQuestionsIn({ files }: Project): DeadCitation[] {
  const entries = entriesIn(files.find(({ path }) => path === QUESTIONS)?.text ?? '')
  const texts = new Map(entries)
  const dead = (citation: string, reason: string) => ({ file: QUESTIONS, line: 1, citation, reason })
  const gaps = entries.flatMap(([id], place) =>
    id === `Q${place + 1}` ? [] : [dead(id, `Q${place + 1} is expected here`)],
  )
  const oneSided = entries.flatMap(([id, text]) => [
    ...linksAfter(text, /\*\*Replaced (?:in part )?by ([^:.*]+)/).flatMap((later) =>
      linksAfter(texts.get(later) ?? '', /Replaces (?:part of |parts of )?([^.]+)/).includes(id)
        ? []
        : [dead(later, `it does not say that it replaces ${id}`)],
    ),
    ...linksAfter(text, /Replaces (?:part of |parts of )?([^.]+)/).flatMap((earlier) =>
      linksAfter(texts.get(earlier) ?? '', /\*\*Replaced (?:in part )?by ([^:.*]+)/).includes(id)
        ? []
        : [dead(earlier, `it does not say that ${id} replaces it`)],
    ),
  ])
  return [...gaps, ...oneSided]
}

const entriesIn = (text: string): (readonly [id: string, text: string])[] =>
  text
    .split(/^### (?=Q\d)/m)
    .slice(1)
    .map((entry) => [entry.split(' ', 1).join(), entry])

const linksAfter = (text: string, sentence: RegExp): string[] =>
  Array.from((sentence.exec(text)?.[1] ?? '').matchAll(/\[(Q\d+)\]/g), ([, id = '']) => id)
