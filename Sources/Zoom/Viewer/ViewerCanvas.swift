// SPDX-License-Identifier: MIT
import Declarative
import Geometry
import GtkCore
import ZoomModel

#if canImport(Glibc)
  import Glibc
#endif

/// Draws the row of pictures and takes the input for it.
final class ViewerCanvas: CustomWidget {
  /// How far from the picture that is looked at others are made ready.
  private static let readyPlaces = 2
  /// One step of a key or button.
  private static let scalePerStep = exp2(0.5)
  /// Seconds in which a picture fades whose source is not on screen.
  private static let fadeDuration = ZoomMotion.standard.fadeDuration
  /// Stand for the pointer, and for the fingers on a touchpad; no touch has these.
  private static let pointerFinger = FingerID(.max)
  private static let padFingers = (FingerID(.max - 1), FingerID(.max - 2))
  /// From a touchpad's pointer to each of its two fingers at first, in logical pixels: only their ratio counts.
  private static let padReach = 100.0
  /// Behind what can be seen through, in logical pixels.
  private static let squareSide = 8.0
  private static let squareColors = (
    Color(red: 0.4, green: 0.4, blue: 0.4), Color(red: 0.6, green: 0.6, blue: 0.6)
  )
  /// How far a click of the wheel moves the picture, as a share of the room.
  private static let clickShare = 0.1

  /// The source's crop, as far as it is not open yet.
  private struct Crop {
    /// Of the picture: (0, 0, 1, 1) is all of it.
    var part: Rect
    var cornerRadius: Double
    /// The model's openness when it began.
    var start: Double
  }

  weak var viewer: ViewerWidget?
  private var model: ViewerModel?
  private var pictures: [ViewerPicture] = []
  private var crop: Crop?
  private var fade: Fade?
  /// What was asked for while it was not known how large the picture is, as a ratio of pixels.
  private var wantedEnlargement: Double?
  private var isTicking = false
  private var isTelling = false
  private var isPointerDragging = false
  /// When it last told whether the page can be seen.
  private var wasOpaque = false
  private var tracker: TouchTracker?
  private var pointerTracker: PointerTracker?
  private var timer: MainLoop.Timer?

  init() {
    super.init(cssName: "viewer-canvas")
    drawsOutsideItsBounds = false
    isFocusable = true
    setAccessibleRole(.image)
    tracker = TouchTracker(on: self) { [weak self] in self?.handle($0) ?? false }
    pointerTracker = PointerTracker(on: self) { [weak self] in self?.handle($0) ?? false }
    onPointerDrag { [weak self] in self?.drag($0) }
    onPointerClick { [weak self] count, _ in if count == 2 { self?.viewer?.proxy.onDoubleClick?() } }
    onPointerClick(.secondary) { [weak self] _, point in self?.viewer?.showMenu(at: point) }
  }

  // MARK: What is shown

  /// The picture lies in the middle of the room, as large as it can be seen whole.
  func layout(for content: any PictureContent) -> ViewerLayout {
    let pixels = content.paintable.intrinsicSize
    return ViewerLayout(room: size, pictureSize: pixels * (1 / Double(scaleFactor)))
  }

  private var current: ViewerPicture? { pictures.first { $0.place == 0 } }

  /// Where it is going; nil as long as it is not known how large the picture is.
  var enlargement: Double? {
    guard let model, let current, !current.content.hasAssumedSize else { return nil }
    return model.target.scale / model.layout.actualScale
  }
  var isInMotion: Bool { fade != nil || model?.isInMotion == true }
  var isZoomedIn: Bool { model.map { !$0.layout.isAtFit($0.target) } ?? false }

  var backdropOpacity: Double { model?.backdropOpacity ?? 1 }

  /// Whether nothing behind it can be seen.
  var isOpaque: Bool { fade == nil && (model?.backdropOpacity ?? 0) == 1 }

  /// The scale that pixels are needed for: where the picture is going.
  var restingScale: Double { model?.target.scale ?? 1 }

  /// Where pixels are needed.
  var shownPart: Rect { part { $0.target } }

  /// What can be seen at present.
  var seenPart: Rect { part { $0.shown } }

  private func part(_ transform: (ViewerModel) -> Similarity) -> Rect {
    guard let model else { return Rect(x: 0, y: 0, width: 1, height: 1) }
    let whole = model.layout.reference
    return transform(model).inverse.bounds(of: Rect(.zero, size)).intersection(whole).part(of: whole)
  }

