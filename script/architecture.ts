import { posix } from 'node:path'
import { parseSync, Visitor } from 'vite'

/** A source file; `path` is relative to the root of the project and written with `/`. */
export type SourceFile = { readonly path: string; readonly text: string }

/** What a file loads: a `type` import leaves no trace at run time, a `lazy` one is loaded on demand. */
type Import = { readonly from: string; readonly to: string; readonly kind: 'value' | 'type' | 'lazy' }

/** What each room may import. */
const rooms: Readonly<Record<string, readonly string[]>> = {
  engine: [],
  form: ['engine'],
  api: ['engine', 'form'],
  screen: ['engine', 'form', 'api'],
  server: ['engine', 'form', 'api'],
  journeys: ['engine', 'form'],
  bench: ['engine', 'form', 'api', 'screen', 'server', 'script'],
  script: ['engine', 'form', 'api', 'screen', 'server', 'journeys', 'bench'],
  testing: [],
}

/** Each layer may import itself and those before it. The files beside the layers, as main.ts, are above them all. */
const layers: Readonly<Record<string, readonly string[]>> = {
  screen: ['styles', 'assets', 'parts', 'router', 'client', 'fields', 'applying', 'documents', 'office', 'app'],
  server: ['platform', 'running', 'applying', 'documents', 'handing-over', 'office', 'app'],
  'screen/fields': ['store', 'controls', 'lookup', 'upload', 'kinds', 'blocks', 'page'],
  'screen/applying/application': 'drafts saving applicant submitting notices navigation page'.split(' '),
}

/** The folders whose files are reached from outside only through `index.ts`, or by tests through `testing/index.ts`. */
const behindDoors = [
  /^(engine|form|api|screen|server|journeys|bench)\//,
  /^((?:server|screen)\/(?:platform|running|applying|documents|handing-over|office)\/[^/]+)\//,
  /^(screen\/(?:parts|router|client|fields))\//,
]

const isForTests = (path: string) => /(\.test(-d)?|-for-test)\.tsx?$|\/testing\/|\.bench\.ts$/.test(path)
const isOpen = (path: string) => /^screen\/(styles|assets)\/|^[^/]+\.json$|\.(css|svg|png|typ|wasm|d\.ts)$/.test(path)
const mayUseSamples = (path: string) => isForTests(path) || /^(journeys|bench)\/|^server\/index\.ts$/.test(path)
const roomOf = (path: string) => (path.includes('/') ? (path.split('/')[0] ?? '') : 'script')

/** The rules of one import, by name; each answers whether an import breaks it. */
const rules: Readonly<Record<string, (one: Import) => boolean>> = {
  room: ({ from, to }) => {
    const allowed = [roomOf(from), ...(rooms[roomOf(from)] ?? []), ...(mayUseSamples(from) ? ['testing'] : [])]
    return !isPackage(to) && !isOpen(to) && !allowed.includes(roomOf(to))
  },
  door: ({ from, to, kind }) =>
    !rules.room?.({ from, to, kind }) &&
    behindDoors.some((folder) => {
      const [inside, name = ''] = folder.exec(to) ?? []
      if (inside === undefined || from.startsWith(inside) || isOpen(to) || to === `${name}/index.ts`) return false
      if (mayUseSamples(from) && to === `${name}/testing/index.ts`) return false
      if (folder !== behindDoors[0] && from.startsWith(`${posix.dirname(name)}/`) && isForTests(from)) return false
      const isPage = kind === 'lazy' && from.startsWith('screen/app/') && to.endsWith('.page.tsx')
      return !isPage && !(to === 'api/browser.ts' && roomOf(from) === 'screen')
    }),
  layer: ({ from, to }) =>
    Object.entries(layers).some(([folder, names]) => {
      const place = (path: string) => names.indexOf(path.slice(folder.length + 1).split('/')[0] ?? '')
      if (!from.startsWith(`${folder}/`) || !to.startsWith(`${folder}/`) || isForTests(from) || isOpen(to)) return false
      return place(from) !== -1 && (place(to) === -1 || place(to) > place(from))
    }),
  feature: ({ from, to }) => {
    const feature = (path: string) => /^screen\/(applying|documents|office)\/[^/]+\//.exec(path)?.[0]
    return feature(from) !== undefined && feature(to) !== undefined && feature(from) !== feature(to)
  },
  // A program that loads what tests share needs packages that an installed server does not have.
  'test helper': ({ from, to, kind }) =>
    /^(engine|form|api|screen|server)\//.test(from) && !mayUseSamples(from) && kind !== 'type' && isForTests(to),
  package: ({ from, to }) =>
    /^(engine|form)\//.test(from) && isPackage(to) && !(isForTests(from) && ['vitest', 'fast-check'].includes(to)),
}

