import type { Settings } from '../../platform/settings/index.ts'

/** The origin at which staff open the desk. */
export function staffOrigin({ baseUrl, staffHost }: Pick<Settings, 'baseUrl'> & Partial<Settings>): string {
  const url = new URL(baseUrl)
  if (staffHost !== undefined) url.hostname = staffHost
  return url.origin
}
