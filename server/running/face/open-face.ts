import { closeSync, openSync, readSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Institution } from '../../../api/index.ts'
import { type Settings, startupError } from '../../platform/settings/index.ts'
import { drawFace, type Face, type FaceFault, type GivenFace, noFace } from './face.ts'
import { paletteOf } from './palette.ts'
import { type GivenPicture, LARGEST_PICTURE } from './redraw-picture.ts'

type Place = Pick<Settings, 'institutionFile'>

/** The face that institution.json describes. Throws a startup error whose sentence names the wrong entry. */
export async function openFace(place: Place, institution: Institution): Promise<Face> {
  const { face, errors } = await readFace(place, institution)
  if (errors[0] !== undefined) throw startupError(errors[0])
  return face
}

/** Everything that is wrong with the face of institution.json, a sentence each. */
export const faceErrors = async (place: Place, institution: Institution): Promise<readonly string[]> =>
  (await readFace(place, institution)).errors

/** What of the sample an institution with a face of its own still shows, a sentence each. */
export function faceGaps({ face }: Pick<Institution, 'face'>): readonly string[] {
  if (face === undefined) return []
  const shown = {
    color: 'colors',
    logo: 'mark in the header',
    icon: face.logo === undefined ? 'icon' : undefined,
    picture: 'mountains above the footer',
  }
  return (['color', 'logo', 'icon', 'picture'] as const).flatMap((entry) =>
    face[entry] === undefined && shown[entry] !== undefined
      ? [`Without face.${entry} in institution.json, people see the ${shown[entry]} of the sample.`]
      : [],
  )
}

async function readFace(place: Place, institution: Institution) {
  const { given, faults } = filesOf(place, institution)
  const drawn = await drawFace(given)
  const all = 'faults' in drawn ? [...faults, ...drawn.faults] : faults
  return { face: 'face' in drawn ? drawn.face : noFace, errors: all.map((each) => sentenceOf(each, given)) }
}

/** The face with the content of the files that it names, which are beside institution.json. */
function filesOf({ institutionFile }: Place, institution: Institution) {
  const { color, logo, logo_dark, icon, picture } = institution.face ?? {}
  const faults: FaceFault[] = []
  const read = (entry: FaceFault['entry'], name: string | undefined): GivenPicture | undefined => {
    if (name === undefined) return undefined
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
    logo_dark: read('logo_dark', logo_dark),
    icon: read('icon', icon),
    picture: picture === 'none' ? 'none' : read('picture', picture),
  }
  return { given, faults }
}

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

/** The color of letterheads and titles on paper: `pdf_color`, or that of the face. */
export const printColor = (institution: Pick<Institution, 'pdf_color' | 'face'>): string =>
  institution.pdf_color ?? shadesOf(institution)?.['primary-dark'] ?? DARK_BLUE

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
