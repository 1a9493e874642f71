// SPDX-License-Identifier: GPL-3.0-or-later
import TestSupport
import Testing

@testable import PhotoLibrary

@Suite struct DateTests {
  private func time(_ year: Int, _ month: Int, _ day: Int, _ hour: Int = 0, _ minute: Int = 0, _ second: Int = 0)
    -> CivilTime
  {
    CivilTime(year: year, month: month, day: day, hour: hour, minute: minute, second: second)!
  }

  @Test(arguments: [
    "IMG_20230512_101530.jpg", "PXL_20230512_101530123.jpg", "PXL_20230512_101530123.MP.jpg",
    "2023-05-12 10.15.30.jpg", "Screenshot from 2023-05-12 10-15-30.png", "Screenshot_2023-05-12-10-15-30-123_com.png",
    "20230512101530.jpg", "20230512_101530(1).heic", "signal-2023-05-12-101530.jpg",
    "IMG_4711 2023-05-12 at 10.15.30.jpg",
    "2023:05:12 10:15:30", "WIN_20230512_10_15_30_Pro.jpg",
  ]) func `File names of all sorts tell date and time`(_ name: String) {
    let written = WrittenTime(in: name)
    #expect(written?.time == time(2023, 5, 12, 10, 15, 30))
    #expect(written?.hasTimeOfDay == true)
  }

  @Test(arguments: [
    "IMG-20230512-WA0001.jpg", "2023-05-12.jpg", "Holiday 2023_05_12 (3).jpg", "20230512_997799.jpg",
    "20230512 1234567890.jpg",
  ]) func `A name with a date alone tells the day`(_ name: String) {
    let written = WrittenTime(in: name)
    #expect(written?.time == time(2023, 5, 12))
    #expect(written?.hasTimeOfDay == false)
  }

  @Test(arguments: [
    "DSC_0001.jpg", "12345678.jpg", "20231301.jpg", "20230229_101010.jpg", "99999999999999.jpg", "", "IMG_2023.jpg",
    "0000:00:00 00:00:00", "2023-5-12.jpg", "photo-1683876543.jpg",
  ]) func `Other numbers are no dates`(_ name: String) {
    #expect(WrittenTime(in: name) == nil)
  }

  @Test func `Seconds and the calendar agree both ways`() {
    var generator = SeededGenerator(1)
    for _ in 0..<2000 {
      let seconds = Int.random(in: -4_000_000_000...8_000_000_000, using: &generator)
      #expect(CivilTime(secondsSince1970: seconds).secondsSince1970 == seconds)
    }
    #expect(CivilTime(secondsSince1970: 1_683_886_530) == time(2023, 5, 12, 10, 15, 30))
  }

  @Test func `Days that do not exist are refused`() {
    #expect(CivilTime(year: 2023, month: 2, day: 29) == nil)
    #expect(CivilTime(year: 1900, month: 2, day: 29) == nil)
    #expect(CivilTime(year: 2000, month: 2, day: 29) != nil)
    #expect(CivilTime(year: 2023, month: 4, day: 31) == nil)
    #expect(CivilTime(year: 2023, month: 1, day: 1, hour: 24) == nil)
  }
}
