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
         * @description The organisation's active competitions, newest first. Extension: with `state` or `ids` those that fit, also drafts, ended and cancelled ones.
         *
         *     Needs the scope `competitions:read`.
         */
        get: operations["listCompetitions"];
        put?: never;
        /**
         * Create a competition
         * @description It starts as a draft. With createOnChain it is created on the raffle contract and active at once.
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
         * @description Needs the scope `competitions:read`.
         */
        get: operations["getCompetition"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Update or activate a competition
         * @description status accepts draft and active. payment replaces the whole override; omitted members inherit. It is not opened while nobody could buy: `reason` is `fiat_off`, `no_rail_account` or `no_exchange_rate` (`no_usable_rail`), or `no_entry_question` (`invalid_transition`). A free competition needs no rail.
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
         * @description Final. Pending sessions fail and buyers get their money back. A repeated cancel changes nothing. Once the block of the draw's commitment exists the winner is decided.
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
         * Get what a competition is on the raffle contract
         * @description Extension. Where it is, its terms and its transactions; with `wallet` also what that wallet bought, which is what a buyer needs to claim a refund from the contract. `not_found` for competitions that are not on chain.
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
         * @description Newest first, each with the proof of its draw.
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
         * Get the draw of a competition
         * @description Extension. The commitment is shown before its block exists; with the entries it is all that a verification needs.
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
         * List the ticket ranges that a draw is made of
         * @description Extension. In ascending order of the numbers; empty until the competition is closed and every payment has ended.
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
         * @description One that fits the prize category of the competition, or the category given, where there is one.
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
         * @description Wrong answers have a budget for each API key and question (60 a minute unless the organisation has another). Beyond it every answer is 429 until it has refilled.
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
         * @description Extension. The organisation's sessions, newest first, each as polling answers it, but without asking its provider. Conditions are combined. A page looks at 1,000 sessions of the competition, else of the organisation (since the buyer's first): where few of them fit it may have fewer than `limit`, or none, although more follow. The list goes on as long as `Link` names a next page.
         *
         *     Needs the scope `entries:create`.
         */
        get: operations["listCheckoutSessions"];
        put?: never;
        /**
         * Create a checkout session
         * @description Prices the entries, holds them, and hands the order to the competition's payment rail.
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
         * Poll a checkout session
         * @description Needs the scope `entries:create`.
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
         * End a pending checkout session
         * @description Extension. The payment is cancelled at the provider, and the tickets, credit and pass that the session holds are given back, once it is certain that nobody can pay any more: the session has then failed with `expired`. Where the provider cannot promise that, it is 409 `session_not_expirable`, and the session ends at its `expiresAt`. A session that has failed already is answered as it is.
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
         * Confirm a session of the fields rail
         * @description Charges the card. A bank that asks the buyer (3-D Secure) leaves the session pending: the buyer's browser then does what `payment` says, and confirm is called again with `deviceData` or `challenge`. A session that is pending, without `payment`, a minute after a confirm is confirmed again with `sessionHref`: the card is charged only where the rail rules out that it was.
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
         * @description Newest first.
         *
         *     Needs the scope `competitions:write`.
         */
        get: operations["listPrizes"];
        put?: never;
        /**
         * Create a prize
         * @description Needs the scope `competitions:write`.
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
         * @description Extension. Only while no competition has it, whatever its state.
         *
         *     Needs the scope `competitions:write`.
         */
        delete: operations["deletePrize"];
        options?: never;
        head?: never;
        /**
         * Change a prize
         * @description Extension. Members that are left out keep their values. Not once a competition that has left its draft has this prize: buyers have been offered it as it is.
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
         * @description Algorithm, price, limits, and where deposits go.
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
         * Register the key that signs proofs
         * @description Once for each API key. Later it is replaced by rotate-key.
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
         * @description Credits what the chain shows that the transaction transferred to your deposit address, once.
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
         * @description Makes a secret server seed and publishes its hash. Reveal the draw within 7 days; at most 1,000 wait at once.
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
         * @description Draws winners and discloses the seed, for one unitCostCents of the balance. The same inputs again give the same result at no charge. The body has 8 MB at most.
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
         * Get usage and balance
         * @description Needs the scope `draws:create`.
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
         * List what changed the balance
         * @description The 20 most recent entries, newest first.
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
         * Replace the key that signs proofs
         * @description The proof is signed by the current key, which is worthless from then on, and a second one by the new key. A replaced key is never accepted again.
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
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @description The body of a delivery. */
        WebhookEnvelope: components["schemas"]["EntryConfirmedEvent"] | components["schemas"]["PaymentSettledEvent"] | components["schemas"]["LotClosedEvent"] | components["schemas"]["LotCancelledEvent"] | components["schemas"]["DrawCompletedEvent"] | components["schemas"]["PingEvent"];
        EntryConfirmedEvent: {
            id: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "entry.confirmed";
            /** Format: date-time */
            createdAt: string;
            data: components["schemas"]["EntryConfirmedEventData"];
        };
        EntryConfirmedEventData: {
            /**
             * Format: int64
             * @description The competition.
             */
            lotId: number;
            /**
             * Format: int64
             * @description The buyer.
             */
            userId: number;
            /**
             * Format: int64
             * @description How many tickets.
             */
            quantity: number;
            /** @description Their numbers. */
            ticketNumbers: number[];
            /**
             * @description How the tickets were paid for.
             * @enum {string}
             */
            source: "fiat" | "crypto" | "free";
            /** @description The checkout session. */
            orderId: string | null;
            /** @description The transaction, of a payment on a chain. */
            txHash: string | null;
        };
        PaymentSettledEvent: {
            id: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "payment.settled";
            /** Format: date-time */
            createdAt: string;
            data: components["schemas"]["PaymentSettledEventData"];
        };
        PaymentSettledEventData: {
            /** @description The checkout session. */
            orderId: string;
            /**
             * Format: int64
             * @description The competition.
             */
            lotId: number;
            /**
             * Format: int64
             * @description The buyer.
             */
            userId: number;
            /**
             * @description How it was paid.
             * @enum {string}
             */
            rail: "flow" | "embed" | "fields" | "redirect" | "qr";
            /**
             * Format: int64
             * @description What was charged, in minor units of the currency.
             */
            amount: number;
            /** @description ISO 4217. */
            currency: string;
            /**
             * Format: int64
             * @description How many tickets.
             */
            quantity: number;
        };
        LotClosedEvent: {
            id: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "lot.closed";
            /** Format: date-time */
            createdAt: string;
            data: components["schemas"]["LotClosedEventData"];
        };
        LotClosedEventData: {
            /**
             * Format: int64
             * @description The competition.
             */
            lotId: number;
            /**
             * Format: date-time
             * @description When the service closed it.
             */
            closedAt: string;
            /**
             * Format: date-time
             * @description The end of its selling.
             */
            endDate: string;
            /**
             * Format: int64
             * @description Tickets issued by then.
             */
            ticketsSold: number;
        };
        LotCancelledEvent: {
            id: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "lot.cancelled";
            /** Format: date-time */
            createdAt: string;
            data: components["schemas"]["LotCancelledEventData"];
        };
        LotCancelledEventData: {
            /**
             * Format: int64
             * @description The competition.
             */
            lotId: number;
            /**
             * Format: date-time
             * @description When it was cancelled.
             */
            cancelledAt: string;
            /**
             * Format: int64
             * @description Tickets issued by then.
             */
            ticketsSold: number;
        };
        DrawCompletedEvent: {
            id: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "draw.completed";
            /** Format: date-time */
            createdAt: string;
            data: components["schemas"]["DrawCompletedEventData"];
        };
        DrawCompletedEventData: {
            /**
             * Format: int64
             * @description The competition.
             */
            lotId: number;
            /**
             * Format: int64
             * @description The buyer who won.
             */
            winnerUserId: number;
            /**
             * Format: int64
             * @description The number of the ticket that won.
             */
            winnerTicketId: number;
        };
        PingEvent: {
            id: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "ping";
            /** Format: date-time */
            createdAt: string;
            data: components["schemas"]["PingEventData"];
        };
        PingEventData: {
            /**
             * Format: int64
             * @description The endpoint that it tests.
             */
            endpointId: number;
            /** @description The organisation's slug. */
            organisation: string;
        };
        Competition: {
            /** Format: int64 */
            id: number;
            title: string;
            /** @description Markdown. */
            description: string | null;
            /** Format: int64 */
            ticketPriceUSDCents: number;
            /** @description The crypto token the competition is priced in. */
            paymentToken: string;
            /** Format: int64 */
            maxTickets: number;
            /** Format: int64 */
            ticketsSold: number;
            /**
             * @description Coarse persisted status; state is preferred.
             * @enum {string}
             */
            status: "draft" | "active" | "ended" | "cancelled";
            /**
             * @description Derived lifecycle state. Only open sells.
             * @enum {string}
             */
            state: "draft" | "scheduled" | "open" | "closing" | "drawn" | "retired" | "cancelled";
            /**
             * Format: date-time
             * @description When the draw closes.
             */
            endDate: string;
            imageUrl: string | null;
            payment: components["schemas"]["Payment"];
            /**
             * Format: int64
             * @description Extension: tickets that can be bought now, without those held for pending sessions.
             */
            available: number;
            /**
             * Format: int64
             * @description Extension.
             */
            prizeId: number;
            /**
             * Format: date-time
             * @description Extension: when it begins to sell.
             */
            startDate: string;
            /**
             * Format: date-time
             * @description Extension.
             */
            createdAt: string;
            paymentOverride: components["schemas"]["CompetitionPaymentOverride"];
        };
        Payment: {
            /** @description Empty when crypto is off for the competition. */
            acceptedTokens: ("USDC" | "USDT")[];
            /** @description Whether card or bank checkout is available now: it is on, and a rail account and a rate serve the charge currency. */
            fiat: boolean;
            /** @description The single fiat currency charged. Absent when fiat is false. */
            fiatCurrency?: string | null;
        };
        /** @description Extension: the competition's own choice, as it was set. Null inherits. */
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
         *       "startDate": "2027-01-01T00:00:00Z",
         *       "endDate": "2027-02-01T00:00:00Z"
         *     }
         */
        CompetitionCreate: {
            /** Format: int64 */
            prizeId: number;
            title: string;
            ticketPriceUSDCents: number;
            maxTickets: number;
            /** Format: date-time */
            startDate: string;
            /** Format: date-time */
            endDate: string;
            /** @description Markdown. */
            description?: string | null;
            /**
             * @default USDC
             * @enum {string|null}
             */
            paymentToken?: "USDC" | "USDT" | null;
            /** Format: uri */
            imageUrl?: string | null;
            /** @default false */
            createOnChain?: boolean | null;
            payment?: components["schemas"]["PaymentOverride"] | (null);
        };
        /** @description Rail overrides. Null or omitted inherits the organisation's rails. */
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
            payment?: components["schemas"]["PaymentOverride"] | (null);
            /**
             * Format: int64
             * @description Extension: while the competition is a draft, else 400 `invalid_transition`.
             */
            prizeId?: number | null;
            /** @description Extension: while the competition is a draft, else 400 `invalid_transition`. */
            ticketPriceUSDCents?: number | null;
            /** @description Extension: while the competition is a draft, else 400 `invalid_transition`. */
            maxTickets?: number | null;
            /**
             * Format: date-time
             * @description Extension: while the competition is a draft, else 400 `invalid_transition`.
             */
            startDate?: string | null;
            /**
             * Format: date-time
             * @description Extension: while the competition is a draft, else 400 `invalid_transition`.
             */
            endDate?: string | null;
            /** @description Extension: while the competition is a draft, else 400 `invalid_transition`. An https URL. Null or `""` takes it away. */
            imageUrl?: string | null;
        };
        OnChainCompetition: {
            /** Format: int64 */
            competitionId: number;
            /** Format: int64 */
            chainId: number;
            /** @description The raffle contract. */
            contract: string;
            /**
             * Format: int64
             * @description The competition's number on the contract.
             */
            lotId: number;
            /**
             * @description As final blocks have it; cancelled as soon as a block has it.
             * @enum {string}
             */
            state: "open" | "drawing" | "drawn" | "cancelled";
            /** @description The contract of the token that tickets are paid in. */
            token: string;
            /** @description Of a ticket, in the token's smallest unit. */
            priceUnits: string;
            /** Format: int64 */
            maxTickets: number;
            /** Format: date-time */
            startDate: string;
            /** Format: date-time */
            endDate: string;
            /** @description Where the proceeds go. */
            treasury: string;
            creationTx: string | null;
            vrfRequestId: string | null;
            requestTx: string | null;
            fulfillmentTx: string | null;
            payoutTx: string | null;
            cancellationTx: string | null;
            /** @description With `wallet`: what it bought, by index, at most 1,000 behind `after`. */
            purchases?: components["schemas"]["OnChainPurchase"][];
        };
        OnChainPurchase: {
            /**
             * Format: int64
             * @description What a refund of it is claimed with, from the contract.
             */
            index: number;
            /** Format: int64 */
            firstTicket: number;
            /** Format: int64 */
            lastTicket: number;
            /** @description What was paid, in the token's smallest unit. */
            units: string;
            txHash: string;
            refunded: boolean;
            refundTx: string | null;
        };
        Winner: {
            /** Format: int64 */
            competitionId: number;
            competitionTitle: string;
            /** @description Abbreviated or masked. */
            winnerWalletAddress: string;
            /** Format: date-time */
            wonAt: string;
            draw: components["schemas"]["BlockHashDraw"] | components["schemas"]["VerifiableRandomDraw"] | (null);
        };
        /** @description winnerIndex = keccak256(blockHash, competitionId) mod totalTickets */
        BlockHashDraw: {
            /** Format: int64 */
            blockNumber: number;
            blockHash: string;
            /** Format: int64 */
            winnerIndex: number;
            /** Format: int64 */
            totalTickets: number;
        };
        VerifiableRandomDraw: {
            /** @enum {string} */
            method: "vrf";
            seed: string;
            /** Format: int64 */
            winnerIndex: number;
            /** Format: int64 */
            totalTickets: number;
            vrfRequestId: string;
            fulfillmentTx: string;
            /** Format: int64 */
            blockNumber: number | null;
        };
        CompetitionDraw: {
            /** Format: int64 */
            competitionId: number;
            /** @enum {string} */
            status: "waiting" | "committed" | "drawn";
            /** Format: int64 */
            chainId: number;
            commitment: components["schemas"]["CompetitionDrawCommitment"] | (null);
            /** @description Commitments that were not seen durable before their block existed, or whose competition was cancelled before it. They decided nothing. */
            voidedCommitments: components["schemas"]["VoidedDrawCommitment"][];
            winner: components["schemas"]["CompetitionDrawWinner"] | (null);
            /**
             * @description Of competitions on chain: drawn by a verifiable random number. Commitment and winner are null then, request and answer say it.
             * @enum {string}
             */
            method?: "vrf";
            /** @description Of competitions on chain: the raffle contract. */
            contract?: string;
            /** @description Of competitions on chain. */
            request?: components["schemas"]["RandomRequest"] | (null);
            /** @description Of competitions on chain. */
            answer?: components["schemas"]["RandomAnswer"] | (null);
        };
        CompetitionDrawCommitment: {
            /** @description Merkle tree hash (RFC 9162) over the ticket ranges. */
            ticketsRoot: string;
            totalTickets: number;
            /** @description How many ticket ranges are under the root. */
            ranges: number;
            /**
             * Format: int64
             * @description The block whose hash decides. It did not exist yet at the commitment.
             */
            blockNumber: number;
            /** Format: date-time */
            committedAt: string;
        };
        VoidedDrawCommitment: {
            /** @description Merkle tree hash (RFC 9162) over the ticket ranges. */
            ticketsRoot: string;
            totalTickets: number;
            /** @description How many ticket ranges are under the root. */
            ranges: number;
            /**
             * Format: int64
             * @description The block whose hash decides. It did not exist yet at the commitment.
             */
            blockNumber: number;
            /** Format: date-time */
            committedAt: string;
            /** Format: date-time */
            voidedAt: string;
        };
        CompetitionDrawWinner: {
            ticketNumber: number;
            /** @description keccak256(blockHash, competitionId) mod totalTickets, from 0. */
            winnerIndex: number;
            blockHash: string;
            entry: components["schemas"]["CompetitionDrawEntry"];
            /** Format: date-time */
            drawnAt: string;
        };
        CompetitionDrawEntry: {
            first: number;
            last: number;
            /** @description SHA-256 of the session's id, or of the transaction hash, as text. */
            orderHash: string;
        };
        RandomRequest: {
            /** @description Decimal. */
            vrfRequestId: string;
            /** @description Tickets at the request: they are numbered from 1 without a gap. */
            tickets: number;
            requestTx: string;
            /**
             * Format: date-time
             * @description The time of its block.
             */
            requestedAt: string;
        };
        RandomAnswer: {
            /** @description The random number. */
            seed: string;
            /** @description seed mod tickets, from 0. */
            winnerIndex: number;
            /** @description winnerIndex + 1. */
            ticketNumber: number;
            fulfillmentTx: string;
            /** Format: int64 */
            blockNumber: number;
            entry: components["schemas"]["CompetitionDrawEntry"];
            /** Format: date-time */
            drawnAt: string;
        };
        EntryQuestion: {
            /** @description Whether the buyer must answer before a checkout is started. */
            required: boolean;
            question: components["schemas"]["MultipleChoiceQuestion"] | (null);
        };
        MultipleChoiceQuestion: {
            /** Format: int64 */
            id: number;
            question: string;
            options: string[];
            category: string | null;
        };
        EntryQuestionAnswer: {
            /** Format: int64 */
            questionId: number;
            /** Format: int64 */
            answerIndex: number;
        };
        EntryQuestionVerification: {
            correct: boolean;
            /** @description Single use, valid 15 minutes. Null for a wrong answer. */
            pass: string | null;
        };
        /**
         * @example {
         *       "competitionId": 1,
         *       "quantity": 2,
         *       "buyer": {
         *         "email": "buyer@example.com"
         *       },
         *       "returnUrl": "https://shop.example/thanks"
         *     }
         */
        CheckoutSessionRequest: {
            /** Format: int64 */
            competitionId: number;
            /** @default 1 */
            quantity?: number | null;
            buyer: components["schemas"]["CheckoutBuyer"];
            skillPass?: string | null;
            /** @description Must equal the competition's charge currency when given. */
            currency?: string | null;
            /** @default true */
            applyCredit?: boolean | null;
            /**
             * Format: uri
             * @description HTTPS, on one of the organisation's return hosts. It is kept as it is written; `ref` and `status` are appended to its query.
             */
            returnUrl?: string | null;
            /** @description Extension: the code of the affiliate who brings the buyer and earns a commission, in any case. */
            affiliate?: string | null;
            /**
             * @description Extension: pay in this token, to an address of the session's own. Default: in the charge currency.
             * @enum {string|null}
             */
            token?: "USDC" | "USDT" | null;
            /** @description Extension, with token: where what is not kept goes back to. Default: the buyer's walletAddress; required with an email, unless credit covers the order. */
            refundAddress?: string | null;
        };
        /** @description Exactly one of email and walletAddress. */
        CheckoutBuyer: {
            /** Format: email */
            email?: string | null;
            walletAddress?: string | null;
        } & ({
            email: string;
            /** @enum {string|null} */
            walletAddress?: null;
        } | {
            walletAddress: string;
            /** @enum {string|null} */
            email?: null;
        });
        CheckoutSession: {
            /** @description Used to poll the session. */
            id: string;
            /** @enum {string} */
            status: "pending" | "paid" | "failed";
            /**
             * @description The payment rail. Null when nothing is charged.
             * @enum {string|null}
             */
            provider: "flow" | "embed" | "fields" | "redirect" | "qr" | null;
            /**
             * Format: int64
             * @description Normalized currency units (USD: cents; VND: whole units).
             */
            amount: number;
            currency: string;
            /** @description What to render for the buyer. */
            payment: components["schemas"]["PaymentInstruction"] | (null);
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
            /** Format: int64 */
            competitionId: number;
            /** Format: int64 */
            quantity: number;
            /** Format: int64 */
            amount: number;
            currency: string;
            /** @description True once settlement has issued the buyer's tickets. */
            ticketsIssued: boolean;
            /** @description The rail's reason when status is failed. */
            error: string | null;
            /** @description Extension: the buyer's tickets, as `entry.confirmed` tells them. Empty until they are issued. */
            ticketNumbers: number[];
            /**
             * Format: int64
             * @description Extension: the price of one ticket.
             */
            ticketPriceUSDCents: number;
            /**
             * Format: int64
             * @description Extension: the price of all of them, before credit.
             */
            priceUSDCents: number;
            /**
             * Format: int64
             * @description Extension: what account credit pays of the price.
             */
            creditAppliedUSDCents: number;
            /**
             * Format: date-time
             * @description Extension.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description Extension: how long the tickets are held for the payment, longer while the provider is processing it. What is not paid when the competition ends is cancelled then, where the provider can cancel for certain.
             */
            expiresAt: string;
            /**
             * Format: date-time
             * @description Extension: when an operator, or the competition's cancellation, gave payment and credit back; the provider may still be sending the money. Null: they were not given back.
             */
            givenBackAt: string | null;
        };
        CheckoutConfirmRequest: {
            /** Format: uri */
            sessionHref?: string | null;
            /** Format: uri */
            cvcHref?: string | null;
            /** @description Extension, with sessionHref: the buyer's browser, for 3-D Secure. */
            device?: components["schemas"]["BuyerDevice"] | (null);
            /** @description Extension, instead of sessionHref: what the bank's hidden frame has answered. */
            deviceData?: components["schemas"]["BuyerDeviceData"] | (null);
            /**
             * @description Extension, instead of sessionHref: the bank has finished asking the buyer.
             * @enum {string|null}
             */
            challenge?: "done" | null;
        } & ({
            sessionHref: string;
            /** @enum {string|null} */
            deviceData?: null;
            /** @enum {string|null} */
            challenge?: null;
        } | {
            deviceData: components["schemas"]["BuyerDeviceData"];
            /** @enum {string|null} */
            sessionHref?: null;
            /** @enum {string|null} */
            cvcHref?: null;
            /** @enum {string|null} */
            device?: null;
            /** @enum {string|null} */
            challenge?: null;
        } | {
            challenge: string;
            /** @enum {string|null} */
            sessionHref?: null;
            /** @enum {string|null} */
            cvcHref?: null;
            /** @enum {string|null} */
            device?: null;
            /** @enum {string|null} */
            deviceData?: null;
        });
        BuyerDevice: {
            userAgent: string;
            acceptHeader: string;
            ipAddress?: string | (null);
        };
        BuyerDeviceData: {
            reference: string | null;
        };
        CheckoutConfirmation: {
            id: string;
            /** @enum {string} */
            status: "pending" | "paid" | "failed";
            ticketsIssued: boolean;
            paymentId: string | null;
            /** @description Extension: what the buyer's browser does next for their bank (3-D Secure), before confirm is called again. */
            payment: components["schemas"]["PaymentInstruction"] | (null);
        };
        Prize: {
            /** Format: int64 */
            id: number;
            category: string;
            name: string | null;
            brand: string | null;
            model: string | null;
            referenceNumber: string | null;
            /** @enum {string} */
            condition: "new" | "unworn" | "excellent" | "good";
            /** Format: int64 */
            retailValueUSDCents: number;
            description: string | null;
            imageUrls: string[];
            /**
             * Format: int64
             * @description Extension.
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
            /** Format: int64 */
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
            /** @description The maker. Null or `""` takes it away. */
            brand?: string | null;
            /** @description The model's name. Null or `""` takes it away. */
            model?: string | null;
            /** @description The maker's reference number. Null or `""` takes it away. */
            referenceNumber?: string | null;
            /** @description When it was made, 1 to 9999. Null or `""` takes it away. */
            yearManufactured?: number | string | (null);
            /** @description Markdown. Null or `""` takes it away. */
            description?: string | null;
            /** Format: int64 */
            retailValueUSDCents?: number | null;
            category?: string | null;
            /** @enum {string|null} */
            condition?: "new" | "unworn" | "excellent" | "good" | null;
            /** @description Replaced as a whole. */
            imageUrls?: string[] | null;
        };
        Deleted: {
            /** Format: int64 */
            id: number;
            /** @enum {boolean} */
            deleted: true;
        };
        DrawInfo: {
            algorithm: string;
            /** @description The name of the header that carries a proof of possession. */
            proofHeader: string;
            /** Format: int64 */
            unitCostCents: number;
            /** Format: int64 */
            maxCandidates: number;
            /**
             * Format: int64
             * @description Seconds for which a proof is fresh.
             */
            maxProofTtlSec: number;
            /** @description Where deposits go; null while none are taken. */
            settlement: components["schemas"]["DrawSettlement"] | (null);
            flow: string[];
        };
        DrawSettlement: {
            /** @description Your organisation's own address. */
            depositAddress: string;
            tokenAddress: string;
            tokenSymbol: string;
            /** Format: int64 */
            tokenDecimals: number;
        };
        DrawKeyRequest: {
            /** @description Ed25519, SPKI DER, base64url without padding. */
            publicKey: string;
        };
        DrawKeyRegistration: {
            ok: boolean;
            /** @description The start of the API key. */
            keyPrefix: string;
        };
        DrawDepositRequest: {
            txHash: string;
        };
        DrawDeposit: {
            /** Format: int64 */
            balanceCents: number;
            /** Format: int64 */
            creditedCents: number;
            /** @description Whether the transaction was reported before. */
            duplicate: boolean;
        };
        DrawCommitment: {
            /** Format: uuid */
            drawId: string;
            serverSeedHash: string;
            algorithm: string;
            /** Format: int64 */
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
            /** @description Chosen after the commitment is received. */
            clientSeed: string;
            /** @description Any I-JSON values in a fixed order. One that comes twice has two chances. */
            candidates: unknown[];
            /**
             * Format: int64
             * @description Distinct winners: at most as many as candidates.
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
             * @description What the draw was charged when it was first revealed.
             */
            costCents: number;
        };
        DrawResult: {
            /** @description The chosen candidates, in draw order. */
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
            /** Format: int64 */
            candidateCount: number;
            /** Format: int64 */
            pick: number;
            winnerIndices: number[];
        };
        DrawUsage: {
            /**
             * Format: int64
             * @description The number of revealed draws.
             */
            draws: number;
            /** Format: int64 */
            costCents: number;
            /** Format: int64 */
            balanceCents: number;
            /** Format: int64 */
            unitCostCents: number;
            /** @description Where deposits go; null while none are taken. */
            settlement: components["schemas"]["DrawSettlement"] | (null);
        };
        DrawLedger: {
            entries: components["schemas"]["DrawLedgerEntry"][];
        };
        DrawLedgerEntry: {
            /** @enum {string} */
            kind: "draw" | "deposit";
            /**
             * Format: int64
             * @description Negative for a draw's charge.
             */
            amountCents: number;
            txHash: string | null;
            /** Format: uuid */
            drawId: string | null;
            /** Format: date-time */
            createdAt: string;
        };
        Error: {
            /** @description The code, for programs. */
            error: string;
            /** @description A sentence, for people. It may change. */
            message: string;
            /**
             * Format: uri
             * @description Extension: the address of the code's description, at the service.
             * @example https://raffle.example/docs/errors#sold_out
             */
            docUrl: string;
            /** @description insufficient_scope and others: the scope or permission needed. */
            required?: string;
            /** @description idempotency_in_progress, 429 and 503: seconds to wait, as in Retry-After. */
            retryAfter?: number;
            /** @description Extension. no_usable_rail and invalid_transition: why nobody could buy, for programs. */
            reason?: string;
            /** @description sold_out and too_many_pending_sessions: entries that are still available. */
            available?: number;
            /** @description invalid_request: what is wrong where. */
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
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {string} */
                    error?: "unsupported_media_type";
                };
            };
        };
    };
    parameters: {
        /** @description Continues after the element with this id. The Link header has the address. */
        After: number;
        Id: number;
        /** @description The most elements of a page; 1000 without it. A page that is long in bytes ends sooner, and Link names the next. */
        Limit: number;
        /** @description Makes it safe to repeat the request: for 24 hours the same key and request get the first answer again, with `Idempotent-Replayed: true`. The same are method, address and the value of the body: white space, the order of members and spelling are free up to 100,000 bytes. A refusal that time can lift (`sold_out`, `entries_closed` and others) is not kept: the request is judged anew. */
        IdempotencyKey: string;
        /** @description Your name for the request; the response repeats it. */
        RequestId: string;
        /** @description Proof that you hold the registered Ed25519 key, for this one request: a compact JWS, made anew for every try. */
        ServiceProof: string;
        /** @description As Service-Proof, with its jti, signed with the new key. */
        NewKeyProof: string;
    };
    requestBodies: never;
    headers: {
        /** @description Names this request in our logs. */
        "X-Request-Id": string;
        /** @description Requests allowed per window. */
        "X-RateLimit-Limit": number;
        /** @description Requests left now. */
        "X-RateLimit-Remaining": number;
        /** @description Unix seconds when the budget is fully restored. */
        "X-RateLimit-Reset": number;
        /** @description Seconds to wait. With a 409 only while the first request is still running. */
        "Retry-After": number;
        /** @description `true`: the answer that this Idempotency-Key got before. Absent on the first one. */
        "Idempotent-Replayed": "true";
        /** @description `Bearer`: send an API key. */
        "WWW-Authenticate": string;
        /** @description The next page: `<…>; rel="next"`, a path with its query and without host. Absent on the last one. */
        Link: string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    listCompetitions: {
        parameters: {
            query?: {
                /** @description The most elements of a page; 1000 without it. A page that is long in bytes ends sooner, and Link names the next. */
                limit?: components["parameters"]["Limit"];
                /** @description Continues after the element with this id. The Link header has the address. */
                after?: components["parameters"]["After"];
                /** @description Extension: only those in this state. */
                state?: "draft" | "scheduled" | "open" | "closing" | "drawn" | "retired" | "cancelled";
                /** @description Extension: only these ids, separated by commas. Ids that do not exist are left out. */
                ids?: number[];
            };
            header?: {
                /** @description Your name for the request; the response repeats it. */
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
                /** @description Makes it safe to repeat the request: for 24 hours the same key and request get the first answer again, with `Idempotent-Replayed: true`. The same are method, address and the value of the body: white space, the order of members and spelling are free up to 100,000 bytes. A refusal that time can lift (`sold_out`, `entries_closed` and others) is not kept: the request is judged anew. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Your name for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
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
                /** @description Your name for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
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
                /** @description Makes it safe to repeat the request: for 24 hours the same key and request get the first answer again, with `Idempotent-Replayed: true`. The same are method, address and the value of the body: white space, the order of members and spelling are free up to 100,000 bytes. A refusal that time can lift (`sold_out`, `entries_closed` and others) is not kept: the request is judged anew. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Your name for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
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
                /** @description Makes it safe to repeat the request: for 24 hours the same key and request get the first answer again, with `Idempotent-Replayed: true`. The same are method, address and the value of the body: white space, the order of members and spelling are free up to 100,000 bytes. A refusal that time can lift (`sold_out`, `entries_closed` and others) is not kept: the request is judged anew. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Your name for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
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
                /** @description Lists what this wallet bought. */
                wallet?: string;
                /** @description Lists what is behind the purchase with this index. */
                after?: string;
            };
            header?: {
                /** @description Your name for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
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
                /** @description The most elements of a page; 1000 without it. A page that is long in bytes ends sooner, and Link names the next. */
                limit?: components["parameters"]["Limit"];
                /** @description Continues after the element with this id. The Link header has the address. */
                after?: components["parameters"]["After"];
            };
            header?: {
                /** @description Your name for the request; the response repeats it. */
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
                /** @description Your name for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
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
                /** @description The most elements of a page. A page that is long in bytes ends sooner, and Link names the next. */
                limit?: number;
                /** @description Continues after the entry that begins with this number. The Link header has the address. */
                after?: number;
            };
            header?: {
                /** @description Your name for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
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
                /** @description Your name for the request; the response repeats it. */
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
                /** @description Makes it safe to repeat the request: for 24 hours the same key and request get the first answer again, with `Idempotent-Replayed: true`. The same are method, address and the value of the body: white space, the order of members and spelling are free up to 100,000 bytes. A refusal that time can lift (`sold_out`, `entries_closed` and others) is not kept: the request is judged anew. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Your name for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
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
                /** @description Only this buyer's. At most one of email and walletAddress. */
                email?: string;
                /** @description Only this buyer's. */
                walletAddress?: string;
                /** @description Only those of this competition. */
                competitionId?: number;
                /** @description Only those with this status. */
                status?: "pending" | "paid" | "failed";
                /** @description Only those created at this time or later. */
                createdAfter?: string;
                /** @description Only those created before this time. */
                createdBefore?: string;
                /** @description The most elements of a page. A page that is long in bytes ends sooner, and Link names the next. */
                limit?: number;
                /** @description Continues after the session with this id. The Link header has the address. */
                after?: string;
            };
            header?: {
                /** @description Your name for the request; the response repeats it. */
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
                /** @description Makes it safe to repeat the request: for 24 hours the same key and request get the first answer again, with `Idempotent-Replayed: true`. The same are method, address and the value of the body: white space, the order of members and spelling are free up to 100,000 bytes. A refusal that time can lift (`sold_out`, `entries_closed` and others) is not kept: the request is judged anew. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Your name for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
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
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        error?: "idempotency_conflict" | "idempotency_in_progress" | "too_many_pending_sessions";
                    };
                };
            };
            /**
             * @description `fiat_not_configured`: The organisation has no payment rail, or no exchange rate, for the charge currency.
             *
             *     `crypto_not_configured`: Payment in this token is not set up: the service has no till for it, or the organisation no treasuryAddress.
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
                /** @description Your name for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
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
                /** @description Makes it safe to repeat the request: for 24 hours the same key and request get the first answer again, with `Idempotent-Replayed: true`. The same are method, address and the value of the body: white space, the order of members and spelling are free up to 100,000 bytes. A refusal that time can lift (`sold_out`, `entries_closed` and others) is not kept: the request is judged anew. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Your name for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
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
                /** @description Makes it safe to repeat the request: for 24 hours the same key and request get the first answer again, with `Idempotent-Replayed: true`. The same are method, address and the value of the body: white space, the order of members and spelling are free up to 100,000 bytes. A refusal that time can lift (`sold_out`, `entries_closed` and others) is not kept: the request is judged anew. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Your name for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
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
                /** @description The most elements of a page; 1000 without it. A page that is long in bytes ends sooner, and Link names the next. */
                limit?: components["parameters"]["Limit"];
                /** @description Continues after the element with this id. The Link header has the address. */
                after?: components["parameters"]["After"];
            };
            header?: {
                /** @description Your name for the request; the response repeats it. */
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
                /** @description Makes it safe to repeat the request: for 24 hours the same key and request get the first answer again, with `Idempotent-Replayed: true`. The same are method, address and the value of the body: white space, the order of members and spelling are free up to 100,000 bytes. A refusal that time can lift (`sold_out`, `entries_closed` and others) is not kept: the request is judged anew. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Your name for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
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
                /** @description Your name for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
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
                /** @description Your name for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
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
                /** @description Makes it safe to repeat the request: for 24 hours the same key and request get the first answer again, with `Idempotent-Replayed: true`. The same are method, address and the value of the body: white space, the order of members and spelling are free up to 100,000 bytes. A refusal that time can lift (`sold_out`, `entries_closed` and others) is not kept: the request is judged anew. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Your name for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
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
                /** @description Your name for the request; the response repeats it. */
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
                /** @description Makes it safe to repeat the request: for 24 hours the same key and request get the first answer again, with `Idempotent-Replayed: true`. The same are method, address and the value of the body: white space, the order of members and spelling are free up to 100,000 bytes. A refusal that time can lift (`sold_out`, `entries_closed` and others) is not kept: the request is judged anew. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Your name for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
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
                /** @description Makes it safe to repeat the request: for 24 hours the same key and request get the first answer again, with `Idempotent-Replayed: true`. The same are method, address and the value of the body: white space, the order of members and spelling are free up to 100,000 bytes. A refusal that time can lift (`sold_out`, `entries_closed` and others) is not kept: the request is judged anew. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Proof that you hold the registered Ed25519 key, for this one request: a compact JWS, made anew for every try. */
                "Service-Proof": components["parameters"]["ServiceProof"];
                /** @description Your name for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
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
                /** @description Makes it safe to repeat the request: for 24 hours the same key and request get the first answer again, with `Idempotent-Replayed: true`. The same are method, address and the value of the body: white space, the order of members and spelling are free up to 100,000 bytes. A refusal that time can lift (`sold_out`, `entries_closed` and others) is not kept: the request is judged anew. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Proof that you hold the registered Ed25519 key, for this one request: a compact JWS, made anew for every try. */
                "Service-Proof": components["parameters"]["ServiceProof"];
                /** @description Your name for the request; the response repeats it. */
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
                /** @description Makes it safe to repeat the request: for 24 hours the same key and request get the first answer again, with `Idempotent-Replayed: true`. The same are method, address and the value of the body: white space, the order of members and spelling are free up to 100,000 bytes. A refusal that time can lift (`sold_out`, `entries_closed` and others) is not kept: the request is judged anew. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Proof that you hold the registered Ed25519 key, for this one request: a compact JWS, made anew for every try. */
                "Service-Proof": components["parameters"]["ServiceProof"];
                /** @description Your name for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                drawId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
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
                /** @description Your name for the request; the response repeats it. */
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
                /** @description Your name for the request; the response repeats it. */
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
                /** @description Makes it safe to repeat the request: for 24 hours the same key and request get the first answer again, with `Idempotent-Replayed: true`. The same are method, address and the value of the body: white space, the order of members and spelling are free up to 100,000 bytes. A refusal that time can lift (`sold_out`, `entries_closed` and others) is not kept: the request is judged anew. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Proof that you hold the registered Ed25519 key, for this one request: a compact JWS, made anew for every try. */
                "Service-Proof": components["parameters"]["ServiceProof"];
                /** @description As Service-Proof, with its jti, signed with the new key. */
                "Service-Proof-New-Key": components["parameters"]["NewKeyProof"];
                /** @description Your name for the request; the response repeats it. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
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
}
