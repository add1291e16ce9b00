/** Preloads, once the first page is idle, the parts of the form pages that no first field needs (Q54). */
export async function fetchLazyParts(): Promise<void> {
  await Promise.allSettled([
    import('./submit-button.tsx'),
    import('./missing-information.tsx'),
    import('./check-answers.tsx'),
    import('./clear-device.tsx'),
  ])
}
