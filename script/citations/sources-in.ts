import { requirementsIn } from '../specification-coverage.ts'
import type { Project } from './project.ts'

/** Everything that can be cited by an ID. */
export interface Sources {
  /** IDs of requirements, of their subjects (`4.tabs`) and of their sections (`4`). */
  readonly requirements: ReadonlySet<string>
  readonly questions: ReadonlySet<string>
  /** The four-digit numbers of the decision records. */
  readonly records: ReadonlySet<string>
}

export const REQUIREMENTS = 'docs/requirements.md'
export const QUESTIONS = 'docs/settled-questions.md'
export const RECORDS = 'docs/decisions'

/** The number in the path of a decision record; undefined for any other path. */
export const recordNumberOf = (path: string): string | undefined =>
  /^docs\/decisions\/(\d{4})-[\w-]+\.md$/.exec(path)?.[1]

/** Reads the IDs that the documents of a project define. */
export function sourcesIn({ files, paths }: Project): Sources {
  const textOf = (path: string) => files.find((file) => file.path === path)?.text ?? ''
  const ids = requirementsIn(textOf(REQUIREMENTS)).flatMap(({ requirements }) => requirements.map(({ id }) => id))
  const subjectsAndSections = ids.flatMap((id) => [id.replace(/\.\d+$/, ''), id.replace(/\..*$/, '')])
  return {
    requirements: new Set([...ids, ...subjectsAndSections]),
    questions: new Set(Array.from(textOf(QUESTIONS).matchAll(/^### (Q\d+) /gm), ([, id = '']) => id)),
    records: new Set([...paths].flatMap((path) => recordNumberOf(path) ?? [])),
  }
}
