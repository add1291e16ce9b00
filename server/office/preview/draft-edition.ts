import type { Faces } from '../../running/face/index.ts'
import type { Edition } from '../../running/institution/index.ts'
import { type Checked, checkDraft, type EditionDeps, readDraft } from '../editions/index.ts'

/** The draft as an edition that nobody has published, or what keeps it from being one. */
export type DraftEdition =
  | { readonly edition: Edition; readonly changes: number }
  | { readonly stopped: Checked['findings'] }

/** Makes the edition of the draft, once for what the draft is. */
export function createDraftEdition(
  deps: EditionDeps & { readonly faces: Pick<Faces, 'draw'> },
): () => Promise<DraftEdition> {
  const { db } = deps.database
  let made: { readonly of: string; readonly draft: DraftEdition } | undefined
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
