import { isAPIError } from 'better-auth/api'

/**
 * Makes one call of better-auth. If it throws one of the expected error codes, returns the outcome listed for that
 * code; any other error is passed on.
 */
export async function callAuth<Result, const Kind extends string>(
  call: () => Promise<Result>,
  expected: Readonly<Record<string, Kind>>,
): Promise<{ readonly kind: 'ok'; readonly result: Result } | { readonly kind: Kind }> {
  try {
    return { kind: 'ok', result: await call() }
  } catch (error) {
    const kind = isAPIError(error) ? expected[String(error.body?.code)] : undefined
    if (kind === undefined) throw error
    return { kind }
  }
}
