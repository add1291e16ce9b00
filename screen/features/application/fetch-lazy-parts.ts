/** Fetches ahead, when the first page is quiet, what belongs to the form pages and no first field waits for (Q54). */
export async function fetchLazyParts(): Promise<void> {
  await Promise.allSettled([
    import('./submit-button.tsx'),
    import('./missing-information.tsx'),
    import('./check-answers.tsx'),
    import('./clear-device.tsx'),
  ])
}