  func open(_ picture: any PictureContent, from opening: ViewerOpening?, at time: Double) {
    let layout = layout(for: picture)
    fade = nil
    wantedEnlargement = nil
    guard let opening, animationsEnabled, !size.isEmpty else {
      crop = nil
      model = ViewerModel(layout: layout, at: time)
      return
    }
    model = ViewerModel(
      opening: layout, from: opening.transform(of: layout.reference), velocity: opening.velocity,
      openness: opening.backdropOpacity, at: time)
    crop = Crop(
      part: opening.shownRect.part(of: opening.whole),
      cornerRadius: opening.cornerRadius * layout.reference.size.width / opening.whole.size.width,
      start: opening.backdropOpacity)
    startTicking()
  }

  /// How the picture is shown now, on its way out.
  func closing(velocity: MotionVelocity) -> ViewerOpening? {
    guard let model, !model.layout.reference.isEmpty else { return nil }
    let reference = model.layout.reference
    return ViewerOpening(
      whole: reference, shownRect: reference, cornerRadius: 0,
      shown: model.shown.then(Similarity(translation: Point(model.pageOffset, 0))), velocity: velocity,
      backdropOpacity: model.backdropOpacity)
  }

  /// Fades away, and then calls `done`.
  func fade(at time: Double, done: @escaping () -> Void) {
    guard animationsEnabled, isMapped else { return done() }
    fade = Fade(startTime: time, duration: Self.fadeDuration)
    changed()
    onEachFrame { [weak self] time in
      guard let self, let fade = self.fade else { return false }
      self.queueDraw()
      guard fade.opacity(at: time) == 0 else { return true }
      done()
      return false
    }
  }

  func turnPage(by step: Int, to picture: any PictureContent, isSliding: Bool, at time: Double) {
    crop = nil
    wantedEnlargement = nil
    model?.animates = animationsEnabled
    model?.turnPage(by: step, to: layout(for: picture), isSliding: isSliding, at: time)
    changed()
  }

  /// Keeps the pictures around the one that is looked at ready.
  func showRow(_ picture: (Int) -> (SourceID, any PictureContent)?) {
    var kept: [ViewerPicture] = []
    for place in -Self.readyPlaces...Self.readyPlaces {
      guard let (id, content) = picture(place) else { continue }
      if let known = pictures.first(where: { $0.id == id }), known.content === content {
        known.place = place
        kept.append(known)
      } else {
        kept.append(ViewerPicture(id: id, content: content, place: place, in: self))
      }
    }
    let gone = pictures.filter { old in !kept.contains { $0 === old } }
    pictures = kept
    for picture in gone { picture.end() }
    model?.hasLeft = pictures.contains { $0.place == -1 }
    model?.hasRight = pictures.contains { $0.place == 1 }
    changed()
  }

  func forgetPictures() {
    for picture in pictures { picture.end() }
    pictures = []
    model = nil
    crop = nil
    fade = nil
    wasOpaque = false
    queueDraw()
  }

  func sizeChanged(of picture: ViewerPicture) {
    guard picture.place == 0 else { return changed() }
    model?.change(to: layout(for: picture.content), at: frameTime)
    if let wantedEnlargement { zoom(toEnlargement: wantedEnlargement) } else { changed() }
  }

  override func allocate(width: Int, height: Int) {
    super.allocate(width: width, height: height)
    guard let current else { return }
    let layout = layout(for: current.content)
    if model?.layout.room != layout.room {
      model?.change(to: layout, at: frameTime)
      viewer?.tellProxy()
    }
    for picture in pictures { picture.content.showingChanged() }
    viewer?.tellProxy()
  }

  /// Something has moved, or is about to.
  private func changed() {
    queueDraw()
    startTicking()
    if !isTelling {
      isTelling = true
      // Fingers send several events in a frame.
      onNextFrame { [weak self] in self?.tell() }
    }
    timer?.cancel()
    timer = model?.deadline.map { deadline in
      MainLoop.after(seconds: deadline - MainLoop.now) { [weak self] in
        self?.change { $0.timePassed(to: deadline) }
      }
    }
  }

  /// Tells all that depend on what is shown.
  private func tell() {
    isTelling = false
    if isOpaque != wasOpaque {
      wasOpaque = isOpaque
      viewer?.store?.viewerChanged()
    }
    for picture in pictures { picture.content.showingChanged() }
    viewer?.tellProxy()
    viewer?.followBackdrop()
  }

  private func change(_ body: (inout ViewerModel) -> [ViewerModel.Event]) {
    guard var model, fade == nil else { return }
    wantedEnlargement = nil
    model.animates = animationsEnabled
    let events = body(&model)
    self.model = model
    for event in events {
      switch event {
      case .dismiss(let velocity): viewer?.close(velocity: velocity)
      case .turnPage(let step): viewer?.slide(by: step, at: frameTime)
      // A mouse that is held still has another button for it.
      case .longPress(let point): if tracker?.hasFingers == true { viewer?.showMenu(at: point) }
      }
    }
    changed()
  }

