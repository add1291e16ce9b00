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
