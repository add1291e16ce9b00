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

/** The report as Markdown: totals, and for each section which requirements passing tests check and which none checks. */
export function coverageReport(sections: readonly Section[], tests: readonly TestResult[]): string {
  const tested = testsById(tests)
  const isTested = ({ id }: { id: string }) => tested.has(id)
  const requirements = sections.flatMap((section) => section.requirements)
  const lines = [
    '# Coverage of the specification',
    '',
    'Written by `npm run coverage` from the assertions that name a requirement, in tests that ran and passed; do not edit.',
    '',
    `**${requirements.filter(isTested).length} of ${requirements.length} requirements are tested.**`,
    '',
    '| Section | Tested | Missing |',
    '|---|---:|---:|',
    ...sections.map(({ title, requirements: own }) => {
      const count = own.filter(isTested).length
      return `| ${title} | ${count} | ${own.length - count} |`
    }),
    ...sections.flatMap(({ title, requirements: own }) => [
      ...['', `## ${title}`],
      ...listUnder(
        '### Tested',
        own.filter(isTested).flatMap((one) => [lineOf(one), ...testLines(tested.get(one.id) ?? [])]),
      ),
      ...listUnder('### Missing', own.filter((one) => !isTested(one)).map(lineOf)),
    ]),
  ]
  return `${lines.join('\n')}\n`
}

const MAX_TESTS_SHOWN = 3

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
    .flatMap(({ file, title, proves }) => proves.map((id) => ({ id, test: `\`${file}\`: ${title}` })))
  return new Map(
    [...Map.groupBy(tested, ({ id }) => id)].map(([id, own]) => [id, [...new Set(own.map(({ test }) => test))].sort()]),
  )
}

function lineOf({ id, text }: { id: string; text: string }): string {
  return `- **${id}** ${text}`
}

function testLines(tested: readonly string[]): string[] {
  const more = tested.length - MAX_TESTS_SHOWN
  const shown = tested.slice(0, MAX_TESTS_SHOWN).map((test) => `  - ${test}`)
  return more > 0 ? [...shown, `  - and ${more} more`] : shown
}

function listUnder(heading: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : ['', heading, '', ...lines]
}
