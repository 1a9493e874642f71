// SPDX-License-Identifier: MIT
import CAdwaita

/// A video, which draws its present frame and plays by itself.
public final class MediaFile: Paintable {
  /// - Parameter path: of the file; what cannot be played shows nothing and reports `errorMessage`.
  public init(path: String) {
    super.init(taking: UnsafeMutableRawPointer(gtk_media_file_new_for_filename(path)))
  }

  private var stream: UnsafeMutablePointer<GtkMediaStream> { cast() }

  public var loops: Bool {
    get { gtk_media_stream_get_loop(stream) != 0 }
    set { gtk_media_stream_set_loop(stream, newValue.gboolean) }
  }

  public var isMuted: Bool {
    get { gtk_media_stream_get_muted(stream) != 0 }
    set { gtk_media_stream_set_muted(stream, newValue.gboolean) }
  }

  public var isPlaying: Bool {
    get { gtk_media_stream_get_playing(stream) != 0 }
    set { gtk_media_stream_set_playing(stream, newValue.gboolean) }
  }

  /// Why it does not play; nil as long as it does.
  public var errorMessage: String? {
    gtk_media_stream_get_error(stream).map { String(cString: $0.pointee.message) }
  }
}
