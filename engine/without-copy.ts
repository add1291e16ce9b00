import { type Application, answerTo } from './application.ts'
import type { Repeated } from './blocks.ts'
import { copiesShown } from './shown.ts'

/** What an application holds otherwise than before. */
type Changed = { readonly answer: Readonly<Record<string, string>> } & Pick<Application, 'add_another'>

/**
 * What changes when one copy of a repeated block goes: there is one less, and each later copy's answers take the place
 * before it. Names only the answers that differ.
 */
export function withoutCopy(block: Repeated, number: number, application: Application): Changed {
  const { answer, add_another } = application
  const from = block.copies.slice(number - 1)
  const moved = from.flatMap(({ keys }, index) =>
    keys.map((key, at) => [key, answerTo(answer, from[index + 1]?.keys[at] ?? '')] as const),
  )
  return {
    answer: Object.fromEntries(moved.filter(([key, value]) => value !== answerTo(answer, key))),
    add_another: { ...add_another, [block.id]: copiesShown(block, application).length - 1 },
  }
}
