import Foundation
import Testing

@testable import Oriel

@Suite("Plural categories") struct PluralCategoryTests {
  private static let numbers =
    Array(0...130) + [1000, 2000, 5000, 21_000, 42_000, 100_000, 1_000_000, 2_000_000, 3_000_001]
  private static let letters: [Character: PluralCategory] = [
    "z": .zero, "o": .one, "t": .two, "f": .few, "m": .many, "x": .other,
  ]

  private static let rules: [(language: String, categories: [PluralCategory])] = {
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Fixtures/plurals.txt")
    let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
    return text.split(separator: "\n").filter { !$0.hasPrefix("#") }.flatMap { line in
      let sides = line.split(separator: ":")
      let categories = sides[1].compactMap { letters[$0] }
      return sides[0].split(separator: " ").map { (String($0), categories) }
    }
  }()

  @Test func `are those that another implementation of CLDR has, in every language`() {
    #expect(Self.rules.count > 150)
    for (language, categories) in Self.rules {
      #expect(Self.numbers.map { PluralCategory.of($0, in: language) } == categories, "\(language)")
    }
  }

  @Test func `do not depend on region, script or sign`() {
    #expect(PluralCategory.of(2, in: "pl-PL") == .few)
    #expect(PluralCategory.of(0, in: "pt-BR") == .one)
    #expect(PluralCategory.of(0, in: "pt-PT") == .other)
    #expect(PluralCategory.of(1, in: "zh-Hant-TW") == .other)
    #expect(PluralCategory.of(-1, in: "en") == .one)
    #expect(PluralCategory.of(.min, in: "") == .other)
  }
}
