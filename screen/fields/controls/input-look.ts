import styles from './input.module.css'

/** The class of a box to type in, for a control that is not an `Input`. */
export const inputLook = styles.input
