import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { z } from 'zod'

const component = z.looseObject({
  'bom-ref': z.string(),
  group: z.string().optional(),
  name: z.string(),
  version: z.string(),
  properties: z.array(z.object({ name: z.string(), value: z.string() })).default([]),
  licenses: z
    .array(
      z.union([
        z.object({ license: z.union([z.object({ id: z.string() }), z.object({ name: z.string() })]) }),
        z.object({ expression: z.string() }),
      ]),
    )
    .default([]),
})
const billOfMaterials = z.looseObject({
  components: z.array(component),
  dependencies: z.array(z.object({ ref: z.string(), dependsOn: z.array(z.string()) })),
})

type BillOfMaterials = z.output<typeof billOfMaterials>

/**
 * What the product is made of (CycloneDX), from the lock file: what it needs at run time, directly or through other
 * packages, for every platform. `npm sbom --omit dev` would leave out each package that a tool needs as well.
 */
export async function productPackages(root: string): Promise<BillOfMaterials> {
  const words = ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only']
  const { stdout } = await promisify(execFile)('npm', words, { cwd: root, maxBuffer: 1e8 })
  return withoutTools(billOfMaterials.parse(JSON.parse(stdout)))
}

export function withoutTools({ components, dependencies, ...rest }: BillOfMaterials): BillOfMaterials {
  const isTool = ({ properties }: Component) => properties.some(({ name }) => name === 'cdx:npm:package:development')
  const tools = new Set(components.filter(isTool).map((each) => each['bom-ref']))
  return {
    ...rest,
    components: components.filter((each) => !isTool(each)),
    dependencies: dependencies
      .filter(({ ref }) => !tools.has(ref))
      .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((each) => !tools.has(each)) })),
  }
}

/** The document of third-party licenses. Throws an error that names every package whose license is not allowed. */
export function licensesDocument({ components }: Pick<BillOfMaterials, 'components'>): string {
  const packages = components
    .map((each) => ({ name: nameOf(each), version: each.version, license: licenseOf(each) }))
    .toSorted((one, other) => (`${one.name} ${one.version}` < `${other.name} ${other.version}` ? -1 : 1))
  const refused = packages.filter(({ name, license }) => !isAllowedLicense(name, license))
  if (refused.length > 0) throw new Error(refused.map(refusalOf).join('\n'))
  const byLicense = Object.entries(Object.groupBy(packages, ({ license = '' }) => license))
  const kinds = byLicense.toSorted(([one], [other]) => (one < other ? -1 : 1))
  return [
    '# Third-party licenses',
    '',
    'The packages from npm that the product needs at run time, directly or through other packages, and their licenses,',
    'with builds for every platform and without tools. `npm run docs` writes this document from what `npm sbom` reads in',
    '`package-lock.json`, and stops when a license is not in the list in `script/licenses.ts`. The page of a package is',
    '`https://www.npmjs.com/package/` with its name.',
    '',
    ...kinds.flatMap(([license, each = []]) => [`## ${license}`, '', '```', ...each.map(inOneWord), '```', '']),
  ].join('\n')
}

type Component = BillOfMaterials['components'][number]

const nameOf = ({ group, name }: Component) => (group === undefined ? name : `${group}/${name}`)

const inOneWord = ({ name, version }: { readonly name: string; readonly version: string }) => `${name}@${version}`

function licenseOf(each: Component): string | undefined {
  const [declared] = each.licenses.map((one) =>
    'expression' in one ? one.expression : 'id' in one.license ? one.license.id : one.license.name,
  )
  const word = inOneWord({ name: nameOf(each), version: each.version })
  return declared ?? clarifications.find(({ packages }) => packages.test(word))?.license
}

/**
 * Packages that declare no license, or none that SPDX knows, and what the license file of these versions says. npm does
 * not record the license of some builds for other platforms; they have the license of their package.
 */
const clarifications: readonly { readonly packages: RegExp; readonly license: string }[] = [
  { packages: /^zipcodes@8\.0\.0$/, license: 'BSD-3-Clause' },
  { packages: /^(ssh2@1\.17\.0|cpu-features@0\.0\.10|buildcheck@0\.0\.7)$/, license: 'MIT' },
  { packages: /^@napi-rs\/canvas-/, license: 'MIT' },
  { packages: /^@myriaddreamin\/typst-ts-node-compiler-/, license: 'Apache-2.0' },
]

const refusalOf = ({ name, version, license }: { name: string; version: string; license: string | undefined }) =>
  license === undefined
    ? `${name} ${version} declares no license.`
    : `${name} ${version} has the license ${license}, which is not allowed.`

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
