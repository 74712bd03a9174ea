// The sheet of one round: its result drawn, and printed when somebody wants it.

import { byId, onPress, ready } from "../page.js";
import { pictureOf } from "./picture.js";

const place = byId("shown-here");
const picture = pictureOf(place.dataset.outcome);
if (picture) place.append(picture);
onPress("print", () => print());
ready();
