import { createHash } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { ADDRESS_DIGITS, brandDigits, type EditionContent, type FacePicture, facePictures } from '../../../api/index.ts'
import type { Tables } from '../../platform/database/index.ts'
import { drawFace, type Face, type FaceFault, type FaceFile, type GivenFace, takePicture } from './face.ts'
import type { GivenPicture } from './redraw-picture.ts'

/** The face of an edition, whose pictures are stored. */
export type Look = EditionContent['face']

/** A stored picture by its hash, or why there is none, in words that follow its name. */
type Kept = { readonly hash: string } | { readonly fault: string }

/**
 * Redraws the file of an institution for an entry of its face and stores what was drawn. The same file is drawn once for
 * all servers: two processors may round a color differently, and each hash is a face of its own.
 */
export async function keepPicture(db: Kysely<Tables>, entry: FacePicture, file: GivenPicture): Promise<Kept> {
  const made_of = `${entry} ${hashOf(file.bytes)} ${/svg$/i.test(file.name) ? 'svg' : 'png'}`
  const known = await db
    .selectFrom('face_file')
    .select('hash')
    .where('made_of', '=', made_of)
    .orderBy('added_at')
    .limit(1)
    .executeTakeFirst()
  if (known) return known
  const taken = await takePicture(entry, file)
  return 'fault' in taken ? taken : { hash: await keep(db, { type: 'image/png', bytes: taken.png.bytes }, made_of) }
}

async function keep(db: Kysely<Tables>, { type, bytes }: FaceFile, made_of?: string): Promise<string> {
  const hash = hashOf(bytes)
  await db
    .insertInto('face_file')
    .values({ hash, type, content: bytes, ...(made_of !== undefined && { made_of }) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return hash
}

/** Stores what pages load of a face, for as long as any page or server may ask for it. */
export async function keepFiles(db: Kysely<Tables>, { files }: Face): Promise<void> {
  for (const file of files.values()) await keep(db, file)
}

/** What is stored at an address of a face; undefined if nothing is. */
export async function storedFile(db: Kysely<Tables>, address: string): Promise<FaceFile | undefined> {
  const digits = brandDigits(address)
  if (digits === undefined) return undefined
  const row = await db
    .selectFrom('face_file')
    .select(['type', 'content'])
    .where(sql`left(hash, ${sql.lit(ADDRESS_DIGITS)})`, '=', digits)
    .executeTakeFirst()
  return row && address.endsWith(ENDINGS[row.type]) ? { type: row.type, bytes: Buffer.from(row.content) } : undefined
}

const ENDINGS = { 'image/png': '.png', 'text/css; charset=utf-8': '.css' } as const

/** A face with the content of its pictures, and which of them are not stored here. */
export async function givenFace(
  db: Kysely<Tables>,
  { color, picture, ...others }: Look,
): Promise<{ readonly given: GivenFace; readonly faults: readonly FaceFault[] }> {
  const named: Readonly<Record<FacePicture, string | undefined>> = {
    logo: others.logo,
    logo_dark: others.logo_dark,
    icon: others.icon,
    picture: picture === 'none' ? undefined : picture,
  }
  const hashes = Object.values(named).filter((each) => each !== undefined)
  const rows =
    hashes.length === 0
      ? []
      : await db.selectFrom('face_file').select(['hash', 'content']).where('hash', 'in', hashes).execute()
  const faults: FaceFault[] = []
  const stored = (entry: FacePicture): GivenPicture | undefined => {
    if (named[entry] === undefined) return undefined
    const row = rows.find(({ hash }) => hash === named[entry])
    if (!row) faults.push({ entry, fault: 'is not stored here' })
    return row && { name: `${entry}.png`, bytes: row.content }
  }
  const [logo, logo_dark, icon, own] = facePictures.map(stored)
  return { given: { color, logo, logo_dark, icon, picture: picture === 'none' ? 'none' : own }, faults }
}

/** Everything that is wrong with a face whose pictures are stored, and how large these are in px. */
export async function judgeLook(db: Kysely<Tables>, look: Look) {
  const { given, faults } = await givenFace(db, look)
  const drawn = await drawFace(given)
  const sizes = facePictures.flatMap((entry) => {
    const file = given[entry]
    if (typeof file !== 'object') return []
    const head = Buffer.from(file.bytes)
    return [{ entry, width: head.readUInt32BE(16), height: head.readUInt32BE(20) }] // as every PNG says it
  })
  return { faults: 'faults' in drawn ? [...faults, ...drawn.faults] : faults, sizes }
}

const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
