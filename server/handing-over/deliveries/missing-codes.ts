import { codesOf, configurationOf, targetNamed } from './configuration.ts'
import type { Deliveries } from './deliveries.ts'

/** The values of the form's lists for which a target has no code. */
export async function missingCodes(deliveries: Deliveries, name: string): Promise<readonly string[]> {
  const configuration = await configurationOf(deliveries, targetNamed(deliveries, name))
  return codesOf(deliveries, configuration).missing.map(({ list, value }) => `${list}: ${value}`)
}
