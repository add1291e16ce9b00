import { sql } from 'kysely'
import sharp from 'sharp'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { brandAddress, editionContent, institutionSchema, type StaffReply } from '../../../api/index.ts'
import { cascadeValley, writeCascadeValley } from '../../../testing/cascade-valley.ts'
import { createFaces, storedFace } from '../../running/face/index.ts'
import { hostile, svg } from '../../running/face/testing/index.ts'
import { openEditions, readInstitution } from '../../running/institution/index.ts'
import { databasesForTests, silentLog } from '../../testing/index.ts'
import { staffForTests } from './testing/staff-for-tests.ts'

const hills = (fill: string) => svg(`<path fill="${fill}" d="M4 4h36v36z"/>`)

databasesForTests('the face at the desk', (on) => {
  const desk = staffForTests(on)
  let cookie = ''
  beforeAll(async () => {
    cookie = await desk.signedIn('registrar', 'Rhea Rigg')
  })
  const give = (content: string | Buffer, kind = 'svg', entry = 'logo', who = cookie) =>
    desk.make(who, 'storeFacePicture', { entry, kind, file: Buffer.from(content).toString('base64') })
  const stored = async (content: string | Buffer, entry = 'logo'): Promise<string> => {
    const { status, body } = await give(content, 'svg', entry)
    expect({ status, body }).toMatchObject({ status: 200, body: { hash: expect.stringMatching(/^[\da-f]{64}$/) } })
    return body.hash
  }
  const count = () => on.database.db.selectFrom('face_file').select('hash').execute()
  const checked = async (changes: Readonly<Record<string, string | null>>): Promise<StaffReply<'checkForm'>> => {
    const { revision } = (await desk.make(cookie, 'readForm')).body.draft
    expect((await desk.make(cookie, 'saveFormDraft', { revision, changes })).status).toBe(200)
    return (await desk.make(cookie, 'checkForm')).body
  }
  const published = async (changes: Readonly<Record<string, string | null>>) => {
    const { of } = await checked(changes)
    const given = { of, title: 'A face', reason: '', takes_effect: null }
    const { status, body } = await desk.make(cookie, 'publishForm', given)
    expect({ status, body }).toMatchObject({ status: 200 })
  }
  const about = ({ findings }: StaffReply<'checkForm'>, place: string) =>
    findings.filter((each) => each.place === place).map(({ grade, says }) => `${grade}: ${says}`)
  /** Another server on the same database, or this one after a restart. */
  const server = async (file = readInstitution(on.settings)) => {
    const log = vi.fn()
    const faces = createFaces(on.database.db, { warn: log })
    const editions = await openEditions({ database: on.database, file, faces, log: silentLog })
    const face = () => faces.of(editions.active().institution)
    return { faces, editions, face, log }
  }

  describe('a file is refused that holds', () => {
    test.each(hostile)('%s', async (_, name, content, sentence) => {
      const { status, body } = await give(content(), name.endsWith('svg') ? 'svg' : 'png')
      if (name === 'w.png') expect(status).toBe(413)
      else expect({ status, message: body.message }).toEqual({ status: 409, message: expect.stringMatching(sentence) })
      expect(await count()).toEqual([])
    })

    test('what only an entry of its own keeps out', async () => {
      for (const [entry, fill, theme] of [
        ['logo', '#fff', 'a white page'],
        ['logo_dark', '#131819', 'a dark page'],
      ])
        expect((await give(hills(fill ?? ''), 'svg', entry)).body.message).toBe(
          `The file shows nothing that can be seen on ${theme}.`,
        )
      expect(await count()).toEqual([])
    })
  })

  test('who may only process applications gives none', async () => {
    const processor = await desk.signedIn('processor', 'Pat Poole')
    expect((await give(hills('#900'), 'svg', 'logo', processor)).status).toBe(403)
  })

  test('only what was drawn of a file is stored, once, and never altered', async () => {
    const [hash, again] = [await stored(hills('#900')), await stored(hills('#900'))]
    expect(again).toBe(hash)
    const rows = await on.database.db.selectFrom('face_file').selectAll().execute()
    expect(rows).toMatchObject([{ hash, type: 'image/png' }])
    const [{ content } = { content: Buffer.alloc(0) }] = rows
    expect(await sharp(content).metadata()).toMatchObject({ format: 'png', height: 176 })
    for (const change of ["update face_file set type = 'image/png'", 'delete from face_file', 'truncate face_file'])
      await expect(sql.raw(change).execute(on.database.db)).rejects.toThrow('may not be changed or emptied')
    await expect(
      on.database.db
        .insertInto('face_file')
        .values({ hash: 'a'.repeat(64), type: 'image/png', content })
        .execute(),
    ).rejects.toThrow(/check/)
  })

  test('a color that cannot be read is refused with one that can, and both stop the check', async () => {
    const judged = async (color: string) => (await desk.make(cookie, 'judgeFaceColor', { color })).body
    expect(await judged('#ffcc00')).toEqual({
      fault: expect.stringMatching(/^This color is too light: links and buttons in #ffcc00 could not be read/),
      nearest: '#886b00',
    })
    expect(await judged('#886b00')).toEqual({ fault: null, nearest: null })
    expect(about(await checked({ '/face/color': '#ffcc00' }), '/face/color')).toEqual([
      expect.stringMatching(/^stopped: Color: it is too light: .* The nearest color that can be read is #886b00\.$/),
    ])
    expect(about(await checked({ '/face/color': 'yellow' }), '/face/color')).toEqual([
      'stopped: Color: is a color such as #0c3441.',
    ])
  })

  test('a picture that is not stored here stops the check', async () => {
    const gone = await checked({ '/face/color': '#886b00', '/face/logo': 'a'.repeat(64) })
    expect(about(gone, '/face/logo')).toEqual(['stopped: Logo: it is not stored here.'])
    const dark = await checked({ '/face/logo': null, '/face/logo_dark': await stored(hills('#fff'), 'logo_dark') })
    expect(about(dark, '/face/logo_dark')).toEqual([
      'stopped: Logo for dark pages: it is the logo at night, and there is no logo.',
    ])
    await checked({ '/face/logo_dark': null })
  })

  test('what of the sample still shows, and what will look blurred, is said', async () => {
    const { findings } = await checked({
      '/face/icon': await stored(svg('<path d="M0 0h90v9H0z"/>', 'viewBox="0 0 90 9"'), 'icon'),
    })
    expect(findings.filter(({ place }) => place.startsWith('/face')).map(({ says }) => says)).toEqual([
      'Icon: it is no square, so it is small in tabs.',
      'Logo: people see the mark in the header of the sample.',
      'Picture above the footer: people see the mountains above the footer of the sample.',
    ])
    await checked({ '/face/icon': null })
  })

  test('what is published is drawn by every server, and its files stay when another face counts', async () => {
    const one = await server()
    expect(one.face().logo).toBeUndefined()
    const logo = await stored(hills('#603'))
    await published({ '/face/color': '#5e2a7e', '/face/logo': logo, '/face/picture': 'none' })
    await one.editions.refresh()
    const first = one.face()
    expect(first.palette?.day['primary-main']).toBe('#5e2a7e')
    expect(first.logo?.light).toBe(brandAddress(logo))
    await published({ '/face/color': '#1d6b3a', '/face/logo': await stored(hills('#030')), '/face/picture': null })
    await one.editions.refresh()
    expect(one.face().palette?.day['primary-main']).toBe('#1d6b3a')
    const other = await server()
    expect(other.face()).toEqual(one.face())
    expect(first.files.size).toBeGreaterThanOrEqual(5)
    for (const [address, { type, bytes }] of [...first.files, ...one.face().files])
      expect(await other.faces.file(address)).toEqual({ type, bytes })
    for (const address of ['/brand/x.png', '/brand/aaaaaaaaaaaaaaaa.png', `${first.sheet?.replace('.css', '.png')}`])
      expect(await other.faces.file(address)).toBeUndefined()
    await Promise.all([one.editions.close(), other.editions.close()])
  })

  test('a stored edition whose face cannot be drawn stops no start', async () => {
    const { content } = await on.database.db
      .selectFrom('edition')
      .select('content')
      .orderBy('number', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
    const broken = {
      ...editionContent.parse(content),
      face: { color: '#ffcc00', logo: 'b'.repeat(64), picture: 'none' },
    }
    const insert = (number: number, given: object) =>
      sql`insert into edition (number, form_version, content, hash, report, title, source, takes_effect_at)
        values (${number}, 'x', ${JSON.stringify(given)}::jsonb, ${number}, '[]', 'x', 'desk', clock_timestamp())`.execute(
        on.database.db,
      )
    await insert(900, broken)
    const { editions, face, log } = await server()
    expect(editions.active().number).toBe(900)
    expect(face()).toMatchObject({ logo: undefined, palette: undefined, sheet: expect.any(String) })
    expect(log.mock.calls.flat()).toEqual([
      'face.logo of the edition of the form is not stored here: it is left out.',
      expect.stringMatching(/^face\.color of the edition of the form is too light: .*: it is left out\.$/),
    ])
    await editions.close()
    // One of a release before there were faces has that of institution.json.
    const { face: _, pdf_name: __, ...before } = broken
    await insert(901, before)
    const file = readInstitution(on.settings)
    const known = await server({ ...file, face: { color: '#123456' } })
    expect(known.face().palette?.day['primary-main']).toBe('#123456')
    expect(known.editions.active().institution).toMatchObject({ pdf_name: file.pdf_name })
    expect(known.editions.warnings().join()).not.toMatch(/not read: .*(face|pdf_name)/)
    await known.editions.close()
  })

  test('the files beside institution.json are stored once, under their hash', async () => {
    const place = { institutionFile: writeCascadeValley(on.settings.dataDir) }
    const institution = institutionSchema.parse(cascadeValley())
    const { face } = await storedFace(on.database.db, place, institution)
    expect(Object.values(face ?? {})).toEqual([
      '#5e2a7e',
      ...Array.from({ length: 4 }, () => expect.stringMatching(/^[\da-f]{64}$/)),
    ])
    const before = await count()
    expect(await storedFace(on.database.db, place, institution)).toMatchObject({ face })
    // As an edition that was exported names them.
    expect(await storedFace(on.database.db, place, { face })).toEqual({ face })
    expect(await count()).toEqual(before)
    await expect(storedFace(on.database.db, place, { face: { ...face, icon: 'c'.repeat(64) } })).rejects.toThrow(
      'face.icon of institution.json is not stored here.',
    )
  })
})
