import { say } from '../../../engine/index.ts'

/** What a browser's user agent names, first match first: almost all claim to be Mozilla, most also Safari or Chrome. */
const browsers = [
  ['Edge', /\bEdg(e|A|iOS)?\//],
  ['Opera', /\bOPR\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(Firefox|FxiOS)\//],
  ['Chrome', /(Chrome|Chromium|CriOS)\//], // HeadlessChrome too
  ['Safari', /\bSafari\//],
] as const

const systems = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Mac', /\bMac OS X\b/], // an iPad may say so too
  ['Linux', /\bLinux\b/],
] as const

/**
 * A browser as its owner would call it, such as 'Firefox on Windows', and 'A browser' for one that says nothing we know.
 * Only this is stored of the user agent, without any version.
 */
export function browserInWords(userAgent = ''): string {
  const named = (table: typeof browsers | typeof systems) => table.find(([, pattern]) => pattern.test(userAgent))?.[0]
  const system = named(systems)
  return `${named(browsers) ?? UNKNOWN_BROWSER}${system === undefined ? '' : ` on ${system}`}`
}

export const UNKNOWN_BROWSER = 'A browser'

/** Such a browser, which is stored in English, in the language of who reads. */
export function sayBrowser(stored: string): string {
  const [browser = '', system] = stored.split(' on ')
  if (browser === UNKNOWN_BROWSER)
    return system === undefined ? say('A browser') : say('A browser on {system}', { system })
  return system === undefined ? browser : say('{browser} on {system}', { browser, system })
}
