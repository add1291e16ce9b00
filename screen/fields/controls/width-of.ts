import styles from './width.module.css'

const steps = [2, 4, 10, 14, 20, 30] as const

/** The class for a box as wide as its usual answer, in characters. Without a count, the box fills its container. */
export function widthOf(characters: number | undefined): string | undefined {
  const step = characters === undefined ? undefined : steps.find((each) => each >= characters)
  return step === undefined ? undefined : styles[`fits${step}`]
}
