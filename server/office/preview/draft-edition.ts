import type { Faces } from '../../running/face/index.ts'
import { beginsAt, type Edition, formatDay, isInEffect } from '../../running/institution/index.ts'
import { type Checked, checkDraft, type EditionDeps, readDraft } from '../editions/index.ts'

type PreviewedDeps = EditionDeps & { readonly faces: Pick<Faces, 'draw'> }

/** What is previewed: the draft as an edition that nobody has published, or an edition as it was. */
export type Previewed = {
  readonly edition: Edition
  /** How many changes the draft has; undefined for an edition. */
  readonly changes: number | undefined
}

/** What keeps the draft from being one. */
type Stopped = { readonly stopped: Checked['findings'] }

/** Makes the edition of the draft, once for what the draft is. */
export function createDraftEdition(deps: PreviewedDeps): () => Promise<Previewed | Stopped> {
  const { db } = deps.database
  let made: { readonly of: string; readonly draft: Previewed | Stopped } | undefined
  return async () => {
    const { revision, changes } = await readDraft(db)
    const of = `${revision} ${deps.editions.active().number}`
    if (made?.of === of) return made.draft
    const { content, findings } = await checkDraft(deps, db)
    const edition = content && deps.editions.made(content)
    if (edition) await deps.faces.draw(edition.institution)
    const draft = edition
      ? { edition, changes: Object.keys(changes).length }
      : { stopped: findings.filter(({ grade }) => grade === 'stopped') }
    made = { of, draft }
    return draft
  }
}

/** The edition that an address names, if it is or was in effect. */
export async function earlierEdition(deps: PreviewedDeps, of: unknown): Promise<Previewed | undefined> {
  const { db } = deps.database
  const number = Number(/^edition (\d{1,9})$/.exec(String(of))?.[1] ?? 0)
  const row = await db
    .selectFrom('edition')
    .select('number')
    .where('number', '=', number)
    .where(isInEffect)
    .executeTakeFirst()
  const edition = row && (await deps.editions.numbered(number))
  if (!edition) return undefined
  await deps.faces.draw(edition.institution)
  return { edition, changes: undefined }
}

const LISTED = 100

/** What an address says of an edition. */
const addressOf = (number: number) => `edition ${number}`

/** The editions that are or were in effect, in words, by what an address says of them. */
export async function editionsToShow({
  database: { db },
  editions,
}: EditionDeps): Promise<ReadonlyMap<string, string>> {
  const { time_zone } = editions.active().institution
  const rows = await db
    .selectFrom('edition')
    .select(['number', 'title', beginsAt.as('since')])
    .where(isInEffect)
    .orderBy('number', 'desc')
    .limit(LISTED)
    .execute()
  return new Map(
    rows.map(({ number, title, since }) => [
      addressOf(number),
      `Edition ${number}, since ${formatDay(since, time_zone)}: ${title}`,
    ]),
  )
}
