// The table: pick a card, see where it may go, stage, confirm.
import { refresh } from "./staging.js";
import { film } from "./swaps.js";
import "./taps.js";
import "./keys.js";
import "./news.js";
import "./clock.js";

document.documentElement.classList.add("scripted");
$(".zoom").hidden = false;
refresh();
film();
