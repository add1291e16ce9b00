import { Ajv } from 'ajv'
import formats from 'ajv-formats'
import { describe, expect, test } from 'vitest'
import { editionContent } from '../../../api/index.ts'
import example from '../../../institution.json' with { type: 'json' }
import { editionSchema } from './edition-schema.ts'
import { brokenContents } from './testing/broken-contents.ts'

const ajv = new Ajv({ allErrors: true })
formats.default(ajv)
const validate = ajv.compile(editionSchema())
/** As an editor sees the file, which is text. */
const isTaken = (file: unknown): boolean => validate(JSON.parse(JSON.stringify(file)))

const own = { translations: example.private.translations }

describe('the JSON Schema of an edition', () => {
  test('takes the sample institution, and an edition of it', () => {
    expect(isTaken(example), ajv.errorsText(validate.errors)).toBe(true)
    expect(isTaken({ $schema: './edition.schema.json', public: example.public, private: own })).toBe(true)
    expect(isTaken({ public: { ...example.public, alert: null, more_links: null } })).toBe(true)
  })

  test.each([
    ['another entry', { public: { ...example.public, motto: 'x' } }],
    ['another part', { public: example.public, secret: {} }],
    ['nothing', {}],
    [
      'a link that is no page',
      { public: { ...example.public, links: { ...example.public.links, fees: 'mailto:x@x.example' } } },
    ],
    [
      'an own link without https',
      { public: { ...example.public, more_links: [{ id: 'x', title: 'x', address: 'http://x.example' }] } },
    ],
    ['words of nothing', { public: example.public, private: { program_sentences: { Saved: '' } } }],
  ])('refuses %s', (_, file) => expect(isTaken(file)).toBe(false))

  // What depends on the form or compares two entries only the check can know.
  const known = Object.keys(editionContent.shape)
  const entries = (content: object) =>
    Object.fromEntries(Object.entries(content).filter(([name, value]) => known.includes(name) && value !== null))
  test.each(brokenContents)('of %s it says what the check of shapes says', (_, content) => {
    const isEdition = editionContent.safeParse(entries({ ...Object(content), ...own })).success
    expect(isTaken({ public: content, private: own })).toBe(isEdition)
  })

  test('knows most of what is broken', () => {
    const refused = brokenContents.filter(([, content]) => !isTaken({ public: content, private: own }))
    expect(refused.length).toBeGreaterThan(50)
  })

  test('says what each entry is', () => {
    const { properties } = Object(editionSchema())
    const all = { ...properties.public.properties, ...properties.private.properties }
    for (const name of known) expect(all[name].description, name).toMatch(/^[A-Z].{15}/)
  })
})
