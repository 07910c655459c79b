import { followMail } from "./awaited-code.ts";
import { showMoments } from "./moments.ts";
import { tellFrame } from "./buying/opener.ts";
import { startOrderForm } from "./buying/order-form.ts";
import { startWallets } from "./wallet.ts";

// The script of pages that know the buyer. They work without it, wallets and payment parts apart.
showMoments();
startWallets();
startOrderForm();
if (document.querySelector("main.checkout")) tellFrame({ type: "opened" });
void followMail();
