import { rows } from "../lifecycle";
import { testLifecycle } from "../lifecycle/steps";

testLifecycle("lifecycle", rows);
