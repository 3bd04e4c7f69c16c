import { testLifecycle } from "../helpers/lifecycle-steps";
import { pluginRows } from "../helpers/plugin-rows";

/** Needs the engine: it takes each kind through its life. */

testLifecycle("plugin-lifecycle", pluginRows);
