import { followMail } from "./awaited-code.ts";
import { showMoments } from "./moments.ts";
import { startWallets } from "./wallet.ts";

// The script of pages that know the buyer. They work without it, wallets and payment parts apart.
showMoments();
startWallets();
void followMail();
