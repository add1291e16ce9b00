import { join } from 'node:path'
import { homepageOf } from './licenses/homepage-of.ts'
import { isAllowedLicense } from './licenses/is-allowed-license.ts'
import { type LockedPackages, readLockFile } from './licenses/lock-file.ts'
import { type ProductionPackage, productionPackages } from './licenses/production-packages.ts'

/** The document of third-party licenses. Throws an error that names every package whose license is not allowed. */
export const thirdPartyLicenses = (root: string): string =>
  licensesDocument(readLockFile(join(root, 'package-lock.json')), (each) => homepageOf(each, root))

/** The same document for any lock file. */
export function licensesDocument(locked: LockedPackages, homepage: (each: ProductionPackage) => string): string {
  const packages = productionPackages(locked).map((each) => ({ ...each, license: clarified(each) }))
  const refused = packages.filter(({ name, license }) => !isAllowedLicense(name, license))
  if (refused.length > 0) throw new Error(refused.map(refusalOf).join('\n'))
  const byLicense = Object.entries(Object.groupBy(packages, ({ license = '' }) => license))
  const kinds = byLicense.toSorted(([one], [other]) => (one < other ? -1 : 1))
  return [
    '# Third-party licenses',
    '',
    'The packages from npm that the product needs at run time, directly or through other packages, and their licenses.',
    '`npm run docs` writes this document from `package-lock.json`, and stops when a license is not in the list in',
    '`script/licenses/is-allowed-license.ts`. Development tools and optional peer dependencies are not included. Builds',
    'for other platforms are included, whether they are installed or not.',
    '',
    '## Licenses',
    '',
    '| license | packages |',
    '|---|---|',
    ...kinds.map(([license, each = []]) => `| ${license} | ${each.length} |`),
    '',
    '## Packages',
    '',
    '| package | version | license | homepage |',
    '|---|---|---|---|',
    ...packages.map((each) => `| ${each.name} | ${each.version} | ${each.license} | <${homepage(each)}> |`),
    '',
  ].join('\n')
}

const clarified = ({ name, license }: ProductionPackage) =>
  clarifications[name] && license === clarifications[name].written ? clarifications[name].license : license

/** Packages that write their license in a way of their own, and what their license file says. */
const clarifications: Readonly<Record<string, { readonly written: string | undefined; readonly license: string }>> = {
  zipcodes: { written: 'BSD', license: 'BSD-3-Clause' },
  ssh2: { written: undefined, license: 'MIT' },
  'cpu-features': { written: undefined, license: 'MIT' },
  buildcheck: { written: undefined, license: 'MIT' },
}

const refusalOf = ({ name, version, license }: ProductionPackage) =>
  license === undefined
    ? `${name} ${version} declares no license.`
    : `${name} ${version} has the license ${license}, which is not allowed.`
