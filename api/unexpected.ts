/** The error of which nothing more is known. */
export const unexpected = {
  status: 500,
  message: "We've encountered an unexpected error at this time. Please try again later.",
} as const
