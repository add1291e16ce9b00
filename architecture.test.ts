import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readSources } from './script/architecture/read-sources.ts'
import { violationsIn } from './script/architecture.ts'

const root = import.meta.dirname
const fixtures = join(root, 'script/fixtures/architecture')
const sound = readSources(join(fixtures, 'sound'))

test('the project follows its architecture', () => {
  expect(violationsIn(readSources(root)).map(({ rule, message }) => `${rule}: ${message}`)).toEqual([])
})

test('a correct project has no violation', () => {
  expect(violationsIn(sound)).toEqual([])
})

describe('a planted violation is found', () => {
  const planted: Readonly<Record<string, readonly string[]>> = {
    'engine-imports-a-room': ['cycle: engine/condition.ts', 'room: engine/condition.ts'],
    'engine-imports-what-tests-share': ['room: engine/holds.ts'],
    'form-imports-the-contract': ['cycle: api/index.ts', 'room: form/index.ts'],
    'server-imports-the-screen': ['room: server/platform/database/query.ts'],
    'screen-imports-the-server-in-a-type': ['room: screen/parts/index.ts'],
    'journey-imports-the-contract': ['room: journeys/story.journey.ts'],
    'room-entered-beside-its-door': ['door: form/index.ts'],
    'room-entered-lazily-beside-its-door': ['door: script/check.ts'],
    'server-uses-the-door-of-the-screen': ['door: server/platform/database/query.ts'],
    'feature-entered-beside-its-door': ['door: server/features/applications/save.ts'],
    'page-imported-at-once': ['door: screen/app/app.tsx'],
    'page-of-another-name': ['door: screen/app/app.tsx'],
    'program-imports-a-test-helper': ['test helper: server/features/applications/index.ts'],
    'field-imports-a-feature': ['layer: screen/fields/kinds/text-field.tsx'],
    'layer-of-a-folder-entered-beside-its-door': ['door: screen/fields/kinds/text-field.tsx'],
    'layer-of-a-folder-entered-by-its-own-folder': ['door: screen/fields/index.ts'],
    'layer-of-a-folder-entered-from-outside': ['door: screen/features/application/load.ts'],
    'layer-of-a-folder-imports-a-higher-one': ['layer: screen/fields/store/use-answer.ts'],
    'layer-of-a-folder-imports-the-folder': [
      'cycle: screen/fields/index.ts',
      'layer: screen/fields/store/use-answer.ts',
    ],
    'platform-imports-a-feature': ['layer: server/platform/clock/index.ts'],
    'part-imports-a-root-file': ['layer: screen/parts/index.ts'],
    'feature-imports-a-feature': ['feature: screen/features/application/load.ts'],
    'package-in-the-engine': ['foreign: engine/condition.ts'],
    'node-in-the-form': ['foreign: form/index.ts'],
    'database-in-an-engine-test': ['foreign: engine/holds.test.ts'],
    'schema-on-the-screen': ['zod on the screen: screen/features/application/load.ts'],
    'whole-contract-on-the-screen': ['zod on the screen: screen/features/application/load.ts'],
    'zod-on-the-screen': ['zod on the screen: screen/parts/index.ts'],
    'circle-of-two': ['cycle: engine/condition.ts'],
    'circle-through-a-lazy-import': [
      'cycle: server/features/applications/index.ts',
      'layer: server/platform/database/query.ts',
    ],
    'file-too-long': ['length: screen/fields/kinds/text-field.module.css'],
    'function-too-long': ['long function: engine/condition.ts'],
    'unknown-room': ['unknown room: common/index.ts'],
    'unknown-layer': ['unknown layer: screen/common/index.ts'],
    'unknown-layer-of-a-folder': ['unknown layer: screen/fields/common/index.ts'],
    'unknown-layer-of-the-server': ['unknown layer: server/common/index.ts'],
    'import-not-found': ['not found: server/platform/database/query.ts'],
    'unreadable-file': ['unreadable: server/platform/database/query.ts'],
  }

  test.each(Object.entries(planted))('%s', (folder, expected) => {
    const changed = readSources(join(fixtures, folder))
    const paths = new Set(changed.map(({ path }) => path))
    const files = [...sound.filter(({ path }) => !paths.has(path)), ...changed]
    expect(violationsIn(files).map(({ rule, file }) => `${rule}: ${file}`)).toEqual(expected)
  })

  test('every folder of fixtures is used', () => {
    const folders = readdirSync(fixtures, { withFileTypes: true }).filter((entry) => entry.isDirectory())
    expect(folders.map(({ name }) => name).sort()).toEqual([...Object.keys(planted), 'sound'].sort())
  })
})

test.each(['engine', 'form', 'api', 'screen', 'server', 'journeys', 'bench', 'script'])(
  'a room %s without modules is a violation',
  (room) => {
    const files = sound.filter(({ path }) => !path.startsWith(`${room}/`) || path.endsWith('.css'))
    expect(violationsIn(files)).toContainEqual({
      rule: 'nothing to check',
      file: room,
      message: `${room} has no module: nothing was checked`,
    })
  },
)
