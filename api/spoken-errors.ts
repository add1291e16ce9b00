/** The errors of the catalogue that the screen also says where no reply said them; the others stay out of the browser. */
export const spokenErrors = {
  unexpected: {
    status: 500,
    message: "We've encountered an unexpected error at this time. Please try again later.",
  },
  unauthorized: {
    status: 401,
    message: 'Your session is invalid. Please clear your cookies and login again.',
  },
  ended_service_link: {
    status: 404,
    message: 'This link has ended or was never one of ours. Ask for a new one.',
  },
} as const
