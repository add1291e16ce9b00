import { type AnswerMap, isGiven } from '../../../../engine/index.ts'

/** The item with what a visitor typed before the code that keeps drafts had come (screen/app/page-store.ts). */
export const EARLY = 'causeway.early'

export type EarlyDraft = { readonly at: number; readonly answer: Readonly<Record<string, string>> }

/** What a storage has of it; ignores what another release or a person wrote there. */
export function earlyDraftIn(storage: Pick<Storage, 'getItem'>): EarlyDraft | undefined {
  try {
    const kept: unknown = JSON.parse(storage.getItem(EARLY) ?? 'null')
    if (typeof kept !== 'object' || kept === null || !('at' in kept) || typeof kept.at !== 'number') return undefined
    const answer = 'answer' in kept && kept.answer instanceof Object ? Object.entries(kept.answer) : []
    return { at: kept.at, answer: Object.fromEntries(answer.filter(([, value]) => typeof value === 'string')) }
  } catch {
    return undefined // no JSON, or the browser refuses its storage
  }
}

/** The answers that are not empty. For a visitor, empty answers carry no information. */
export const givenIn = (answer: AnswerMap): AnswerMap =>
  Object.fromEntries(Object.entries(answer).filter(([, value]) => isGiven(value)))
