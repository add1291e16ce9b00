import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sample from '../institution.json' with { type: 'json' }

/** Two hills and a river, drawn for tests. */
const drawing = (hills: string, river: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 88 44"><path fill="${hills}" d="M2 38 22 8l14 20 12-14 20 24z"/><path fill="none" stroke="${river}" stroke-width="5" stroke-linecap="round" d="M36 41q12-8 24-3t26-3"/></svg>`

const files = {
  'cascade-logo.svg': drawing('#5e2a7e', '#b5541c'),
  'cascade-logo-dark.svg': drawing('#d9bdf0', '#f0a36e'),
  'cascade-icon.svg':
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><rect width="16" height="16" rx="3" fill="#5e2a7e"/><path fill="#fff" d="m2 13 4-8 3 5 2-3 3 6z"/></svg>',
  'cascade-picture.svg':
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1600 120"><path fill="#b48ad0" d="M0 120V70q200-60 400 0t400 0 400 0 400 0v50z"/><path fill="#3d1a53" d="M0 120V95q160-40 320 0t320 0 320 0 320 0 320 0v25z"/></svg>',
}

const face = {
  color: '#5e2a7e',
  logo: 'cascade-logo.svg',
  logo_dark: 'cascade-logo-dark.svg',
  icon: 'cascade-icon.svg',
  picture: 'cascade-picture.svg',
}

/** Another university with another face, so that nothing of the sample's may be seen anywhere. */
export const cascadeValley = (ownFace: object = face) => {
  const { pdf_mark: _, pdf_color: __, ...entries } = sample.private
  return {
    public: {
      ...sample.public,
      ...{ partner_name: 'Cascade Valley University', partner_short_name: 'Cascade Valley' },
      document_title: 'Transfer Application | Cascade Valley University',
      address: { line_1: '12 River Street', city: 'Wenatchee', state: 'Washington', zip: '98801' },
      ...{ phone: '(509) 555-0142', phone_toll_free: '(877) 555-0142', fax: '(509) 555-0143' },
      help_email: 'admissions@cascade.example',
      links: Object.fromEntries(
        Object.entries(sample.public.links).map(([name, address]) => [name, address.replace('bridger', 'cascade')]),
      ),
    },
    private: {
      ...entries,
      pdf_name: 'cascade-valley-transfer-application',
      mail: { from: 'Cascade Valley <no-reply@cascade.example>', reply_to: 'admissions@cascade.example' },
      face: ownFace,
    },
  }
}

/** Writes its institution.json with the files beside it, and returns the path. */
export function writeCascadeValley(folder: string): string {
  mkdirSync(folder, { recursive: true })
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  const file = join(folder, 'institution.json')
  writeFileSync(file, JSON.stringify(cascadeValley()))
  return file
}
