import { cyclesIn } from './architecture/cycles-in.ts'
import {
  featureOf,
  type Module,
  type ModulesByPath,
  modulesOf,
  type ResolvedImport,
  roomOf,
  type SourceFile,
} from './architecture/modules.ts'
import { pathToPackage } from './architecture/path-to-package.ts'

/** A broken rule; `message` is a sentence that names the files. */
export interface Violation {
  readonly rule: string
  readonly file: string
  readonly message: string
}

/** Every broken rule in these files, in the order of the rules; empty when there is none. */
export function violationsIn(files: readonly SourceFile[]): Violation[] {
  const modules = modulesOf(files)
  return [...rulesOfAllModules.flatMap((rule) => rule(modules)), ...[...modules.values()].flatMap(violationsOfModule)]

  function violationsOfModule(module: Module): Violation[] {
    const broken = rulesOfAModule.map(([rule, check]) => ({ rule, file: module.path, message: check(module) }))
    const brokenImports = module.imports.flatMap((one) =>
      rulesOfAnImport.map(([rule, check]) => ({ rule, file: module.path, message: check(module, one, modules) })),
    )
    return [...broken, ...brokenImports].flatMap(({ rule, file, message }) =>
      message === null ? [] : [{ rule, file, message: `${file} ${message}` }],
    )
  }
}

/** The rooms (top-level folders) that a room may import. Every room needs a row; a room without one is a violation. */
const mayImport: Readonly<Record<string, readonly string[]>> = {
  engine: [],
  form: ['engine'],
  api: ['engine', 'form'],
  screen: ['engine', 'form', 'api'],
  server: ['engine', 'form', 'api'],
  journeys: ['engine', 'form', 'testing'],
  bench: ['engine', 'form', 'api', 'screen', 'server', 'script'],
  script: ['engine', 'form', 'api', 'screen', 'server', 'journeys', 'bench'],
  testing: [],
}

/**
 * The layers of a room, or of a folder in it. Each may import itself and those before it. `main.ts` and similar files
 * are above them all.
 */
const layers: Readonly<Record<string, readonly string[]>> = {
  screen: ['styles', 'parts', 'router', 'client', 'fields', 'features', 'staff', 'app'],
  'screen/fields': [
    ...['store', 'actions', 'layout', 'controls', 'combobox', 'lookup', 'upload', 'kinds', 'blocks', 'page'],
    'printed',
  ],
  'screen/features/application': [...['drafts', 'saving', 'applicant', 'submitting', 'notices', 'navigation', 'page']],
  server: ['platform', 'features', 'app'],
}

/** Test helpers may use every layer, but only tests and benchmarks may use test helpers. */
const folderOfTestHelpers = 'server/testing/'

/** What benchmarks and scripts may use of the server; no program loads it. */
const doorOfServer = 'server/index.ts'

/** Style sheets and pictures may be imported directly, because they have no internals to hide. */
const openFolders = ['screen/styles', 'screen/assets']

const roomsOfPureCode = ['engine', 'form']
const packagesOfTests = ['vitest', 'fast-check']
const mostLines = 500

const rulesOfAllModules: readonly ((modules: ModulesByPath) => Violation[])[] = [
  function everyRoomHasModules(modules) {
    const rooms = new Set([...modules.values()].filter((module) => module.isCode).map((module) => module.room))
    return Object.keys(mayImport)
      .filter((room) => !rooms.has(room))
      .map((room) => ({
        rule: 'nothing to check',
        file: room,
        message: `${room} has no module: nothing was checked`,
      }))
  },
  function noCycles(modules) {
    const graph = new Map(
      [...modules.values()].map(({ path, imports }) => [path, imports.flatMap(({ target }) => target ?? [])]),
    )
    return cyclesIn(graph).map((files) => {
      const message = `these files import each other in a circle: ${files.join(', ')}`
      return { rule: 'cycle', file: files[0] ?? '', message }
    })
  },
]

const rulesOfAModule: readonly (readonly [string, (module: Module) => string | null])[] = [
  ['unreadable', ({ unreadable }) => unreadable && `cannot be read: ${unreadable}`],
  [
    'unknown room',
    ({ room, isCode }) => (isCode && !(room in mayImport) ? `is in ${room}, a room without rules` : null),
  ],
  [
    'unknown layer',
    ({ path, isCode }) => {
      const folder = isCode && layeredAround(path).find((each) => layerIn(each, path) === -1)
      return folder ? `is not in a layer of ${folder}` : null
    },
  ],
  ['length', ({ lines }) => (lines > mostLines ? `has ${lines} lines; ${mostLines} is the most` : null)],
  ['long function', (module) => hasALongFunction(module)],
]

/** Product code only: a test may keep its cases in one function, and a journey its steps. */
function hasALongFunction({ path, room, longFunctions }: Module): string | null {
  if (isForTests(path) || path.includes('-for-test.') || room === 'journeys') return null
  const [long] = longFunctions.filter(({ reason }) => reason === null)
  return long ? `has ${long.name} of ${long.lines} lines at line ${long.line}; no comment above it says why` : null
}

type CheckOfImport = (from: Module, one: ResolvedImport, modules: ModulesByPath) => string | null

const rulesOfAnImport: readonly (readonly [string, CheckOfImport])[] = [
  ['not found', (_from, one, modules) => isMissing(one, modules)],
  ['room', (from, { target }) => (target === null ? null : entersForbiddenRoom(from, target))],
  ['door', (from, one) => (one.target === null ? null : bypassesIndex(from, one, one.target))],
  ['layer', (from, { target }) => (target === null ? null : importsHigherLayer(from.path, target))],
  ['test helper', (from, one) => importsTestHelper(from, one)],
  ['feature', (from, { target }) => (target === null ? null : entersSiblingFeature(from, target))],
  ['foreign', (from, one) => importsPackageInPureCode(from, one)],
  ['zod on the screen', (from, one, modules) => importsZodOnScreen(from, one, modules)],
]

