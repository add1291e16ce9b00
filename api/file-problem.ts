import { canonicalFileName, locale, say } from '../engine/index.ts'

/** The limits for uploaded files (requirements 5.files and 9.file). 1 MB is 1,048,576 bytes and is itself allowed. */
export const fileLimits = {
  bytes: 1_048_576,
  nameLength: 32,
  types: ['.png', '.jpeg', '.jpg', '.pdf', '.docx'],
} as const

/** Other endings of the names of JPEG files. They count as .jpg, so no sentence names them. */
export const otherJpegEndings: readonly string[] = ['.jpe', '.jfif']

/** The end of a name in small letters, with one ending for each kind of file. */
const endOf = (name: string): string => {
  const end = name.toLowerCase()
  const other = otherJpegEndings.find((each) => end.endsWith(each))
  return other === undefined ? end : `${end.slice(0, -other.length)}.jpg`
}

/** Whether a file is by its name a picture of a kind that is uploaded. */
export const isPictureName = (name: string): boolean => /\.(png|jpe?g)$/.test(endOf(name))

/** The most megabytes that an institution may allow for one file. */
export const MOST_MEGABYTES = 10

export type FileLimits = Bounds

/** The limits of an institution that allows so many megabytes for one file. */
export const fileLimitsOf = (megabytes = 1): FileLimits => ({ ...fileLimits, bytes: megabytes * fileLimits.bytes })

/** Writes a limit in bytes as megabytes, such as '1 MB'. */
export const inMegabytes = (bytes: number): string =>
  say('{number} MB', { number: (Math.round((bytes / 1024 ** 2) * 10) / 10).toLocaleString(locale()) })

/** Bits per second of the slowest connection that uploads must work on. */
const SLOWEST_LINE = 28_000

/** How many seconds a file of so many bytes takes on the slowest connection. */
export const slowestUpload = (bytes: number = fileLimits.bytes): number => Math.ceil((bytes * 8) / SLOWEST_LINE)

type Bounds = { readonly bytes: number; readonly nameLength: number; readonly types: readonly string[] }

/**
 * The problem with a file of this name and size in bytes; undefined when it may be uploaded. The length of the name is
 * counted in code points of its canonical form and includes the extension, whose case does not matter. The server checks
 * the content of the file.
 */
export function fileProblem(given: string, bytes: number, limits: Bounds = fileLimits): string | undefined {
  const name = canonicalFileName(given)
  if (bytes > limits.bytes)
    return say('Your file is too large. The maximum file size is {size}.', { size: inMegabytes(limits.bytes) })
  if (!limits.types.some((type) => endOf(name).endsWith(type)))
    return say('You can only enter the following file types: {types}', { types: limits.types.join(', ') })
  if ([...name].length > limits.nameLength)
    return say(
      'The name of your file is too long. File name can have a maximum of {limit} characters, including the extension.',
      { limit: limits.nameLength },
    )
  return bytes === 0 ? say('Your file is empty. Please upload a non-empty file.') : undefined
}
