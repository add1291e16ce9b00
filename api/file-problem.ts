/** The bounds of an uploaded file (requirements 5.files and 9.file): 1 MB means 1,048,576 bytes, itself allowed. */
export const fileLimits = {
  bytes: 1_048_576,
  nameLength: 32,
  types: ['.png', '.jpeg', '.jpg', '.pdf', '.docx'],
} as const

/** A number of bytes as it is said of a limit, such as '1 MB'. */
export const inMegabytes = (bytes: number): string =>
  `${(bytes / 1024 ** 2).toLocaleString('en-US', { maximumFractionDigits: 1 })} MB`

/** Bits that the slowest line we wait for carries in a second. */
const SLOWEST_LINE = 28_000

/** Seconds that the largest file takes over the slowest line. */
export const slowestUpload = (bytes: number = fileLimits.bytes): number => Math.ceil((bytes * 8) / SLOWEST_LINE)

type Bounds = { readonly bytes: number; readonly nameLength: number; readonly types: readonly string[] }

/**
 * What is wrong with a file of this name and size in bytes, or undefined when it may be uploaded. The name counts in
 * code points with its extension, whose case does not matter. What the file holds is judged by the server.
 */
export function fileProblem(name: string, bytes: number, limits: Bounds = fileLimits): string | undefined {
  if (bytes > limits.bytes) return `Your file is too large. The maximum file size is ${inMegabytes(limits.bytes)}.`
  if (!limits.types.some((type) => name.toLowerCase().endsWith(type)))
    return `You can only enter the following file types: ${limits.types.join(', ')}`
  if ([...name].length > limits.nameLength)
    return `The name of your file is too long. File name can have a maximum of ${limits.nameLength} characters, including the extension.`
  return bytes === 0 ? 'Your file is empty. Please upload a non-empty file.' : undefined
}
