import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { type EditionDifference, editionContent, institutionParts, valuesIn } from '../../../api/index.ts'
import { auditRow, operatorFor, parseWords, personIn } from '../../platform/control/index.ts'
import { storedFace } from '../../running/face/index.ts'
import { type Checked, checkContent } from './check-draft.ts'
import { type EditionDeps, editionBelow } from './draft.ts'
import { differencesIn } from './editables.ts'
import { editionSchema } from './edition-schema.ts'
import { publishContent } from './publish.ts'

const USAGE =
  'Usage: npm run edition -- schema | export [--number <edition>] | check <file.json> | diff <file.json> | publish <file.json> --title <title> [--reason <reason>] --by <person>'

/**
 * `npm run edition`: writes an edition as a file, or checks, compares and publishes one, for who keeps the words of a form
 * under version control; `schema` prints what such a file may be. A file has the entries of institution.json that an office edits, as `export` writes them; a
 * whole institution.json is read too. Throws a usage or a sentence for what cannot be done.
 */
export async function editionCommand(
  deps: EditionDeps,
  words: readonly string[],
  folder: string,
): Promise<readonly string[]> {
  const { values, positionals } = parseWords(
    words,
    { number: { type: 'string' }, title: { type: 'string' }, reason: { type: 'string' }, by: { type: 'string' } },
    USAGE,
  )
  const [verb, file = '', ...more] = positionals
  if (more.length > 0 || (verb === 'export' || verb === 'schema') !== (file === '')) throw new Error(USAGE)
  if (verb === 'schema') return JSON.stringify(editionSchema(), null, 2).split('\n')
  if (verb === 'export') return exported(deps, values.number)
  const { db } = deps.database
  const over = await editionBelow(deps, db)
  const checked = await checkContent(deps, db, over, await contentIn(db, resolve(folder, file)))
  switch (verb) {
    case 'check':
      return said(checked)
    case 'diff':
      return checked.content === undefined
        ? said(checked)
        : linesOf(differencesIn(valuesIn(over.content), valuesIn(checked.content)))
    case 'publish': {
      if (values.title === undefined) throw new Error(USAGE)
      const doer = operatorFor(personIn(values.by))
      if (checked.content === undefined) throw new Error(said(checked).join('\n'))
      const title = `${values.title} (${doer.by})`
      const published = await publishContent(deps, checked.content, { title, reason: values.reason ?? '' })
      if ('refused' in published) throw new Error(published.message)
      const detail = { title: values.title, reason: values.reason ?? '' }
      await db
        .insertInto('audit')
        .values(auditRow(doer, 'edition published', String(published.number), detail))
        .execute()
      return [published.message]
    }
    default:
      throw new Error(USAGE)
  }
}

async function exported({ editions }: EditionDeps, number: string | undefined): Promise<readonly string[]> {
  const edition = number === undefined ? editions.active() : await editions.numbered(Number(number))
  if (!edition) throw new Error('There is no edition with this number that this release can read.')
  const { public: open } = institutionParts
  const entries = Object.entries(edition.content)
  const of = (isOpen: boolean) => Object.fromEntries(entries.filter(([name]) => name in open.shape === isOpen))
  return JSON.stringify({ public: of(true), private: of(false) }, null, 2).split('\n')
}

/** The entries of a file that an office edits; others of a whole institution.json are passed over. */
async function contentIn(db: EditionDeps['database']['db'], path: string): Promise<unknown> {
  let read: unknown
  try {
    read = JSON.parse(await readFile(path, 'utf8'))
  } catch (cause) {
    throw new Error(`${path} cannot be read as JSON.`, { cause })
  }
  const { public: open = {}, private: own = {} } = Object(read)
  const known = Object.entries({ ...Object(open), ...Object(own) })
  const names = Object.keys(editionContent.shape)
  const all = { ...institutionParts.public.shape, ...institutionParts.private.shape }
  const other = [
    ...Object.keys(Object(read)).filter((each) => !['$schema', 'public', 'private'].includes(each)),
    ...known.map(([name]) => name).filter((name) => !Object.hasOwn(all, name)),
  ]
  if (other.length > 0) throw new Error(`${path} has ${other.join(', ')}, which institution.json does not.`)
  const given = Object.fromEntries(known.filter(([name, value]) => names.includes(name) && value !== null))
  const { data: face } = institutionParts.private.shape.face.safeParse(given.face)
  return face ? { ...given, ...(await storedFace(db, { institutionFile: path }, { face })) } : given
}

const said = ({ findings }: Pick<Checked, 'findings'>): readonly string[] =>
  findings.length === 0 ? ['The check found nothing.'] : findings.map(({ grade, says }) => `${labels[grade]} ${says}`)

const labels = { free: 'Good.', told: 'To know:', careful: 'With care:', stopped: 'Stops:' } as const

const linesOf = (differences: readonly EditionDifference[]): readonly string[] =>
  differences.length === 0
    ? ['It reads the same as what is published.']
    : differences.flatMap(({ name, was, is }) => [name, ...(was && [`- ${was}`]), ...(is && [`+ ${is}`])])
