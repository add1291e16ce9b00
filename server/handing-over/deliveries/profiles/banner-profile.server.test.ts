import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { generateIdentity, identityToRecipient } from 'age-encryption'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { registerOf, withAnswer, withStructure } from '../../../../engine/index.ts'
import { baseRegister } from '../../../../form/index.ts'
import { domestic, form, veteran, visitor } from '../../../../form/testing/index.ts'
import { databasesForTests } from '../../../testing/index.ts'
import { bannerProfile } from './banner-profile.ts'
import { type BannerTable, bannerTables, type ColumnKind } from './banner-tables.ts'
import { bannerCodes, opened, writeWith } from './testing/index.ts'

const typeOf = (kind: ColumnKind): string => {
  if (kind === 'number') return 'numeric(8)'
  return kind === 'date' ? 'date' : `varchar(${kind})`
}

databasesForTests(
  'files for Banner',
  (on) => {
    test('load into its holding tables, and rows of other tables find their person', async () => {
      const identity = await generateIdentity()
      const recipient = await identityToRecipient(identity)
      const structure = { own: { own_shift: { kind: 'text', in: 'section:program', label: 'When?' } } } as const
      const asked = withStructure(form, structure)
      const others = [withAnswer(form, veteran, 'applied_previously_term_transfer', ''), visitor]
      const people = [withAnswer(asked, domestic, 'own_shift', 'At "night", or by day'), ...others]
      const target = { map: bannerCodes(form), built_in_codes: ['usps'], questions: { own_shift: 12 } }
      const { files, reasons } = await writeWith(bannerProfile, asked, people, {
        ...target,
        register: registerOf(baseRegister(), form, structure),
        include: ['ssn', 'demographics'],
        recipient,
      })
      expect(reasons).toEqual([[], [], []])
      const { db } = on.database
      for (const table of Object.keys(bannerTables) as BannerTable[]) {
        const columns = Object.entries(bannerTables[table]).map(([name, kind]) => `${name} ${typeOf(kind)}`)
        await sql.raw(`create table ${table} (${columns.join(', ')})`).execute(db)
        const copy = `\\copy ${table} from pstdin with (format csv, header match)`
        const options = ['-v', 'ON_ERROR_STOP=1', '-q', '-c', "set datestyle = 'ISO, MDY'", '-c', copy]
        const loading = promisify(execFile)('psql', [...options, on.settings.databaseUrl ?? ''])
        loading.child.stdin?.end(await opened(files[`${table}.csv.age`], identity))
        await loading
      }
      const loaded = await sql<Record<string, unknown>>`
        select p.sabnstu_id, p.sarpers_birth_dte::text as born, f.sarprfn_ref_no as ssn, a.saraddr_stat_cde as state,
          (select count(*)::int from sarpcol c where c.sabnstu_id = p.sabnstu_id) as colleges,
          (select count(*)::int from sartest t where t.sabnstu_id = p.sabnstu_id) as tests,
          (select count(*)::int from sarprac r where r.sabnstu_id = p.sabnstu_id) as races
        from sabnstu s
        join sarhead h on h.sabnstu_id = s.sabnstu_id
        join sarpers p on p.sabnstu_id = s.sabnstu_id and p.sarpers_seqno = 1
        join saraddr a on a.sabnstu_id = s.sabnstu_id and a.saraddr_pers_seqno = 1 and a.saraddr_seqno = 1
        left join sarprfn f on f.sabnstu_id = s.sabnstu_id
        order by 1`.execute(db)
      const answers = await sql<object>`select sabnstu_id, sarrqst_wudq_no::int as question, sarrqst_ansr_desc as answer
        from sarrqst`.execute(db)
      expect(answers.rows).toEqual([{ sabnstu_id: 'CW0000001', question: 12, answer: 'At "night", or by day' }])
      const born = '2004-02-29'
      expect(loaded.rows).toEqual([
        { sabnstu_id: 'CW0000001', born, ssn: null, state: 'MT', colleges: 1, tests: 0, races: 0 },
        { sabnstu_id: 'CW0000002', born, ssn: '501550187', state: 'MT', colleges: 8, tests: 11, races: 6 },
        { sabnstu_id: 'CW0000003', born, ssn: null, state: null, colleges: 1, tests: 0, races: 0 },
      ])
    })
  },
  'postgres',
)
