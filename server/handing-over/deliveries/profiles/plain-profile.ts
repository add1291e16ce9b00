import { entryFields } from '../../exports/index.ts'
import { type CsvFile, createCsvFile } from '../delivery-folder.ts'
import { keysApart, type Profile } from './profile.ts'

const ID = ['application_id', 'reference', 'version'] as const

/**
 * Tables with the form's own keys, in the order of the register: one row for each application, and one for each college, parent, residence and test
 * score. Demographic answers and Social Security numbers have tables of their own; conduct is in the row if it is included.
 */
export const plainProfile: Profile = {
  needs: [],
  placesIn: (register, { include }) => {
    const apart = keysApart(register, 'delivery_plain', include)
    return (key) => (apart.has(key) ? undefined : { in: 'applications.csv', as: key })
  },
  begin: async (register, folder, { spreadsheet, include, recipient }) => {
    const apart = keysApart(register, 'delivery_plain', include)
    const asked = register.keys.map(({ key }) => key).filter((key) => !apart.has(key))
    const keys = [...asked, 'school_code', 'intended_student_type', 'form_version']
    const table = (name: string, columns: readonly string[], encrypted = false) =>
      createCsvFile(folder, name, [...ID, ...columns], { spreadsheet, recipient: encrypted ? recipient : undefined })
    const applications = await table('applications.csv', ['submitted_at', ...keys])
    const colleges = await table('colleges.csv', ['entry', ...entryFields(register, 'colleges')])
    const parents = await table('parents.csv', ['entry', ...entryFields(register, 'parents')])
    const residences = await table('residences.csv', ['entry', ...entryFields(register, 'residences')])
    const tests = await table('tests.csv', ['test', 'test_version', 'score', 'month', 'year'])
    const demographics = include.includes('demographics')
      ? await table('demographics.csv', ['gender', 'ethnicity', 'races'])
      : undefined
    const ssn = include.includes('ssn') ? await table('ssn.csv', ['ssn'], true) : undefined
    const all: readonly (CsvFile | undefined)[] = [
      applications,
      colleges,
      parents,
      residences,
      tests,
      demographics,
      ssn,
    ]
    return {
      add: async ({ application, races }) => {
        const { application_id, reference, submitted_at, row } = application
        const id = { application_id, reference, version: String(application.version) }
        await applications.add({ ...row, ...id, submitted_at })
        for (const each of application.colleges) await colleges.add({ ...each, ...id })
        for (const each of application.parents) await parents.add({ ...each, ...id })
        for (const each of application.residences) await residences.add({ ...each, ...id })
        for (const each of application.tests) await tests.add({ ...each, ...id })
        await demographics?.add({ ...row, ...id, races: races.join(';') })
        if (row.ssn) await ssn?.add({ ...id, ssn: row.ssn })
        return []
      },
      close: async () => {
        for (const each of all) await each?.close()
      },
    }
  },
}
