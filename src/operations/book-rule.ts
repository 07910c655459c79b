/** Rules of the books: the two figures that each compares must agree. */
export const BOOK_RULES = {
  order_payment: "the charge of a paid order, and its settled payments",
  payment_refund: "the amount to give back of a payment, and its refund",
  order_pending: "the tickets of a pending order, and the recorded pending ones",
  order_tickets: "the tickets that a paid order bought, and those that were issued",
  order_numbers: "the first number that an order names, and the first of its tickets",
  order_lot: "the competition of an order, and the one that its tickets are in",
  order_buyer: "the buyer of an order, and the buyer of its tickets",
  order_void: "void tickets of an order that was neither given back nor disputed",
  order_credit: "the credit of a paid order, and the posted credit",
  order_credit_returned: "the credit of an order that was given back, and the returned credit",
  order_commission: "the commission of a paid order, and its accrual",
  order_commission_reversed: "the commission of an order that was given back, and its reversal",
  lot_sold: "the highest ticket number, and the competition's count of sold tickets",
  lot_held: "the tickets of pending orders, and the competition's count of held tickets",
  lot_voided: "void tickets, and the competition's count of them",
  lot_committed: "the tickets that count, and those that its draw was committed to",
  lot_drawn: "whether it is drawn, and whether it has a winner",
  lot_winner: "the owner of the winning ticket, and the winner",
  account_balance: "the entries of a buyer's credit, and its balance",
  account_reserved: "the credit of pending orders, and the account's reserved credit",
  draw_balance: "an organisation's deposits for fair draws less their cost, and its balance",
} as const;

export type BookRule = keyof typeof BOOK_RULES;