const isPackage = (to: string) => !/^\w+\/.*\.|^[\w.-]+\.json$|^[\w-]+(\.test)?\.ts$/.test(to)

/** Every import that the architecture forbids, as `rule: file: what it imports`; empty when there is none. */
export function violationsIn(files: readonly SourceFile[]): readonly string[] {
  const code = files.filter(({ path }) => /\.[cm]?tsx?$/.test(path))
  const paths = new Set(files.map(({ path }) => path))
  const imports = code.flatMap((file) => importsOf(file))
  const next = Map.groupBy(imports, ({ from }) => from)
  return [
    ...Object.keys(rooms).flatMap((room) => (code.some(({ path }) => roomOf(path) === room) ? [] : [`empty: ${room}`])),
    ...code.flatMap(({ path }) => (isPlaced(path) ? [] : [`unknown place: ${path}`])),
    ...imports.flatMap(({ from, to }) =>
      isPackage(to) || isOpen(to) || to.endsWith('.json') || paths.has(to) ? [] : [`not found: ${from}: ${to}`],
    ),
    ...imports.flatMap((one) =>
      Object.entries(rules).flatMap(([rule, isBroken]) => (isBroken(one) ? [`${rule}: ${one.from}: ${one.to}`] : [])),
    ),
    ...code.flatMap(({ path }) => {
      const circle = pathTo(path, (one) => one.to === path, next)
      return circle && path === circle.toSorted()[0] ? [`cycle: ${circle.join(' -> ')}`] : []
    }),
    ...code.flatMap(({ path }) => {
      const loads = ({ kind }: Import) => kind !== 'type'
      const chain = pathTo(path, (one) => loads(one) && /^zod(\/|$)/.test(one.to), next, loads)
      const isOwn = roomOf(path) === 'screen' && !isForTests(path) && chain?.[1]?.startsWith('screen/') !== true
      return chain && isOwn ? [`zod on the screen: ${chain.join(' -> ')}`] : []
    }),
  ]
}

function isPlaced(path: string): boolean {
  const known = Object.entries(layers).every(([folder, names]) => {
    const [layer = '', ...rest] = path.startsWith(`${folder}/`) ? path.slice(folder.length + 1).split('/') : []
    return rest.length === 0 || names.includes(layer) || layer === 'testing'
  })
  return known && roomOf(path) in rooms
}

/** The shortest chain of files from here to an import that `ends` accepts, through the imports that count. */
function pathTo(
  start: string,
  ends: (one: Import) => boolean,
  next: ReadonlyMap<string, readonly Import[]>,
  counts: (one: Import) => boolean = () => true,
): readonly string[] | undefined {
  const chains = new Map([[start, [start]]])
  for (const [path, chain] of chains) {
    for (const one of next.get(path) ?? []) {
      if (ends(one)) return chain
      if (counts(one) && !chains.has(one.to)) chains.set(one.to, [...chain, one.to])
    }
  }
  return undefined
}

const statements = 'ImportDeclaration ExportNamedDeclaration ExportAllDeclaration ImportExpression TSImportType'.split(
  ' ',
)
type Statement = { type: string; source: { value?: unknown } | null; importKind?: 'type'; exportKind?: 'type' }
const kindOf = ({ type, importKind, exportKind }: Statement): Import['kind'] =>
  type === 'ImportExpression' ? 'lazy' : type === 'TSImportType' ? 'type' : (importKind ?? exportKind ?? 'value')

/** Reads the syntax tree with the parser that Vite includes, so that no string or comment is mistaken for an import. */
function importsOf({ path: from, text }: SourceFile): readonly Import[] {
  const { program, errors } = parseSync(from, text)
  if (errors[0] !== undefined) throw new Error(`${from} cannot be read: ${errors[0].message}`)
  const imports: Import[] = []
  const read = (statement: Statement) => {
    const bare = String(statement.source?.value ?? '').replace(/\?.*$/, '') // a computed path names no module
    const to = bare.startsWith('.') ? posix.join(posix.dirname(from), bare) : bare
    if (bare !== '') imports.push({ from, to, kind: kindOf(statement) })
  }
  new Visitor(Object.fromEntries(statements.map((name) => [name, read]))).visit(program)
  return imports
}
