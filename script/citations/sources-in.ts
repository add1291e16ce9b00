import { requirementsIn } from '../specification-coverage.ts'
import type { Project } from './project.ts'

/** Everything that may be cited by an id. */
export interface Sources {
  /** Ids of requirements, their subjects (`4.tabs`) and their sections (`4`). */
  readonly requirements: ReadonlySet<string>
  readonly questions: ReadonlySet<string>
  /** The four digits of each decision record. */
  readonly records: ReadonlySet<string>
}

export const REQUIREMENTS = 'docs/requirements.md'
export const QUESTIONS = 'docs/settled-questions.md'
export const RECORDS = 'docs/decisions'

/** The number in the path of a decision record, undefined for any other path. */
export const recordNumberOf = (path: string): string | undefined =>
  /^docs\/decisions\/(\d{4})-[\w-]+\.md$/.exec(path)?.[1]

/** Reads what the documents of a project define. */
export function sourcesIn({ files, paths }: Project): Sources {
  const textOf = (path: string) => files.find((file) => file.path === path)?.text ?? ''
  const ids = requirementsIn(textOf(REQUIREMENTS)).flatMap(({ promises }) => promises.map(({ id }) => id))
  const wider = ids.flatMap((id) => [id.replace(/\.\d+$/, ''), id.replace(/\..*$/, '')])
  return {
    requirements: new Set([...ids, ...wider]),
    questions: new Set(Array.from(textOf(QUESTIONS).matchAll(/^### (Q\d+) /gm), ([, id = '']) => id)),
    records: new Set([...paths].flatMap((path) => recordNumberOf(path) ?? [])),
  }
}
