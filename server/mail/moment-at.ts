/** A moment (ISO) as date and time with the zone, for reading in a mail. */
export const momentAt = (moment: string, timeZone: string): string =>
  new Intl.DateTimeFormat('en-US', {
    timeZone,
    year: 'numeric',
    month: 'long',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  })
    .format(new Date(moment))
    .replaceAll('\u202f', ' ') // ICU's narrow space before AM and PM, which some mail programs draw as a box
