import type { Institution } from '../../../api/index.ts'
import type { Form } from '../../../engine/index.ts'

/**
 * Differences between the pages in institution.json and those of the form: a page of `pdf_pages` that is unknown,
 * repeated or missing, and a route that is not a page. A missing page would be dropped from the signed application PDF
 * and from the staff's view without anyone noticing.
 */
export function pageErrors(
  { pdf_pages, route_after_failed_submit: route }: Pick<Institution, 'pdf_pages' | 'route_after_failed_submit'>,
  { pages }: Form,
): readonly string[] {
  const slugs = pages.map(({ slug }) => slug)
  const known = `none of the form's pages (${slugs.join(', ')}).`
  const repeated = new Set(pdf_pages.filter((each, index) => pdf_pages.indexOf(each) < index))
  return [
    ...pdf_pages.filter((each) => !slugs.includes(each)).map((each) => `pdf_pages names ${each}, which is ${known}`),
    ...[...repeated].map((each) => `pdf_pages names ${each} more than once.`),
    ...slugs
      .filter((each) => !pdf_pages.includes(each))
      .map((each) => `pdf_pages does not contain ${each}, a page of the form.`),
    ...(route === null || slugs.some((each) => route === `/${each}`)
      ? []
      : [`route_after_failed_submit is ${route}, which is ${known}`]),
  ]
}
