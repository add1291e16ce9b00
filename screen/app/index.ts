/** The public interface of the app. */
export { createApp } from './app.tsx'
export { type Refused, refusedFile } from './refused-file.tsx'
export { servedPage } from './served-page.tsx'
