import { pathToFileURL } from 'node:url'
import { type Institution, publicInstitution } from '../../api/index.ts'
import type { App } from '../platform/http/index.ts'

/**
 * Loads the built renderer from `file`, and renders the first page for visitors, with the institution's own words.
 * Returns a function that has it: rendered again only when the date or the announcement has changed, because both are
 * on the page. Without the file, or if rendering fails, the log says so once and there is no page: visitors then see
 * the loading screen as everybody else does.
 */
export async function createFirstPage(file: string, log: App['log']): Promise<(data: PageData) => string | undefined> {
  let failed = false
  let rendered: { readonly of: string; readonly html: string } | undefined
  const fail = (err: unknown) => {
    if (!failed) log.warn({ err }, 'The first page cannot be rendered here: visitors see the loading screen first.')
    failed = true
    return undefined
  }
  const prerender = (await renderersIn(file).catch(fail))?.prerender
  return (data) => {
    if (failed || !prerender) return undefined
    const of = variantOf(data)
    if (rendered?.of === of) return rendered.html
    try {
      rendered = { of, html: prerender({ ...data, institution: publicInstitution(data.institution) }) }
      return rendered.html
    } catch (error) {
      return fail(error)
    }
  }
}

/** Everything on the page that changes while the server runs. */
function variantOf({ today, now, institution: { alert } }: PageData): string {
  const isAnnounced =
    alert !== null && Date.parse(now) >= Date.parse(alert.start) && Date.parse(now) < Date.parse(alert.end)
  return `${today} ${isAnnounced}`
}

/** What the build of the screen exports for the server: functions that return HTML. */
type Renderers = {
  readonly prerender: (data: object) => string
  readonly prerenderRefusedFile: (data: object, refused: object) => string
}

/** Loads the built renderers. Throws if one is missing. */
export async function renderersIn(file: string): Promise<Renderers> {
  const built: Readonly<Record<string, unknown>> = await import(pathToFileURL(file).href)
  for (const name of ['prerender', 'prerenderRefusedFile'])
    if (typeof built[name] !== 'function') throw new Error(`${file} does not export ${name}.`)
  // Their parameters are those of screen/prerender.tsx, which is built together with the page.
  return built as Renderers
}

/** The data that the page gives the screen before any script sends a call; only public data of the institution. */
export type PageData = {
  readonly institution: Institution
  readonly identity_cookie_prefix: string
  readonly release: string
  /** Today's date at the institution, YYYY-MM-DD. */
  readonly today: string
  /** That no term is open, and when one opens. */
  readonly between_cycles?: string | undefined
  /** Whether staff sign in through a provider; only on the page of the staff desk. */
  readonly staff_provider?: boolean
  /** When the page was made, ISO. The screen corrects a wrong clock with it. */
  readonly now: string
}
