// SPDX-License-Identifier: MIT
//
// The least that a program can do to have fingers move a picture:
//
//   pinch page WIDTH PHOTO…
//   pinch viewer WIDTH PHOTO
//
// On a page, the photos lie still, like those of the app's feed. While two fingers are down, it is darkened by a
// translucent rectangle, above which the first photo is drawn as one texture, WIDTH pixels wide, under the similarity
// that the fingers give it.
//
// A viewer has nothing but the one photo as such a texture on black, and it stays where one finger or two have left it.

#include <adwaita.h>
#include <complex.h>

// What the app's feed has, in logical pixels.
#define PAGE_WIDTH 640
// The app's backdrop: its greatest opacity, reached at scale 2.
#define DARKEST 0.77

// Takes z to factor · z + shift.
typedef struct {
  double complex factor, shift;
} Similarity;

typedef struct {
  GtkWidget parent;
  // A page with the picture on it; neither in a viewer.
  GtkWidget *page;
  GtkWidget *picture;
  GdkTexture *texture;
  GdkEventSequence *fingers[2];
  // Where the fingers were when the last one came or went, and are now.
  double complex start[2], now[2];
  Similarity placed;  // the picture's, at that time
} Pinch;

typedef struct {
  GtkWidgetClass parent;
} PinchClass;

G_DEFINE_TYPE(Pinch, pinch, GTK_TYPE_WIDGET)

static void pinch_measure(GtkWidget *widget, GtkOrientation orientation, int size, int *minimum, int *natural,
                          int *minimum_baseline, int *natural_baseline) {
  GtkWidget *page = ((Pinch *)widget)->page;
  if (page) gtk_widget_measure(page, orientation, size, minimum, natural, minimum_baseline, natural_baseline);
}

static void pinch_allocate(GtkWidget *widget, int width, int height, int baseline) {
  GtkWidget *page = ((Pinch *)widget)->page;
  if (page) gtk_widget_allocate(page, width, height, baseline, NULL);
}

static Similarity place(Pinch *self) {
  double complex factor = 1, shift = 0;
  if (self->fingers[0] && self->fingers[1]) {
    factor = (self->now[1] - self->now[0]) / (self->start[1] - self->start[0]);
    shift = self->now[0] - factor * self->start[0];
  } else if (self->fingers[0] || self->fingers[1]) {
    int finger = self->fingers[0] ? 0 : 1;
    shift = self->now[finger] - self->start[finger];
  }
  return (Similarity){factor * self->placed.factor, factor * self->placed.shift + shift};
}

// Where the picture is drawn unless fingers have moved it.
static graphene_rect_t fit(Pinch *self) {
  double width = gtk_widget_get_width(GTK_WIDGET(self)), height = gtk_widget_get_height(GTK_WIDGET(self));
  double ratio = gdk_paintable_get_intrinsic_aspect_ratio(GDK_PAINTABLE(self->texture));
  double shown_width = MIN(width, height * ratio), shown_height = shown_width / ratio;
  return GRAPHENE_RECT_INIT((width - shown_width) / 2, (height - shown_height) / 2, shown_width, shown_height);
}

static void pinch_snapshot(GtkWidget *widget, GtkSnapshot *snapshot) {
  Pinch *self = (Pinch *)widget;
  Similarity placed = place(self);
  graphene_rect_t bounds = fit(self);
  double opacity = 1;
  if (self->page) {
    gtk_widget_snapshot_child(widget, self->page, snapshot);
    if (!self->fingers[0] || !self->fingers[1] || !gtk_widget_compute_bounds(self->picture, widget, &bounds)) return;
    opacity = DARKEST * CLAMP(cabs(placed.factor) - 1, 0, 1);
  }
  GdkRGBA dark = {0, 0, 0, opacity};
  gtk_snapshot_append_color(
      snapshot, &dark, &GRAPHENE_RECT_INIT(0, 0, gtk_widget_get_width(widget), gtk_widget_get_height(widget)));
  gtk_snapshot_save(snapshot);
  gtk_snapshot_translate(snapshot, &GRAPHENE_POINT_INIT(creal(placed.shift), cimag(placed.shift)));
  gtk_snapshot_rotate(snapshot, carg(placed.factor) * 180 / G_PI);
  gtk_snapshot_scale(snapshot, cabs(placed.factor), cabs(placed.factor));
  gtk_snapshot_append_texture(snapshot, self->texture, &bounds);
  gtk_snapshot_restore(snapshot);
}

