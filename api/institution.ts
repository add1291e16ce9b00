import { z } from 'zod'

const text = z.string().min(1)
const link = z.url({ protocol: /^https?$/ })
const option = z.tuple([z.string(), text])

/**
 * institution.json: one institution's names, addresses, phones, links, limits and dates (requirements 1.institution).
 */
export const institutionSchema = z.strictObject({
  partner_name: text,
  partner_short_name: text,
  application_title: text,
  document_title: text,
  pdf_name: z.string().regex(/^[\w-]+$/, 'pdf_name is a file name without its ending'),
  pdf_pages: z.array(text).min(1),
  office: text,
  address: z.strictObject({ line_1: text, city: text, state: text, zip: text }),
  phone: text,
  phone_toll_free: text,
  fax: text,
  help_email: z.email(),
  mail: z.strictObject({ from: text, reply_to: z.email() }),
  links: z.strictObject({
    international: link,
    registration: link,
    aid: link,
    fafsa: link,
    freshman: link,
    transfer: link,
    disability_services: link,
    campus_tour: link,
  }),
  school_code: text,
  character_limit: z.number().int().min(1).max(10_000), // a stored answer holds at most 10,000 characters
  intended_student_type: text,
  custom_email_copy: z.boolean(),
  time_zone: z.string().refine((zone) => {
    try {
      return new Intl.DateTimeFormat('en-US', { timeZone: zone }).resolvedOptions().timeZone !== ''
    } catch {
      return false // an unknown zone throws; the refusal names the entry
    }
  }, 'time_zone is a zone such as America/Denver'),
  route_after_failed_submit: text.nullable(), // a page's path; it and pdf_pages are compared with the form at the start
  alert: z
    .strictObject({ text, start: z.iso.datetime({ offset: true }), end: z.iso.datetime({ offset: true }) })
    .refine(({ start, end }) => Date.parse(start) < Date.parse(end), 'alert ends after its start')
    .nullable(),
  vendor: text,
  entry_terms: z.array(option).min(1),
  majors: z.array(option).min(1),
})

export type Institution = z.output<typeof institutionSchema>
