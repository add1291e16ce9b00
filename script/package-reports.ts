/**
 * What a report of `npm audit --omit=dev --json` means. A moderate, high or critical fault in a package of the product
 * fails; a low one is only reported; and a registry that does not answer is said, because nothing was audited then.
 */
export function auditVerdict(report: string): { readonly fails: boolean; readonly line: string } {
  const read = parsed(report)
  const found = read?.metadata?.vulnerabilities
  if (found === undefined) {
    return { fails: false, line: `NOT AUDITED: the registry gave no report (${read?.message ?? 'no answer'}).` }
  }
  const { high = 0, critical = 0, moderate = 0, low = 0 } = found
  const counts = `${critical} critical, ${high} high, ${moderate} moderate, ${low} low`
  const names = Object.entries(read?.vulnerabilities ?? {}).map(([name, { severity }]) => `${name} (${severity})`)
  return {
    fails: moderate + high + critical > 0,
    line: `Known faults in packages of the product: ${counts}${names.length > 0 ? `: ${names.join(', ')}` : ''}.`,
  }
}

type Report = {
  readonly message?: string
  readonly metadata?: { readonly vulnerabilities?: Readonly<Record<string, number>> }
  readonly vulnerabilities?: Readonly<Record<string, { readonly severity: string }>>
}

function parsed(report: string): Report | undefined {
  try {
    return JSON.parse(report)
  } catch {
    // Not JSON: npm itself failed before it had a report.
    return undefined
  }
}

/** A package of `npm outdated --json`, and when each of its versions was published (`npm view … time --json`). */
export type Outdated = {
  readonly name: string
  readonly current: string
  readonly published: Readonly<Record<string, string>>
}

const DAYS = 90 // docs/security.md, Updates of packages

/**
 * Names each package whose next release within its major version has been there for longer than the time in which every
 * package is brought up to date, the oldest first. It fails no test: otherwise the same commit would fail on a later day.
 */
export function overdueLine(outdated: readonly Outdated[], today: Date): string {
  const late = outdated
    .flatMap(({ name, current, published }) => {
      const [next] = laterThan(current, published)
      return next === undefined ? [] : [{ name, current, ...next, days: daysBetween(next.date, today) }]
    })
    .filter(({ days }) => days > DAYS)
    .toSorted((one, other) => other.days - one.days)
  if (late.length === 0) return `No package is overdue: none has had a newer release for more than ${DAYS} days.`
  const named = late.map(({ name, current, version, days }) => `${name} ${current} (${version} is ${days} days old)`)
  return `OVERDUE, see docs/security.md: ${named.join(', ')}.`
}

/** The versions of the same major version that are newer, the oldest first. A version being tried out does not count. */
function laterThan(current: string, published: Outdated['published']) {
  const own = numbersOf(current)
  return Object.entries(published)
    .map(([version, date]) => ({ version, date: new Date(date), numbers: numbersOf(version) }))
    .filter(({ version, numbers }) => /^\d+\.\d+\.\d+$/.test(version) && numbers[0] === own[0] && isAbove(numbers, own))
    .toSorted((one, other) => one.date.getTime() - other.date.getTime())
}

const numbersOf = (version: string) => version.split(/[.-]/).map(Number)

function isAbove(numbers: readonly number[], others: readonly number[]): boolean {
  const place = numbers.findIndex((number, index) => number !== others[index])
  return place >= 0 && Number(numbers[place]) > Number(others[place])
}

const daysBetween = (from: Date, to: Date) => Math.floor((to.getTime() - from.getTime()) / 86_400_000)
