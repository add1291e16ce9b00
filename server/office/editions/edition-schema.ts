import { z } from 'zod'
import { type EditionContent, editionContent, institutionParts } from '../../../api/index.ts'

/** What each entry is, for whoever writes an edition in an editor that reads JSON Schema. */
const descriptions: Readonly<Record<keyof EditionContent, string>> = {
  partner_name: 'The name of the university. Any sentence may say it as {partner_name}.',
  partner_short_name: 'Its short name, as in “Financial aid at Bridger State”.',
  application_title: 'What the application is called.',
  document_title: 'The title of the browser tab.',
  office: 'The name of the office that answers questions.',
  address: 'The postal address of the office.',
  phone: 'Its phone number, as people read it.',
  phone_toll_free: 'Its toll-free number.',
  fax: 'The fax number of the office.',
  help_email: 'Where applicants write with questions.',
  links: 'Pages of the university, each with a title of ours; fees and fee_waiver may be left out.',
  more_links: 'Links of your own, in your order. An id stays when a title changes.',
  office_hours: 'When the office can be reached, such as “Monday to Friday, 8 a.m. to 5 p.m.”.',
  retention_notice: 'How long you keep what applicants give you, in whole sentences, in Privacy.',
  deadline: 'Until when to apply, in whole sentences, above the first page.',
  decision_time: 'How long a decision usually takes, such as “four to six weeks”.',
  alert: 'An announcement above every page, between two times with their offset; null for none.',
  entry_terms: 'Entry terms: the code of your student system, and what applicants read. A code never changes.',
  term_dates: 'The first and the last day of each term, by its code. A term without dates is always open.',
  grace_hours: 'Hours after the last day in which what was being submitted is still taken.',
  majors: 'Majors: the code of your student system, and what applicants read.',
  test_versions: 'Versions of the TOEFL and the IELTS.',
  wording: 'Your words for one question, by its key, or one section, by its ID.',
  lists:
    'The lists of the form, each by its name: your labels and your order, by the codes, and what you no longer offer.',
  structure:
    'What you ask otherwise than the form that comes with the program: your own questions, what you ask no more, what is required, where and when.',
  sentences: 'Any sentence of the form in your words, each by ours. {values} stay.',
  recipients: 'What applicants read the systems as that are given applications, by the name of their target or token.',
  translations: 'Your texts in each other language, by the English ones. {values} and <tags> stay.',
  pdf_name: 'What the file of an application is called, without its ending.',
  face: 'The look: one color, and files for a logo, the logo at night, an icon and a picture; the picture may be none.',
  program_sentences:
    'What pages, mails and the PDF say besides the form, in your words, each by ours (languages/applicants.pot); of what is counted by that for many, with one and other.',
}

const described = Object.entries(editionContent.shape).map(([name, schema]) => {
  const about = Object.entries(descriptions).find(([known]) => known === name)?.[1] ?? ''
  // A file may say null of what is not there.
  return [name, z.union([schema, z.null()]).describe(about), schema] as const
})

/**
 * The JSON Schema of an edition as a file, such as `npm run edition -- export` writes it. A whole institution.json is one
 * too: what no edition has is passed over. It knows the shape of each entry; what depends on the form, such as whether a
 * question of this key exists, `npm run edition -- check` says.
 */
export function editionSchema(): object {
  const part = (isOpen: boolean) => {
    const shape = isOpen ? institutionParts.public.shape : institutionParts.private.shape
    const own = described.filter(([name]) => Object.hasOwn(shape, name))
    const others = Object.keys(shape).filter((name) => !own.some(([known]) => known === name))
    return z.strictObject({
      ...Object.fromEntries(others.map((name) => [name, z.unknown().optional()])),
      ...Object.fromEntries(
        own.map(([name, nullable, schema]) => [
          name,
          schema.safeParse(undefined).success ? nullable.optional() : schema.describe(nullable.description ?? ''),
        ]),
      ),
    })
  }
  const file = z.strictObject({ $schema: z.string().optional(), public: part(true), private: part(false).optional() })
  return z.toJSONSchema(file.describe('An edition of the application form.'), {
    io: 'input',
    target: 'draft-7', // which editors know best
    override({ zodSchema, jsonSchema }) {
      const { def } = zodSchema._zod
      // An address of any other kind, such as a script, is no link.
      if (jsonSchema.format === 'uri' && 'protocol' in def && def.protocol instanceof RegExp)
        jsonSchema.pattern = `${def.protocol.source.replace(/\$$/, '')}:`
    },
  })
}
