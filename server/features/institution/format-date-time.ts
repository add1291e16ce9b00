/** A date and time with its zone, such as "November 14, 2026 at 3:42 PM MST", for mails and application PDFs. */
export const formatDateTime = (time: Date, timeZone: string): string =>
  new Intl.DateTimeFormat('en-US', {
    timeZone,
    year: 'numeric',
    month: 'long',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  })
    .format(time)
    .replaceAll('\u202f', ' ') // ICU's narrow space before AM and PM, which some mail programs draw as a box
