// SPDX-License-Identifier: GPL-3.0-or-later
import Declarative
import GtkCore
import PhotoLibrary
import Zoom

/// What lies above the picture in the viewer: the header, buttons at the sides, and why a picture cannot be shown.
struct ViewerControls: View {
  let model: LibraryModel
  let viewer: ViewerProxy
  let window: WindowReference
  @Environment(\.horizontalSizeClass) private var sizeClass

  /// Scales that the menu offers, in pixels of the device for one of the picture.
  private static let enlargements = [1.0, 2.0]

  var body: some View {
    viewer.menu = { menu + [MenuItem(tr("Information"), action: toggleInformation)] }
    viewer.keepsControls = model.showsInformation
    viewer.onDoubleClick = { [window] in window.toggleFullScreen() }
    return controls
  }

  @ViewBuilder private var controls: some View {
    let photo = model.viewedPhoto
    if let failure = photo.flatMap({ model.picture(for: $0).failure }) {
      FailureNote(reason: failure)
    }
    HeaderBar {
      WindowTitle(photo?.fileName ?? "", subtitle: place)
    } start: {
      Button(icon: "go-previous-symbolic", label: tr("Back"), action: viewer.close)
    } end: {
      MenuButton(title: viewer.enlargement.map(Self.percent) ?? "–", label: tr("Zoom")) {
        sizeClass == .compact ? zoomMenu + menu : zoomMenu
      }
      if sizeClass == .regular {
        Button(icon: "object-rotate-right-symbolic", label: tr("Turn Right")) { [viewer] in viewer.turn(quarters: 1) }
        Button(icon: "view-fullscreen-symbolic", label: tr("Full Screen")) { [window] in window.toggleFullScreen() }
      }
      Button(icon: "help-about-symbolic", label: tr("Information"), action: toggleInformation)
    }
    .styleClass("osd")
    .align(vertically: .start)
    if viewer.usesPointer && viewer.hasPrevious {
      SideButton(icon: "go-previous-symbolic", label: tr("Previous"), alignment: .start, action: viewer.showPrevious)
    }
    if viewer.usesPointer && viewer.hasNext {
      SideButton(icon: "go-next-symbolic", label: tr("Next"), alignment: .end, action: viewer.showNext)
    }
  }

  /// Between marks that have a percentage, which has no letters, stay as it is also where one reads from right to left.
  private static func percent(_ scale: Double) -> String { "\u{2068}\(ViewerText.percent(scale))\u{2069}" }

  private func toggleInformation() { model.showsInformation.toggle() }

  /// Where the photo stands among the others.
  private var place: String {
    guard let position = model.viewedPosition else { return "" }
    return ViewerText.place(position + 1, of: model.viewerList.photos.count)
  }

  private var zoomMenu: [MenuItem] {
    var items = [MenuItem(tr("Fit"), action: viewer.zoomToFit)]
    items += Self.enlargements.map { scale in
      MenuItem(Self.percent(scale)) { [viewer] in viewer.zoom(to: scale) }
    }
    return items + [MenuItem(tr("Zoom In"), action: viewer.zoomIn), MenuItem(tr("Zoom Out"), action: viewer.zoomOut)]
  }

  /// What else can be done with the picture; a narrow header has no room for it.
  private var menu: [MenuItem] {
    [
      MenuItem(tr("Turn Right")) { [viewer] in viewer.turn(quarters: 1) },
      MenuItem(tr("Turn Left")) { [viewer] in viewer.turn(quarters: -1) },
      MenuItem(tr("Full Screen")) { [window] in window.toggleFullScreen() },
    ]
  }
}

extension LibraryModel {
  /// What a screen reader calls a photo in the viewer; of one that cannot be shown it says why.
  func spokenName(of photo: Photo) -> String {
    picture(for: photo).failure.map { "\(photo.fileName): \($0)" } ?? photo.spokenName
  }
}

/// A round button at one side of the picture.
private struct SideButton: View {
  let icon: String
  let label: String
  let alignment: Alignment
  let action: () -> Void

  var body: some View {
    Button(icon: icon, label: label, action: action)
      .styleClass("osd").styleClass("circular").styleClass("viewer-side")
      .padding(12)
      .align(horizontally: alignment, vertically: .center)
  }
}

/// Stands where a picture would be.
private struct FailureNote: View {
  let reason: String

  var body: some View {
    VStack(spacing: 12) {
      Icon("image-missing-symbolic", size: 64)
      Label(reason).wrapping().centered()
    }
    .styleClass("viewer-note").styleClass("viewer-lasting")
    .padding(24)
    .align(horizontally: .center, vertically: .center)
  }
}
