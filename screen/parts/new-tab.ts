/**
 * Opens an address in a new tab, which must be there before anything is asked for the address, or browsers block it; in
 * this one if none may be opened. Closes it again if there is no address. Throws what `address` throws.
 */
export async function openInNewTab(address: () => Promise<string | undefined>): Promise<void> {
  const tab = window.open('', '_blank')
  try {
    const url = await address()
    if (url === undefined) tab?.close()
    else if (tab) {
      tab.opener = null
      tab.location.replace(url)
    } else window.location.assign(url)
  } catch (error) {
    tab?.close()
    throw error
  }
}
