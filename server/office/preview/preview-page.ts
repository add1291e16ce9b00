import type { FastifyRequest } from 'fastify'
import { english, type Form, ownNameOf } from '../../../engine/index.ts'
import { firstPath, type SampleApplicant, sampleApplicants } from '../../../form/index.ts'
import { escaped } from '../../platform/http/index.ts'
import { type Edition, formatDateTime } from '../../running/institution/index.ts'
import type { Checked } from '../editions/index.ts'
import { mailTitles } from './sample-mails.ts'

const widths = { phone: 'A phone, 390 wide', computer: 'A computer, 1280 wide', window: 'All of this window' } as const
type Width = keyof typeof widths

/** What somebody chose to see, from the address; whatever it does not say is as at the beginning. */
export type Chosen = {
  readonly applicant: SampleApplicant
  /** The path of a page, `pdf`, or `mail` with its kind. */
  readonly show: string
  readonly language: string
  readonly width: Width
}

export function chosenIn(
  { query, params }: Pick<FastifyRequest, 'query' | 'params'>,
  { form, languages }: { readonly form: Form; readonly languages: readonly string[] },
): Chosen {
  const { as, show, language, width } = { ...Object(query), ...Object(params) }
  const [first] = sampleApplicants
  if (!first) throw new Error('There are no sample applicants.')
  const shown = [...Object.values(groupsOf(form))].flatMap((group) => Object.keys(group))
  return {
    applicant: sampleApplicants.find(({ id }) => id === as) ?? first,
    show: shown.find((each) => each === show) ?? firstPath,
    language: languages.find((each) => each === language) ?? english.language,
    width: width === 'computer' || width === 'window' ? width : 'phone',
  }
}

/** What can be shown, by its value in the address, in groups. */
const groupsOf = ({ pages }: Form): Readonly<Record<string, Readonly<Record<string, string>>>> => ({
  Pages: {
    ...Object.fromEntries(pages.map(({ slug, title }) => [`/${slug}`, title])),
    '/signup': 'Create an account',
    '/login': 'Log in',
    '/completion': 'After submitting',
  },
  Paper: { pdf: 'The PDF' },
  Mails: Object.fromEntries(Object.entries(mailTitles).map(([kind, title]) => [`mail ${kind}`, title])),
})

type PreviewPage = {
  readonly edition: Edition
  /** The address of this preview. */
  readonly own: string
  /** Which edition, as `editions` names it; '' for the draft. */
  readonly of: string
  readonly changes: number | undefined
  /** Those that can be shown, in words. */
  readonly editions: ReadonlyMap<string, string>
  readonly until: Date
  readonly chosen: Chosen
  readonly site: { readonly previewLinks: () => string }
}

/** The page around what is shown: what it is, and what to show. It works without a script. */
export function previewPage({ edition, own, of, changes, editions, until, chosen, site }: PreviewPage): string {
  const { applicant, show, language, width } = chosen
  const { institution, form, languages } = edition
  const query = new URLSearchParams({ as: applicant.id, show, language, of }).toString()
  const kind = show === 'pdf' ? 'pdf' : show.startsWith('mail ') ? 'mail' : 'page'
  const frame = `${own}/${kind}?${query}`
  const groups = groupsOf(form)
  const title = Object.values(groups).flatMap((group) => group[show] ?? [])[0] ?? ''
  return page(
    `Preview: ${title}`,
    site.previewLinks(),
    `<header>
<h1>${of === '' ? 'Preview of the draft' : `Edition ${edition.number} as it was`}</h1>
<p>${whatIsNew(changes)}Try whatever you like: nothing is kept or sent. This link ends on ${escaped(formatDateTime(until, institution.time_zone))}.</p>
<form method="get" action="${escaped(own)}">
${select('as', 'As', { Applicants: Object.fromEntries(sampleApplicants.map(({ id, name }) => [id, name])) }, applicant.id)}
${select('show', 'Show', groups, show)}
${select('of', 'Of', { Editions: { '': 'The draft', ...Object.fromEntries(editions) } }, of)}
${select('language', 'In', { Languages: Object.fromEntries(languages.offered.map((each) => [each, ownNameOf(each)])) }, language)}
${select('width', 'On', { Widths: widths }, width)}
<button>Show</button>
</form>
${kind === 'page' ? '' : `<p><a href="${escaped(frame)}" target="_blank">Open it by itself</a></p>`}
</header>
<main tabindex="0" aria-label="What is shown">
<iframe class="${width}" src="${escaped(frame)}" title="${escaped(`${title}, as ${applicant.name}`)}"></iframe>
</main>`,
  )
}

function whatIsNew(changes: number | undefined): string {
  if (changes === undefined) return ''
  if (changes === 0) return 'Nothing differs from what applicants see. '
  return changes === 1
    ? 'One change is in the draft. Applicants don’t see it yet. '
    : `${changes} changes are in the draft. Applicants don’t see them yet. `
}

/** What keeps a draft from being shown. */
export const stoppedPage = (findings: Checked['findings'], site: PreviewPage['site']): string =>
  page(
    'Preview of the draft',
    site.previewLinks(),
    `<header>
<h1>This draft can’t be shown yet</h1>
<p>What is in it can’t be published either:</p>
<ul>${findings.map(({ says }) => `<li>${escaped(says)}</li>`).join('')}</ul>
</header>`,
  )

const select = (
  name: string,
  label: string,
  groups: Readonly<Record<string, Readonly<Record<string, string>>>>,
  chosen: string,
) => {
  const all = Object.entries(groups)
  const optionsOf = (options: Readonly<Record<string, string>>) =>
    Object.entries(options)
      .map(
        ([value, text]) =>
          `<option value="${escaped(value)}"${value === chosen ? ' selected' : ''}>${escaped(text)}</option>`,
      )
      .join('')
  const options =
    all.length === 1
      ? all.map(([, each]) => optionsOf(each))
      : all.map(([group, each]) => `<optgroup label="${escaped(group)}">${optionsOf(each)}</optgroup>`)
  return `<p><label for="${name}">${label}</label><select id="${name}" name="${name}">${options.join('')}</select></p>`
}

const page = (title: string, links: string, body: string) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escaped(title)}</title>
${links}
</head>
<body>
${body}
</body>
</html>
`
