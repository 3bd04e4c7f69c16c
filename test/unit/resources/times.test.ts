import { isTime, timeOf, wireTime } from "../../../provider/resources/shared/times";

test.each([
  "2030-01-20T22:30:00Z",
  "2030-01-20T22:30Z",
  "2030-01-20T22:30:00.000Z",
  "2030-01-20 22:30:00 +0000",
  "2030-01-20T23:30:00+01:00",
  "2030-01-20 17:30:00 -0500",
  "2030-01-21 00:00:00 +0130",
])("%s is half past ten in the evening", (text) => {
  expect(timeOf(text)).toBe(Date.UTC(2030, 0, 20, 22, 30));
  expect(wireTime(text)).toBe("2030-01-20 22:30:00 +0000");
});

test.each([
  "",
  "soon",
  "2030-01-20",
  "2030-01-20T22:30:00",
  "2030-01-20 22:30",
  "2030-02-29T22:30:00Z",
  "2030-13-01T22:30:00Z",
  "2030-01-20T24:30:00Z",
  "2030-01-20T22:60:00Z",
  "2030-01-20T22:30:00.5Z",
  "2030-01-20T22:30:00+25:00",
  "2030-01-20T22:30:00Z\n",
  "1893450600000",
])("%j is no time with a time zone", (text) => expect(isTime(text)).toBe(false));
