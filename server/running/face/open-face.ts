import { closeSync, openSync, readSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Kysely } from 'kysely'
import { facePictures, type Institution } from '../../../api/index.ts'
import type { Tables } from '../../platform/database/index.ts'
import { type Settings, startupError } from '../../platform/settings/index.ts'
import { drawFace, type Face, type FaceFault, type GivenFace, noFace } from './face.ts'
import { paletteOf } from './palette.ts'
import { type GivenPicture, LARGEST_PICTURE } from './redraw-picture.ts'
import { givenFace, keepPicture } from './stored-files.ts'

type Place = Pick<Settings, 'institutionFile'>

/** The face that institution.json describes. Throws a startup error whose sentence names the wrong entry. */
export async function openFace(place: Place, institution: Institution): Promise<Face> {
  const { face, errors } = await readFace(place, institution)
  if (errors[0] !== undefined) throw startupError(errors[0])
  return face
}

/**
 * The institution with the pictures beside institution.json taken into the database, so that its face names what is
 * stored, as that of every edition. Throws a startup error whose sentence names the wrong entry.
 */
export async function storedFace<Given extends Pick<Institution, 'face'>>(
  db: Kysely<Tables>,
  place: Place,
  institution: Given,
): Promise<Given> {
  if (institution.face === undefined) return institution
  const { given, faults } = filesOf(place, institution)
  const face: { -readonly [Entry in keyof typeof institution.face]?: string | undefined } = { ...institution.face }
  for (const entry of facePictures) {
    const file = given[entry]
    if (typeof file !== 'object') continue
    const kept = await keepPicture(db, entry, file)
    if ('hash' in kept) face[entry] = kept.hash
    else faults.push({ entry, fault: kept.fault })
  }
  const { faults: missing } = await givenFace(db, face)
  const [fault] = [...faults, ...missing]
  if (fault) throw startupError(sentenceOf(fault, given))
  return { ...institution, face }
}

/** Everything that is wrong with the face of institution.json, a sentence each. */
export const faceErrors = async (place: Place, institution: Institution): Promise<readonly string[]> =>
  (await readFace(place, institution)).errors

/** What of the sample an institution with a face of its own still shows, a sentence each. */
export function faceGaps({ face }: Pick<Institution, 'face'>): readonly string[] {
  if (face === undefined) return []
  return sampleShown(face).map(
    ({ entry, shown }) => `Without face.${entry} in institution.json, people see the ${shown} of the sample.`,
  )
}

/** What of the sample is shown beside a face, with the entry that it takes the place of. */
export function sampleShown(
  face: NonNullable<Institution['face']>,
): readonly { readonly entry: keyof typeof face; readonly shown: string }[] {
  const all = [
    { entry: 'color', shown: 'colors' },
    { entry: 'logo', shown: 'mark in the header' },
    { entry: 'icon', shown: 'icon' },
    { entry: 'picture', shown: 'mountains above the footer' },
  ] as const
  return all.filter(({ entry }) => face[entry] === undefined && !(entry === 'icon' && face.logo !== undefined))
}

async function readFace(place: Place, institution: Institution) {
  const { given, faults } = filesOf(place, institution)
  const drawn = await drawFace(given)
  const all = 'faults' in drawn ? [...faults, ...drawn.faults] : faults
  return { face: 'face' in drawn ? drawn.face : noFace, errors: all.map((each) => sentenceOf(each, given)) }
}

/** The face with the content of the files that it names, which are beside institution.json. */
function filesOf({ institutionFile }: Place, institution: Pick<Institution, 'face'>) {
  const { color, logo, logo_dark, icon, picture } = institution.face ?? {}
  const faults: FaceFault[] = []
  const read = (entry: FaceFault['entry'], name: string | undefined): GivenPicture | undefined => {
    // A stored picture, as an edition that was written into the file names it.
    if (name === undefined || isHash(name)) return undefined
    const file = join(dirname(institutionFile), name)
    try {
      return { name, bytes: beginningOf(file) }
    } catch {
      faults.push({ entry, fault: `cannot be read at ${file}` })
      return undefined
    }
  }
  const given: GivenFace = {
    color,
    logo: read('logo', logo),
    logo_dark: logo !== undefined && isHash(logo) ? undefined : read('logo_dark', logo_dark),
    icon: read('icon', icon),
    picture: picture === 'none' ? 'none' : read('picture', picture),
  }
  return { given, faults }
}

const isHash = (name: string) => /^[\da-f]{64}$/i.test(name)

/** As much of a file as a picture may have, and a byte more, which tells that there is more. */
function beginningOf(file: string): Uint8Array {
  const opened = openSync(file, 'r')
  try {
    const bytes = Buffer.alloc(LARGEST_PICTURE + 1)
    return bytes.subarray(0, readSync(opened, bytes, { position: 0 }))
  } finally {
    closeSync(opened)
  }
}

function sentenceOf({ entry, fault }: FaceFault, given: GivenFace): string {
  const file = given[entry]
  const name = typeof file === 'object' ? `, the file ${file.name},` : ''
  return `face.${entry} of institution.json${name} ${fault}.`
}

/** The color of letterheads and titles on paper: that of the face, or `pdf_color`. */
export const printColor = (institution: Pick<Institution, 'pdf_color' | 'face'>): string =>
  shadesOf(institution)?.['primary-dark'] ?? institution.pdf_color ?? DARK_BLUE

const DARK_BLUE = '#0c3441'

/** The colors of a mail, whose ground is white; undefined for those that mail programs have. */
export function mailColors(
  institution: Pick<Institution, 'face'>,
): { readonly heading: string; readonly link: string; readonly line: string } | undefined {
  const shades = shadesOf(institution)
  if (!shades) return undefined
  const { 'primary-dark': heading = '', 'primary-main': link = '', 'primary-light': line = '' } = shades
  return { heading, link, line }
}

const shadesOf = ({ face }: Pick<Institution, 'face'>) =>
  face?.color === undefined ? undefined : paletteOf(face.color).day