static gboolean handle(GtkEventControllerLegacy *controller, GdkEvent *event, Pinch *self) {
  GdkEventType type = gdk_event_get_event_type(event);
  if (type != GDK_TOUCH_BEGIN && type != GDK_TOUCH_UPDATE && type != GDK_TOUCH_END && type != GDK_TOUCH_CANCEL)
    return FALSE;
  GdkEventSequence *sequence = gdk_event_get_event_sequence(event);
  int finger = 0;
  while (finger < 2 && self->fingers[finger] != (type == GDK_TOUCH_BEGIN ? NULL : sequence)) finger++;
  if (finger == 2) return FALSE;

  double x, y, surface_x, surface_y;
  GtkNative *native = gtk_widget_get_native(GTK_WIDGET(self));
  gdk_event_get_position(event, &x, &y);
  gtk_native_get_surface_transform(native, &surface_x, &surface_y);
  gtk_widget_translate_coordinates(GTK_WIDGET(native), GTK_WIDGET(self), x - surface_x, y - surface_y, &x, &y);
  if (type != GDK_TOUCH_UPDATE) {
    // On a page, the picture is back in its place.
    self->placed = self->page ? (Similarity){1, 0} : place(self);
    self->fingers[finger] = type == GDK_TOUCH_BEGIN ? sequence : NULL;
  }
  self->now[finger] = x + I * y;
  if (type != GDK_TOUCH_UPDATE) memcpy(self->start, self->now, sizeof self->start);
  gtk_widget_queue_draw(GTK_WIDGET(self));
  return TRUE;
}

static void pinch_class_init(PinchClass *class) {
  GTK_WIDGET_CLASS(class)->measure = pinch_measure;
  GTK_WIDGET_CLASS(class)->size_allocate = pinch_allocate;
  GTK_WIDGET_CLASS(class)->snapshot = pinch_snapshot;
}

static void pinch_init(Pinch *self) {
  self->placed = (Similarity){1, 0};
  GtkEventController *controller = gtk_event_controller_legacy_new();
  gtk_event_controller_set_propagation_phase(controller, GTK_PHASE_CAPTURE);
  g_signal_connect(controller, "event", G_CALLBACK(handle), self);
  gtk_widget_add_controller(GTK_WIDGET(self), controller);
}

static GdkTexture *load(const char *path, int width) {
  GError *error = NULL;
  GdkPixbuf *pixels = gdk_pixbuf_new_from_file_at_scale(path, width, -1, TRUE, &error);
  if (!pixels) g_error("%s", error->message);
  GdkTexture *texture = gdk_texture_new_for_pixbuf(pixels);
  g_object_unref(pixels);
  return texture;
}

static GtkWidget *make_page(Pinch *self, char **photos) {
  GtkWidget *posts = gtk_box_new(GTK_ORIENTATION_VERTICAL, 8);
  gtk_widget_set_margin_top(posts, 12);
  for (char **photo = photos; *photo; photo++) {
    GtkWidget *picture = gtk_picture_new_for_paintable(GDK_PAINTABLE(load(*photo, PAGE_WIDTH)));
    gtk_picture_set_can_shrink(GTK_PICTURE(picture), FALSE);
    gtk_widget_set_overflow(picture, GTK_OVERFLOW_HIDDEN);
    gtk_widget_add_css_class(picture, "photo");
    char *name = g_path_get_basename(*photo);
    gtk_box_append(GTK_BOX(posts), picture);
    gtk_box_append(GTK_BOX(posts), gtk_label_new(name));
    g_free(name);
    if (photo == photos) self->picture = picture;
  }
  GtkWidget *clamp = adw_clamp_new();
  adw_clamp_set_maximum_size(ADW_CLAMP(clamp), PAGE_WIDTH);
  adw_clamp_set_tightening_threshold(ADW_CLAMP(clamp), PAGE_WIDTH);
  adw_clamp_set_child(ADW_CLAMP(clamp), posts);
  GtkWidget *scroll = gtk_scrolled_window_new();
  gtk_scrolled_window_set_child(GTK_SCROLLED_WINDOW(scroll), clamp);
  gtk_widget_set_vexpand(scroll, TRUE);
  GtkWidget *box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0);
  gtk_box_append(GTK_BOX(box), adw_header_bar_new());
  gtk_box_append(GTK_BOX(box), scroll);
  return box;
}

static char **arguments;

static void activate(GtkApplication *application) {
  GtkCssProvider *style = gtk_css_provider_new();
  gtk_css_provider_load_from_data(style, ".photo { border-radius: 12px; }", -1);
  gtk_style_context_add_provider_for_display(
      gdk_display_get_default(), GTK_STYLE_PROVIDER(style), GTK_STYLE_PROVIDER_PRIORITY_APPLICATION);

  Pinch *self = g_object_new(pinch_get_type(), NULL);
  self->texture = load(arguments[3], atoi(arguments[2]));
  if (strcmp(arguments[1], "page") == 0) {
    self->page = make_page(self, arguments + 3);
    gtk_widget_set_parent(self->page, GTK_WIDGET(self));
  }

  GtkWidget *window = adw_application_window_new(application);
  gtk_window_set_default_size(GTK_WINDOW(window), 1000, 720);
  adw_application_window_set_content(ADW_APPLICATION_WINDOW(window), GTK_WIDGET(self));
  gtk_window_present(GTK_WINDOW(window));
}

int main(int argc, char **argv) {
  if (argc < 4) return 2;
  arguments = argv;
  AdwApplication *application = adw_application_new("io.github.aloft_photos.BarePinch", G_APPLICATION_DEFAULT_FLAGS);
  g_signal_connect(application, "activate", G_CALLBACK(activate), NULL);
  return g_application_run(G_APPLICATION(application), 1, argv);
}
