import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type ESTree, parseSync } from 'vite'
import { everyItem, type Form, foldedSentence, sentencesOf } from '../engine/index.ts'
import * as forms from '../form/index.ts'

const root = join(import.meta.dirname, '..')

/** A sentence that a person reads; `plural` where it is counted. `places` are files, or keys of the form. */
export type Sentence = {
  readonly text: string
  readonly plural?: string | undefined
  readonly places: readonly string[]
}

/** What is said with `say` and the like, by the number of sentences that it takes. */
const SAYING: Readonly<Record<string, number>> = { say: 1, sentence: 1, toSay: 1, sayCount: 2 }

const isForStaff = (path: string) => /^(screen\/office\/desk|api\/staff|server\/office\/staff)\//.test(path)

/** The source files that may say something. */
export const filesThatSpeak: readonly string[] = globSync('{engine,form,api,screen,server}/**/*.{ts,tsx}', {
  cwd: root,
})
  .filter((path) => !/\.test\.|-for-test|\/testing\/|\/dist\//.test(path))
  .toSorted()

/** A call that says something. */
type Saying = { readonly name: string; readonly call: ESTree.CallExpression }

/** Every call in a source that says something. */
export function sayingsIn(path: string, text: string): readonly Saying[] {
  const found: Saying[] = []
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) for (const each of node) visit(each)
    if (!isNode(node)) return
    if (node.type === 'CallExpression' && node.callee.type === 'Identifier' && Object.hasOwn(SAYING, node.callee.name))
      found.push({ name: node.callee.name, call: node })
    for (const value of Object.values(node)) if (typeof value === 'object') visit(value)
  }
  visit(parseSync(path, text).program)
  return found
}

/** The sentences of a call, where they are written in it; undefined for one that is given elsewhere. */
export function sentencesOfCall({ name, call }: Saying): readonly (string | undefined)[] {
  const skipped = name === 'sayCount' ? 1 : 0
  return call.arguments
    .slice(skipped, skipped + (SAYING[name] ?? 0))
    .map((each) => (each.type === 'Literal' && typeof each.value === 'string' ? each.value : undefined))
}

/** What the program says to applicants. */
export function programSentences(): readonly Sentence[] {
  const paths = filesThatSpeak.filter((path) => !isForStaff(path))
  const found = paths.flatMap((path) => {
    const text = readFileSync(join(root, path), 'utf8')
    return sayingsIn(path, text).flatMap((saying) => {
      const [first, second] = sentencesOfCall(saying)
      return first === undefined ? [] : [{ text: first, plural: second, places: [path] }]
    })
  })
  return joined([...found, ...templateSentences()])
}

/** What stands in the page before any script, between double braces. */
function templateSentences(): readonly Sentence[] {
  const template = readFileSync(join(root, 'screen/index.html'), 'utf8')
  return [...template.matchAll(/\{\{([^}]+)\}\}/g)].map(([, text = '']) => ({ text, places: ['screen/index.html'] }))
}

/** What the form says: its sentences, and the options of its lists but for the names of countries, which `Intl` knows. */
export function formSentences(): readonly Sentence[] {
  const all = Object.values<object | string>({ ...forms }).flatMap((each): readonly Form[] =>
    typeof each === 'object' && 'pages' in each ? [each as Form] : [],
  )
  const labels = all
    .flatMap(everyItem)
    .flatMap((item) =>
      'options' in item && Array.isArray(item.options) && !('otherNames' in item && item.otherNames === 'countries')
        ? item.options.map(([, label]) => ({ text: String(label), places: 'key' in item ? [item.key] : [] }))
        : [],
    )
  const texts = new Set(all.flatMap((form) => [...sentencesOf(form)]))
  const alike = Map.groupBy(texts, foldedSentence)
  const sentences = [...alike].flatMap(([folded, each]) =>
    (each.length > 1 ? [folded] : each).map((text) => ({ text, places: [] })),
  )
  return joined([...sentences, ...labels]).filter(({ text }) => /\p{L}/u.test(text))
}

function joined(found: readonly Sentence[]): readonly Sentence[] {
  const groups = Map.groupBy(found, ({ text, plural = '' }) => JSON.stringify([text, plural]))
  return [...groups.values()].flatMap(([first, ...others]) =>
    first ? [{ ...first, places: [...new Set([first, ...others].flatMap(({ places }) => places))].slice(0, 3) }] : [],
  )
}

const isNode = (value: unknown): value is ESTree.Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
