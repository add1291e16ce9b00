import { randomUUID } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import { z } from 'zod'
import { type Profile, webStatuses } from '../../../api/index.ts'
import { type Application, english, type Form, withDescriptions, withoutSecrets } from '../../../engine/index.ts'
import { firstPath, type SampleApplicant } from '../../../form/index.ts'
import { type ApplicationPdfDeps, renderDraft } from '../../documents/application-pdf/index.ts'
import { type App, nonceOf, plainPage, refusal, refuse, sendPage } from '../../platform/http/index.ts'
import { type Languages, speakIn } from '../../platform/languages/index.ts'
import { type KeyRing, readSignedPath, signedPath } from '../../platform/secrets/index.ts'
import type { Faces } from '../../running/face/index.ts'
import { type Edition, todayAt } from '../../running/institution/index.ts'
import type { MailWords } from '../../running/mail/index.ts'
import type { EditionDeps } from '../editions/index.ts'
import { createDraftEdition, earlierEdition, editionsToShow, type Previewed } from './draft-edition.ts'
import { fittedTo } from './fitted-to.ts'
import { chosenIn, previewPage, stoppedPage } from './preview-page.ts'
import { SAMPLE_REFERENCE, sampleMails } from './sample-mails.ts'

type PreviewDeps = EditionDeps &
  Omit<ApplicationPdfDeps, 'settings'> & {
    readonly settings: { readonly baseUrl: string }
    readonly faces: Pick<Faces, 'draw'>
    readonly languages: Languages
    readonly mail: Pick<MailWords, 'drawn'>
    readonly site: PreviewedSite
  }

/** The page of applicants, as the server sends it. */
export type PreviewedSite = {
  /** It with this as well in its data, and with the script that answers its calls in place of a server. */
  readonly pageWith: (more: object, nonce: string) => string
  /** The links of the page around it: its icon and styles. */
  readonly previewLinks: () => string
}

const PATH = '/preview'
const PURPOSE = 'preview links'
const DAY = 86_400 // s

/** A link that shows the draft for a day, to everybody who has it. It says nothing of any applicant. */
export const previewLink = (keyRing: KeyRing, baseUrl: string, now: Date) => ({
  link: `${baseUrl}${PATH}/${signedPath(keyRing, PURPOSE, randomUUID(), now, DAY)}`,
  until: new Date((Math.floor(now.getTime() / 1000) + DAY) * 1000).toISOString(),
})

const linkSchema = z.object({ id: z.string(), expires: z.string(), signed: z.string() })

/**
 * What such a link shows: a page to choose from, and inside it the page of applicants, the PDF or a mail, all made with
 * the draft as if it were in effect. The page of applicants is answered by a script inside it, so nothing that is typed
 * there reaches a server.
 */
