import { z } from 'zod'
import { facePictures, MOST_PICTURE_BYTES } from '../face-address.ts'
import { typedCode } from '../typed-text.ts'
import { staffPaths } from './paths.ts'

/** The calls about the face of an institution on the page on which the office edits its form. */
export const faceCalls = {
  storeFacePicture: {
    ...staffPaths.storeFacePicture,
    body: z.strictObject({
      entry: z.enum(facePictures),
      kind: z.enum(['svg', 'png']),
      file: z.base64().max(Math.ceil(MOST_PICTURE_BYTES / 3) * 4 + 4),
    }),
    /** The hash by which an edition names what was drawn of the file. */
    reply: z.object({ hash: z.string() }),
  },
  judgeFaceColor: {
    ...staffPaths.judgeFaceColor,
    body: z.strictObject({ color: typedCode(7).regex(/^#[\da-f]{6}$/i) }),
    /** Why this color cannot be that of an institution, and the nearest that can. */
    reply: z.object({ fault: z.string().nullable(), nearest: z.string().nullable() }),
  },
} as const
