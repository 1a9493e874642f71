// SPDX-License-Identifier: MIT
import Geometry

/// A handle at the side of a grid, which tells where one is and is dragged to somewhere else, past marks of what is
/// there. It comes when the grid is scrolled and when the pointer is near; its marks when it is held, too.
final class Scrubber {
  /// In logical pixels: wide enough for a finger, which gets no picture there.
  static let stripWidth = 24
  /// How near to that side the pointer brings it up, in logical pixels.
  static let nearDistance = 72.0

  /// Of the handle, in logical pixels.
  private static let handleSize = (width: 8, height: 48)
  /// Above and below the way of the handle, in logical pixels.
  private static let inset = 4
  /// Between the strip and what stands beside it, in logical pixels.
  private static let textGap = 4
  /// Between marks, in logical pixels.
  private static let markGap = 8
  /// Seconds that it stays after the grid has been scrolled: long enough to reach for it.
  private static let lingerTime = 1.5

  /// What a section is called.
  typealias Text = (full: String, short: String)

  private let strip = PlacingWidget(cssName: "scrubber")
  private let handle = CustomWidget(cssName: "handle")
  private let texts = PlacingWidget(cssName: "scrubber-texts")
  private let bubble = LabelWidget()
  private var marks: [Mark] = []
  private var spareMarks: [LabelWidget] = []
  /// What the marks have been made for.
  private var marked: SectionGridLayout?
  private var lingerTimer: MainLoop.Timer?
  /// Where the handle is held, from its top; nil while it is not.
  private var grip: Double?
  private var layout = SectionGridLayout.empty
  private var offset = 0.0

  /// Scrolls to a part of the way, from 0 to 1.
  var onScrub: ((Double) -> Void)?
  /// What a section is called.
  var text: ((Int) -> Text)? {
    didSet { marked = nil }
  }

  private struct Mark {
    let label: LabelWidget
    /// From 0 to 1.
    let part: Double
  }

  init() {
    ScrubberStyle.install()
    strip.adopt(handle)
    texts.isTarget = false
    bubble.addStyleClass("bubble")
    texts.adopt(bubble)
    strip.onAllocate = { [weak self] _, height in self?.placeHandle(height: height) }
    texts.onAllocate = { [weak self] width, height in self?.placeTexts(width: width, height: height) }
    strip.onDrag { [weak self] in self?.drag($0) }
    update()
  }

  /// What it consists of, each above the one before: what stands beside the strip, which fills the grid and lets input
  /// through, and the strip.
  var widgets: (texts: Widget, strip: Widget) { (texts, strip) }

  /// Whether it is there all the time.
  var isLasting = false {
    didSet { if isLasting != oldValue { update() } }
  }

  var isPointerNear = false {
    didSet {
      guard isPointerNear != oldValue else { return }
      if !isPointerNear { linger() }
      update()
    }
  }

  /// The grid has been scrolled, or arranged anew.
  ///
  /// - Parameter isScrolled: whether the user is to see that
  func follow(_ layout: SectionGridLayout, offset: Double, isScrolled: Bool) {
    (self.layout, self.offset) = (layout, offset)
    if isScrolled { linger() }
    update()
    strip.queueAllocate()
    texts.queueAllocate()
  }

  private func linger() {
    lingerTimer = MainLoop.after(seconds: Self.lingerTime) { [weak self] in
      self?.lingerTimer = nil
      self?.update()
    }
  }

  private func update() {
    let isUsed = canScroll && (grip != nil || isPointerNear)
    let isShown = canScroll && (isUsed || isLasting || lingerTimer != nil)
    if strip.isTarget != isShown { strip.isTarget = isShown }
    strip.setStyleClass("shown", isShown)
    strip.setStyleClass("held", grip != nil)
    texts.setStyleClass("shown", isUsed)
    bubble.isShownByParent = grip != nil && text != nil
  }

  // MARK: Dragging

  /// How far the grid can be scrolled.
  private var range: Double { Double(layout.height) - strip.size.height }
  /// How far the handle can go.
  private var way: Double { strip.size.height - Double(2 * Self.inset + Self.handleSize.height) }
  private var canScroll: Bool { range > 0 && way > 0 }

  /// The top of the handle where a part of the grid has been scrolled through.
  private func handleTop(at part: Double) -> Double { Double(Self.inset) + part * max(0, way) }

  private var part: Double { canScroll ? min(max(0, offset / range), 1) : 0 }

  private func drag(_ event: DragEvent) {
    switch event.phase {
    case .began:
      let fromTop = event.location.y - handleTop(at: part)
      let height = Double(Self.handleSize.height)
      let isOnHandle = fromTop >= 0 && fromTop < height
      grip = isOnHandle ? fromTop : height / 2
      if !isOnHandle { scrub(to: event.location.y) }
    case .moved: scrub(to: event.location.y)
    case .ended, .cancelled:
      grip = nil
      linger()
    }
    update()
    texts.queueAllocate()
  }

