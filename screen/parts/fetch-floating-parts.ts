/**
 * Loads the dialog, toast and popover before they are needed. Call it when the page is idle. From then on they open at
 * once, even without a network, which is when a dialog is most likely to appear. A part that fails to load now is
 * requested again when it opens.
 */
export async function fetchFloatingParts(): Promise<void> {
  await Promise.allSettled([
    import('./dialog/dialog-window.tsx'),
    import('./toast/toast-list.tsx'),
    import('./popover/popover-window.tsx'),
  ])
}
