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
