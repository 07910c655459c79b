import { showMoments } from "./moments.ts";

// The script of pages that know the buyer. They work without it, wallets and payment parts apart.
showMoments();
