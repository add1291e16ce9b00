import type { TestResult } from './test-results.ts'

/** A section of docs/requirements.md with its requirements. */
export interface Section {
  readonly title: string
  readonly requirements: readonly { readonly id: string; readonly text: string }[]
}

/** The sections of docs/requirements.md. Throws if a requirement has no valid ID or an ID is used twice. */
export function requirementsIn(markdown: string): Section[] {
  const sections = markdown
    .split(/^## /m)
    .slice(1)
    .map((part) => ({
      title: part.split('\n', 1).join(),
      requirements: part.split('\n').filter(isRequirement).map(requirementIn),
    }))
  const ids = sections.flatMap(({ requirements }) => requirements.map(({ id }) => id))
  const repeated = ids.filter((id, place) => ids.indexOf(id) !== place)
  if (repeated.length > 0) throw new Error(`Ids used twice in the requirements: ${repeated.join(', ')}.`)
  return sections
}

/** One line for each ID that a test names, whether its test ran or not, that the requirements do not contain. */
export function unknownIdsIn(sections: readonly Section[], tests: readonly TestResult[]): string[] {
  const known = new Set(sections.flatMap(({ requirements }) => requirements.map(({ id }) => id)))
  const unknown = tests.flatMap(({ file, title, proves }) =>
    proves.filter((id) => !known.has(id)).map((id) => `[${id}] in ${file}: ${title}`),
  )
  return [...new Set(unknown)].sort()
}

/** How many requirements passing tests prove, and each that none proves; with `all`, also the tests of each proved one. */
export function coverageReport(sections: readonly Section[], tests: readonly TestResult[], all = false): string {
  const tested = testsById(tests)
  const requirements = sections.flatMap((section) => section.requirements)
  const proved = requirements.filter(({ id }) => tested.has(id))
  const missing = requirements.filter(({ id }) => !tested.has(id))
  return [
    ...(all
      ? proved.flatMap(({ id, text }) => [`${id} ${text}`, ...(tested.get(id) ?? []).map((each) => `  ${each}`)])
      : []),
    ...missing.map(({ id, text }) => `No test proves ${id} ${text}`),
    `${proved.length} of ${requirements.length} requirements are proved by tests that passed.`,
  ].join('\n')
}

function isRequirement(line: string): boolean {
  return line.startsWith('- **')
}

function requirementIn(line: string): { id: string; text: string } {
  const [, id, text] = line.match(/^- \*\*(\d\.[a-z-]+\.\d+)\*\* (.+)$/) ?? []
  if (id === undefined || text === undefined) throw new Error(`Not a requirement with an id: ${line}`)
  return { id, text }
}

function testsById(tests: readonly TestResult[]): Map<string, string[]> {
  const tested = tests
    .filter(({ outcome }) => outcome === 'passed')
    .flatMap(({ file, title, proves }) => proves.map((id) => ({ id, test: `${file}: ${title}` })))
  return new Map(
    [...Map.groupBy(tested, ({ id }) => id)].map(([id, own]) => [id, [...new Set(own.map(({ test }) => test))].sort()]),
  )
}
