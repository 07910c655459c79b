/** The data of each type of webhook. */
export const EVENTS = {
  "entry.confirmed": {
    lotId: "integer 1..",
    userId: "integer 1..",
    quantity: "integer 1..",
    ticketNumbers: "[integer 1..]",
    source: "fiat|crypto|free",
    orderId: "string or null",
    txHash: "string or null",
    "metadata?": "object",
  },
  "payment.settled": {
    orderId: "string",
    lotId: "integer 1..",
    userId: "integer 1..",
    rail: "flow|embed|fields|redirect|qr",
    amount: "integer 0..",
    currency: "string ^[A-Z]{3}$",
    quantity: "integer 1..",
    "metadata?": "object",
  },
  "lot.closed": {
    lotId: "integer 1..",
    closedAt: "date-time",
    endDate: "date-time",
    ticketsSold: "integer 0..",
    "metadata?": "object",
  },
  "lot.cancelled": {
    lotId: "integer 1..",
    cancelledAt: "date-time",
    ticketsSold: "integer 0..",
    "metadata?": "object",
  },
  "draw.completed": {
    lotId: "integer 1..",
    winnerUserId: "integer 1..",
    winnerTicketId: "integer 1..",
    "metadata?": "object",
  },
  ping: { endpointId: "integer 1..", organisation: "string" },
};
