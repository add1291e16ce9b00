import type { TestResult } from './test-results.ts'

/** A section of docs/requirements.md with its requirements. */
export interface Section {
  readonly title: string
  readonly promises: readonly { readonly id: string; readonly text: string }[]
}

/** The sections of docs/requirements.md. Throws if a requirement has no valid ID or an ID is used twice. */
export function requirementsIn(markdown: string): Section[] {
  const sections = markdown
    .split(/^## /m)
    .slice(1)
    .map((part) => ({
      title: part.split('\n', 1).join(),
      promises: part.split('\n').filter(isPromise).map(promiseIn),
    }))
  const ids = sections.flatMap(({ promises }) => promises.map(({ id }) => id))
  const repeated = ids.filter((id, place) => ids.indexOf(id) !== place)
  if (repeated.length > 0) throw new Error(`Ids used twice in the requirements: ${repeated.join(', ')}.`)
  return sections
}

/** One line for each ID that a test names, whether its test ran or not, that the requirements do not contain. */
export function unknownIdsIn(sections: readonly Section[], tests: readonly TestResult[]): string[] {
  const known = new Set(sections.flatMap(({ promises }) => promises.map(({ id }) => id)))
  const unknown = tests.flatMap(({ file, title, proves }) =>
    proves.filter((id) => !known.has(id)).map((id) => `[${id}] in ${file}: ${title}`),
  )
  return [...new Set(unknown)].sort()
}

/** The report as Markdown: totals, and for each section what passing tests prove and what none proves. */
export function coverageReport(sections: readonly Section[], tests: readonly TestResult[]): string {
  const proofs = proofsById(tests)
  const isProved = ({ id }: { id: string }) => proofs.has(id)
  const promises = sections.flatMap((section) => section.promises)
  const lines = [
    '# Coverage of the specification',
    '',
    'Written by `npm run coverage` from the assertions that name a requirement, in tests that ran and passed; do not edit.',
    '',
    `**${promises.filter(isProved).length} of ${promises.length} promises are proved.**`,
    '',
    '| Section | Proved | Missing |',
    '|---|---:|---:|',
    ...sections.map(({ title, promises: own }) => {
      const proved = own.filter(isProved).length
      return `| ${title} | ${proved} | ${own.length - proved} |`
    }),
    ...sections.flatMap(({ title, promises: own }) => [
      ...['', `## ${title}`],
      ...listUnder(
        '### Proved',
        own.filter(isProved).flatMap((one) => [lineOf(one), ...proofLines(proofs.get(one.id) ?? [])]),
      ),
      ...listUnder('### Missing', own.filter((one) => !isProved(one)).map(lineOf)),
    ]),
  ]
  return `${lines.join('\n')}\n`
}

const mostProofsShown = 3

function isPromise(line: string): boolean {
  return line.startsWith('- **')
}

function promiseIn(line: string): { id: string; text: string } {
  const [, id, text] = line.match(/^- \*\*(\d\.[a-z-]+\.\d+)\*\* (.+)$/) ?? []
  if (id === undefined || text === undefined) throw new Error(`Not a promise with an id: ${line}`)
  return { id, text }
}

function proofsById(tests: readonly TestResult[]): Map<string, string[]> {
  const proofs = tests
    .filter(({ outcome }) => outcome === 'passed')
    .flatMap(({ file, title, proves }) => proves.map((id) => ({ id, proof: `\`${file}\`: ${withoutIds(title)}` })))
  return new Map(
    [...Map.groupBy(proofs, ({ id }) => id)].map(([id, own]) => [
      id,
      [...new Set(own.map(({ proof }) => proof))].sort(),
    ]),
  )
}

function withoutIds(title: string): string {
  return title.replaceAll(/\[\d+\.[a-z][^\]]*\]\s*/gi, '').trim()
}

function lineOf({ id, text }: { id: string; text: string }): string {
  return `- **${id}** ${text}`
}

function proofLines(proofs: readonly string[]): string[] {
  const more = proofs.length - mostProofsShown
  const shown = proofs.slice(0, mostProofsShown).map((proof) => `  - ${proof}`)
  return more > 0 ? [...shown, `  - and ${more} more`] : shown
}

function listUnder(heading: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : ['', heading, '', ...lines]
}
