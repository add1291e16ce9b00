/** The face of an institution: the colors, logo, icon and picture of everything that people see of it. */
export { type Face, noFace } from './face.ts'
export { faceErrors, faceGaps, mailColors, openFace, printColor } from './open-face.ts'
export { faceRoutes } from './serve-face.ts'
