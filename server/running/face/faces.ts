import type { Kysely } from 'kysely'
import type { BaseLogger } from 'pino'
import type { Institution } from '../../../api/index.ts'
import type { Tables } from '../../platform/database/index.ts'
import { drawFace, type Face, type FaceFault, type FaceFile, type GivenFace, noFace } from './face.ts'
import { givenFace, keepFiles, type Look, storedFile } from './stored-files.ts'

/** The faces of editions, each drawn once by each process. */
export type Faces = {
  /** Draws the face of an edition before anybody sees it. What cannot be drawn is left out, and the log says so. */
  readonly draw: (institution: Pick<Institution, 'face'>) => Promise<Face>
  /** A face that was drawn. */
  readonly of: (institution: Pick<Institution, 'face'>) => Face
  /** What pages of any edition load, by its address. */
  readonly file: (address: string) => Promise<FaceFile | undefined>
}

const REMEMBERED = 16

/** Opens the faces whose pictures are stored in this database. */
export function createFaces(db: Kysely<Tables>, log: Pick<BaseLogger, 'warn'>): Faces {
  const drawn = new Map<string, Face>()
  const known = (look: Look): Face | undefined => {
    const key = JSON.stringify(look)
    const face = drawn.get(key)
    if (face) remember(key, face)
    return face
  }
  const remember = (key: string, face: Face) => {
    drawn.delete(key)
    drawn.set(key, face)
    const [oldest] = drawn.size > REMEMBERED ? drawn.keys() : []
    if (oldest !== undefined) drawn.delete(oldest)
  }
  return {
    async draw({ face: look = {} }) {
      const found = known(look)
      if (found) return found
      const { given, faults } = await givenFace(db, look)
      const { face, left } = await drawRest(given)
      for (const { entry, fault } of [...faults, ...left])
        log.warn(`face.${entry} of the edition of the form ${fault}: it is left out.`)
      await keepFiles(db, face)
      remember(JSON.stringify(look), face)
      return face
    },
    of: ({ face: look = {} }) => known(look) ?? noFace,
    file: (address) => storedFile(db, address),
  }
}

/** What can be drawn of a face that was published under other rules, or whose file is damaged. */
async function drawRest(given: GivenFace): Promise<{ readonly face: Face; readonly left: readonly FaceFault[] }> {
  const drawn = await drawFace(given)
  if ('face' in drawn) return { face: drawn.face, left: [] }
  const rest = Object.fromEntries(
    Object.entries(given).filter(([name]) => drawn.faults.every(({ entry }) => entry !== name)),
  )
  const { face, left } = await drawRest(rest)
  return { face, left: [...drawn.faults, ...left] }
}
