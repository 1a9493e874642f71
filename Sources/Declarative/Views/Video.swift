// SPDX-License-Identifier: MIT
import GtkCore
import Observation

/// A video, which plays as long as it is on screen, without sound, over and over; or why it cannot be played.
public struct Video: View {
  private let path: String
  @State private var players = VideoPlayers()

  /// - Parameter path: of the file.
  public init(path: String) { self.path = path }

  public var body: some View {
    let player = players.player(for: path)
    if let failure = player.failure {
      Label(failure).wrapping().centered()
    } else {
      PictureView(player)
    }
  }
}

/// Keeps a video from one evaluation of its view to the next.
private final class VideoPlayers {
  private var current: VideoPlayer?

  func player(for path: String) -> VideoPlayer {
    if let current, current.path == path { return current }
    let player = VideoPlayer(path: path)
    current = player
    return player
  }
}

/// Plays a video while it is shown.
@Observable
private final class VideoPlayer: PictureContent {
  @ObservationIgnored let path: String
  /// Why it cannot be played; nil as long as nothing is wrong.
  private(set) var failure: String?
  @ObservationIgnored private let file: MediaFile
  @ObservationIgnored private var viewers: Set<ObjectIdentifier> = []

  init(path: String) {
    self.path = path
    file = MediaFile(path: path)
    file.loops = true
    file.isMuted = true
    file.on("notify::error") { [weak self] in self?.failure = self?.file.errorMessage }
  }

  var paintable: Paintable { file }

  func beginShowing(in viewer: any PictureViewer) {
    viewers.insert(ObjectIdentifier(viewer))
    file.isPlaying = true
  }

  func endShowing(in viewer: any PictureViewer) {
    viewers.remove(ObjectIdentifier(viewer))
    if viewers.isEmpty { file.isPlaying = false }
  }

  func showingChanged() {}
}
