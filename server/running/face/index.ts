/** The face of an institution: the colors, logo, icon and picture of everything that people see of it. */
export { type Face, noFace } from './face.ts'
export { createFaces, type Faces } from './faces.ts'
export { faceErrors, faceGaps, mailColors, openFace, printColor, sampleShown, storedFace } from './open-face.ts'
export { judgeColor } from './palette.ts'
export { faceRoutes } from './serve-face.ts'
export { judgeLook, keepPicture } from './stored-files.ts'
