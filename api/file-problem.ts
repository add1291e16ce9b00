/** The bounds of an uploaded file (requirements 5.files and 9.file): 1 MB means 1,048,576 bytes, itself allowed. */
export const fileLimits = {
  bytes: 1_048_576,
  nameLength: 32,
  types: ['.png', '.jpeg', '.jpg', '.pdf', '.docx'],
} as const

/**
 * What is wrong with a file of this name and size in bytes, or undefined when it may be uploaded. The name counts in
 * code points with its extension, whose case does not matter. What the file holds is judged by the server.
 */
export function fileProblem(name: string, bytes: number): string | undefined {
  if (bytes > fileLimits.bytes) return 'Your file is too large. The maximum file size is 1 MB.'
  if (!fileLimits.types.some((type) => name.toLowerCase().endsWith(type)))
    return `You can only enter the following file types: ${fileLimits.types.join(', ')}`
  if ([...name].length > fileLimits.nameLength)
    return 'The name of your file is too long. File name can have a maximum of 32 characters, including the extension.'
  return bytes === 0 ? 'Your file is empty. Please upload a non-empty file.' : undefined
}
