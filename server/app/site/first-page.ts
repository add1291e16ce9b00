import { publicInstitution } from '../../../api/index.ts'
import type { App } from '../../platform/http/index.ts'
import type { PageData } from './page-data.ts'
import { renderersIn } from './renderers-in.ts'

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
