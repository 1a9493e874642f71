// SPDX-License-Identifier: GPL-3.0-or-later
import Declarative
import GtkCore
import PhotoLibrary
import Zoom

/// The pages that the program has.
enum Page: String, CaseIterable {
  case photos
  case feed
  case albums
}

/// What can become of a lifted picture that is let go of.
enum Release: String, CaseIterable {
  case viewer
  case `return`

  var action: ReleaseAction { self == .viewer ? .openViewer() : .snapBack }
}

/// A window's content: the header, the pages, and above all of it whatever is lifted.
struct MainView: View {
  let model: LibraryModel
  let window: WindowReference
  let pagesModel: PagesModel
  let release: Release
  @State private var pages = ViewStackProxy()
  @State private var viewer = ViewerProxy()
  @Environment(\.horizontalSizeClass) private var sizeClass

  var body: some View {
    ZoomContainer {
      ToastOverlay(message: Binding(get: { model.notice }, set: { model.notice = $0 })) {
        NavigationView(isDetailShown: isAlbumShown, onBackDone: model.dropAlbum) {
          VStack {
            header
            SearchBar(
              isOpen: isSearching, placeholder: tr("Search names, captions, places and dates"),
              onTextChange: model.search)
            switch model.state {
            case .reading: ReadingPage()
            case .failed(let error): FailurePage(error: error, openFolder: chooseFolder)
            case .ready: content
            }
          }
        } detail: {
          if let album = model.album {
            AlbumPage(name: album.name, list: model.albumList, model: model, pages: pagesModel)
          }
        }
        .onRelease(release.action)
      }
    } viewer: {
      SplitView(isPanelShown: model.showsInformation && model.viewed != nil, panelWidth: InformationPanel.width) {
        ZoomViewer(
          model.viewerList.photos, isComplete: model.isComplete,
          selection: Binding(get: { model.viewed }, set: { model.viewed = $0 }), proxy: viewer,
          label: model.spokenName(of:), picture: model.picture
        ) {
          ViewerControls(model: model, viewer: viewer, window: window)
        }
      } panel: {
        InformationPanel(details: model.details)
      }
    }
  }

  private var isAlbumShown: Binding<Bool> {
    Binding(get: { model.isAlbumOpen }, set: { if !$0 { model.closeAlbum() } })
  }

  private var isSearching: Binding<Bool> {
    Binding(get: { model.isSearching }, set: { model.isSearching = $0 })
  }

  private var header: some View {
    // Read here, so that the view follows what it is made of.
    let menu = menu
    return HeaderBar {
      if let results = model.results {
        WindowTitle(tr("Search"), subtitle: PhotoCount.text(results.photos.count))
      } else if sizeClass == .compact || model.state != .ready {
        WindowTitle(Identity.name)
      } else {
        ViewSwitcher(pages)
      }
    } start: {
      Button(icon: "folder-open-symbolic", label: tr("Open Folder"), action: chooseFolder)
      ToggleButton(icon: "system-search-symbolic", label: tr("Search"), isOn: isSearching)
    } end: {
      MenuButton(icon: "open-menu-symbolic", label: tr("Main Menu"), isPrimary: true) { menu }
    }
    .blursWhileZooming()
  }

  @ViewBuilder private var content: some View {
    if let results = model.results {
      SearchPage(list: results, model: model, pages: pagesModel)
    }
    ViewStack(
      pages,
      selection: Binding(
        get: { pagesModel.page.rawValue }, set: { pagesModel.page = Page(rawValue: $0) ?? pagesModel.page }),
      pages: [
        ViewStackPage(Page.photos.rawValue, title: tr("Photos"), icon: "view-grid-symbolic") {
          PhotosPage(list: model.library, viewed: model.viewed(in: .library), model: model, pages: pagesModel)
        },
        ViewStackPage(Page.feed.rawValue, title: tr("Feed"), icon: "view-list-symbolic") { FeedPage(model: model) },
        ViewStackPage(Page.albums.rawValue, title: tr("Albums"), icon: "folder-pictures-symbolic") {
          AlbumsPage(model: model)
        },
      ]
    )
    // It stays as it is behind what was found.
    .visible(model.results == nil)
    if let progress = model.progress { ReadingNote(progress: progress) }
    ViewSwitcherBar(pages, isRevealed: sizeClass == .compact && model.results == nil).blursWhileZooming()
  }

  private var menu: [MenuItem] {
    let problems = model.problems
    return [MenuItem(tr("Open Folder…"), action: chooseFolder)] + pagesModel.menu
      + (problems.isEmpty ? [] : [MenuItem(ProblemsPage.title(problems.count)) { [window] in window.show(problems) }])
      + [
        MenuItem(tr("State of Thumbnails"), action: model.tellThumbnailState),
        MenuItem(tr("About Aloft"), action: showAbout),
      ]
  }

  private func chooseFolder() {
    guard let window = window.window else { return }
    FolderChooser.show(over: window.widget, title: tr("Open Folder")) { [model] in model.open([$0]) }
  }

  private func showAbout() {
    guard let window = window.window else { return }
    AboutInformation(
      name: Identity.name, icon: Identity.icon, version: Identity.version, developer: tr("The Aloft developers"),
      comments: tr("Put two fingers on any picture, and it comes up with them.")
    ).show(over: window.widget)
  }
}

/// Tells how far files have been read, quietly, below the pages.
private struct ReadingNote: View {
  let progress: ReadingProgress

  var body: some View {
    ProgressBar(Double(progress.read) / Double(progress.all)).accessibilityLabel(text)
    Label(text).centered().styleClass("caption").styleClass("dim-label").padding(4)
  }

  private var text: String {
    tr("Reading %s of %s photos")
      .replacingFirst("%s", with: NumberText.count(progress.read))
      .replacingFirst("%s", with: NumberText.count(progress.all))
  }
}

/// Stands where the pages will be as long as folders are being listed.
private struct ReadingPage: View {
  var body: some View {
    Spinner()
      .frame(minimumWidth: 32, minimumHeight: 32)
      .expand()
      .align(horizontally: .center, vertically: .center)
  }
}

/// Says why there are no pictures, and offers others.
private struct FailurePage: View {
  let error: LibraryError
  let openFolder: () -> Void

  var body: some View {
    StatusPage(icon: icon, title: title, description: error.text) {
      Button(tr("Open Folder…"), action: openFolder)
        .styleClass("pill").styleClass("suggested-action").align(horizontally: .center)
    }
  }

  private var icon: String {
    switch error {
    case .noPictures: "image-x-generic-symbolic"
    case .notFound, .unreadable: "dialog-warning-symbolic"
    }
  }

  private var title: String {
    switch error {
    case .notFound: tr("Folder Not Found")
    case .unreadable: tr("Folder Cannot Be Opened")
    case .noPictures: tr("No Pictures")
    }
  }
}

extension LibraryError {
  /// One sentence for the user.
  var text: String {
    switch self {
    case .notFound(let path): tr("“%s” is not there.").replacingFirst("%s", with: path)
    case .unreadable(let path): tr("“%s” cannot be opened.").replacingFirst("%s", with: path)
    case .noPictures(let path): tr("There are no pictures in “%s”.").replacingFirst("%s", with: path)
    }
  }
}

extension IndexError {
  /// One sentence for the user.
  var text: String {
    switch self {
    case .newerVersion: tr("A newer version has indexed your photos: this one reads them each time it starts.")
    // TRANSLATORS: %s is a reason in the system’s words
    case .unusable(let reason):
      tr("Photos will be read anew at the next start (%s).").replacingFirst("%s", with: reason)
    }
  }
}
