import styles from './width.module.css'

const steps = [2, 4, 10, 14, 20, 30] as const

/** The class of a box as wide as its answer usually is, counted in characters; without a count it fills its place. */
export function widthOf(characters: number | undefined): string | undefined {
  const step = characters === undefined ? undefined : steps.find((each) => each >= characters)
  return step === undefined ? undefined : styles[`fits${step}`]
}
