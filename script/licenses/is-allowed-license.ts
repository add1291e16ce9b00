/** Licenses under which the product may include any package. */
const allowed: ReadonlySet<string> = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'MPL-2.0',
  'OFL-1.1',
  'Unlicense',
])

/**
 * The LGPL is allowed only for two unmodified libraries: libvips, which the builds of sharp include, and libheif, which
 * the browser fetches as files of its own. The license of Python, which asks for no more than BSD, is that of one
 * package below xmlbuilder2.
 */
const allowedForOnePackage: Readonly<Record<string, RegExp>> = {
  'LGPL-3.0-or-later': /^@img\/sharp-/,
  'LGPL-3.0': /^libheif-js$/,
  'Python-2.0': /^argparse$/,
}

/** Whether the product may include this package under this SPDX expression; never if the package declares no license. */
export function isAllowedLicense(packageName: string, expression: string | undefined): boolean {
  const isAllowed = (license: string) =>
    allowed.has(license) || allowedForOnePackage[license]?.test(packageName) === true
  return holds(expression ?? '')

  // AND binds more tightly than OR. The innermost parentheses are evaluated first.
  function holds(part: string): boolean {
    const inner = /\(([^()]*)\)/.exec(part)
    if (inner) return holds(part.replace(inner[0], holds(inner[1] ?? '') ? 'MIT' : 'refused'))
    return part.split(' OR ').some((choice) => choice.split(' AND ').every((license) => isAllowed(license.trim())))
  }
}