function isMissing({ specifier, target }: ResolvedImport, modules: ModulesByPath): string | null {
  const isOfCode = target !== null && !/\.(?![cm]?[jt]sx?$)[^./]+$/.test(target)
  return isOfCode && !modules.has(target) ? `imports ${specifier}, which does not exist` : null
}

function entersForbiddenRoom(from: Module, target: string): string | null {
  const room = roomOf(target)
  if (room === from.room || mayImport[from.room]?.includes(room)) return null
  if (room === 'testing' && isForTests(from.path)) return null
  if (isPlainData(target) && (!roomsOfPureCode.includes(from.room) || isForTests(from.path))) return null
  return `imports ${target}: ${from.room} may not import ${room}`
}

/** institution.json and package.json are outside the rooms and open to all. */
const isPlainData = (target: string) => !target.includes('/') && target.endsWith('.json')
const isForTests = (path: string) => /(\.test(-d)?|-for-test)\.tsx?$|\/testing\//.test(path)

function bypassesIndex(from: Module, { kind }: ResolvedImport, target: string): string | null {
  const feature = enteredAt(from.path, target)
  if (feature === from.feature || ['script', 'testing'].includes(roomOf(target))) return null
  if (roomOf(target) === from.room && feature === from.room) return null // belongs to all features
  if (feature in layers && from.feature.startsWith(`${feature}/`)) return null // belongs to all its layers
  // A program starts with one file of the app layer and loads no other file of that layer.
  const isEntryPoint = roomOf(target) === from.room && from.feature === 'server' && feature === 'server/app'
  const isPage = from.feature === 'screen/app' && kind === 'lazy' && target.endsWith('.page.tsx')
  if (roomOf(target) === from.room && openFolders.includes(feature)) return null
  const isDoorOfScreen = from.room === 'screen' && target === 'api/browser.ts'
  const door = roomOf(target) === from.room ? feature : roomOf(target)
  // The code that a room offers to tests of other rooms, to journeys and to benchmarks has a public interface of its
  // own.
  const mayUseSamples = isForTests(from.path) || ['journeys', 'bench'].includes(from.room) || from.path === doorOfServer
  const isDoorForTests = mayUseSamples && target === `${door}/testing/index.ts`
  if (isEntryPoint || isPage || isDoorOfScreen || isDoorForTests || target === `${door}/index.ts`) return null
  return `imports ${target}: ${door} may be imported only through its index.ts`
}

/** The folder through whose door a file is entered from here: for a layer of a folder, from outside, that folder. */
function enteredAt(from: string, target: string): string {
  const outside = layeredAround(target).filter((folder) => folder.includes('/') && !from.startsWith(`${folder}/`))
  return outside[0] ?? featureOf(target)
}

function importsHigherLayer(from: string, target: string): string | null {
  if (isForTests(from) || !/\.[cm]?[jt]sx?$/.test(target)) return null
  const folder = layeredAround(from).find((each) => layerIn(each, target) > layerIn(each, from))
  return folder === undefined ? null : `imports ${target}: in ${folder} imports go ${layers[folder]?.join(' <- ')}`
}

/** The folders with layers that hold a file, outermost first. */
const layeredAround = (path: string) => Object.keys(layers).filter((folder) => path.startsWith(`${folder}/`))

/** The position of a file in the layers of a folder; -1 if it is in none of them. */
function layerIn(folder: string, path: string): number {
  const all = layers[folder] ?? []
  if (!path.startsWith(`${folder}/`)) return -1
  const [layer = '', ...rest] = path.slice(folder.length + 1).split('/')
  return rest.length === 0 || path.startsWith(folderOfTestHelpers) ? all.length : all.indexOf(layer)
}

function entersSiblingFeature(from: Module, target: string): string | null {
  const isFeature = (feature: string) => feature.startsWith('screen/features/')
  if (!isFeature(from.feature) || !isFeature(featureOf(target)) || featureOf(target) === from.feature) return null
  return `imports ${target}: features of the screen do not import each other`
}

/** A program that loads what tests share needs packages that an installed server does not have. */
function importsTestHelper(from: Module, { kind, target }: ResolvedImport): string | null {
  const isProgram = ['engine', 'form', 'api', 'screen', 'server'].includes(from.room) && from.path !== doorOfServer
  if (!isProgram || isForTests(from.path) || kind === 'type' || target === null || !isForTests(target)) return null
  return `imports ${target}: a program loads nothing that tests share`
}

function importsPackageInPureCode(from: Module, { specifier, target }: ResolvedImport): string | null {
  if (target !== null || !roomsOfPureCode.includes(from.room)) return null
  if (isForTests(from.path) && packagesOfTests.includes(specifier)) return null
  return `imports ${specifier}: ${from.room} may not import packages`
}

function importsZodOnScreen(
  from: Module,
  { specifier, kind, target }: ResolvedImport,
  modules: ModulesByPath,
): string | null {
  if (from.room !== 'screen' || kind === 'type') return null
  if (target === null) return /^zod(\/|$)/.test(specifier) ? 'imports zod, which never reaches the browser' : null
  if (roomOf(target) === 'screen') return null // that file is checked itself
  const path = pathToPackage(modules, target, 'zod')
  return path && `brings zod to the browser: ${path.join(' -> ')}`
}
