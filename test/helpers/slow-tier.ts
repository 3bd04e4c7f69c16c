/** Tiers that start processes wait for them; the others run on a virtual clock. */
jest.setTimeout(120_000);
