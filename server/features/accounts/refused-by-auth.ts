import { isAPIError } from 'better-auth/api'

/**
 * Does one call of better-auth. Where it throws one of the expected codes, that code's outcome is returned instead;
 * everything else stays an exception.
 */
export async function refusedByAuth<Result, const Kind extends string>(
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