  private func startTicking() {
    guard !isTicking, model?.needsFrames == true else { return }
    isTicking = true
    onEachFrame { [weak self] time in
      guard let self else { return false }
      self.model?.frame(at: time)
      if self.model?.openness == 1 { self.crop = nil }
      self.isTicking = self.model?.needsFrames == true
      self.queueDraw()
      self.current?.content.showingChanged()
      self.viewer?.followBackdrop()
      if !self.isTicking { self.changed() }
      return self.isTicking
    }
  }

  // MARK: Drawing

  override func draw(into snapshot: Snapshot) {
    guard let model else { return }
    snapshot.withOpacity(fade?.opacity(at: frameTime) ?? 1) {
      if model.backdropOpacity > 0 && !isRoomCovered(model) {
        snapshot.fill(Rect(.zero, size), with: .black.opacity(model.backdropOpacity))
      }
      for picture in pictures { draw(picture, model, into: snapshot) }
    }
  }

  /// Whether the picture leaves nothing of the backdrop to be seen: filling a window costs as much as the picture does
  /// where there is no graphics card.
  private func isRoomCovered(_ model: ViewerModel) -> Bool {
    guard let current, current.content.isOpaque, crop == nil, model.pageOffset == 0 else { return false }
    // Turned otherwise, its bounds have corners that it has not; so much is rounding.
    guard abs(model.shown.angle.remainder(dividingBy: .pi / 2)) < 1e-9 else { return false }
    return model.shown.bounds(of: model.layout.reference).contains(Rect(.zero, size))
  }

  private func draw(_ picture: ViewerPicture, _ model: ViewerModel, into snapshot: Snapshot) {
    let isCurrent = picture.place == 0
    let layout = isCurrent ? model.layout : layout(for: picture.content)
    let resting = isCurrent ? model.shown : departedTransform(of: picture, model) ?? layout.fit()
    let shown = resting.then(Similarity(translation: Point(model.pageOffset + Double(picture.place) * model.stride, 0)))
    guard !shown.bounds(of: layout.reference).intersection(Rect(.zero, size)).isEmpty else { return }
    snapshot.saved {
      // Turned and moved by a transform, but scaled by its size, so that the paintable knows how large it is drawn.
      var placing = Similarity(scale: 1, angle: shown.angle, translation: shown.translation)
      var whole = layout.reference.scaled(by: shown.scale)
      if !model.isInMotion {
        // A picture at rest has its pixels where the device has its own.
        placing.translation = snapped(placing.translation)
        // However thin it is, it can be seen.
        let pixel = 1 / Double(scaleFactor)
        whole = Rect(
          snapped(whole.origin), Size(max(pixel, snapped(whole.size.width)), max(pixel, snapped(whole.size.height))))
      }
      snapshot.apply(placing)
      guard isCurrent, let crop else {
        return Self.draw(picture.content, in: whole, groundOpacity: model.backdropOpacity, into: snapshot)
      }
      let progress = crop.start < 1 ? (model.openness - crop.start) / (1 - crop.start) : 1
      let clip = crop.part.scaled(to: whole).interpolated(to: whole, by: progress)
      snapshot.clipped(to: clip, cornerRadius: crop.cornerRadius * shown.scale * (1 - progress)) {
        Self.draw(picture.content, in: whole, groundOpacity: model.backdropOpacity, into: snapshot)
      }
    }
  }

  private static func draw(
    _ content: any PictureContent, in rect: Rect, groundOpacity: Double, into snapshot: Snapshot
  ) {
    if content.isTransparent { drawCheckerboard(in: rect, opacity: groundOpacity, into: snapshot) }
    snapshot.draw(content.paintable, in: rect)
  }

  private func snapped(_ point: Point) -> Point { Point(snapped(point.x), snapped(point.y)) }

  /// Rounded to whole device pixels.
  private func snapped(_ length: Double) -> Double { (length * Double(scaleFactor)).rounded() / Double(scaleFactor) }

  /// What a picture stands on that can be seen through: neither black nor white, so that both can be told from it.
  private static func drawCheckerboard(in rect: Rect, opacity: Double, into snapshot: Snapshot) {
    let tile = Rect(rect.origin, Size(2 * squareSide, 2 * squareSide))
    let square = Rect(rect.origin, Size(squareSide, squareSide))
    snapshot.repeated(tile, in: rect) {
      snapshot.fill(tile, with: squareColors.0.opacity(opacity))
      for offset in [Point.zero, Point(squareSide, squareSide)] {
        snapshot.fill(square.offset(by: offset), with: squareColors.1.opacity(opacity))
      }
    }
  }

  private func departedTransform(of picture: ViewerPicture, _ model: ViewerModel) -> Similarity? {
    model.departed?.place == picture.place ? model.departed?.shown : nil
  }

  // MARK: Fingers

