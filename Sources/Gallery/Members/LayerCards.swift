import Oriel

extension Card {
  static var layers: [Card] {
    [
      Card("cover", "A cover") { $0.present(.fullScreenCover(again)) },
      Card("cover-at-once", "A cover, at once") { $0.present(.fullScreenCover(again), animated: false) },
      Card("cover-scale", "A cover that grows") { $0.present(.fullScreenCover(again), transition: .scale) },
      Card("cover-opacity", "A cover that fades in") { $0.present(.fullScreenCover(again), transition: .opacity) },
      Card("sheet", "A sheet") { $0.present(.sheet(again)) },
      Card("sheet-at-once", "A sheet, at once") { $0.present(.sheet(again), animated: false) },
      Card("bottom-sheet", "A bottom sheet") { $0.present(.sheet(again, detents: [.medium])) },
      Card("two-heights", "A sheet of two heights") { $0.present(.sheet(again, detents: [.medium, .large])) },
      Card("dismiss", "Dismiss what is on top") { $0.dismiss() },
    ]
  }

  private static var again: any NavigationModel { .stacked(CardsModel(list: .commands)) }
}
