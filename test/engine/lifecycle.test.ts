import { testLifecycle } from "../helpers/lifecycle-steps";
import { kinds as rows } from "../kinds";

/** Needs the engine: it takes each kind through its life. */

testLifecycle("lifecycle", rows);
