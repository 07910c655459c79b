/** Rules of the books: the two figures that each compares must agree. */
export const BOOK_RULES = {
  order_payment: "what a paid order charged, and its settled payments",
  payment_refund: "what is to be given back of a payment, and its refund",
  order_pending: "the tickets of a pending order, and those that are kept as pending",
  order_tickets: "the tickets that a paid order bought, and those that it was given",
  order_numbers: "the first number that an order names, and the first of its tickets",
  order_lot: "the competition of an order, and the one that its tickets are in",
  order_buyer: "the buyer of an order, and whose its tickets are",
  order_void: "void tickets of an order that was neither given back nor disputed",
  order_credit: "the credit of a paid order, and what it spent",
  order_credit_returned: "the credit of an order that was given back, and what was returned",
  order_commission: "the commission of a paid order, and what it earned its affiliate",
  order_commission_reversed: "the commission of an order that was given back, and what was taken back",
  lot_sold: "the highest ticket number, and what the competition counts as sold",
  lot_held: "the tickets of pending orders, and what the competition counts as held",
  lot_voided: "void tickets, and what the competition counts as such",
  lot_committed: "the tickets that count, and those that its draw was committed to",
  lot_drawn: "whether it is drawn, and whether it has a winner",
  lot_winner: "whose the winning ticket is, and who has won",
  account_balance: "the entries of a buyer's credit, and its balance",
  account_reserved: "the credit of pending orders, and what the buyer's account has reserved",
  draw_balance: "what an organisation paid in for fair draws less what they cost, and its balance",
} as const;

export type BookRule = keyof typeof BOOK_RULES;
