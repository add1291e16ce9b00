/**
 * Fetches dialog, toast and popover ahead of their first use. Call it when the page is idle: from then on they open at once, also when
 * the network has gone, which is when a dialog is most likely to be needed. One that cannot be fetched now is asked for again as it opens.
 */
export async function fetchFloatingParts(): Promise<void> {
  await Promise.allSettled([
    import('./dialog/dialog-window.tsx'),
    import('./toast/toast-list.tsx'),
    import('./popover/popover-window.tsx'),
  ])
}
