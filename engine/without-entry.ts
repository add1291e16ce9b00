import { type Application, answerTo, type DocumentAnswer } from './application.ts'
import type { Repeated } from './blocks.ts'
import { entriesShown } from './shown.ts'

/** The parts of an application that change. */
type EntryRemoval = { readonly answer: Readonly<Record<string, string>> } & Pick<Application, 'add_another'> & {
    readonly document_answer: Readonly<Record<string, DocumentAnswer>>
  }

/**
 * The changes when one entry of a repeated block is removed: the count is one lower, and the answers and documents of
 * each later entry move up by one. `answer` contains only answers that differ; the other maps are complete.
 */
export function withoutEntry(block: Repeated, number: number, application: Application): EntryRemoval {
  const { answer, add_another, document_answer } = application
  const moves = moveKeysWithout(block, number)
  const moved = moves.map(({ key, from }) => [key, answerTo(answer, from ?? '')] as const)
  const sources = new Map(moves.map(({ key, from }) => [key, from ?? '']))
  const documents = [...new Set([...Object.keys(document_answer), ...sources.keys()])].flatMap((key) => {
    const document = document_answer[sources.get(key) ?? key]
    return document ? [[key, document] as const] : []
  })
  return {
    answer: Object.fromEntries(moved.filter(([key, value]) => value !== answerTo(answer, key))),
    add_another: { ...add_another, [block.id]: entriesShown(block, application).length - 1 },
    document_answer: Object.fromEntries(documents),
  }
}

/** Where keys of entry `number` and later ones take their answers from when it is removed; the last from nowhere. */
export function moveKeysWithout(
  block: Repeated,
  number: number,
): readonly { readonly key: string; readonly from: string | undefined }[] {
  const entries = block.entries.slice(number - 1)
  return entries.flatMap(({ keys }, index) => keys.map((key, at) => ({ key, from: entries[index + 1]?.keys[at] })))
}
