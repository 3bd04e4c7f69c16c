import { rows } from "../lifecycle";
import { testLifecycle } from "../lifecycle/steps";

/** Needs the engine: it takes each kind through its life. */

testLifecycle("lifecycle", rows);
