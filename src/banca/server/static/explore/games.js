// The games to choose from, and the tray of bets that are compared.

import { ready } from "../page.js";
import "./compare.js";

ready();
