// The pages of the watch: drawn by the server; a report is printed when somebody wants it.

import { onPress, ready } from "../page.js";

if (document.getElementById("print")) onPress("print", () => print());
ready();
