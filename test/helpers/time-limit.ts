/** Tiers that start processes wait for them; the others run on a virtual clock. (jest ignores `testTimeout` of a project.) */
const startsProcesses = /[\\/]test[\\/](engine|host)[\\/]/.test(expect.getState().testPath ?? "");

jest.setTimeout(startsProcesses ? 120_000 : 20_000);
