import { pathToFileURL } from 'node:url'
import { type Institution, publicInstitution } from '../../api/index.ts'
import type { Words } from '../../engine/index.ts'
import { firstPath } from '../../form/index.ts'
import type { App } from '../platform/http/index.ts'
import type { Face } from '../running/face/index.ts'

/** The pages that a visitor gets with their fields; where people arrive and where they come back. */
export const sentPaths: readonly string[] = [firstPath, '/login', '/signup']

/** Pages as HTML; undefined where they cannot be rendered. */
type SentPages = {
  /** One of these, with the institution's own words. Rendered again only when the date, the announcement or the edition changes. */
  readonly ofVisitor: (path: string, data: PageData, words: Words) => Promise<string | undefined>
  readonly signIn: (data: PageData) => string | undefined
}

/**
 * Loads the built renderers from `file`. Without the file, or if rendering fails, the log says so once and there is no
 * page: people then see the loading screen.
 */
export async function createSentPages(file: string, log: App['log']): Promise<SentPages> {
  let failed = false
  const rendered = new Map<string, { readonly of: string; readonly html: string }>()
  const fail = (err: unknown) => {
    if (!failed) log.warn({ err }, 'The first page cannot be rendered here: visitors see the loading screen first.')
    failed = true
    return undefined
  }
  const renderers = await renderersIn(file).catch(fail)
  const shown = (data: PageData) => ({ ...data, institution: publicInstitution(data.institution) })
  return {
    async ofVisitor(path, data, words) {
      if (failed) return undefined
      const [of, place] = [variantOf(data), `${path} ${words.language} ${data.proposed?.language}`]
      const known = rendered.get(place)
      if (known?.of === of) return known.html
      try {
        const html = await renderers?.prerender(shown(data), path, words)
        if (html !== undefined) rendered.set(place, { of, html })
        return html
      } catch (error) {
        return fail(error)
      }
    },
    signIn(data) {
      try {
        return renderers?.prerenderSignIn(shown(data))
      } catch (error) {
        return fail(error)
      }
    },
  }
}

/** Everything on the page that changes while the server runs. */
function variantOf({ today, now, edition, logo, institution: { alert } }: PageData): string {
  const isAnnounced =
    alert !== null && Date.parse(now) >= Date.parse(alert.start) && Date.parse(now) < Date.parse(alert.end)
  return [today, isAnnounced, edition, logo?.light, logo?.dark].join(' ')
}

/** What the build of the screen exports for the server: functions that return HTML. */
type Renderers = {
  readonly prerender: (data: object, path: string, words: Words) => Promise<string>
  readonly prerenderSignIn: (data: object) => string
  readonly prerenderRefusedFile: (data: object, refused: object, words: Words) => string
}

/** Loads the built renderers. Throws if one is missing. */
export async function renderersIn(file: string): Promise<Renderers> {
  const built: Readonly<Record<string, unknown>> = await import(pathToFileURL(file).href)
  for (const name of ['prerender', 'prerenderSignIn', 'prerenderRefusedFile'])
    if (typeof built[name] !== 'function') throw new Error(`${file} does not export ${name}.`)
  // Their parameters are those of screen/prerender.tsx, which is built together with the page.
  return built as Renderers
}

/** The data that the page gives the screen before any script sends a call; only public data of the institution. */
export type PageData = {
  readonly institution: Institution
  /** Which edition of the form this is, as `editionTag` says it; left out where there are none. */
  readonly edition?: string
  readonly identity_cookie_prefix: string
  readonly release: string
  /** Today's date at the institution, YYYY-MM-DD. */
  readonly today: string
  /** The systems that are given applications, or told of changes to them. */
  readonly recipients?: readonly string[] | undefined
  /** That no term is open, and when one opens. */
  readonly between_cycles?: string | undefined
  /** Whether staff sign in through a provider; only on the page of the staff desk. */
  readonly staff_provider?: boolean
  /** The sentence for whom nobody has signed in; only on the page of the staff desk that came without a session. */
  readonly staff_signed_out?: string
  /** The language of the page, and the address of the words of each that is offered; nothing where only English is. */
  readonly language?: string
  readonly languages?: Readonly<Record<string, string>>
  /** Another one that the browser prefers, with words in it that propose it; left out once a language was chosen. */
  readonly proposed?: { readonly language: string; readonly words: string }
  /** The logo of an institution that has its own: addresses, and the size in px. */
  readonly logo?: Face['logo']
  /** When the page was made, ISO. The screen corrects a wrong clock with it. */
  readonly now: string
}
