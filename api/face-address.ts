/** What may be a picture of an institution's face. */
export const facePictures = ['logo', 'logo_dark', 'icon', 'picture'] as const
export type FacePicture = (typeof facePictures)[number]

/** The largest file that is taken as one of them. */
export const MOST_PICTURE_BYTES = 1024 * 1024

/** Where a stored picture is shown, by the SHA-256 of its content in hexadecimal digits. */
export function brandAddress(hash: string, ending: 'png' | 'css' = 'png'): string {
  const bytes = hash.slice(0, ADDRESS_DIGITS).match(/../g) ?? []
  const text = btoa(bytes.map((each) => String.fromCharCode(Number.parseInt(each, 16))).join(''))
  return `/brand/${text.replaceAll('+', '-').replaceAll('/', '_')}.${ending}`
}

/** The first digits of the hash of what is at an address; undefined for an address of nothing. */
export function brandDigits(address: string): string | undefined {
  const [, name] = /^\/brand\/([\w-]{16})\.(png|css)$/.exec(address) ?? []
  if (name === undefined) return undefined
  const text = atob(name.replaceAll('-', '+').replaceAll('_', '/'))
  return Array.from(text, (each) => each.charCodeAt(0).toString(16).padStart(2, '0')).join('')
}

export const ADDRESS_DIGITS = 24 // 96 of 256 bits: 16 signs
