// Written by `npm run client-types` from docs/openapi.json.

export interface paths {
    "/competitions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List live competitions
         * @description Returns the organisation's active competitions, newest first. Extension: with `state` or `ids`, returns the matching competitions, including drafts, ended and cancelled ones.
         *
         *     Needs the scope `competitions:read`.
         */
        get: operations["listCompetitions"];
        put?: never;
        /**
         * Create a competition
         * @description The competition starts as a draft. With createOnChain it is created on the raffle contract and is active immediately.
         *
         *     Needs the scope `competitions:write`.
         */
        post: operations["createCompetition"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/competitions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a competition
         * @description Returns a competition in any state.
         *
         *     Needs the scope `competitions:read`.
         */
        get: operations["getCompetition"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change or open a competition
         * @description `status` accepts draft and active. `payment` replaces the whole override; members that it leaves out inherit. A competition that no buyer could enter is not opened: `reason` is then `fiat_off`, `no_rail_account` or `no_exchange_rate` (code `no_usable_rail`), or `no_entry_question` (code `invalid_transition`). A free competition needs no rail.
         *
         *     Needs the scope `competitions:write`.
         */
        patch: operations["updateCompetition"];
        trace?: never;
    };
    "/competitions/{id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel a competition
         * @description Cancels a competition for good. Pending sessions fail, and buyers are refunded. Repeating the request changes nothing. A competition cannot be cancelled once the block of the draw's commitment exists: the winner is then decided.
         *
         *     Needs the scope `competitions:write`.
         */
        post: operations["cancelCompetition"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/competitions/{id}/onchain": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a competition's on-chain record
         * @description Extension. Returns the contract, the terms and the transactions of a competition on chain. With `wallet`, also returns the wallet's purchases, which a buyer needs to claim a refund from the contract. Competitions that are not on chain get `not_found`.
         *
         *     Needs the scope `competitions:read`.
         */
        get: operations["getCompetitionOnChain"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/winners": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List published winners
         * @description Returns the newest winner first, each with the proof of the draw.
         *
         *     Needs the scope `winners:read`.
         */
        get: operations["listWinners"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/competitions/{id}/draw": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a competition's draw
         * @description Extension. Returns the commitment before its block exists. With the entries, it contains everything that a verification needs.
         *
         *     Needs the scope `winners:read`.
         */
        get: operations["getCompetitionDraw"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/competitions/{id}/draw/entries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List a draw's entries
         * @description Extension. Returns the ticket ranges of the draw, in ascending order of the numbers. Empty until the competition is closed and every payment is final.
         *
         *     Needs the scope `winners:read`.
         */
        get: operations["listDrawEntries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/entry-question": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an entry question
         * @description Returns a question for the prize category of the competition, or for the category of the query, if there is one.
         *
         *     Needs the scope `entries:create`.
         */
        get: operations["getEntryQuestion"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/entry-question/verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Answer an entry question
         * @description Wrong answers have a budget for each API key and question (60 per minute, unless the organisation has another limit). When it is spent, every answer is refused with 429 until the budget refills.
         *
         *     Needs the scope `entries:create`.
         */
        post: operations["answerEntryQuestion"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/checkout/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List checkout sessions
         * @description Extension. Returns the organisation's sessions, newest first, each in the form of `GET /checkout/sessions/{id}` but without querying the provider. All filters must match. A page scans 1,000 sessions of the competition, or without `competitionId` of the organisation (starting with the buyer's first). A page may therefore have fewer than `limit` sessions, or none, even if more match. Continue while `Link` names a next page.
         *
         *     Needs the scope `entries:create`.
         */
        get: operations["listCheckoutSessions"];
        put?: never;
        /**
         * Create a checkout session
         * @description Prices and holds the entries, and creates the payment at the competition's payment rail.
         *
         *     Needs the scope `entries:create`.
         */
        post: operations["createCheckoutSession"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/checkout/sessions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a checkout session
         * @description Returns the session's status. Poll it until `ticketsIssued` is true or `status` is failed.
         *
         *     Needs the scope `entries:create`.
         */
        get: operations["getCheckoutSession"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/checkout/sessions/{id}/expire": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Expire a checkout session
         * @description Extension. Cancels the payment of a pending session at the provider and releases the tickets, credit and pass that the session holds, once it is certain that the session can no longer be paid: the session then has failed with `expired`. If the provider cannot rule out a payment, the answer is 409 `session_not_expirable`, and the session ends at its `expiresAt`. A session that has already failed is returned unchanged.
         *
         *     Needs the scope `entries:create`.
         */
        post: operations["expireCheckoutSession"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/checkout/sessions/{id}/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Confirm a card payment
         * @description Charges the card of a session of the `fields` rail. If the bank challenges the buyer (3-D Secure), the session stays pending: the buyer's browser then does what `payment` says, and you call confirm again with `deviceData` or `challenge`. If a session is pending without `payment` one minute after a confirm, confirm it again with `sessionHref`: the card is charged only if the rail rules out an earlier charge.
         *
         *     Needs the scope `entries:create`.
         */
        post: operations["confirmCheckoutSession"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/prizes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List prizes
         * @description Returns the newest prize first.
         *
         *     Needs the scope `competitions:write`.
         */
        get: operations["listPrizes"];
        put?: never;
        /**
         * Create a prize
         * @description A prize needs a name, or both a brand and a model.
         *
         *     Needs the scope `competitions:write`.
         */
        post: operations["createPrize"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/prizes/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a prize
         * @description Extension.
         *
         *     Needs the scope `competitions:write`.
         */
        get: operations["getPrize"];
        put?: never;
        post?: never;
        /**
         * Delete a prize
         * @description Extension. Only a prize that no competition uses, in any state, can be deleted.
         *
         *     Needs the scope `competitions:write`.
         */
        delete: operations["deletePrize"];
        options?: never;
        head?: never;
        /**
         * Change a prize
         * @description Extension. Fields that are absent keep their values. A prize can no longer be changed once a competition that uses it has left draft, because buyers have seen the prize.
         *
         *     Needs the scope `competitions:write`.
         */
        patch: operations["updatePrize"];
        trace?: never;
    };
    "/draws/info": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the terms of fair draws
         * @description Returns the algorithm, the price, the limits, and where to send deposits.
         *
         *     Needs the scope `draws:create`.
         */
        get: operations["getDrawInfo"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/draws/register-key": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Register a draw key
         * @description Registers the key that signs proofs, once for each API key. Replace it later with rotate-key.
         *
         *     Needs the scope `draws:create`.
         */
        post: operations["registerDrawKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/draws/deposit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Report a deposit
         * @description Credits the amount that the transaction transferred to your deposit address according to the chain. Each transaction is credited once.
         *
         *     Needs the scope `draws:create`.
         */
        post: operations["reportDeposit"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/draws/commit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Commit to a draw
         * @description Creates a secret server seed and publishes its hash. Reveal the draw within 7 days. At most 1,000 draws can be open at the same time.
         *
         *     Needs the scope `draws:create`.
         */
        post: operations["commitDraw"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/draws/{drawId}/reveal": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reveal a draw
         * @description Draws the winners and discloses the seed. Costs one unitCostCents of the balance. Repeating the request with the same inputs returns the same result at no charge. The body is limited to 8 MB.
         *
         *     Needs the scope `draws:create`.
         */
        post: operations["revealDraw"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/draws/usage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get draw usage and balance
         * @description Returns the number of draws, their total cost and the balance.
         *
         *     Needs the scope `draws:create`.
         */
        get: operations["getDrawUsage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/draws/ledger": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the draw ledger
         * @description Returns the 20 most recent changes of the balance, newest first.
         *
         *     Needs the scope `draws:create`.
         */
        get: operations["getDrawLedger"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/draws/rotate-key": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replace a draw key
         * @description Needs a proof signed with the current key and a second proof signed with the new key. The current key stops working immediately and is never accepted again.
         *
         *     Needs the scope `draws:create`.
         */
        post: operations["rotateDrawKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List events in their order
         * @description Extension. Returns the oldest event first, each as it is delivered. The order never changes, and `Link` always names the next page, which may still be empty. Events are kept for at least 30 days. A call that waits spends one unit of the budget.
         *
         *     Needs the scope `events:read`.
         */
        get: operations["listEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhook-endpoints": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List webhook endpoints
         * @description Extension.
         *
         *     Needs the scope `webhooks:manage`.
         */
        get: operations["listWebhookEndpoints"];
        put?: never;
        /**
         * Create a webhook endpoint
         * @description Extension.
         *
         *     Needs the scope `webhooks:manage`.
         */
        post: operations["createWebhookEndpoint"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhook-endpoints/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a webhook endpoint
         * @description Extension.
         *
         *     Needs the scope `webhooks:manage`.
         */
        get: operations["getWebhookEndpoint"];
        put?: never;
        post?: never;
        /**
         * Delete a webhook endpoint
         * @description Extension.
         *
         *     Needs the scope `webhooks:manage`.
         */
        delete: operations["deleteWebhookEndpoint"];
        options?: never;
        head?: never;
        /**
         * Change a webhook endpoint
         * @description Extension. Fields that are absent keep their values.
         *
         *     Needs the scope `webhooks:manage`.
         */
        patch: operations["updateWebhookEndpoint"];
        trace?: never;
    };
    "/webhook-endpoints/{id}/rotate-secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rotate the secret of a webhook endpoint
         * @description Extension. Both secrets sign for 24 hours: `t=…,v1=new,v1=old`. Another rotation within that time removes the oldest secret immediately.
         *
         *     Needs the scope `webhooks:manage`.
         */
        post: operations["rotateWebhookSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhook-endpoints/{id}/ping": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ping a webhook endpoint
         * @description Extension.
         *
         *     Needs the scope `webhooks:manage`.
         */
        post: operations["pingWebhookEndpoint"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhook-endpoints/{id}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List deliveries with their attempts
         * @description Extension. Returns the newest delivery first.
         *
         *     Needs the scope `webhooks:manage`.
         */
        get: operations["listDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhook-endpoints/deliveries/{id}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Retry a delivery
         * @description Extension. Sends the delivery again with the same id and body and a new retry schedule. A pending delivery is not changed.
         *
         *     Needs the scope `webhooks:manage`.
         */
        post: operations["replayDelivery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/whoami": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the key's organisation and rights
         * @description Extension. Every key may call it; no scope is needed.
         */
        get: operations["getWhoami"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @description The body of a webhook delivery. */
        WebhookEnvelope: components["schemas"]["EntryConfirmedEvent"] | components["schemas"]["PaymentSettledEvent"] | components["schemas"]["LotClosedEvent"] | components["schemas"]["LotCancelledEvent"] | components["schemas"]["DrawCompletedEvent"] | components["schemas"]["PingEvent"];
        EntryConfirmedEvent: {
            id: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "entry.confirmed";
            /**
             * Format: date-time
             * @example 2027-01-11T12:13:14.567Z
             */
            createdAt: string;
            data: components["schemas"]["EntryConfirmedEventData"];
        };
        EntryConfirmedEventData: {
            /**
             * Format: int64
             * @description The competition's id.
             * @example 1
             */
            lotId: number;
            /**
             * Format: int64
             * @description The id of the buyer's account.
             * @example 42
             */
            userId: number;
            /**
             * Format: int64
             * @description The number of tickets.
             * @example 2
             */
            quantity: number;
            /** @description The ticket numbers. */
            ticketNumbers: number[];
            /**
             * @description The kind of payment.
             * @enum {string}
             */
            source: "fiat" | "crypto" | "free";
            /** @description The checkout session's id. Null for a purchase on the raffle contract. */
            orderId: string | null;
            /** @description The transaction of a payment on a chain. Null for other payments. */
            txHash: string | null;
            /**
             * @description Extension: your own keys and values, in any order. Absent if there are none.
             * @example {
             *       "order": "A-1017"
             *     }
             */
            metadata?: {
                [key: string]: string;
            };
        };
        PaymentSettledEvent: {
            id: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "payment.settled";
            /**
             * Format: date-time
             * @example 2027-01-11T12:13:14.567Z
             */
            createdAt: string;
            data: components["schemas"]["PaymentSettledEventData"];
        };
        PaymentSettledEventData: {
            /** @description The checkout session's id. */
            orderId: string;
            /**
             * Format: int64
             * @description The competition's id.
             * @example 1
             */
            lotId: number;
            /**
             * Format: int64
             * @description The id of the buyer's account.
             * @example 42
             */
            userId: number;
            /**
             * @description The kind of rail that charged.
             * @enum {string}
             */
            rail: "flow" | "embed" | "fields" | "redirect" | "qr";
            /**
             * Format: int64
             * @description The charge, in minor units of the currency.
             * @example 5000
             */
            amount: number;
            /** @description The currency, as an ISO 4217 code. */
            currency: string;
            /**
             * Format: int64
             * @description The number of tickets.
             * @example 2
             */
            quantity: number;
            /**
             * @description Extension: your own keys and values, in any order. Absent if there are none.
             * @example {
             *       "order": "A-1017"
             *     }
             */
            metadata?: {
                [key: string]: string;
            };
        };
        LotClosedEvent: {
            id: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "lot.closed";
            /**
             * Format: date-time
             * @example 2027-01-11T12:13:14.567Z
             */
            createdAt: string;
            data: components["schemas"]["LotClosedEventData"];
        };
        LotClosedEventData: {
            /**
             * Format: int64
             * @description The competition's id.
             * @example 1
             */
            lotId: number;
            /**
             * Format: date-time
             * @description The time at which the service closed the competition.
             * @example 2027-01-11T12:13:14.567Z
             */
            closedAt: string;
            /**
             * Format: date-time
             * @description The end of sales.
             * @example 2027-02-01T00:00:00.000Z
             */
            endDate: string;
            /**
             * Format: int64
             * @description Tickets issued by then.
             * @example 120
             */
            ticketsSold: number;
            /**
             * @description Extension: your own keys and values, in any order. Absent if there are none.
             * @example {
             *       "order": "A-1017"
             *     }
             */
            metadata?: {
                [key: string]: string;
            };
        };
        LotCancelledEvent: {
            id: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "lot.cancelled";
            /**
             * Format: date-time
             * @example 2027-01-11T12:13:14.567Z
             */
            createdAt: string;
            data: components["schemas"]["LotCancelledEventData"];
        };
        LotCancelledEventData: {
            /**
             * Format: int64
             * @description The competition's id.
             * @example 1
             */
            lotId: number;
            /**
             * Format: date-time
             * @description The time of the cancellation.
             * @example 2027-01-11T12:13:14.567Z
             */
            cancelledAt: string;
            /**
             * Format: int64
             * @description Tickets issued by then.
             * @example 120
             */
            ticketsSold: number;
            /**
             * @description Extension: your own keys and values, in any order. Absent if there are none.
             * @example {
             *       "order": "A-1017"
             *     }
             */
            metadata?: {
                [key: string]: string;
            };
        };
        DrawCompletedEvent: {
            id: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "draw.completed";
            /**
             * Format: date-time
             * @example 2027-01-11T12:13:14.567Z
             */
            createdAt: string;
            data: components["schemas"]["DrawCompletedEventData"];
        };
        DrawCompletedEventData: {
            /**
             * Format: int64
             * @description The competition's id.
             * @example 1
             */
            lotId: number;
            /**
             * Format: int64
             * @description The id of the winner's account.
             * @example 1
             */
            winnerUserId: number;
            /**
             * Format: int64
             * @description The number of the winning ticket.
             * @example 1
             */
            winnerTicketId: number;
            /**
             * @description Extension: your own keys and values, in any order. Absent if there are none.
             * @example {
             *       "order": "A-1017"
             *     }
             */
            metadata?: {
                [key: string]: string;
            };
        };
        PingEvent: {
            id: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "ping";
            /**
             * Format: date-time
             * @example 2027-01-11T12:13:14.567Z
             */
            createdAt: string;
            data: components["schemas"]["PingEventData"];
        };
        PingEventData: {
            /**
             * Format: int64
             * @description The id of the endpoint under test.
             * @example 1
             */
            endpointId: number;
            /** @description The organisation's slug. */
            organisation: string;
        };
        Competition: {
            /**
             * Format: int64
             * @example 5
             */
            id: number;
            title: string;
            /** @description Markdown. */
            description: string | null;
            /**
             * Format: int64
             * @example 2500
             */
            ticketPriceUSDCents: number;
            /** @description The crypto token that the competition is priced in. */
            paymentToken: string;
            /**
             * Format: int64
             * @example 1000
             */
            maxTickets: number;
            /**
             * Format: int64
             * @example 120
             */
            ticketsSold: number;
            /**
             * @description The stored status. Prefer `state`, which is more precise.
             * @enum {string}
             */
            status: "draft" | "active" | "ended" | "cancelled";
            /**
             * @description The lifecycle state. Only an open competition sells entries.
             * @enum {string}
             */
            state: "draft" | "scheduled" | "open" | "closing" | "drawn" | "retired" | "cancelled";
            /**
             * Format: date-time
             * @description The time at which sales end.
             * @example 2027-02-01T00:00:00.000Z
             */
            endDate: string;
            imageUrl: string | null;
            payment: components["schemas"]["Payment"];
            /**
             * Format: int64
             * @description Extension: tickets that can be bought now. Tickets held for pending sessions are not included.
             * @example 880
             */
            available: number;
            /**
             * Format: int64
             * @description Extension.
             * @example 1
             */
            prizeId: number;
            /**
             * Format: date-time
             * @description Extension: the time at which sales begin.
             * @example 2027-01-01T00:00:00.000Z
             */
            startDate: string;
            /**
             * Format: date-time
             * @description Extension.
             * @example 2026-12-20T09:00:00.000Z
             */
            createdAt: string;
            paymentOverride: components["schemas"]["CompetitionPaymentOverride"];
            /**
             * @description Extension: your own keys and values, in any order. Absent if there are none.
             * @example {
             *       "order": "A-1017"
             *     }
             */
            metadata?: {
                [key: string]: string;
            };
        };
        Payment: {
            /** @description Tokens that are accepted. Empty if crypto is off for the competition. */
            acceptedTokens: ("USDC" | "USDT")[];
            /** @description Whether card or bank checkout is available now: it is enabled, and a rail account and an exchange rate serve the charge currency. */
            fiat: boolean;
            /** @description The fiat currency that buyers are charged in. Absent if fiat is false. */
            fiatCurrency?: string | null;
        };
        /** @description Extension: the competition's payment override, as it was set. Null inherits the organisation's settings. */
        CompetitionPaymentOverride: {
            crypto: boolean | null;
            fiat: boolean | null;
            fiatCurrency: string | null;
        };
        /**
         * @example {
         *       "prizeId": 1,
         *       "title": "Win a diver's watch",
         *       "ticketPriceUSDCents": 2500,
         *       "maxTickets": 1000,
         *       "startDate": "2030-01-01T00:00:00Z",
         *       "endDate": "2030-02-01T00:00:00Z",
         *       "metadata": {
         *         "order": "A-1017"
         *       }
         *     }
         */
        CompetitionCreate: {
            /**
             * Format: int64
             * @example 1
             */
            prizeId: number;
            title: string;
            ticketPriceUSDCents: number;
            maxTickets: number;
            /**
             * Format: date-time
             * @example 2027-01-01T00:00:00.000Z
             */
            startDate: string;
            /**
             * Format: date-time
             * @example 2027-02-01T00:00:00.000Z
             */
            endDate: string;
            /** @description Markdown. */
            description?: string | null;
            /**
             * @default USDC
             * @enum {string|null}
             */
            paymentToken?: "USDC" | "USDT" | null;
            /**
             * Format: uri
             * @example https://images.example/watch.jpg
             */
            imageUrl?: string | null;
            /** @default false */
            createOnChain?: boolean | null;
            payment?: components["schemas"]["PaymentOverride"] | null;
            /**
             * @description Extension: your own keys and values: at most 50 keys of 1 to 40 characters, values of up to 500 characters, and 8,000 bytes of JSON in all.
             * @example {
             *       "order": "A-1017"
             *     }
             */
            metadata?: {
                [key: string]: string;
            } | null;
        };
        /** @description The payment override. Null or absent inherits the organisation's settings. */
        PaymentOverride: {
            crypto?: boolean | null;
            fiat?: boolean | null;
            fiatCurrency?: string | null;
        };
        /**
         * @example {
         *       "status": "active"
         *     }
         */
        CompetitionUpdate: {
            title?: string | null;
            /** @description Markdown. Null or `""` takes it away. */
            description?: string | null;
            /** @enum {string|null} */
            status?: "draft" | "active" | null;
            payment?: components["schemas"]["PaymentOverride"] | null;
            /**
             * Format: int64
             * @description Extension: can be changed only while the competition is a draft; otherwise 400 `invalid_transition`.
             * @example 1
             */
            prizeId?: number | null;
            /** @description Extension: can be changed only while the competition is a draft; otherwise 400 `invalid_transition`. */
            ticketPriceUSDCents?: number | null;
            /** @description Extension: can be changed only while the competition is a draft; otherwise 400 `invalid_transition`. */
            maxTickets?: number | null;
            /**
             * Format: date-time
             * @description Extension: can be changed only while the competition is a draft; otherwise 400 `invalid_transition`.
             * @example 2027-01-01T00:00:00.000Z
             */
            startDate?: string | null;
            /**
             * Format: date-time
             * @description Extension: can be changed only while the competition is a draft; otherwise 400 `invalid_transition`.
             * @example 2027-02-01T00:00:00.000Z
             */
            endDate?: string | null;
            /** @description Extension: can be changed only while the competition is a draft; otherwise 400 `invalid_transition`. An https URL. Null or `""` takes it away. */
            imageUrl?: string | null;
            /**
             * @description Extension: your own keys and values: at most 50 keys of 1 to 40 characters, values of up to 500 characters, and 8,000 bytes of JSON in all. Keys that are left out keep their values; null removes a key, and `"metadata": null` all of them.
             * @example {
             *       "order": "A-1017"
             *     }
             */
            metadata?: {
                [key: string]: string | null;
            } | null;
        };
        OnChainCompetition: {
            /**
             * Format: int64
             * @example 5
             */
            competitionId: number;
            /**
             * Format: int64
             * @example 8453
             */
            chainId: number;
            /** @description The address of the raffle contract. */
            contract: string;
            /**
             * Format: int64
             * @description The competition's id on the contract.
             * @example 1
             */
            lotId: number;
            /**
             * @description The state in final blocks. A cancellation is shown as soon as any block contains it.
             * @enum {string}
             */
            state: "open" | "drawing" | "drawn" | "cancelled";
            /** @description The contract of the payment token. */
            token: string;
            /** @description The price of one ticket, in the token's smallest unit. */
            priceUnits: string;
            /**
             * Format: int64
             * @example 1000
             */
            maxTickets: number;
            /**
             * Format: date-time
             * @example 2027-01-01T00:00:00.000Z
             */
            startDate: string;
            /**
             * Format: date-time
             * @example 2027-02-01T00:00:00.000Z
             */
            endDate: string;
            /** @description The address that receives the proceeds. */
            treasury: string;
            creationTx: string | null;
            vrfRequestId: string | null;
            requestTx: string | null;
            fulfillmentTx: string | null;
            payoutTx: string | null;
            cancellationTx: string | null;
            /** @description The purchases of `wallet`, if the query has it, by index. At most 1,000 after `after`. */
            purchases?: components["schemas"]["OnChainPurchase"][];
        };
        OnChainPurchase: {
            /**
             * Format: int64
             * @description The index of the purchase, used to claim its refund from the contract.
             * @example 1
             */
            index: number;
            /**
             * Format: int64
             * @example 1
             */
            firstTicket: number;
            /**
             * Format: int64
             * @example 3
             */
            lastTicket: number;
            /** @description The amount paid, in the token's smallest unit. */
            units: string;
            txHash: string;
            refunded: boolean;
            refundTx: string | null;
        };
        Winner: {
            /**
             * Format: int64
             * @example 5
             */
            competitionId: number;
            competitionTitle: string;
            /** @description The winner's wallet, abbreviated, or email, masked. */
            winnerWalletAddress: string;
            /**
             * Format: date-time
             * @example 2027-01-11T12:13:14.567Z
             */
            wonAt: string;
            draw: (components["schemas"]["BlockHashDraw"] | components["schemas"]["VerifiableRandomDraw"]) | null;
        };
        /** @description winnerIndex = keccak256(blockHash, competitionId) mod totalTickets */
        BlockHashDraw: {
            /**
             * Format: int64
             * @example 21345678
             */
            blockNumber: number;
            blockHash: string;
            /**
             * Format: int64
             * @example 117
             */
            winnerIndex: number;
            /**
             * Format: int64
             * @example 120
             */
            totalTickets: number;
        };
        VerifiableRandomDraw: {
            /** @enum {string} */
            method: "vrf";
            seed: string;
            /**
             * Format: int64
             * @example 117
             */
            winnerIndex: number;
            /**
             * Format: int64
             * @example 120
             */
            totalTickets: number;
            vrfRequestId: string;
            fulfillmentTx: string;
            /**
             * Format: int64
             * @example 21345678
             */
            blockNumber: number | null;
        };
        CompetitionDraw: {
            /**
             * Format: int64
             * @example 5
             */
            competitionId: number;
            /** @enum {string} */
            status: "waiting" | "committed" | "drawn";
            /**
             * Format: int64
             * @example 8453
             */
            chainId: number;
            commitment: components["schemas"]["CompetitionDrawCommitment"] | null;
            /** @description Commitments that were not confirmed durable before their block existed, or whose competition was cancelled before it. They decided nothing. */
            voidedCommitments: components["schemas"]["VoidedDrawCommitment"][];
            winner: components["schemas"]["CompetitionDrawWinner"] | null;
            /**
             * @description Present for competitions on chain, which are drawn by a verifiable random number. Commitment and winner are then null; see request and answer.
             * @enum {string}
             */
            method?: "vrf";
            /** @description The raffle contract. Present for competitions on chain. */
            contract?: string;
            /** @description The request for a random number. Present for competitions on chain. */
            request?: components["schemas"]["RandomRequest"] | null;
            /** @description The answer with the random number. Present for competitions on chain. */
            answer?: components["schemas"]["RandomAnswer"] | null;
        };
        CompetitionDrawCommitment: {
            /** @description The Merkle tree hash (RFC 9162) of the ticket ranges. */
            ticketsRoot: string;
            totalTickets: number;
            /** @description The number of ticket ranges under the root. */
            ranges: number;
            /**
             * Format: int64
             * @description The block whose hash decides. It did not exist at the time of the commitment.
             * @example 21345678
             */
            blockNumber: number;
            /**
             * Format: date-time
             * @example 2027-01-11T12:13:14.567Z
             */
            committedAt: string;
        };
        VoidedDrawCommitment: {
            /** @description The Merkle tree hash (RFC 9162) of the ticket ranges. */
            ticketsRoot: string;
            totalTickets: number;
            /** @description The number of ticket ranges under the root. */
            ranges: number;
            /**
             * Format: int64
             * @description The block whose hash decides. It did not exist at the time of the commitment.
             * @example 21345678
             */
            blockNumber: number;
            /**
             * Format: date-time
             * @example 2027-01-11T12:13:14.567Z
             */
            committedAt: string;
            /**
             * Format: date-time
             * @example 2027-01-11T12:13:14.567Z
             */
            voidedAt: string;
        };
        CompetitionDrawWinner: {
            ticketNumber: number;
            /** @description The index of the winning ticket, starting at 0: keccak256(blockHash, competitionId) mod totalTickets. */
            winnerIndex: number;
            blockHash: string;
            entry: components["schemas"]["CompetitionDrawEntry"];
            /**
             * Format: date-time
             * @example 2027-01-11T12:13:14.567Z
             */
            drawnAt: string;
        };
        CompetitionDrawEntry: {
            first: number;
            last: number;
            /** @description The SHA-256 of the session's id, or of the transaction hash, as text. */
            orderHash: string;
        };
        RandomRequest: {
            /** @description The request's number at the VRF coordinator, in decimal. */
            vrfRequestId: string;
            /** @description The number of tickets at the time of the request. They are numbered from 1 without gaps. */
            tickets: number;
            requestTx: string;
            /**
             * Format: date-time
             * @description The time of the request's block.
             * @example 2027-01-11T12:13:14.567Z
             */
            requestedAt: string;
        };
        RandomAnswer: {
            /** @description The random number. */
            seed: string;
            /** @description The index of the winning ticket, starting at 0: seed mod tickets. */
            winnerIndex: number;
            /** @description The number of the winning ticket: winnerIndex + 1. */
            ticketNumber: number;
            fulfillmentTx: string;
            /**
             * Format: int64
             * @example 21345678
             */
            blockNumber: number;
            entry: components["schemas"]["CompetitionDrawEntry"];
            /**
             * Format: date-time
             * @example 2027-01-11T12:13:14.567Z
             */
            drawnAt: string;
        };
        EntryQuestion: {
            /** @description Whether the buyer must answer before a checkout session is created. */
            required: boolean;
            question: components["schemas"]["MultipleChoiceQuestion"] | null;
        };
        MultipleChoiceQuestion: {
            /**
             * Format: int64
             * @example 1
             */
            id: number;
            question: string;
            options: string[];
            category: string | null;
        };
        EntryQuestionAnswer: {
            /**
             * Format: int64
             * @example 1
             */
            questionId: number;
            /**
             * Format: int64
             * @example 1
             */
            answerIndex: number;
        };
        EntryQuestionVerification: {
            correct: boolean;
            /** @description The pass for one checkout session, valid for 15 minutes. Null if the answer is wrong. */
            pass: string | null;
        };
        CheckoutBuyerByEmail: {
            /**
             * Format: email
             * @example buyer@example.com
             */
            email: string;
        };
        CheckoutBuyerByWallet: {
            walletAddress: string;
        };
        /**
         * @example {
         *       "competitionId": 5,
         *       "quantity": 2,
         *       "buyer": {
         *         "email": "buyer@example.com"
         *       },
         *       "returnUrl": "https://shop.example/thanks",
         *       "metadata": {
         *         "order": "A-1017"
         *       }
         *     }
         */
        CheckoutSessionRequest: {
            /**
             * Format: int64
             * @example 5
             */
            competitionId: number;
            /** @default 1 */
            quantity?: number | null;
            buyer: components["schemas"]["CheckoutBuyer"];
            skillPass?: string | null;
            /** @description The charge currency. If present, it must be the competition's. */
            currency?: string | null;
            /** @default true */
            applyCredit?: boolean | null;
            /**
             * Format: uri
             * @description The https address that the buyer returns to, on one of the organisation's return hosts. It is used as written; `ref` and `status` are appended to its query.
             * @example https://shop.example/thanks
             */
            returnUrl?: string | null;
            /** @description Extension: the code of the affiliate who referred the buyer and earns a commission. Case does not matter. */
            affiliate?: string | null;
            /**
             * @description Extension: the token to pay in, to a separate address for this session. Default: payment in the charge currency.
             * @enum {string|null}
             */
            token?: "USDC" | "USDT" | null;
            /** @description Extension, with token: the address that refunds are sent to. Default: the buyer's walletAddress. Required with an email, unless credit covers the order. */
            refundAddress?: string | null;
            /**
             * @description Extension: your own keys and values: at most 50 keys of 1 to 40 characters, values of up to 500 characters, and 8,000 bytes of JSON in all.
             * @example {
             *       "order": "A-1017"
             *     }
             */
            metadata?: {
                [key: string]: string;
            } | null;
        };
        /** @description The buyer, by exactly one of email and walletAddress. */
        CheckoutBuyer: components["schemas"]["CheckoutBuyerByEmail"] | components["schemas"]["CheckoutBuyerByWallet"];
        CheckoutSession: {
            /** @description The session's id, used to get its status. */
            id: string;
            /** @enum {string} */
            status: "pending" | "paid" | "failed";
            /**
             * @description The payment rail. Null if nothing is charged.
             * @enum {string|null}
             */
            provider: "flow" | "embed" | "fields" | "redirect" | "qr" | null;
            /**
             * Format: int64
             * @description The charge in minor units of the currency (USD: cents; VND: whole units).
             * @example 5000
             */
            amount: number;
            currency: string;
            /** @description The payment step to show to the buyer. */
            payment: components["schemas"]["PaymentInstruction"] | null;
            /**
             * @description Extension: your own keys and values, in any order. Absent if there are none.
             * @example {
             *       "order": "A-1017"
             *     }
             */
            metadata?: {
                [key: string]: string;
            };
        };
        PaymentInstruction: {
            /** @enum {string} */
            type: "PAY_URL" | "CODE_URL" | "FLOW_SESSION" | "EMBED_SESSION" | "FIELDS_SDK";
            redirectUrl: string | null;
            data: string | null;
        };
        CheckoutStatus: {
            id: string;
            /** @enum {string} */
            status: "pending" | "paid" | "failed";
            /**
             * Format: int64
             * @example 5
             */
            competitionId: number;
            /**
             * Format: int64
             * @example 2
             */
            quantity: number;
            /**
             * Format: int64
             * @example 5000
             */
            amount: number;
            currency: string;
            /** @description True once the buyer's tickets are issued. */
            ticketsIssued: boolean;
            /** @description The reason if the status is failed. */
            error: string | null;
            /** @description Extension: the buyer's ticket numbers, as in `entry.confirmed`. Empty until they are issued. */
            ticketNumbers: number[];
            /**
             * Format: int64
             * @description Extension: the price of one ticket, in US cents.
             * @example 2500
             */
            ticketPriceUSDCents: number;
            /**
             * Format: int64
             * @description Extension: the price of all tickets before credit, in US cents.
             * @example 5000
             */
            priceUSDCents: number;
            /**
             * Format: int64
             * @description Extension: the part of the price that account credit pays, in US cents.
             * @example 0
             */
            creditAppliedUSDCents: number;
            /**
             * Format: date-time
             * @description Extension.
             * @example 2027-01-11T12:13:12.345Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description Extension: the end of the hold on the tickets; later while the provider processes the payment. A session that is unpaid when the competition ends is cancelled then, if the provider can cancel for certain.
             * @example 2027-01-11T12:43:12.345Z
             */
            expiresAt: string;
            /**
             * Format: date-time
             * @description Extension: the time at which an operator or the competition's cancellation refunded payment and credit. The provider may still be sending the money. Null if the session was not refunded.
             * @example 2027-01-11T12:13:14.567Z
             */
            givenBackAt: string | null;
            /**
             * @description Extension: your own keys and values, in any order. Absent if there are none.
             * @example {
             *       "order": "A-1017"
             *     }
             */
            metadata?: {
                [key: string]: string;
            };
        };
        CheckoutConfirmBySession: {
            /**
             * Format: uri
             * @example https://raffle.example/sandbox/sessions/approve
             */
            sessionHref: string;
            /**
             * Format: uri
             * @example https://shop.example/hooks
             */
            cvcHref?: string | null;
            /** @description Extension: facts about the buyer's browser, for 3-D Secure. */
            device?: components["schemas"]["BuyerDevice"] | null;
        };
        BuyerDevice: {
            userAgent: string;
            acceptHeader: string;
            ipAddress?: (string | null) | string;
        };
        CheckoutConfirmByDeviceData: {
            /** @description Extension: the answer of the bank's hidden frame. */
            deviceData: components["schemas"]["BuyerDeviceData"];
        };
        BuyerDeviceData: {
            reference: string | null;
        };
        CheckoutConfirmByChallenge: {
            /**
             * @description Extension: the bank's challenge of the buyer is done.
             * @enum {string}
             */
            challenge: "done";
        };
        CheckoutConfirmRequest: components["schemas"]["CheckoutConfirmBySession"] | components["schemas"]["CheckoutConfirmByDeviceData"] | components["schemas"]["CheckoutConfirmByChallenge"];
        CheckoutConfirmation: {
            id: string;
            /** @enum {string} */
            status: "pending" | "paid" | "failed";
            ticketsIssued: boolean;
            paymentId: string | null;
            /** @description Extension: the next step of the buyer's browser for the bank (3-D Secure), before confirm is called again. */
            payment: components["schemas"]["PaymentInstruction"] | null;
        };
        Prize: {
            /**
             * Format: int64
             * @example 1
             */
            id: number;
            category: string;
            name: string | null;
            brand: string | null;
            model: string | null;
            referenceNumber: string | null;
            /** @enum {string} */
            condition: "new" | "unworn" | "excellent" | "good";
            /**
             * Format: int64
             * @example 40000
             */
            retailValueUSDCents: number;
            description: string | null;
            imageUrls: string[];
            /**
             * Format: int64
             * @description Extension.
             * @example 1996
             */
            yearManufactured: number | null;
        };
        /**
         * @example {
         *       "retailValueUSDCents": 1000000,
         *       "brand": "Example",
         *       "model": "Diver 200",
         *       "condition": "unworn"
         *     }
         */
        PrizeCreate: {
            /**
             * Format: int64
             * @example 40000
             */
            retailValueUSDCents: number;
            /** @description A prize must have a name, or both brand and model. */
            name?: string | null;
            brand?: string | null;
            model?: string | null;
            referenceNumber?: string | null;
            yearManufactured?: number | null;
            description?: string | null;
            /** @default watch */
            category?: string | null;
            /**
             * @default new
             * @enum {string|null}
             */
            condition?: "new" | "unworn" | "excellent" | "good" | null;
            /** @default [] */
            imageUrls?: string[] | null;
        } | {
            name: string;
        } | {
            brand: string;
            model: string;
        };
        PrizeUpdate: {
            /** @description A prize must have a name, or both brand and model. Null or `""` takes it away. */
            name?: string | null;
            /** @description The brand. Null or `""` takes it away. */
            brand?: string | null;
            /** @description The model's name. Null or `""` takes it away. */
            model?: string | null;
            /** @description The manufacturer's reference number. Null or `""` takes it away. */
            referenceNumber?: string | null;
            /** @description The year of manufacture, 1 to 9999. Null or `""` takes it away. */
            yearManufactured?: (number | null) | string;
            /** @description Markdown. Null or `""` takes it away. */
            description?: string | null;
            /**
             * Format: int64
             * @example 40000
             */
            retailValueUSDCents?: number | null;
            category?: string | null;
            /** @enum {string|null} */
            condition?: "new" | "unworn" | "excellent" | "good" | null;
            /** @description Addresses of images. The list is replaced as a whole. */
            imageUrls?: string[] | null;
        };
        Deleted: {
            /**
             * Format: int64
             * @example 7
             */
            id: number;
            /** @enum {boolean} */
            deleted: true;
        };
        DrawInfo: {
            algorithm: string;
            /** @description The name of the header that carries the proof of possession. */
            proofHeader: string;
            /**
             * Format: int64
             * @example 10
             */
            unitCostCents: number;
            /**
             * Format: int64
             * @example 10000
             */
            maxCandidates: number;
            /**
             * Format: int64
             * @description The maximum age of a proof, in seconds.
             * @example 60
             */
            maxProofTtlSec: number;
            /** @description The token and address of deposits. Null if the service accepts no deposits. */
            settlement: components["schemas"]["DrawSettlement"] | null;
            flow: string[];
        };
        DrawSettlement: {
            /** @description The deposit address of your organisation. */
            depositAddress: string;
            tokenAddress: string;
            tokenSymbol: string;
            /**
             * Format: int64
             * @example 6
             */
            tokenDecimals: number;
        };
        DrawKeyRequest: {
            /** @description The Ed25519 public key: SPKI in DER, base64url without padding. */
            publicKey: string;
        };
        DrawKeyRegistration: {
            ok: boolean;
            /** @description The first characters of the API key. */
            keyPrefix: string;
        };
        DrawDepositRequest: {
            txHash: string;
        };
        DrawDeposit: {
            /**
             * Format: int64
             * @example 10000
             */
            balanceCents: number;
            /**
             * Format: int64
             * @example 10000
             */
            creditedCents: number;
            /** @description Whether the transaction was reported before. */
            duplicate: boolean;
        };
        DrawCommitment: {
            /**
             * Format: uuid
             * @example 5f0c6c3e-6f1b-4b59-9a55-3d1c1e6a7f02
             */
            drawId: string;
            serverSeedHash: string;
            algorithm: string;
            /**
             * Format: int64
             * @example 60
             */
            maxProofTtlSec: number;
        };
        /**
         * @example {
         *       "clientSeed": "a text that you choose",
         *       "candidates": [
         *         "anna",
         *         "ben",
         *         {
         *           "holder": 3
         *         }
         *       ],
         *       "pick": 1
         *     }
         */
        DrawRevealRequest: {
            /** @description A text that you choose after you have received the commitment. */
            clientSeed: string;
            /** @description The candidates: I-JSON values in a fixed order. A value that occurs twice has two chances. */
            candidates: unknown[];
            /**
             * Format: int64
             * @description The number of distinct winners, at most the number of candidates.
             * @example 1
             */
            pick: number;
            /** @default 0 */
            nonce?: string | null;
        };
        DrawReveal: {
            result: components["schemas"]["DrawResult"];
            proof: components["schemas"]["DrawProof"];
            /**
             * Format: int64
             * @description The charge of the first reveal, in US cents.
             * @example 10
             */
            costCents: number;
        };
        DrawResult: {
            /** @description The drawn candidates, in draw order. */
            winners: unknown[];
            winnerIndices: number[];
        };
        DrawProof: {
            alg: string;
            serverSeedHash: string;
            serverSeed: string;
            clientSeed: string;
            nonce: string;
            candidatesHash: string;
            /**
             * Format: int64
             * @example 3
             */
            candidateCount: number;
            /**
             * Format: int64
             * @example 1
             */
            pick: number;
            winnerIndices: number[];
        };
        DrawUsage: {
            /**
             * Format: int64
             * @description The number of revealed draws.
             * @example 12
             */
            draws: number;
            /**
             * Format: int64
             * @example 120
             */
            costCents: number;
            /**
             * Format: int64
             * @example 10000
             */
            balanceCents: number;
            /**
             * Format: int64
             * @example 10
             */
            unitCostCents: number;
            /** @description The token and address of deposits. Null if the service accepts no deposits. */
            settlement: components["schemas"]["DrawSettlement"] | null;
        };
        DrawLedger: {
            entries: components["schemas"]["DrawLedgerEntry"][];
        };
        DrawLedgerEntry: {
            /** @enum {string} */
            kind: "draw" | "deposit";
            /**
             * Format: int64
             * @description The change of the balance in US cents; negative for the charge of a draw.
             * @example 10000
             */
            amountCents: number;
            txHash: string | null;
            /**
             * Format: uuid
             * @example 5f0c6c3e-6f1b-4b59-9a55-3d1c1e6a7f02
             */
            drawId: string | null;
            /**
             * Format: date-time
             * @example 2027-01-11T12:13:14.567Z
             */
            createdAt: string;
        };
        WebhookEndpointCreate: {
            /** @description The https address that receives events, on a public network address. */
            url: string;
            /**
             * @description The event types that the endpoint receives. Null receives all types, including future ones.
             * @default null
             */
            events?: ("entry.confirmed" | "payment.settled" | "lot.closed" | "lot.cancelled" | "draw.completed" | "ping")[] | null;
            /**
             * @description A note for operators.
             * @default null
             */
            description?: string | null;
            /** @description The secret, `whsec_…`. Default: a generated one. */
            secret?: string | null;
        };
        NewWebhookEndpoint: {
            /**
             * Format: int64
             * @example 1
             */
            id: number;
            url: string;
            events: ("entry.confirmed" | "payment.settled" | "lot.closed" | "lot.cancelled" | "draw.completed" | "ping")[] | null;
            description: string | null;
            enabled: boolean;
            /** @description The reason why the service disabled the endpoint. */
            disabledReason: string | null;
            /**
             * Format: date-time
             * @description The first failed attempt after the last success. Null if the last attempt succeeded.
             * @example 2027-01-11T12:13:14.567Z
             */
            failingSince: string | null;
            /** @description Whether deliveries also have the headers of Standard Webhooks. False if the secret is not padded base64; replace the secret to change that. */
            standardWebhooks: boolean;
            /**
             * Format: date-time
             * @example 2027-01-11T12:13:14.567Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @example 2027-01-11T12:13:14.567Z
             */
            updatedAt: string;
            /** @description The key that signs the endpoint's deliveries. Shown only in this answer. */
            secret: string;
        };
        WebhookEndpoint: {
            /**
             * Format: int64
             * @example 1
             */
            id: number;
            url: string;
            events: ("entry.confirmed" | "payment.settled" | "lot.closed" | "lot.cancelled" | "draw.completed" | "ping")[] | null;
            description: string | null;
            enabled: boolean;
            /** @description The reason why the service disabled the endpoint. */
            disabledReason: string | null;
            /**
             * Format: date-time
             * @description The first failed attempt after the last success. Null if the last attempt succeeded.
             * @example 2027-01-11T12:13:14.567Z
             */
            failingSince: string | null;
            /** @description Whether deliveries also have the headers of Standard Webhooks. False if the secret is not padded base64; replace the secret to change that. */
            standardWebhooks: boolean;
            /**
             * Format: date-time
             * @example 2027-01-11T12:13:14.567Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @example 2027-01-11T12:13:14.567Z
             */
            updatedAt: string;
        };
        WebhookEndpointUpdate: {
            /** @description The https address that receives events, on a public network address. */
            url?: string | null;
            /** @description The event types that the endpoint receives. Null receives all types, including future ones. */
            events?: ("entry.confirmed" | "payment.settled" | "lot.closed" | "lot.cancelled" | "draw.completed" | "ping")[] | null;
            /** @description A note for operators. */
            description?: string | null;
            /** @description Whether events are sent. True also clears disabledReason. */
            enabled?: boolean | null;
        };
        SecretRotation: {
            /** @description The secret, `whsec_…`. Default: a generated one. */
            secret?: string | null;
        };
        RotatedSecret: {
            /**
             * Format: int64
             * @example 1
             */
            id: number;
            url: string;
            /** @description The new secret. Shown only in this answer. */
            secret: string;
        };
        Ping: {
            eventId: string;
        };
        Delivery: {
            /**
             * Format: int64
             * @example 7
             */
            id: number;
            /**
             * Format: int64
             * @example 1
             */
            endpointId: number;
            eventId: string;
            /** @enum {string} */
            type: "entry.confirmed" | "payment.settled" | "lot.closed" | "lot.cancelled" | "draw.completed" | "ping";
            /** @enum {string} */
            state: "pending" | "delivered" | "failed";
            /**
             * Format: date-time
             * @description The time of the next attempt. Null once the delivery is delivered or failed.
             * @example 2027-01-11T12:13:14.567Z
             */
            dueAt: string | null;
            /**
             * Format: date-time
             * @example 2027-01-11T12:13:14.567Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @example 2027-01-11T12:13:14.567Z
             */
            finishedAt: string | null;
            attempts: components["schemas"]["DeliveryAttempt"][];
        };
        DeliveryAttempt: {
            /**
             * Format: int64
             * @description The number of the attempt, starting at 1.
             * @example 1017
             */
            number: number;
            /**
             * Format: date-time
             * @example 2027-01-11T12:13:14.567Z
             */
            at: string;
            /**
             * Format: int64
             * @example 84
             */
            durationMs: number;
            /**
             * Format: int64
             * @description The HTTP status. Null if there was no answer; `error` then has the reason.
             * @example 1
             */
            status: number | null;
            error: string | null;
            /** @description The beginning of the answer's body. */
            response: string | null;
        };
        Whoami: {
            organisation: components["schemas"]["WhoamiOrganisation"];
            key: components["schemas"]["WhoamiKey"];
            scopes: ("competitions:read" | "winners:read" | "entries:create" | "competitions:write" | "draws:create" | "webhooks:manage" | "events:read")[];
            /**
             * Format: int64
             * @description Requests per window; also the maximum burst.
             * @example 6000
             */
            rateLimit: number;
            /**
             * Format: int64
             * @example 60
             */
            rateWindowSec: number;
            /**
             * Format: date-time
             * @description The time at which the key expires. Null if it never expires.
             * @example 2027-01-11T12:13:14.567Z
             */
            expiresAt: string | null;
        };
        /** @description The organisation that the key belongs to. */
        WhoamiOrganisation: {
            slug: string;
            /** @description The organisation's name. */
            name: string;
            /**
             * @description `test`: the organisation takes no money. It never changes.
             * @enum {string}
             */
            mode: "live" | "test";
        };
        /** @description The key that was sent. */
        WhoamiKey: {
            /** @description The first characters of the key. */
            prefix: string;
            /** @description The name that the key was given. */
            name: string;
        };
        Error: {
            /** @description The code, for programs. */
            error: string;
            /** @description A sentence for people. It may change. */
            message: string;
            /**
             * Format: uri
             * @description Extension: the address of the code's description.
             * @example https://raffle.example/docs/errors#sold_out
             */
            docUrl: string;
            /** @description insufficient_scope and others: the scope or permission needed. */
            required?: string;
            /** @description idempotency_in_progress, 429 and 503: seconds to wait, as in Retry-After. */
            retryAfter?: number;
            /** @description Extension. no_usable_rail and invalid_transition: why no buyer could enter, for programs. */
            reason?: string;
            /** @description sold_out and too_many_pending_sessions: entries that are still available. */
            available?: number;
            /**
             * Format: date-time
             * @description Extension. cursor_expired: the time of the oldest event kept.
             * @example 2027-01-11T12:13:14.567Z
             */
            oldest?: string;
            /** @description invalid_request: the faults and where they are. */
            issues?: components["schemas"]["ErrorIssue"][];
        };
        ErrorIssue: {
            /** @example buyer.email */
            path: string;
            /** @example required */
            code: string;
            message: string;
        };
    };
    responses: {
        /**
         * @description `idempotency_conflict`: This Idempotency-Key has already been used for another request.
         *
         *     `idempotency_in_progress`: The first request with this Idempotency-Key is still running.
         */
        IdempotencyConflictOrIdempotencyInProgressReplayable: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": "idempotency_conflict",
                 *       "message": "This Idempotency-Key has already been used for another request.",
                 *       "docUrl": "https://raffle.example/docs/errors#idempotency_conflict"
                 *     }
                 */
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {string} */
                    error?: "idempotency_conflict" | "idempotency_in_progress";
                };
            };
        };
        /** @description `insufficient_scope`: This API key lacks the scope that this request requires. */
        InsufficientScope: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": "insufficient_scope",
                 *       "message": "This API key lacks the scope that this request requires.",
                 *       "required": "competitions:write",
                 *       "docUrl": "https://raffle.example/docs/errors#insufficient_scope"
                 *     }
                 */
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {string} */
                    error?: "insufficient_scope";
                };
            };
        };
        /**
         * @description `insufficient_scope`: This API key lacks the scope that this request requires.
         *
         *     `draw_key_not_registered`: No public key is registered for this API key. Register one first: POST /draws/register-key.
         */
        InsufficientScopeOrDrawKeyNotRegisteredReplayable: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": "insufficient_scope",
                 *       "message": "This API key lacks the scope that this request requires.",
                 *       "required": "competitions:write",
                 *       "docUrl": "https://raffle.example/docs/errors#insufficient_scope"
                 *     }
                 */
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {string} */
                    error?: "insufficient_scope" | "draw_key_not_registered";
                };
            };
        };
        /** @description `insufficient_scope`: This API key lacks the scope that this request requires. */
        InsufficientScopeReplayable: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": "insufficient_scope",
                 *       "message": "This API key lacks the scope that this request requires.",
                 *       "required": "competitions:write",
                 *       "docUrl": "https://raffle.example/docs/errors#insufficient_scope"
                 *     }
                 */
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {string} */
                    error?: "insufficient_scope";
                };
            };
        };
        /** @description `internal_error`: An internal error occurred. Quote the X-Request-Id when you report it. */
        InternalError: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": "internal_error",
                 *       "message": "An internal error occurred. Quote the X-Request-Id when you report it.",
                 *       "retryAfter": 5,
                 *       "docUrl": "https://raffle.example/docs/errors#internal_error"
                 *     }
                 */
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {string} */
                    error?: "internal_error";
                };
            };
        };
        /** @description `invalid_request`: The request is not valid. */
        InvalidRequest: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": "invalid_request",
                 *       "message": "The request is not valid.",
                 *       "issues": [
                 *         {
                 *           "path": "title",
                 *           "code": "required",
                 *           "message": "is required"
                 *         }
                 *       ],
                 *       "docUrl": "https://raffle.example/docs/errors#invalid_request"
                 *     }
                 */
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {string} */
                    error?: "invalid_request";
                };
            };
        };
        /** @description `invalid_request`: The request is not valid. */
        InvalidRequestReplayable: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": "invalid_request",
                 *       "message": "The request is not valid.",
                 *       "issues": [
                 *         {
                 *           "path": "title",
                 *           "code": "required",
                 *           "message": "is required"
                 *         }
                 *       ],
                 *       "docUrl": "https://raffle.example/docs/errors#invalid_request"
                 *     }
                 */
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {string} */
                    error?: "invalid_request";
                };
            };
        };
        /**
         * @description `missing_api_key`: An API key is required: Authorization: Bearer <key>.
         *
         *     `invalid_api_key`: This API key is unknown, revoked, expired, or not valid for this host or address.
         */
        MissingApiKeyOrInvalidApiKey: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": "missing_api_key",
                 *       "message": "An API key is required: Authorization: Bearer <key>.",
                 *       "docUrl": "https://raffle.example/docs/errors#missing_api_key"
                 *     }
                 */
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {string} */
                    error?: "missing_api_key" | "invalid_api_key";
                };
            };
        };
        /**
         * @description `missing_api_key`: An API key is required: Authorization: Bearer <key>.
         *
         *     `invalid_api_key`: This API key is unknown, revoked, expired, or not valid for this host or address.
         *
         *     `proof_required`: This request requires a proof of possession in the header Service-Proof.
         *
         *     `invalid_proof`: The Service-Proof does not match this request and the registered key.
         *
         *     `expired_proof`: The Service-Proof is too old. Sign a new one for every request.
         *
         *     `replayed_proof`: The Service-Proof has already been used. Sign a new one, with a new jti, for every request.
         */
        MissingApiKeyOrInvalidApiKeyOrProofRequiredOrInvalidProofOrExpiredProofOrReplayedProof: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": "missing_api_key",
                 *       "message": "An API key is required: Authorization: Bearer <key>.",
                 *       "docUrl": "https://raffle.example/docs/errors#missing_api_key"
                 *     }
                 */
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {string} */
                    error?: "missing_api_key" | "invalid_api_key" | "proof_required" | "invalid_proof" | "expired_proof" | "replayed_proof";
                };
            };
        };
        /** @description `not_found`: The organisation has no such resource. */
        NotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": "not_found",
                 *       "message": "The organisation has no such resource.",
                 *       "docUrl": "https://raffle.example/docs/errors#not_found"
                 *     }
                 */
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {string} */
                    error?: "not_found";
                };
            };
        };
        /** @description `not_found`: The organisation has no such resource. */
        NotFoundReplayable: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": "not_found",
                 *       "message": "The organisation has no such resource.",
                 *       "docUrl": "https://raffle.example/docs/errors#not_found"
                 *     }
                 */
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {string} */
                    error?: "not_found";
                };
            };
        };
        /** @description `payload_too_large`: The body is too large. */
        PayloadTooLarge: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": "payload_too_large",
                 *       "message": "The body is too large.",
                 *       "docUrl": "https://raffle.example/docs/errors#payload_too_large"
                 *     }
                 */
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {string} */
                    error?: "payload_too_large";
                };
            };
        };
        /** @description `rail_unavailable`: The payment provider did not answer. Nothing was charged; try again. */
        RailUnavailable: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": "rail_unavailable",
                 *       "message": "The payment provider did not answer. Nothing was charged; try again.",
                 *       "docUrl": "https://raffle.example/docs/errors#rail_unavailable"
                 *     }
                 */
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {string} */
                    error?: "rail_unavailable";
                };
            };
        };
        /** @description `rate_limited`: Too many requests. Wait, then try again. */
        RateLimited: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": "rate_limited",
                 *       "message": "Too many requests. Wait, then try again.",
                 *       "retryAfter": 3,
                 *       "docUrl": "https://raffle.example/docs/errors#rate_limited"
                 *     }
                 */
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {string} */
                    error?: "rate_limited";
                };
            };
        };
        /** @description `unavailable`: The service cannot reach its database. Try again shortly. */
        Unavailable: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": "unavailable",
                 *       "message": "The service cannot reach its database. Try again shortly.",
                 *       "retryAfter": 5,
                 *       "docUrl": "https://raffle.example/docs/errors#unavailable"
                 *     }
                 */
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {string} */
                    error?: "unavailable";
                };
            };
        };
        /**
         * @description `unavailable`: The service cannot reach its database. Try again shortly.
         *
         *     `chain_unavailable`: The chain cannot be read right now. Try again shortly.
         */
        UnavailableOrChainUnavailable: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": "unavailable",
                 *       "message": "The service cannot reach its database. Try again shortly.",
                 *       "retryAfter": 5,
                 *       "docUrl": "https://raffle.example/docs/errors#unavailable"
                 *     }
                 */
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {string} */
                    error?: "unavailable" | "chain_unavailable";
                };
            };
        };
        /** @description `unsupported_media_type`: The body must be application/json in UTF-8, without compression. */
        UnsupportedMediaType: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": "unsupported_media_type",
                 *       "message": "The body must be application/json in UTF-8, without compression.",
                 *       "docUrl": "https://raffle.example/docs/errors#unsupported_media_type"
                 *     }
                 */
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {string} */
                    error?: "unsupported_media_type";
                };
            };
        };
    };
    parameters: {
        /** @description Continues after the element with this id. Taken from the `Link` header. */
        After: number;
        /** @example 5 */
        Id: number;
        /** @description The maximum number of elements of a page. Default: 1000. A page that reaches 2 MB ends earlier; `Link` names the next page. */
        Limit: number;
        /** @description Makes it safe to repeat the request: for 24 hours the same key and request get the stored answer, with `Idempotent-Replayed: true`. A request is the same if its method, address and body value are the same: up to 100,000 bytes, white space, the order of members and escapes in texts do not matter. A refusal that time can lift (`sold_out`, `entries_closed` and others) is not stored: the request is processed again. */
        IdempotencyKey: string;
        /** @description Your id for the request; the response repeats it. */
        RequestId: string;
        /** @description Proof that you hold the registered Ed25519 key: a compact JWS. Sign a new one for every request, including repeats. */
        ServiceProof: string;
        /** @description A second proof with the jti of Service-Proof, signed with the new key. */
        NewKeyProof: string;
    };
    requestBodies: never;
    headers: {
        /**
         * @description The request's id in the service's logs.
         * @example 4f3c1a52-0a3f-4bb0-9d53-5b6f9a1f2c11
         */
        "X-Request-Id": string;
        /**
         * @description Requests allowed per window.
         * @example 6000
         */
        "X-RateLimit-Limit": number;
        /**
         * @description Requests left in the budget.
         * @example 5999
         */
        "X-RateLimit-Remaining": number;
        /**
         * @description The time at which the budget is full again, in Unix seconds.
         * @example 1799669595
         */
        "X-RateLimit-Reset": number;
        /**
         * @description Seconds to wait. A 409 has it only while the first request is still running.
         * @example 3
         */
        "Retry-After": number;
        /** @description `true` if this is the stored answer for the Idempotency-Key. Absent on the first answer. */
        "Idempotent-Replayed": "true";
        /**
         * @description `Bearer`: send an API key.
         * @example Bearer
         */
        "WWW-Authenticate": string;
        /**
         * @description The next page: `<…>; rel="next"`, a path with its query and without host. Absent on the last one.
         * @example </api/v1/competitions?limit=1&after=5>; rel="next"
         */
        Link: string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    listCompetitions: {
        parameters: {
            query?: {
                /** @description The maximum number of elements of a page. Default: 1000. A page that reaches 2 MB ends earlier; `Link` names the next page. */
                limit?: components["parameters"]["Limit"];
                /** @description Continues after the element with this id. Taken from the `Link` header. */
                after?: components["parameters"]["After"];
                /** @description Extension: return competitions in this state. */
                state?: "draft" | "scheduled" | "open" | "closing" | "drawn" | "retired" | "cancelled";
                /** @description Extension: return the competitions with these ids, separated by commas. Unknown ids are ignored. */
                ids?: number[];
            };
            header?: {
                /** @description Your id for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": 5,
                     *           "title": "Win a diver's watch",
                     *           "description": "Automatic, 200 m.",
                     *           "ticketPriceUSDCents": 2500,
                     *           "paymentToken": "USDC",
                     *           "maxTickets": 1000,
                     *           "ticketsSold": 120,
                     *           "status": "active",
                     *           "state": "open",
                     *           "endDate": "2027-02-01T00:00:00.000Z",
                     *           "imageUrl": "https://images.example/watch.jpg",
                     *           "payment": {
                     *             "acceptedTokens": [
                     *               "USDC"
                     *             ],
                     *             "fiat": true,
                     *             "fiatCurrency": "USD"
                     *           },
                     *           "available": 880,
                     *           "prizeId": 1,
                     *           "startDate": "2027-01-01T00:00:00.000Z",
                     *           "createdAt": "2026-12-20T09:00:00.000Z",
                     *           "paymentOverride": {
                     *             "crypto": true,
                     *             "fiat": true,
                     *             "fiatCurrency": "USD"
                     *           },
                     *           "metadata": {
                     *             "order": "A-1017"
                     *           }
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Competition"][];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["MissingApiKeyOrInvalidApiKey"];
            403: components["responses"]["InsufficientScope"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createCompetition: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes it safe to repeat the request: for 24 hours the same key and request get the stored answer, with `Idempotent-Replayed: true`. A request is the same if its method, address and body value are the same: up to 100,000 bytes, white space, the order of members and escapes in texts do not matter. A refusal that time can lift (`sold_out`, `entries_closed` and others) is not stored: the request is processed again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Your id for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "prizeId": 1,
                 *       "title": "Win a diver's watch",
                 *       "ticketPriceUSDCents": 2500,
                 *       "maxTickets": 1000,
                 *       "startDate": "2030-01-01T00:00:00Z",
                 *       "endDate": "2030-02-01T00:00:00Z",
                 *       "metadata": {
                 *         "order": "A-1017"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["CompetitionCreate"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": 9,
                     *         "title": "Win a diver's watch",
                     *         "description": null,
                     *         "ticketPriceUSDCents": 2500,
                     *         "paymentToken": "USDC",
                     *         "maxTickets": 1000,
                     *         "ticketsSold": 0,
                     *         "status": "draft",
                     *         "state": "draft",
                     *         "endDate": "2030-02-01T00:00:00.000Z",
                     *         "imageUrl": null,
                     *         "payment": {
                     *           "acceptedTokens": [
                     *             "USDC"
                     *           ],
                     *           "fiat": true,
                     *           "fiatCurrency": "USD"
                     *         },
                     *         "available": 1000,
                     *         "prizeId": 1,
                     *         "startDate": "2030-01-01T00:00:00.000Z",
                     *         "createdAt": "2026-12-20T09:00:00.000Z",
                     *         "paymentOverride": {
                     *           "crypto": true,
                     *           "fiat": true,
                     *           "fiatCurrency": "USD"
                     *         },
                     *         "metadata": {
                     *           "order": "A-1017"
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Competition"];
                    };
                };
            };
            /**
             * @description `invalid_request`: The request is not valid.
             *
             *     `no_usable_rail`: These payment settings leave buyers no way to pay: neither crypto nor a rail account for the charge currency is available.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "invalid_request",
                     *       "message": "The request is not valid.",
                     *       "issues": [
                     *         {
                     *           "path": "title",
                     *           "code": "required",
                     *           "message": "is required"
                     *         }
                     *       ],
                     *       "docUrl": "https://raffle.example/docs/errors#invalid_request"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        error?: "invalid_request" | "no_usable_rail";
                    };
                };
            };
            401: components["responses"]["MissingApiKeyOrInvalidApiKey"];
            403: components["responses"]["InsufficientScopeReplayable"];
            404: components["responses"]["NotFoundReplayable"];
            409: components["responses"]["IdempotencyConflictOrIdempotencyInProgressReplayable"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            /** @description `onchain_creation_failed`: The competition could not be created on the raffle contract. */
            502: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "onchain_creation_failed",
                     *       "message": "The competition could not be created on the raffle contract.",
                     *       "docUrl": "https://raffle.example/docs/errors#onchain_creation_failed"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        error?: "onchain_creation_failed";
                    };
                };
            };
            503: components["responses"]["Unavailable"];
        };
    };
    getCompetition: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your id for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @example 5 */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": 5,
                     *         "title": "Win a diver's watch",
                     *         "description": "Automatic, 200 m.",
                     *         "ticketPriceUSDCents": 2500,
                     *         "paymentToken": "USDC",
                     *         "maxTickets": 1000,
                     *         "ticketsSold": 120,
                     *         "status": "active",
                     *         "state": "open",
                     *         "endDate": "2027-02-01T00:00:00.000Z",
                     *         "imageUrl": "https://images.example/watch.jpg",
                     *         "payment": {
                     *           "acceptedTokens": [
                     *             "USDC"
                     *           ],
                     *           "fiat": true,
                     *           "fiatCurrency": "USD"
                     *         },
                     *         "available": 880,
                     *         "prizeId": 1,
                     *         "startDate": "2027-01-01T00:00:00.000Z",
                     *         "createdAt": "2026-12-20T09:00:00.000Z",
                     *         "paymentOverride": {
                     *           "crypto": true,
                     *           "fiat": true,
                     *           "fiatCurrency": "USD"
                     *         },
                     *         "metadata": {
                     *           "order": "A-1017"
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Competition"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["MissingApiKeyOrInvalidApiKey"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateCompetition: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes it safe to repeat the request: for 24 hours the same key and request get the stored answer, with `Idempotent-Replayed: true`. A request is the same if its method, address and body value are the same: up to 100,000 bytes, white space, the order of members and escapes in texts do not matter. A refusal that time can lift (`sold_out`, `entries_closed` and others) is not stored: the request is processed again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Your id for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @example 5 */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "status": "active"
                 *     }
                 */
                "application/json": components["schemas"]["CompetitionUpdate"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": 5,
                     *         "title": "Win a diver's watch",
                     *         "description": "Automatic, 200 m.",
                     *         "ticketPriceUSDCents": 2500,
                     *         "paymentToken": "USDC",
                     *         "maxTickets": 1000,
                     *         "ticketsSold": 120,
                     *         "status": "active",
                     *         "state": "open",
                     *         "endDate": "2027-02-01T00:00:00.000Z",
                     *         "imageUrl": "https://images.example/watch.jpg",
                     *         "payment": {
                     *           "acceptedTokens": [
                     *             "USDC"
                     *           ],
                     *           "fiat": true,
                     *           "fiatCurrency": "USD"
                     *         },
                     *         "available": 880,
                     *         "prizeId": 1,
                     *         "startDate": "2027-01-01T00:00:00.000Z",
                     *         "createdAt": "2026-12-20T09:00:00.000Z",
                     *         "paymentOverride": {
                     *           "crypto": true,
                     *           "fiat": true,
                     *           "fiatCurrency": "USD"
                     *         },
                     *         "metadata": {
                     *           "order": "A-1017"
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Competition"];
                    };
                };
            };
            /**
             * @description `invalid_request`: The request is not valid.
             *
             *     `invalid_transition`: The resource is not in a state that allows this.
             *
             *     `no_usable_rail`: These payment settings leave buyers no way to pay: neither crypto nor a rail account for the charge currency is available.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "invalid_request",
                     *       "message": "The request is not valid.",
                     *       "issues": [
                     *         {
                     *           "path": "title",
                     *           "code": "required",
                     *           "message": "is required"
                     *         }
                     *       ],
                     *       "docUrl": "https://raffle.example/docs/errors#invalid_request"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        error?: "invalid_request" | "invalid_transition" | "no_usable_rail";
                    };
                };
            };
            401: components["responses"]["MissingApiKeyOrInvalidApiKey"];
            403: components["responses"]["InsufficientScopeReplayable"];
            404: components["responses"]["NotFoundReplayable"];
            409: components["responses"]["IdempotencyConflictOrIdempotencyInProgressReplayable"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    cancelCompetition: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes it safe to repeat the request: for 24 hours the same key and request get the stored answer, with `Idempotent-Replayed: true`. A request is the same if its method, address and body value are the same: up to 100,000 bytes, white space, the order of members and escapes in texts do not matter. A refusal that time can lift (`sold_out`, `entries_closed` and others) is not stored: the request is processed again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Your id for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @example 5 */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": 5,
                     *         "title": "Win a diver's watch",
                     *         "description": "Automatic, 200 m.",
                     *         "ticketPriceUSDCents": 2500,
                     *         "paymentToken": "USDC",
                     *         "maxTickets": 1000,
                     *         "ticketsSold": 120,
                     *         "status": "cancelled",
                     *         "state": "cancelled",
                     *         "endDate": "2027-02-01T00:00:00.000Z",
                     *         "imageUrl": "https://images.example/watch.jpg",
                     *         "payment": {
                     *           "acceptedTokens": [
                     *             "USDC"
                     *           ],
                     *           "fiat": true,
                     *           "fiatCurrency": "USD"
                     *         },
                     *         "available": 0,
                     *         "prizeId": 1,
                     *         "startDate": "2027-01-01T00:00:00.000Z",
                     *         "createdAt": "2026-12-20T09:00:00.000Z",
                     *         "paymentOverride": {
                     *           "crypto": true,
                     *           "fiat": true,
                     *           "fiatCurrency": "USD"
                     *         },
                     *         "metadata": {
                     *           "order": "A-1017"
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Competition"];
                    };
                };
            };
            /**
             * @description `invalid_request`: The request is not valid.
             *
             *     `competition_has_winner`: The competition's winner has been decided: it can no longer be cancelled.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "invalid_request",
                     *       "message": "The request is not valid.",
                     *       "issues": [
                     *         {
                     *           "path": "title",
                     *           "code": "required",
                     *           "message": "is required"
                     *         }
                     *       ],
                     *       "docUrl": "https://raffle.example/docs/errors#invalid_request"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        error?: "invalid_request" | "competition_has_winner";
                    };
                };
            };
            401: components["responses"]["MissingApiKeyOrInvalidApiKey"];
            403: components["responses"]["InsufficientScopeReplayable"];
            404: components["responses"]["NotFoundReplayable"];
            409: components["responses"]["IdempotencyConflictOrIdempotencyInProgressReplayable"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["UnavailableOrChainUnavailable"];
        };
    };
    getCompetitionOnChain: {
        parameters: {
            query?: {
                /** @description Return the purchases of this wallet. */
                wallet?: string;
                /** @description Return purchases after the one with this index. */
                after?: string;
            };
            header?: {
                /** @description Your id for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @example 5 */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "competitionId": 5,
                     *         "chainId": 8453,
                     *         "contract": "0x8ba1f109551bd432803012645ac136ddd64dba72",
                     *         "lotId": 1,
                     *         "state": "open",
                     *         "token": "0x8ba1f109551bd432803012645ac136ddd64dba72",
                     *         "priceUnits": "25000000",
                     *         "maxTickets": 1000,
                     *         "startDate": "2027-01-01T00:00:00.000Z",
                     *         "endDate": "2027-02-01T00:00:00.000Z",
                     *         "treasury": "0x8ba1f109551bd432803012645ac136ddd64dba72",
                     *         "creationTx": "0x8f434346648f6b96df89dda901c5176b10a6d83961dd3c1ac88b59b2dc327aa4",
                     *         "vrfRequestId": "78541660797044910968829902406342334108369226379826116161446442989268089806461",
                     *         "requestTx": "0x8f434346648f6b96df89dda901c5176b10a6d83961dd3c1ac88b59b2dc327aa4",
                     *         "fulfillmentTx": "0x8f434346648f6b96df89dda901c5176b10a6d83961dd3c1ac88b59b2dc327aa4",
                     *         "payoutTx": "0x8f434346648f6b96df89dda901c5176b10a6d83961dd3c1ac88b59b2dc327aa4",
                     *         "cancellationTx": null,
                     *         "purchases": [
                     *           {
                     *             "index": 1,
                     *             "firstTicket": 1,
                     *             "lastTicket": 3,
                     *             "units": "75000000",
                     *             "txHash": "0x8f434346648f6b96df89dda901c5176b10a6d83961dd3c1ac88b59b2dc327aa4",
                     *             "refunded": false,
                     *             "refundTx": null
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["OnChainCompetition"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["MissingApiKeyOrInvalidApiKey"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listWinners: {
        parameters: {
            query?: {
                /** @description The maximum number of elements of a page. Default: 1000. A page that reaches 2 MB ends earlier; `Link` names the next page. */
                limit?: components["parameters"]["Limit"];
                /** @description Continues after the element with this id. Taken from the `Link` header. */
                after?: components["parameters"]["After"];
            };
            header?: {
                /** @description Your id for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "competitionId": 5,
                     *           "competitionTitle": "Win a diver's watch",
                     *           "winnerWalletAddress": "0x8ba1…ba72",
                     *           "wonAt": "2027-01-11T12:13:14.567Z",
                     *           "draw": {
                     *             "blockNumber": 21345678,
                     *             "blockHash": "0x8f434346648f6b96df89dda901c5176b10a6d83961dd3c1ac88b59b2dc327aa4",
                     *             "winnerIndex": 117,
                     *             "totalTickets": 120
                     *           }
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Winner"][];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["MissingApiKeyOrInvalidApiKey"];
            403: components["responses"]["InsufficientScope"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getCompetitionDraw: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your id for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @example 5 */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "competitionId": 5,
                     *         "status": "drawn",
                     *         "chainId": 8453,
                     *         "commitment": {
                     *           "ticketsRoot": "8f434346648f6b96df89dda901c5176b10a6d83961dd3c1ac88b59b2dc327aa4",
                     *           "totalTickets": 120,
                     *           "ranges": 1,
                     *           "blockNumber": 21345678,
                     *           "committedAt": "2027-01-11T12:13:14.567Z"
                     *         },
                     *         "voidedCommitments": [],
                     *         "winner": {
                     *           "ticketNumber": 118,
                     *           "winnerIndex": 117,
                     *           "blockHash": "0x8f434346648f6b96df89dda901c5176b10a6d83961dd3c1ac88b59b2dc327aa4",
                     *           "entry": {
                     *             "first": 118,
                     *             "last": 119,
                     *             "orderHash": "8f434346648f6b96df89dda901c5176b10a6d83961dd3c1ac88b59b2dc327aa4"
                     *           },
                     *           "drawnAt": "2027-01-11T12:13:14.567Z"
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["CompetitionDraw"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["MissingApiKeyOrInvalidApiKey"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listDrawEntries: {
        parameters: {
            query?: {
                /** @description The maximum number of elements of a page. A page that reaches 2 MB ends earlier; `Link` names the next page. */
                limit?: number;
                /** @description Continues after the entry whose first ticket has this number. Taken from the `Link` header. */
                after?: number;
            };
            header?: {
                /** @description Your id for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @example 5 */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "first": 118,
                     *           "last": 119,
                     *           "orderHash": "8f434346648f6b96df89dda901c5176b10a6d83961dd3c1ac88b59b2dc327aa4"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["CompetitionDrawEntry"][];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["MissingApiKeyOrInvalidApiKey"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getEntryQuestion: {
        parameters: {
            query?: {
                competitionId?: number;
                category?: string;
            };
            header?: {
                /** @description Your id for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "required": true,
                     *         "question": {
                     *           "id": 1,
                     *           "question": "How many minutes are there in an hour?",
                     *           "options": [
                     *             "30",
                     *             "60",
                     *             "90"
                     *           ],
                     *           "category": "watch"
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["EntryQuestion"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["MissingApiKeyOrInvalidApiKey"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    answerEntryQuestion: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes it safe to repeat the request: for 24 hours the same key and request get the stored answer, with `Idempotent-Replayed: true`. A request is the same if its method, address and body value are the same: up to 100,000 bytes, white space, the order of members and escapes in texts do not matter. A refusal that time can lift (`sold_out`, `entries_closed` and others) is not stored: the request is processed again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Your id for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "questionId": 1,
                 *       "answerIndex": 1
                 *     }
                 */
                "application/json": components["schemas"]["EntryQuestionAnswer"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "correct": true,
                     *         "pass": "pass_3vXkq9Zt1LmN"
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["EntryQuestionVerification"];
                    };
                };
            };
            400: components["responses"]["InvalidRequestReplayable"];
            401: components["responses"]["MissingApiKeyOrInvalidApiKey"];
            403: components["responses"]["InsufficientScopeReplayable"];
            404: components["responses"]["NotFoundReplayable"];
            409: components["responses"]["IdempotencyConflictOrIdempotencyInProgressReplayable"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listCheckoutSessions: {
        parameters: {
            query?: {
                /** @description Return sessions of the buyer with this email. At most one of email and walletAddress. */
                email?: string;
                /** @description Return sessions of the buyer with this wallet. */
                walletAddress?: string;
                /** @description Return sessions of this competition. */
                competitionId?: number;
                /** @description Return sessions with this status. */
                status?: "pending" | "paid" | "failed";
                /** @description Return sessions created at this time or later. */
                createdAfter?: string;
                /** @description Return sessions created before this time. */
                createdBefore?: string;
                /** @description Return sessions whose metadata has these values, each in a parameter `metadata[key]=value`. */
                metadata?: {
                    [key: string]: string;
                };
                /** @description The maximum number of elements of a page. A page that reaches 2 MB ends earlier; `Link` names the next page. */
                limit?: number;
                /** @description Continues after the session with this id. Taken from the `Link` header. */
                after?: string;
            };
            header?: {
                /** @description Your id for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "cs_0c81kx0k2h4j6m8p1r3t5v7x9z",
                     *           "status": "paid",
                     *           "competitionId": 5,
                     *           "quantity": 2,
                     *           "amount": 5000,
                     *           "currency": "USD",
                     *           "ticketsIssued": true,
                     *           "error": null,
                     *           "ticketNumbers": [
                     *             118,
                     *             119
                     *           ],
                     *           "ticketPriceUSDCents": 2500,
                     *           "priceUSDCents": 5000,
                     *           "creditAppliedUSDCents": 0,
                     *           "createdAt": "2027-01-11T12:13:12.345Z",
                     *           "expiresAt": "2027-01-11T12:43:12.345Z",
                     *           "givenBackAt": null,
                     *           "metadata": {
                     *             "order": "A-1017"
                     *           }
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["CheckoutStatus"][];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["MissingApiKeyOrInvalidApiKey"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createCheckoutSession: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes it safe to repeat the request: for 24 hours the same key and request get the stored answer, with `Idempotent-Replayed: true`. A request is the same if its method, address and body value are the same: up to 100,000 bytes, white space, the order of members and escapes in texts do not matter. A refusal that time can lift (`sold_out`, `entries_closed` and others) is not stored: the request is processed again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Your id for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "competitionId": 5,
                 *       "quantity": 2,
                 *       "buyer": {
                 *         "email": "buyer@example.com"
                 *       },
                 *       "returnUrl": "https://shop.example/thanks",
                 *       "metadata": {
                 *         "order": "A-1017"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["CheckoutSessionRequest"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": "cs_0c81kx0k2h4j6m8p1r3t5v7x9z",
                     *         "status": "pending",
                     *         "provider": "redirect",
                     *         "amount": 5000,
                     *         "currency": "USD",
                     *         "payment": {
                     *           "type": "PAY_URL",
                     *           "redirectUrl": "https://pay.example/checkout/7UhSN1zuXS",
                     *           "data": null
                     *         },
                     *         "metadata": {
                     *           "order": "A-1017"
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["CheckoutSession"];
                    };
                };
            };
            /**
             * @description `invalid_request`: The request is not valid.
             *
             *     `entries_closed`: The competition is not open for entries.
             *
             *     `currency_mismatch`: The currency is not the charge currency of this competition.
             *
             *     `return_url_not_allowed`: The returnUrl must be https, without user info, on one of the organisation's return hosts.
             *
             *     `amount_too_small`: The amount to charge is below the payment rail's minimum.
             *
             *     `entry_condition_not_met`: A valid skillPass is required: this one is missing, unknown, used or older than 15 minutes.
             *
             *     `sold_out`: Not enough entries are left.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "invalid_request",
                     *       "message": "The request is not valid.",
                     *       "issues": [
                     *         {
                     *           "path": "title",
                     *           "code": "required",
                     *           "message": "is required"
                     *         }
                     *       ],
                     *       "docUrl": "https://raffle.example/docs/errors#invalid_request"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        error?: "invalid_request" | "entries_closed" | "currency_mismatch" | "return_url_not_allowed" | "amount_too_small" | "entry_condition_not_met" | "sold_out";
                    };
                };
            };
            401: components["responses"]["MissingApiKeyOrInvalidApiKey"];
            /**
             * @description `insufficient_scope`: This API key lacks the scope that this request requires.
             *
             *     `fiat_disabled`: Card and bank checkout is disabled for this competition.
             *
             *     `crypto_disabled`: Payment in tokens is disabled for this competition.
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "insufficient_scope",
                     *       "message": "This API key lacks the scope that this request requires.",
                     *       "required": "competitions:write",
                     *       "docUrl": "https://raffle.example/docs/errors#insufficient_scope"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        error?: "insufficient_scope" | "fiat_disabled" | "crypto_disabled";
                    };
                };
            };
            404: components["responses"]["NotFoundReplayable"];
            /**
             * @description `idempotency_conflict`: This Idempotency-Key has already been used for another request.
             *
             *     `idempotency_in_progress`: The first request with this Idempotency-Key is still running.
             *
             *     `too_many_pending_sessions`: The buyer's pending sessions in this competition have reached the limit for one buyer. One of them must be paid or end first.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "idempotency_conflict",
                     *       "message": "This Idempotency-Key has already been used for another request.",
                     *       "docUrl": "https://raffle.example/docs/errors#idempotency_conflict"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        error?: "idempotency_conflict" | "idempotency_in_progress" | "too_many_pending_sessions";
                    };
                };
            };
            /**
             * @description `fiat_not_configured`: The organisation has no payment rail, or no exchange rate, for the charge currency.
             *
             *     `crypto_not_configured`: Payment in this token is not set up: the service has no till for it, or the organisation has no treasuryAddress.
             */
            412: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "fiat_not_configured",
                     *       "message": "The organisation has no payment rail, or no exchange rate, for the charge currency.",
                     *       "docUrl": "https://raffle.example/docs/errors#fiat_not_configured"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        error?: "fiat_not_configured" | "crypto_not_configured";
                    };
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["RailUnavailable"];
            503: components["responses"]["Unavailable"];
        };
    };
    getCheckoutSession: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your id for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @example cs_0c81kx0k2h4j6m8p1r3t5v7x9z */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": "cs_0c81kx0k2h4j6m8p1r3t5v7x9z",
                     *         "status": "paid",
                     *         "competitionId": 5,
                     *         "quantity": 2,
                     *         "amount": 5000,
                     *         "currency": "USD",
                     *         "ticketsIssued": true,
                     *         "error": null,
                     *         "ticketNumbers": [
                     *           118,
                     *           119
                     *         ],
                     *         "ticketPriceUSDCents": 2500,
                     *         "priceUSDCents": 5000,
                     *         "creditAppliedUSDCents": 0,
                     *         "createdAt": "2027-01-11T12:13:12.345Z",
                     *         "expiresAt": "2027-01-11T12:43:12.345Z",
                     *         "givenBackAt": null,
                     *         "metadata": {
                     *           "order": "A-1017"
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["CheckoutStatus"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["MissingApiKeyOrInvalidApiKey"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    expireCheckoutSession: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes it safe to repeat the request: for 24 hours the same key and request get the stored answer, with `Idempotent-Replayed: true`. A request is the same if its method, address and body value are the same: up to 100,000 bytes, white space, the order of members and escapes in texts do not matter. A refusal that time can lift (`sold_out`, `entries_closed` and others) is not stored: the request is processed again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Your id for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @example cs_0c81kx0k2h4j6m8p1r3t5v7x9z */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": "cs_0c81kx0k2h4j6m8p1r3t5v7x9z",
                     *         "status": "failed",
                     *         "competitionId": 5,
                     *         "quantity": 2,
                     *         "amount": 5000,
                     *         "currency": "USD",
                     *         "ticketsIssued": false,
                     *         "error": "expired",
                     *         "ticketNumbers": [],
                     *         "ticketPriceUSDCents": 2500,
                     *         "priceUSDCents": 5000,
                     *         "creditAppliedUSDCents": 0,
                     *         "createdAt": "2027-01-11T12:13:12.345Z",
                     *         "expiresAt": "2027-01-11T12:43:12.345Z",
                     *         "givenBackAt": null,
                     *         "metadata": {
                     *           "order": "A-1017"
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["CheckoutStatus"];
                    };
                };
            };
            /**
             * @description `invalid_request`: The request is not valid.
             *
             *     `session_final`: The session has already been paid or has failed.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "invalid_request",
                     *       "message": "The request is not valid.",
                     *       "issues": [
                     *         {
                     *           "path": "title",
                     *           "code": "required",
                     *           "message": "is required"
                     *         }
                     *       ],
                     *       "docUrl": "https://raffle.example/docs/errors#invalid_request"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        error?: "invalid_request" | "session_final";
                    };
                };
            };
            401: components["responses"]["MissingApiKeyOrInvalidApiKey"];
            403: components["responses"]["InsufficientScopeReplayable"];
            404: components["responses"]["NotFoundReplayable"];
            /**
             * @description `idempotency_conflict`: This Idempotency-Key has already been used for another request.
             *
             *     `idempotency_in_progress`: The first request with this Idempotency-Key is still running.
             *
             *     `session_not_expirable`: The payment provider cannot rule out that the session will still be paid. The session ends at its expiresAt, or when the provider reports its end.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "idempotency_conflict",
                     *       "message": "This Idempotency-Key has already been used for another request.",
                     *       "docUrl": "https://raffle.example/docs/errors#idempotency_conflict"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        error?: "idempotency_conflict" | "idempotency_in_progress" | "session_not_expirable";
                    };
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["RailUnavailable"];
            503: components["responses"]["Unavailable"];
        };
    };
    confirmCheckoutSession: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes it safe to repeat the request: for 24 hours the same key and request get the stored answer, with `Idempotent-Replayed: true`. A request is the same if its method, address and body value are the same: up to 100,000 bytes, white space, the order of members and escapes in texts do not matter. A refusal that time can lift (`sold_out`, `entries_closed` and others) is not stored: the request is processed again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Your id for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @example cs_0c81kx0k2h4j6m8p1r3t5v7x9z */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "sessionHref": "https://raffle.example/sandbox/sessions/approve"
                 *     }
                 */
                "application/json": components["schemas"]["CheckoutConfirmRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": "cs_0c81kx0k2h4j6m8p1r3t5v7x9z",
                     *         "status": "pending",
                     *         "ticketsIssued": false,
                     *         "paymentId": null,
                     *         "payment": {
                     *           "type": "PAY_URL",
                     *           "redirectUrl": "https://pay.example/checkout/7UhSN1zuXS",
                     *           "data": null
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["CheckoutConfirmation"];
                    };
                };
            };
            /**
             * @description `invalid_request`: The request is not valid.
             *
             *     `wrong_rail`: Only a session of the fields rail can be confirmed.
             *
             *     `session_final`: The session has already been paid or has failed.
             *
             *     `invalid_session_href`: sessionHref or cvcHref is not one of this rail's hosted fields.
             *
             *     `payment_declined`: The payment was declined.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "invalid_request",
                     *       "message": "The request is not valid.",
                     *       "issues": [
                     *         {
                     *           "path": "title",
                     *           "code": "required",
                     *           "message": "is required"
                     *         }
                     *       ],
                     *       "docUrl": "https://raffle.example/docs/errors#invalid_request"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        error?: "invalid_request" | "wrong_rail" | "session_final" | "invalid_session_href" | "payment_declined";
                    };
                };
            };
            401: components["responses"]["MissingApiKeyOrInvalidApiKey"];
            403: components["responses"]["InsufficientScopeReplayable"];
            404: components["responses"]["NotFoundReplayable"];
            409: components["responses"]["IdempotencyConflictOrIdempotencyInProgressReplayable"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["RailUnavailable"];
            503: components["responses"]["Unavailable"];
        };
    };
    listPrizes: {
        parameters: {
            query?: {
                /** @description The maximum number of elements of a page. Default: 1000. A page that reaches 2 MB ends earlier; `Link` names the next page. */
                limit?: components["parameters"]["Limit"];
                /** @description Continues after the element with this id. Taken from the `Link` header. */
                after?: components["parameters"]["After"];
            };
            header?: {
                /** @description Your id for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": 1,
                     *           "category": "watch",
                     *           "name": "Diver's watch",
                     *           "brand": "Seiko",
                     *           "model": "SKX007",
                     *           "referenceNumber": "SKX007-1996",
                     *           "condition": "new",
                     *           "retailValueUSDCents": 40000,
                     *           "description": "Automatic, 200 m.",
                     *           "imageUrls": [
                     *             "https://images.example/watch.jpg"
                     *           ],
                     *           "yearManufactured": 1996
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Prize"][];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["MissingApiKeyOrInvalidApiKey"];
            403: components["responses"]["InsufficientScope"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createPrize: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes it safe to repeat the request: for 24 hours the same key and request get the stored answer, with `Idempotent-Replayed: true`. A request is the same if its method, address and body value are the same: up to 100,000 bytes, white space, the order of members and escapes in texts do not matter. A refusal that time can lift (`sold_out`, `entries_closed` and others) is not stored: the request is processed again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Your id for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "retailValueUSDCents": 1000000,
                 *       "brand": "Example",
                 *       "model": "Diver 200",
                 *       "condition": "unworn"
                 *     }
                 */
                "application/json": components["schemas"]["PrizeCreate"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": 5,
                     *         "category": "watch",
                     *         "name": null,
                     *         "brand": "Example",
                     *         "model": "Diver 200",
                     *         "referenceNumber": null,
                     *         "condition": "unworn",
                     *         "retailValueUSDCents": 1000000,
                     *         "description": null,
                     *         "imageUrls": [],
                     *         "yearManufactured": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Prize"];
                    };
                };
            };
            400: components["responses"]["InvalidRequestReplayable"];
            401: components["responses"]["MissingApiKeyOrInvalidApiKey"];
            403: components["responses"]["InsufficientScopeReplayable"];
            409: components["responses"]["IdempotencyConflictOrIdempotencyInProgressReplayable"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getPrize: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your id for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @example 5 */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": 5,
                     *         "category": "watch",
                     *         "name": "Diver's watch",
                     *         "brand": "Seiko",
                     *         "model": "SKX007",
                     *         "referenceNumber": "SKX007-1996",
                     *         "condition": "new",
                     *         "retailValueUSDCents": 40000,
                     *         "description": "Automatic, 200 m.",
                     *         "imageUrls": [
                     *           "https://images.example/watch.jpg"
                     *         ],
                     *         "yearManufactured": 1996
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Prize"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["MissingApiKeyOrInvalidApiKey"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deletePrize: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your id for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @example 5 */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": 5,
                     *         "deleted": true
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Deleted"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["MissingApiKeyOrInvalidApiKey"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            /** @description `prize_in_use`: The prize is used by a competition. A used prize cannot be deleted, and cannot be changed once a competition has left draft. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "prize_in_use",
                     *       "message": "The prize is used by a competition. A used prize cannot be deleted, and cannot be changed once a competition has left draft.",
                     *       "docUrl": "https://raffle.example/docs/errors#prize_in_use"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        error?: "prize_in_use";
                    };
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    updatePrize: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes it safe to repeat the request: for 24 hours the same key and request get the stored answer, with `Idempotent-Replayed: true`. A request is the same if its method, address and body value are the same: up to 100,000 bytes, white space, the order of members and escapes in texts do not matter. A refusal that time can lift (`sold_out`, `entries_closed` and others) is not stored: the request is processed again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Your id for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @example 5 */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "name": "Diver's watch",
                 *       "brand": "Seiko",
                 *       "model": "SKX007",
                 *       "referenceNumber": "SKX007-1996",
                 *       "yearManufactured": 1996,
                 *       "description": "Automatic, 200 m.",
                 *       "retailValueUSDCents": 40000,
                 *       "category": "watch",
                 *       "condition": "new",
                 *       "imageUrls": [
                 *         "https://images.example/watch.jpg"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["PrizeUpdate"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": 5,
                     *         "category": "watch",
                     *         "name": "Diver's watch",
                     *         "brand": "Seiko",
                     *         "model": "SKX007",
                     *         "referenceNumber": "SKX007-1996",
                     *         "condition": "new",
                     *         "retailValueUSDCents": 40000,
                     *         "description": "Automatic, 200 m.",
                     *         "imageUrls": [
                     *           "https://images.example/watch.jpg"
                     *         ],
                     *         "yearManufactured": 1996
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Prize"];
                    };
                };
            };
            400: components["responses"]["InvalidRequestReplayable"];
            401: components["responses"]["MissingApiKeyOrInvalidApiKey"];
            403: components["responses"]["InsufficientScopeReplayable"];
            404: components["responses"]["NotFoundReplayable"];
            /**
             * @description `idempotency_conflict`: This Idempotency-Key has already been used for another request.
             *
             *     `idempotency_in_progress`: The first request with this Idempotency-Key is still running.
             *
             *     `prize_in_use`: The prize is used by a competition. A used prize cannot be deleted, and cannot be changed once a competition has left draft.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "idempotency_conflict",
                     *       "message": "This Idempotency-Key has already been used for another request.",
                     *       "docUrl": "https://raffle.example/docs/errors#idempotency_conflict"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        error?: "idempotency_conflict" | "idempotency_in_progress" | "prize_in_use";
                    };
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getDrawInfo: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your id for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "algorithm": "fair-draw-v1",
                     *       "proofHeader": "Service-Proof",
                     *       "unitCostCents": 10,
                     *       "maxCandidates": 10000,
                     *       "maxProofTtlSec": 60,
                     *       "settlement": {
                     *         "depositAddress": "0x8ba1f109551bd432803012645ac136ddd64dba72",
                     *         "tokenAddress": "0x833589fcd6edb6e08f4c7c32d4f71b54bda02913",
                     *         "tokenSymbol": "USDC",
                     *         "tokenDecimals": 6
                     *       },
                     *       "flow": [
                     *         "register-key",
                     *         "deposit",
                     *         "commit",
                     *         "reveal",
                     *         "verify"
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["DrawInfo"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["MissingApiKeyOrInvalidApiKey"];
            403: components["responses"]["InsufficientScope"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["UnavailableOrChainUnavailable"];
        };
    };
    registerDrawKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes it safe to repeat the request: for 24 hours the same key and request get the stored answer, with `Idempotent-Replayed: true`. A request is the same if its method, address and body value are the same: up to 100,000 bytes, white space, the order of members and escapes in texts do not matter. A refusal that time can lift (`sold_out`, `entries_closed` and others) is not stored: the request is processed again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Your id for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "publicKey": "MCowBQYDK2VwAyEA11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"
                 *     }
                 */
                "application/json": components["schemas"]["DrawKeyRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "keyPrefix": "sk_Q2xv"
                     *     }
                     */
                    "application/json": components["schemas"]["DrawKeyRegistration"];
                };
            };
            400: components["responses"]["InvalidRequestReplayable"];
            401: components["responses"]["MissingApiKeyOrInvalidApiKey"];
            403: components["responses"]["InsufficientScopeReplayable"];
            /**
             * @description `idempotency_conflict`: This Idempotency-Key has already been used for another request.
             *
             *     `idempotency_in_progress`: The first request with this Idempotency-Key is still running.
             *
             *     `key_already_registered`: This API key already has a draw key. Replace it with rotate-key.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "idempotency_conflict",
                     *       "message": "This Idempotency-Key has already been used for another request.",
                     *       "docUrl": "https://raffle.example/docs/errors#idempotency_conflict"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        error?: "idempotency_conflict" | "idempotency_in_progress" | "key_already_registered";
                    };
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    reportDeposit: {
        parameters: {
            query?: never;
            header: {
                /** @description Makes it safe to repeat the request: for 24 hours the same key and request get the stored answer, with `Idempotent-Replayed: true`. A request is the same if its method, address and body value are the same: up to 100,000 bytes, white space, the order of members and escapes in texts do not matter. A refusal that time can lift (`sold_out`, `entries_closed` and others) is not stored: the request is processed again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Proof that you hold the registered Ed25519 key: a compact JWS. Sign a new one for every request, including repeats. */
                "Service-Proof": components["parameters"]["ServiceProof"];
                /** @description Your id for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "txHash": "0x8f434346648f6b96df89dda901c5176b10a6d83961dd3c1ac88b59b2dc327aa4"
                 *     }
                 */
                "application/json": components["schemas"]["DrawDepositRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "balanceCents": 10000,
                     *       "creditedCents": 10000,
                     *       "duplicate": false
                     *     }
                     */
                    "application/json": components["schemas"]["DrawDeposit"];
                };
            };
            /**
             * @description `invalid_request`: The request is not valid.
             *
             *     `no_matching_transfer`: The transaction failed, or did not transfer a cent's worth of the settlement token to your deposit address.
             *
             *     `deposit_too_large`: The deposit is too large for a balance and was not credited. Contact the operator.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "invalid_request",
                     *       "message": "The request is not valid.",
                     *       "issues": [
                     *         {
                     *           "path": "title",
                     *           "code": "required",
                     *           "message": "is required"
                     *         }
                     *       ],
                     *       "docUrl": "https://raffle.example/docs/errors#invalid_request"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        error?: "invalid_request" | "no_matching_transfer" | "deposit_too_large";
                    };
                };
            };
            401: components["responses"]["MissingApiKeyOrInvalidApiKeyOrProofRequiredOrInvalidProofOrExpiredProofOrReplayedProof"];
            403: components["responses"]["InsufficientScopeOrDrawKeyNotRegisteredReplayable"];
            /** @description `transaction_not_found`: The transaction is not in any block of the chain. Report it again once it is mined. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "transaction_not_found",
                     *       "message": "The transaction is not in any block of the chain. Report it again once it is mined.",
                     *       "docUrl": "https://raffle.example/docs/errors#transaction_not_found"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        error?: "transaction_not_found";
                    };
                };
            };
            /**
             * @description `idempotency_conflict`: This Idempotency-Key has already been used for another request.
             *
             *     `idempotency_in_progress`: The first request with this Idempotency-Key is still running.
             *
             *     `transaction_not_final`: The transaction is not final yet. Report it again later; it is also credited without a report.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "idempotency_conflict",
                     *       "message": "This Idempotency-Key has already been used for another request.",
                     *       "docUrl": "https://raffle.example/docs/errors#idempotency_conflict"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        error?: "idempotency_conflict" | "idempotency_in_progress" | "transaction_not_final";
                    };
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["UnavailableOrChainUnavailable"];
        };
    };
    commitDraw: {
        parameters: {
            query?: never;
            header: {
                /** @description Makes it safe to repeat the request: for 24 hours the same key and request get the stored answer, with `Idempotent-Replayed: true`. A request is the same if its method, address and body value are the same: up to 100,000 bytes, white space, the order of members and escapes in texts do not matter. A refusal that time can lift (`sold_out`, `entries_closed` and others) is not stored: the request is processed again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Proof that you hold the registered Ed25519 key: a compact JWS. Sign a new one for every request, including repeats. */
                "Service-Proof": components["parameters"]["ServiceProof"];
                /** @description Your id for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "drawId": "5f0c6c3e-6f1b-4b59-9a55-3d1c1e6a7f02",
                     *       "serverSeedHash": "2a8abfa8cb9906290437854193ca6bca41d4d4e26d1d454bd66a35158095e737",
                     *       "algorithm": "fair-draw-v1",
                     *       "maxProofTtlSec": 60
                     *     }
                     */
                    "application/json": components["schemas"]["DrawCommitment"];
                };
            };
            400: components["responses"]["InvalidRequestReplayable"];
            401: components["responses"]["MissingApiKeyOrInvalidApiKeyOrProofRequiredOrInvalidProofOrExpiredProofOrReplayedProof"];
            403: components["responses"]["InsufficientScopeOrDrawKeyNotRegisteredReplayable"];
            /**
             * @description `idempotency_conflict`: This Idempotency-Key has already been used for another request.
             *
             *     `idempotency_in_progress`: The first request with this Idempotency-Key is still running.
             *
             *     `too_many_open_draws`: Your organisation has 1000 commitments that are neither revealed nor expired. Reveal one of them first.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "idempotency_conflict",
                     *       "message": "This Idempotency-Key has already been used for another request.",
                     *       "docUrl": "https://raffle.example/docs/errors#idempotency_conflict"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        error?: "idempotency_conflict" | "idempotency_in_progress" | "too_many_open_draws";
                    };
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    revealDraw: {
        parameters: {
            query?: never;
            header: {
                /** @description Makes it safe to repeat the request: for 24 hours the same key and request get the stored answer, with `Idempotent-Replayed: true`. A request is the same if its method, address and body value are the same: up to 100,000 bytes, white space, the order of members and escapes in texts do not matter. A refusal that time can lift (`sold_out`, `entries_closed` and others) is not stored: the request is processed again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Proof that you hold the registered Ed25519 key: a compact JWS. Sign a new one for every request, including repeats. */
                "Service-Proof": components["parameters"]["ServiceProof"];
                /** @description Your id for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @example 5f0c6c3e-6f1b-4b59-9a55-3d1c1e6a7f02 */
                drawId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "clientSeed": "a text that you choose",
                 *       "candidates": [
                 *         "anna",
                 *         "ben",
                 *         {
                 *           "holder": 3
                 *         }
                 *       ],
                 *       "pick": 1
                 *     }
                 */
                "application/json": components["schemas"]["DrawRevealRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "result": {
                     *         "winners": [
                     *           "ben"
                     *         ],
                     *         "winnerIndices": [
                     *           1
                     *         ]
                     *       },
                     *       "proof": {
                     *         "alg": "fair-draw-v1",
                     *         "serverSeedHash": "2a8abfa8cb9906290437854193ca6bca41d4d4e26d1d454bd66a35158095e737",
                     *         "serverSeed": "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff",
                     *         "clientSeed": "a text that you choose",
                     *         "nonce": "0",
                     *         "candidatesHash": "4e46a12b9904ffcefe7a80974c4e691cc3522b1ab728768a2035aa14ec203133",
                     *         "candidateCount": 3,
                     *         "pick": 1,
                     *         "winnerIndices": [
                     *           1
                     *         ]
                     *       },
                     *       "costCents": 10
                     *     }
                     */
                    "application/json": components["schemas"]["DrawReveal"];
                };
            };
            400: components["responses"]["InvalidRequestReplayable"];
            401: components["responses"]["MissingApiKeyOrInvalidApiKeyOrProofRequiredOrInvalidProofOrExpiredProofOrReplayedProof"];
            /** @description `insufficient_balance`: The balance does not cover the draw. The draw stays committed: make a deposit, then reveal it. */
            402: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "insufficient_balance",
                     *       "message": "The balance does not cover the draw. The draw stays committed: make a deposit, then reveal it.",
                     *       "docUrl": "https://raffle.example/docs/errors#insufficient_balance"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        error?: "insufficient_balance";
                    };
                };
            };
            403: components["responses"]["InsufficientScopeOrDrawKeyNotRegisteredReplayable"];
            404: components["responses"]["NotFoundReplayable"];
            /**
             * @description `idempotency_conflict`: This Idempotency-Key has already been used for another request.
             *
             *     `idempotency_in_progress`: The first request with this Idempotency-Key is still running.
             *
             *     `draw_already_revealed`: This draw was revealed with other inputs. Its result does not change.
             *
             *     `draw_expired`: This commitment was not revealed within 7 days, or was open when the service was restored from a backup. Make a new one.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "idempotency_conflict",
                     *       "message": "This Idempotency-Key has already been used for another request.",
                     *       "docUrl": "https://raffle.example/docs/errors#idempotency_conflict"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        error?: "idempotency_conflict" | "idempotency_in_progress" | "draw_already_revealed" | "draw_expired";
                    };
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getDrawUsage: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your id for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "draws": 12,
                     *       "costCents": 120,
                     *       "balanceCents": 10000,
                     *       "unitCostCents": 10,
                     *       "settlement": {
                     *         "depositAddress": "0x8ba1f109551bd432803012645ac136ddd64dba72",
                     *         "tokenAddress": "0x833589fcd6edb6e08f4c7c32d4f71b54bda02913",
                     *         "tokenSymbol": "USDC",
                     *         "tokenDecimals": 6
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["DrawUsage"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["MissingApiKeyOrInvalidApiKey"];
            403: components["responses"]["InsufficientScope"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["UnavailableOrChainUnavailable"];
        };
    };
    getDrawLedger: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your id for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "entries": [
                     *         {
                     *           "kind": "deposit",
                     *           "amountCents": 10000,
                     *           "txHash": "0x8f434346648f6b96df89dda901c5176b10a6d83961dd3c1ac88b59b2dc327aa4",
                     *           "drawId": null,
                     *           "createdAt": "2027-01-11T12:13:14.567Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["DrawLedger"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["MissingApiKeyOrInvalidApiKey"];
            403: components["responses"]["InsufficientScope"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    rotateDrawKey: {
        parameters: {
            query?: never;
            header: {
                /** @description Makes it safe to repeat the request: for 24 hours the same key and request get the stored answer, with `Idempotent-Replayed: true`. A request is the same if its method, address and body value are the same: up to 100,000 bytes, white space, the order of members and escapes in texts do not matter. A refusal that time can lift (`sold_out`, `entries_closed` and others) is not stored: the request is processed again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Proof that you hold the registered Ed25519 key: a compact JWS. Sign a new one for every request, including repeats. */
                "Service-Proof": components["parameters"]["ServiceProof"];
                /** @description A second proof with the jti of Service-Proof, signed with the new key. */
                "Service-Proof-New-Key": components["parameters"]["NewKeyProof"];
                /** @description Your id for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "publicKey": "MCowBQYDK2VwAyEAPUAXw-hDiVqStwqnTRt-vJyYLM8uxJaMwM1V8Sr0Zgw"
                 *     }
                 */
                "application/json": components["schemas"]["DrawKeyRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "keyPrefix": "sk_Q2xv"
                     *     }
                     */
                    "application/json": components["schemas"]["DrawKeyRegistration"];
                };
            };
            400: components["responses"]["InvalidRequestReplayable"];
            401: components["responses"]["MissingApiKeyOrInvalidApiKeyOrProofRequiredOrInvalidProofOrExpiredProofOrReplayedProof"];
            403: components["responses"]["InsufficientScopeOrDrawKeyNotRegisteredReplayable"];
            /**
             * @description `idempotency_conflict`: This Idempotency-Key has already been used for another request.
             *
             *     `idempotency_in_progress`: The first request with this Idempotency-Key is still running.
             *
             *     `draw_key_used_before`: This key is or was already the draw key of this API key. Generate a new one.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "idempotency_conflict",
                     *       "message": "This Idempotency-Key has already been used for another request.",
                     *       "docUrl": "https://raffle.example/docs/errors#idempotency_conflict"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        error?: "idempotency_conflict" | "idempotency_in_progress" | "draw_key_used_before";
                    };
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listEvents: {
        parameters: {
            query?: {
                /** @description The maximum number of elements of a page. A page that reaches 2 MB ends earlier; `Link` names the next page. */
                limit?: number;
                /** @description Continues behind the page that this cursor ends. Taken from the `Link` header. */
                after?: string;
                /** @description Begins with the first event of this time or later, by `createdAt`. Without it and `after` the page begins with the oldest event kept. */
                since?: string;
                /** @description Return events of these types, separated by commas. */
                type?: ("entry.confirmed" | "payment.settled" | "lot.closed" | "lot.cancelled" | "draw.completed" | "ping")[];
                /** @description The number of seconds to wait for an event if there is none. */
                wait?: number;
            };
            header?: {
                /** @description Your id for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "evt_0c81kx0m9v3r5t7w2y4b6d8f0g",
                     *           "type": "entry.confirmed",
                     *           "createdAt": "2027-01-11T12:13:14.567Z",
                     *           "data": {
                     *             "lotId": 1,
                     *             "userId": 42,
                     *             "quantity": 2,
                     *             "ticketNumbers": [
                     *               118,
                     *               119
                     *             ],
                     *             "source": "fiat",
                     *             "orderId": "cs_0c81kx0k2h4j6m8p1r3t5v7x9z",
                     *             "txHash": "0x8f434346648f6b96df89dda901c5176b10a6d83961dd3c1ac88b59b2dc327aa4",
                     *             "metadata": {
                     *               "order": "A-1017"
                     *             }
                     *           }
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["WebhookEnvelope"][];
                    };
                };
            };
            /**
             * @description `invalid_request`: The request is not valid.
             *
             *     `invalid_cursor`: after is not a cursor of this organisation's events. Take it from the Link header.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "invalid_request",
                     *       "message": "The request is not valid.",
                     *       "issues": [
                     *         {
                     *           "path": "title",
                     *           "code": "required",
                     *           "message": "is required"
                     *         }
                     *       ],
                     *       "docUrl": "https://raffle.example/docs/errors#invalid_request"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        error?: "invalid_request" | "invalid_cursor";
                    };
                };
            };
            401: components["responses"]["MissingApiKeyOrInvalidApiKey"];
            403: components["responses"]["InsufficientScope"];
            /** @description `cursor_expired`: Events behind this cursor are no longer kept, or the service was restored from a backup. Continue with since. */
            410: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "cursor_expired",
                     *       "message": "Events behind this cursor are no longer kept, or the service was restored from a backup. Continue with since.",
                     *       "oldest": "2027-01-11T12:13:14.567Z",
                     *       "docUrl": "https://raffle.example/docs/errors#cursor_expired"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        error?: "cursor_expired";
                    };
                };
            };
            /**
             * @description `rate_limited`: Too many requests. Wait, then try again.
             *
             *     `too_many_waiting`: At most 20 calls of a key wait at the same time.
             */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "rate_limited",
                     *       "message": "Too many requests. Wait, then try again.",
                     *       "retryAfter": 3,
                     *       "docUrl": "https://raffle.example/docs/errors#rate_limited"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        error?: "rate_limited" | "too_many_waiting";
                    };
                };
            };
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listWebhookEndpoints: {
        parameters: {
            query?: {
                /** @description The maximum number of elements of a page. Default: 1000. A page that reaches 2 MB ends earlier; `Link` names the next page. */
                limit?: components["parameters"]["Limit"];
                /** @description Continues after the element with this id. Taken from the `Link` header. */
                after?: components["parameters"]["After"];
            };
            header?: {
                /** @description Your id for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": 1,
                     *           "url": "https://shop.example/hooks",
                     *           "events": [
                     *             "entry.confirmed"
                     *           ],
                     *           "description": "Automatic, 200 m.",
                     *           "enabled": true,
                     *           "disabledReason": null,
                     *           "failingSince": "2027-01-11T12:13:14.567Z",
                     *           "standardWebhooks": true,
                     *           "createdAt": "2027-01-11T12:13:14.567Z",
                     *           "updatedAt": "2027-01-11T12:13:14.567Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["WebhookEndpoint"][];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["MissingApiKeyOrInvalidApiKey"];
            403: components["responses"]["InsufficientScope"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes it safe to repeat the request: for 24 hours the same key and request get the stored answer, with `Idempotent-Replayed: true`. A request is the same if its method, address and body value are the same: up to 100,000 bytes, white space, the order of members and escapes in texts do not matter. A refusal that time can lift (`sold_out`, `entries_closed` and others) is not stored: the request is processed again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Your id for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "url": "https://shop.example/hooks"
                 *     }
                 */
                "application/json": components["schemas"]["WebhookEndpointCreate"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": 1,
                     *         "url": "https://shop.example/hooks",
                     *         "events": [
                     *           "entry.confirmed"
                     *         ],
                     *         "description": "Automatic, 200 m.",
                     *         "enabled": true,
                     *         "disabledReason": null,
                     *         "failingSince": "2027-01-11T12:13:14.567Z",
                     *         "standardWebhooks": true,
                     *         "createdAt": "2027-01-11T12:13:14.567Z",
                     *         "updatedAt": "2027-01-11T12:13:14.567Z",
                     *         "secret": "whsec_Zk3vXkq9Zt1LmN0pQ2rS4tU6wX8yZ0aB2cD4eF6gH8I="
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["NewWebhookEndpoint"];
                    };
                };
            };
            400: components["responses"]["InvalidRequestReplayable"];
            401: components["responses"]["MissingApiKeyOrInvalidApiKey"];
            403: components["responses"]["InsufficientScopeReplayable"];
            /**
             * @description `idempotency_conflict`: This Idempotency-Key has already been used for another request.
             *
             *     `idempotency_in_progress`: The first request with this Idempotency-Key is still running.
             *
             *     `too_many_endpoints`: An organisation has at most 20 webhook endpoints.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "idempotency_conflict",
                     *       "message": "This Idempotency-Key has already been used for another request.",
                     *       "docUrl": "https://raffle.example/docs/errors#idempotency_conflict"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        error?: "idempotency_conflict" | "idempotency_in_progress" | "too_many_endpoints";
                    };
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your id for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @example 1 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": 1,
                     *         "url": "https://shop.example/hooks",
                     *         "events": [
                     *           "entry.confirmed"
                     *         ],
                     *         "description": "Automatic, 200 m.",
                     *         "enabled": true,
                     *         "disabledReason": null,
                     *         "failingSince": "2027-01-11T12:13:14.567Z",
                     *         "standardWebhooks": true,
                     *         "createdAt": "2027-01-11T12:13:14.567Z",
                     *         "updatedAt": "2027-01-11T12:13:14.567Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["WebhookEndpoint"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["MissingApiKeyOrInvalidApiKey"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your id for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @example 1 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": 1,
                     *         "deleted": true
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Deleted"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["MissingApiKeyOrInvalidApiKey"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes it safe to repeat the request: for 24 hours the same key and request get the stored answer, with `Idempotent-Replayed: true`. A request is the same if its method, address and body value are the same: up to 100,000 bytes, white space, the order of members and escapes in texts do not matter. A refusal that time can lift (`sold_out`, `entries_closed` and others) is not stored: the request is processed again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Your id for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @example 1 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "url": "https://shop.example/hooks",
                 *       "events": [
                 *         "entry.confirmed"
                 *       ],
                 *       "description": "Automatic, 200 m.",
                 *       "enabled": true
                 *     }
                 */
                "application/json": components["schemas"]["WebhookEndpointUpdate"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": 1,
                     *         "url": "https://shop.example/hooks",
                     *         "events": [
                     *           "entry.confirmed"
                     *         ],
                     *         "description": "Automatic, 200 m.",
                     *         "enabled": true,
                     *         "disabledReason": null,
                     *         "failingSince": "2027-01-11T12:13:14.567Z",
                     *         "standardWebhooks": true,
                     *         "createdAt": "2027-01-11T12:13:14.567Z",
                     *         "updatedAt": "2027-01-11T12:13:14.567Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["WebhookEndpoint"];
                    };
                };
            };
            400: components["responses"]["InvalidRequestReplayable"];
            401: components["responses"]["MissingApiKeyOrInvalidApiKey"];
            403: components["responses"]["InsufficientScopeReplayable"];
            404: components["responses"]["NotFoundReplayable"];
            409: components["responses"]["IdempotencyConflictOrIdempotencyInProgressReplayable"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    rotateWebhookSecret: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes it safe to repeat the request: for 24 hours the same key and request get the stored answer, with `Idempotent-Replayed: true`. A request is the same if its method, address and body value are the same: up to 100,000 bytes, white space, the order of members and escapes in texts do not matter. A refusal that time can lift (`sold_out`, `entries_closed` and others) is not stored: the request is processed again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Your id for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @example 1 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "secret": "whsec_Zk3vXkq9Zt1LmN0pQ2rS4tU6wX8yZ0aB2cD4eF6gH8I="
                 *     }
                 */
                "application/json": components["schemas"]["SecretRotation"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": 1,
                     *         "url": "https://shop.example/hooks",
                     *         "secret": "whsec_Zk3vXkq9Zt1LmN0pQ2rS4tU6wX8yZ0aB2cD4eF6gH8I="
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["RotatedSecret"];
                    };
                };
            };
            400: components["responses"]["InvalidRequestReplayable"];
            401: components["responses"]["MissingApiKeyOrInvalidApiKey"];
            403: components["responses"]["InsufficientScopeReplayable"];
            404: components["responses"]["NotFoundReplayable"];
            409: components["responses"]["IdempotencyConflictOrIdempotencyInProgressReplayable"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    pingWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes it safe to repeat the request: for 24 hours the same key and request get the stored answer, with `Idempotent-Replayed: true`. A request is the same if its method, address and body value are the same: up to 100,000 bytes, white space, the order of members and escapes in texts do not matter. A refusal that time can lift (`sold_out`, `entries_closed` and others) is not stored: the request is processed again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Your id for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @example 1 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "eventId": "evt_0c81kx0m9v3r5t7w2y4b6d8f0g"
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Ping"];
                    };
                };
            };
            400: components["responses"]["InvalidRequestReplayable"];
            401: components["responses"]["MissingApiKeyOrInvalidApiKey"];
            403: components["responses"]["InsufficientScopeReplayable"];
            404: components["responses"]["NotFoundReplayable"];
            /**
             * @description `idempotency_conflict`: This Idempotency-Key has already been used for another request.
             *
             *     `idempotency_in_progress`: The first request with this Idempotency-Key is still running.
             *
             *     `endpoint_disabled`: The endpoint is disabled. Enable it, then try again.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "idempotency_conflict",
                     *       "message": "This Idempotency-Key has already been used for another request.",
                     *       "docUrl": "https://raffle.example/docs/errors#idempotency_conflict"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        error?: "idempotency_conflict" | "idempotency_in_progress" | "endpoint_disabled";
                    };
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listDeliveries: {
        parameters: {
            query?: {
                /** @description The maximum number of elements of a page. Default: 1000. A page that reaches 2 MB ends earlier; `Link` names the next page. */
                limit?: components["parameters"]["Limit"];
                /** @description Continues after the element with this id. Taken from the `Link` header. */
                after?: components["parameters"]["After"];
            };
            header?: {
                /** @description Your id for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @example 1 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": 7,
                     *           "endpointId": 1,
                     *           "eventId": "evt_0c81kx0m9v3r5t7w2y4b6d8f0g",
                     *           "type": "entry.confirmed",
                     *           "state": "pending",
                     *           "dueAt": "2027-01-11T12:13:14.567Z",
                     *           "createdAt": "2027-01-11T12:13:14.567Z",
                     *           "finishedAt": "2027-01-11T12:13:14.567Z",
                     *           "attempts": [
                     *             {
                     *               "number": 1017,
                     *               "at": "2027-01-11T12:13:14.567Z",
                     *               "durationMs": 84,
                     *               "status": 1,
                     *               "error": null,
                     *               "response": "ok"
                     *             }
                     *           ]
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Delivery"][];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["MissingApiKeyOrInvalidApiKey"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    replayDelivery: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes it safe to repeat the request: for 24 hours the same key and request get the stored answer, with `Idempotent-Replayed: true`. A request is the same if its method, address and body value are the same: up to 100,000 bytes, white space, the order of members and escapes in texts do not matter. A refusal that time can lift (`sold_out`, `entries_closed` and others) is not stored: the request is processed again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Your id for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @example 7 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": 7,
                     *         "endpointId": 1,
                     *         "eventId": "evt_0c81kx0m9v3r5t7w2y4b6d8f0g",
                     *         "type": "entry.confirmed",
                     *         "state": "pending",
                     *         "dueAt": "2027-01-11T12:13:14.567Z",
                     *         "createdAt": "2027-01-11T12:13:14.567Z",
                     *         "finishedAt": "2027-01-11T12:13:14.567Z",
                     *         "attempts": [
                     *           {
                     *             "number": 1017,
                     *             "at": "2027-01-11T12:13:14.567Z",
                     *             "durationMs": 84,
                     *             "status": 1,
                     *             "error": null,
                     *             "response": "ok"
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Delivery"];
                    };
                };
            };
            /**
             * @description `invalid_request`: The request is not valid.
             *
             *     `invalid_transition`: The resource is not in a state that allows this.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "invalid_request",
                     *       "message": "The request is not valid.",
                     *       "issues": [
                     *         {
                     *           "path": "title",
                     *           "code": "required",
                     *           "message": "is required"
                     *         }
                     *       ],
                     *       "docUrl": "https://raffle.example/docs/errors#invalid_request"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        error?: "invalid_request" | "invalid_transition";
                    };
                };
            };
            401: components["responses"]["MissingApiKeyOrInvalidApiKey"];
            403: components["responses"]["InsufficientScopeReplayable"];
            404: components["responses"]["NotFoundReplayable"];
            409: components["responses"]["IdempotencyConflictOrIdempotencyInProgressReplayable"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getWhoami: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your id for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "organisation": {
                     *           "slug": "demo",
                     *           "name": "Diver's watch",
                     *           "mode": "live"
                     *         },
                     *         "key": {
                     *           "prefix": "sk_Q2xv",
                     *           "name": "Diver's watch"
                     *         },
                     *         "scopes": [
                     *           "competitions:read"
                     *         ],
                     *         "rateLimit": 6000,
                     *         "rateWindowSec": 60,
                     *         "expiresAt": "2027-01-11T12:13:14.567Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Whoami"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["MissingApiKeyOrInvalidApiKey"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
}
