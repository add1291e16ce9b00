import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { everyItem, type Form, type Question } from '../engine/index.ts'

/** What a version of the form asks, as stored in `form/releases/<version>.json`. */
export interface FormRelease {
  readonly version: string
  /** What of the register may not change from then on (form-register.ts). */
  readonly register?: string
  readonly pages: readonly ReleasedPage[]
}
interface ReleasedPage {
  readonly slug: string
  readonly title: string
  readonly questions: readonly ReleasedQuestion[]
}
/** `options` is the list, or the key of an earlier question that has the same list. */
interface ReleasedQuestion {
  readonly key: string
  readonly kind: string
  readonly required: unknown
  readonly options?: unknown
}

/** What this form asks: pages, keys, kinds, options, and when an answer is required. */
export function releaseOf(form: Form, register?: string): FormRelease {
  const lists = new Map<string, string>()
  const pages = form.pages.map((page) => ({
    slug: page.slug,
    title: page.title,
    questions: everyItem({ ...form, pages: [page] }).flatMap((item) => ('key' in item ? [released(item, lists)] : [])),
  }))
  return { version: form.version, ...(register === undefined ? {} : { register }), pages }
}

/** A dropdown with several lists appears once for each list. */
function released(question: Question, lists: Map<string, string>): ReleasedQuestion {
  const { key, kind, required } = question
  if (question.kind !== 'choice') return { key, kind, required }
  const list = JSON.stringify(question.options)
  const sameAs = lists.get(list)
  if (sameAs === undefined) lists.set(list, key)
  return { key, kind, required, options: sameAs === undefined ? question.options : { as: sameAs } }
}

/** The text of a release file, with one line for each question, so that differences are easy to read. */
export function releaseText({ version, register, pages }: FormRelease): string {
  const written = pages.map(({ slug, title, questions }) => {
    const lines = questions.map((question) => `\n        ${JSON.stringify(question)}`)
    const head = `"slug": ${JSON.stringify(slug)},\n      "title": ${JSON.stringify(title)}`
    return `\n    {\n      ${head},\n      "questions": [${lines.join(',')}\n      ]\n    }`
  })
  const digest = register === undefined ? '' : `  "register": ${JSON.stringify(register)},\n`
  return `{\n  "version": ${JSON.stringify(version)},\n${digest}  "pages": [${written.join(',')}\n  ]\n}\n`
}

/** All written releases, by version. */
export function readReleases(folder: string): ReadonlyMap<string, FormRelease> {
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.json')) : []
  return new Map(
    names.map((name) => [name.slice(0, -'.json'.length), JSON.parse(readFileSync(join(folder, name), 'utf8'))]),
  )
}

export const releasesFolder = join(import.meta.dirname, '../form/releases')

/** What differs from the releases, one sentence each; empty when the form is as released. */
export function releaseErrors(form: Form, releases: ReadonlyMap<string, FormRelease>): readonly string[] {
  const { version } = form
  const stored = releases.get(version)
  return [
    ...(stored === undefined ? [`Version ${version} of the form has no release: run npm run form-release.`] : []),
    ...(stored === undefined ? [] : differences(stored, releaseOf(form))).map(
      (each) => `${each} in version ${version} of the form; give the form a new version.`,
    ),
    ...keyErrors(form, releases),
  ]
}

/** Reports keys of earlier releases that are neither asked nor retired, because saves with them would be refused. */
export function keyErrors(form: Form, releases: ReadonlyMap<string, FormRelease>): readonly string[] {
  const retired = form.retired.map(({ key }) => key)
  const asked = new Set<string>(form.keys)
  const missing = [...releases.values()]
    .filter(({ version }) => version !== form.version)
    .flatMap(({ version, pages }) => pages.flatMap(({ questions }) => questions.map(({ key }) => ({ key, version }))))
    .filter(({ key }) => !asked.has(key) && !retired.includes(key))
  return [
    ...[...new Map(missing.map((each) => [each.key, each.version]))].map(
      ([key, version]) => `Version ${version} of the form asked ${key}, which is neither asked now nor in retiredKeys.`,
    ),
    ...retired.filter((key) => asked.has(key)).map((key) => `The form asks ${key}, which is in retiredKeys.`),
  ]
}

/** The differences between two releases, a few words each. */
function differences(before: FormRelease, after: FormRelease): readonly string[] {
  const headings = ({ pages }: FormRelease) => JSON.stringify(pages.map(({ slug, title }) => [slug, title]))
  const [old, current] = [linesOf(before), linesOf(after)]
  const changed = [...new Set([...old.keys(), ...current.keys()])].filter((key) => old.get(key) !== current.get(key))
  const found = [
    ...(headings(before) === headings(after) ? [] : ['The pages differ']),
    ...changed.map((key) => `${key} ${!old.has(key) ? 'is new' : current.has(key) ? 'differs' : 'is gone'}`),
  ]
  return found.length > 0 || JSON.stringify(before.pages) === JSON.stringify(after.pages)
    ? found
    : ['The order differs']
}

/** Everything that a release says about each key, and the key's page. */
function linesOf({ pages }: FormRelease): ReadonlyMap<string, string> {
  const all = pages.flatMap(({ slug, questions }) =>
    questions.map((each) => ({ key: each.key, line: `${slug} ${JSON.stringify(each)}` })),
  )
  return new Map(
    [...Map.groupBy(all, ({ key }) => key)].map(([key, lines]) => [key, lines.map(({ line }) => line).join()]),
  )
}