export function previewRoutes(app: App, deps: PreviewDeps): void {
  const draftNow = createDraftEdition(deps)
  const config = { isRefusedWhenBusy: true }
  const root = `${PATH}/:id/:expires/:signed`

  type Shown = Previewed & { readonly own: string; readonly of: string; readonly until: Date }
  /** Does this with the draft in effect, in the language that is asked for, for whoever has a link. */
  const show = (address: string, draw: (shown: Shown, reply: FastifyReply, chosen: Chosen) => unknown) =>
    app.get(`${root}${address}`, { config }, async (request, reply) => {
      reply.header('x-robots-tag', 'noindex')
      if (readSignedPath(deps.keyRing, PURPOSE, request.params, deps.now()) === undefined)
        return sendPage(reply.status(410), (nonce) => plainPage(ENDED, nonce))
      const { id, expires, signed } = linkSchema.parse(request.params)
      const own = `${PATH}/${id}/${expires}/${signed}`
      const { of: named = '' } = Object(request.query)
      const earlier = await earlierEdition(deps, named)
      const shown = earlier ?? (await draftNow())
      if ('stopped' in shown) return sendPage(reply, () => stoppedPage(shown.stopped, deps.site))
      const { edition } = shown
      const of = earlier ? String(named) : ''
      const until = new Date(Number(expires) * 1000)
      return deps.editions.within(edition, () => {
        const chosen = chosenIn(request, { form: edition.form, languages: deps.languages.offered })
        // The page around it is the office's, which reads English.
        const words = address === '' ? english : deps.languages.wordsOf(chosen.language)
        return speakIn(words, () => draw({ ...shown, own, of, until }, framed(reply), chosen))
      })
    })

  show('', async (shown, reply, chosen) =>
    reply
      .header('content-security-policy', POLICY)
      .type('text/html; charset=utf-8')
      .send(previewPage({ ...shown, editions: await editionsToShow(deps), chosen, site: deps.site })),
  )
  show('/page', ({ edition, own, of }, reply, { applicant, language, show: at }) => {
    const application = fittedTo(edition.form, applicant.application, todayOf(edition))
    const data = {
      edition: undefined,
      language,
      languages: Object.fromEntries(
        deps.languages.offered.map((each) => [
          each,
          each === 'en' ? '' : `${own}/words/${each}?of=${encodeURIComponent(of)}`,
        ]),
      ),
      preview: {
        at: at.startsWith('/') ? at : firstPath,
        profile: applicant.state === 'visitor' ? null : profileOf(edition.form, applicant, application),
        pdf: `${own}/pdf?as=${applicant.id}&language=${language}&of=${encodeURIComponent(of)}`,
        reference: SAMPLE_REFERENCE,
      },
    }
    return reply.type('text/html; charset=utf-8').send(deps.site.pageWith(data, nonceOf(reply.raw)))
  })
  show('/words/:language', (_, reply, { language }) => {
    const file = deps.languages.files[language]
    return file ? reply.type('application/json; charset=utf-8').send(file.plain) : refuse(reply, refusal('not_found'))
  })
  show('/pdf', async ({ edition }, reply, { applicant }) => {
    const pdf = await renderDraft(deps, fittedTo(edition.form, applicant.application, todayOf(edition)))
    return reply
      .header('content-security-policy', "base-uri 'none'; frame-ancestors 'self'")
      .type('application/pdf')
      .send(Buffer.from(pdf))
  })
  show('/mail', ({ edition }, reply, { applicant, show: kind }) => {
    const { answer } = fittedTo(edition.form, applicant.application, todayOf(edition))
    const term = edition.institution.entry_terms.find(([code]) => code !== '' && code === answer.entry_term)?.[1]
    const { baseUrl } = deps.settings
    const about = { now: deps.now(), baseUrl, term: term ?? edition.institution.entry_terms.at(-1)?.[1] ?? '' }
    const message = [...sampleMails(applicant, about)].find(([each]) => `mail ${each}` === kind)?.[1]
    if (!message) return refuse(reply, refusal('not_found'))
    return reply
      .header('content-security-policy', MAIL_POLICY)
      .type('text/html; charset=utf-8')
      .send(deps.mail.drawn(message).html)
  })

  const todayOf = ({ institution }: Edition) => todayAt(institution.time_zone, deps.now())

  function profileOf(form: Form, { id, state }: SampleApplicant, application: Application): Profile {
    const at = deps.now().toISOString()
    const answer = withDescriptions(form, { ...application, answer: withoutSecrets(form, application.answer) })
    const reached = state === 'submitted' ? webStatuses : webStatuses.slice(0, 1)
    return {
      answer,
      document_answer: given(application.document_answer),
      converting: {},
      add_another: given(application.add_another),
      tabs: given(application.tabs),
      account_id: `sample-${id}`,
      username: answer.email_address ?? '',
      last_page: '',
      successful_login: [at],
      web_status: reached.map((web_status) => ({ web_status, at })),
      revision: 1,
      today: todayAt(deps.institution.time_zone, deps.now()),
      submission: state === 'submitted' ? { reference: SAMPLE_REFERENCE, submitted_at: at, version: 1 } : null,
      reopening: null,
      withdrawn_at: null,
      application_id: `sample-${id}`,
      requests: [],
      asked_elsewhere: [],
    }
  }
}

type Chosen = ReturnType<typeof chosenIn>

const ENDED = {
  title: 'This preview has ended',
  message: 'A link to a preview works for a day. Ask whoever sent it to you for a new one.',
  links: {},
}

/** Styles stand in every element of a mail. */
const MAIL_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox"

/** Only our own page may frame it. */
function framed(reply: FastifyReply): FastifyReply {
  const policy = String(reply.raw.getHeader('content-security-policy'))
  return reply
    .header('content-security-policy', policy.replace("frame-ancestors 'none'", "frame-ancestors 'self'"))
    .header('x-frame-options', 'SAMEORIGIN')
}

/** The page around it has no script of its own, and frames only what is ours. */
const POLICY =
  "default-src 'none'; style-src 'self'; font-src 'self'; img-src 'self' data:; frame-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"

const given = <Value>(map: Readonly<Record<string, Value | undefined>>): Record<string, Value> =>
  Object.fromEntries(Object.entries(map).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])))