  private func scrub(to y: Double) {
    guard let grip, canScroll else { return }
    onScrub?(min(max(0, (y - grip - Double(Self.inset)) / way), 1))
  }

  // MARK: Places

  private func placeHandle(height: Int) {
    update()
    let (width, height) = Self.handleSize
    handle.place(
      x: (Self.stripWidth - width) / 2, y: Int(handleTop(at: part).rounded()), width: width, height: height)
  }

  private func placeTexts(width: Int, height: Int) {
    guard let text, canScroll, layout.sectionCount > 0 else { return }
    if marked != layout { makeMarks(text) }
    // What is named in full needs no mark.
    var covered = 0..<0
    if grip != nil {
      bubble.text = text(layout.section(at: Int(offset) + layout.metrics.headingHeight)).full
      let size = texts.naturalSize(of: bubble)
      let y = min(max(0, middle(at: part) - size.height / 2), max(0, height - size.height))
      covered = y..<y + size.height
      placeBesideStrip(bubble, size, y: y, width: width)
    }
    var lastBottom = -Self.markGap
    for mark in marks {
      let size = texts.naturalSize(of: mark.label)
      let y = middle(at: mark.part) - size.height / 2
      let fits = y >= lastBottom + Self.markGap && y >= 0 && y + size.height <= height
      mark.label.isShownByParent = fits && !covered.overlaps(y..<y + size.height)
      guard fits else { continue }
      lastBottom = y + size.height
      placeBesideStrip(mark.label, size, y: y, width: width)
    }
  }

  private func middle(at part: Double) -> Int {
    Int(handleTop(at: part).rounded()) + Self.handleSize.height / 2
  }

  private func placeBesideStrip(_ label: Widget, _ size: (width: Int, height: Int), y: Int, width: Int) {
    let fromEnd = Self.stripWidth + Self.textGap
    label.place(
      x: texts.isRightToLeft ? fromEnd : width - fromEnd - size.width, y: y, width: size.width,
      height: size.height)
  }

  /// One for the first section of each text.
  private func makeMarks(_ text: (Int) -> Text) {
    marked = layout
    spareMarks += marks.map(\.label)
    marks = []
    var last: String?
    for section in 0..<layout.sectionCount {
      let short = text(section).short
      guard short != last else { continue }
      last = short
      let label = spareMarks.popLast() ?? makeMarkLabel()
      label.text = short
      marks.append(Mark(label: label, part: min(1, Double(layout.top(of: section)) / range)))
    }
    for label in spareMarks { label.isShownByParent = false }
  }

  private func makeMarkLabel() -> LabelWidget {
    let label = LabelWidget()
    label.addStyleClass("mark")
    texts.adopt(label)
    // Above the marks.
    texts.disown(bubble)
    texts.adopt(bubble)
    return label
  }
}

/// Places its children as it is told while it is given its own place.
private final class PlacingWidget: CustomWidget {
  var onAllocate: ((_ width: Int, _ height: Int) -> Void)?

  override var isHeightForWidth: Bool { false }

  override func measure(_ orientation: Orientation, for size: Int) -> Measurement {
    Measurement(minimum: 0, natural: 0)
  }

  override func allocate(width: Int, height: Int) { onAllocate?(width, height) }

  func naturalSize(of child: Widget) -> (width: Int, height: Int) {
    let width = child.measurement(.horizontal).natural
    return (width, child.measurement(.vertical, for: width).natural)
  }
}

extension SectionGridLayout {
  static let empty = SectionGridLayout(
    itemCounts: [],
    metrics: Metrics(
      width: 0, cellSize: GridCellSize(leastEdge: 1, greatestColumnCount: 1), spacing: 0, inset: 0, headingHeight: 0))
}

/// Of grids with scrubbers.
private enum ScrubberStyle {
  private static var isInstalled = false

  static func install() {
    guard !isInstalled else { return }
    isInstalled = true
    Desktop.addStyle(
      """
      gridheading { background: @window_bg_color; }
      scrubber, scrubber-texts { opacity: 0; transition: opacity 200ms ease-out; }
      scrubber.shown, scrubber-texts.shown { opacity: 1; }
      scrubber handle {
        border-radius: 4px; background: alpha(@window_fg_color, 0.5);
        box-shadow: 0 0 0 1px alpha(@window_bg_color, 0.6); transition: background 200ms ease-out;
      }
      scrubber:hover handle { background: alpha(@window_fg_color, 0.7); }
      scrubber.held handle { background: @accent_bg_color; }
      scrubber-texts label { border-radius: 99px; color: white; }
      scrubber-texts .mark { padding: 2px 10px; font-size: smaller; background: alpha(black, 0.6); }
      scrubber-texts .bubble { padding: 8px 16px; font-weight: bold; background: black; }
      """)
  }
}
