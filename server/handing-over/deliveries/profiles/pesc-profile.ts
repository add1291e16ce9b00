import { create } from 'xmlbuilder2'
import { demographicKeys, secretKeys } from '../../exports/index.ts'
import { pescApplication } from './pesc-application.ts'
import type { Profile } from './profile.ts'
import { carries, isProtected } from './protected-answers.ts'

/**
 * One PESC AdmissionsApplication 1.3.0 for each application. Answers that are too long for it or have no place in it are
 * in its extension. With Social Security numbers or demographic answers each file is encrypted; without a recipient they
 * are left out.
 */
export const pescProfile: Profile = {
  needs: ['terms', 'states', 'countries'],
  emptyColumns: (target) =>
    target.include.includes('demographics') && !carries(target, 'demographics') ? ['gender', 'ethnicity', 'races'] : [],
  begin: async (form, folder, target) => {
    const recipient = isProtected(target) ? target.recipient : undefined
    const withheld = new Set([
      ...(carries(target, 'ssn') ? [] : secretKeys(form)),
      ...(carries(target, 'demographics') ? [] : demographicKeys(form)),
    ])
    return {
      add: async ({ application, races }) => {
        const row = Object.fromEntries(Object.entries(application.row).filter(([key]) => !withheld.has(key)))
        const extra: Readonly<Record<string, string>> = carries(target, 'demographics')
          ? { races: races.join(';') }
          : {}
        const made = pescApplication({ ...application, row: { ...row, ...extra } })
        if ('reasons' in made) return made.reasons
        const document = create({ version: '1.0', encoding: 'UTF-8' })
        document
          .ele('urn:org:pesc:message:AdmissionsApplication:v1.3.0', 'AdmApp:AdmissionsApplication')
          .ele(made.content)
        const name = `pesc/${application.reference}.xml`
        const file = await folder.create(recipient ? `${name}.age` : name, recipient)
        // A parser reads a carriage return back only from its reference.
        await file.write(document.end({ wellFormed: true }).replaceAll('\r', '&#13;'))
        await file.close()
        return []
      },
      close: async () => {},
    }
  },
}
