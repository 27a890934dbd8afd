import { setScriptPolicy } from "@/lib/browser/script-policy";

// Next runs this file before all other scripts of the pages.
setScriptPolicy();