  private func handle(_ touch: Touch) -> Bool {
    guard model != nil, fade == nil else { return false }
    viewer?.noticeTouch(at: touch.time)
    let finger = FingerID(UInt(bitPattern: touch.finger))
    change { model in
      switch touch.phase {
      case .began: model.down(finger, at: touch.location, time: touch.time)
      case .moved: model.move(finger, to: touch.location, time: touch.time)
      case .ended: model.up(finger, time: touch.time)
      case .cancelled: model.cancel(finger, time: touch.time)
      }
    }
    if touch.phase == .began { tracker?.claim(touch.finger) }
    return true
  }

  /// No finger is known any more: the viewer is not on screen.
  func reset() {
    tracker?.reset()
    pointerTracker?.reset()
    timer?.cancel()
    model?.cancelAll(at: MainLoop.now)
  }

  // MARK: Pointer

  private func drag(_ event: PointerDragEvent) {
    viewer?.showControlsForAWhile()
    if event.phase == .began { isPointerDragging = isZoomedIn }
    guard isPointerDragging else { return }
    change { model in
      switch event.phase {
      case .began: model.down(Self.pointerFinger, at: event.location, time: event.time)
      case .moved: model.move(Self.pointerFinger, to: event.location, time: event.time)
      case .ended: model.up(Self.pointerFinger, time: event.time)
      case .cancelled: model.cancel(Self.pointerFinger, time: event.time)
      }
    }
  }

  private func handle(_ event: PointerEvent) -> Bool {
    guard model != nil, fade == nil else { return false }
    switch event {
    case .scroll(let event):
      scroll(event)
      return true
    case .gesture(let gesture):
      if case .pinch = gesture.kind { pinch(gesture) } else { swipe(gesture) }
      return true
    case .motion, .modifiers: return false
    }
  }

  private func scroll(_ event: ScrollEvent) {
    guard event.phase == .moved else {
      return change { model in
        model.endPan(at: event.time)
        return []
      }
    }
    switch (event.source, event.modifiers.contains(.control)) {
    case (.wheel, false), (.touchpad, true):
      let factor = WheelScale.factor(clicks: WheelScale.clicks(of: event))
      zoom(by: factor, about: event.location, at: event.time)
    case (.wheel, true): pan(by: event.delta * -(size.height * Self.clickShare), at: event.time)
    case (.touchpad, false): pan(by: event.delta * -1, at: event.time)
    }
  }

  private func pinch(_ gesture: TouchpadGesture) {
    let around = Similarity(scale: gesture.scale, angle: gesture.angle, translation: gesture.location)
    let points = (around.apply(to: Point(-Self.padReach, 0)), around.apply(to: Point(Self.padReach, 0)))
    let (first, second) = Self.padFingers
    change { model in
      switch gesture.phase {
      case .began:
        model.down(first, at: points.0, time: gesture.time) + model.down(second, at: points.1, time: gesture.time)
      case .moved:
        model.move(first, to: points.0, time: gesture.time) + model.move(second, to: points.1, time: gesture.time)
      case .ended: model.up(first, time: gesture.time) + model.up(second, time: gesture.time)
      case .cancelled: model.cancel(first, time: gesture.time) + model.cancel(second, time: gesture.time)
      }
    }
  }

  /// Several fingers on a touchpad move the row as one on the screen would.
  private func swipe(_ gesture: TouchpadGesture) {
    let start = gesture.location - gesture.offset
    let place = start + Point(gesture.offset.x, 0)
    change { model in
      switch gesture.phase {
      case .began: model.down(Self.pointerFinger, at: place, time: gesture.time)
      case .moved: model.move(Self.pointerFinger, to: place, time: gesture.time)
      case .ended: model.up(Self.pointerFinger, time: gesture.time)
      case .cancelled: model.cancel(Self.pointerFinger, time: gesture.time)
      }
    }
  }

  // MARK: Commands

  func zoom(by factor: Double, about point: Point, at time: Double) {
    change { model in
      model.zoom(by: factor, about: point, at: time)
      return []
    }
  }

  func zoom(steps: Int) {
    zoom(by: pow(Self.scalePerStep, Double(steps)), about: Rect(.zero, size).center, at: frameTime)
  }

  func zoom(toEnlargement enlargement: Double?) {
    let time = frameTime
    change { model in
      model.zoom(toEnlargement: enlargement, at: time)
      return []
    }
    if current?.content.hasAssumedSize == true { wantedEnlargement = enlargement }
  }

  func turn(quarters: Int) {
    let time = frameTime
    change { model in
      model.turn(quarters: quarters, at: time)
      return []
    }
  }

  func pan(by delta: Point, at time: Double) {
    change { model in
      model.pan(by: delta, at: time)
      return []
    }
  }
}
