// SPDX-License-Identifier: MIT
//
// The least that a program can do to have two fingers move a picture above its page:
//
//   pinch WIDTH PHOTO…
//
// The photos make a still page like that of the app's feed. While two fingers are down, it is darkened by a translucent
// rectangle, above which the first photo is drawn as one texture, WIDTH pixels wide, under the similarity that the
// fingers give it.

#include <adwaita.h>
#include <complex.h>

// What the app's feed has, in logical pixels.
#define PAGE_WIDTH 640
// The app's backdrop: its greatest opacity, reached at scale 2.
#define DARKEST 0.77

typedef struct {
  GtkWidget parent;
  GtkWidget *page;
  GtkWidget *picture;
  GdkTexture *texture;
  GdkEventSequence *fingers[2];
  // Where the fingers were when the second came, and are now.
  double complex start[2], now[2];
} Pinch;

typedef struct {
  GtkWidgetClass parent;
} PinchClass;

G_DEFINE_TYPE(Pinch, pinch, GTK_TYPE_WIDGET)

static void pinch_measure(GtkWidget *widget, GtkOrientation orientation, int size, int *minimum, int *natural,
                          int *minimum_baseline, int *natural_baseline) {
  gtk_widget_measure(((Pinch *)widget)->page, orientation, size, minimum, natural, minimum_baseline, natural_baseline);
}

static void pinch_allocate(GtkWidget *widget, int width, int height, int baseline) {
  gtk_widget_allocate(((Pinch *)widget)->page, width, height, baseline, NULL);
}

static void pinch_snapshot(GtkWidget *widget, GtkSnapshot *snapshot) {
  Pinch *self = (Pinch *)widget;
  gtk_widget_snapshot_child(widget, self->page, snapshot);
  graphene_rect_t bounds;
  if (!self->fingers[0] || !self->fingers[1] || !gtk_widget_compute_bounds(self->picture, widget, &bounds)) return;

  double complex factor = (self->now[1] - self->now[0]) / (self->start[1] - self->start[0]);
  GdkRGBA dark = {0, 0, 0, DARKEST * CLAMP(cabs(factor) - 1, 0, 1)};
  gtk_snapshot_append_color(
      snapshot, &dark, &GRAPHENE_RECT_INIT(0, 0, gtk_widget_get_width(widget), gtk_widget_get_height(widget)));
  gtk_snapshot_save(snapshot);
  gtk_snapshot_translate(snapshot, &GRAPHENE_POINT_INIT(creal(self->now[0]), cimag(self->now[0])));
  gtk_snapshot_rotate(snapshot, carg(factor) * 180 / G_PI);
  gtk_snapshot_scale(snapshot, cabs(factor), cabs(factor));
  gtk_snapshot_translate(snapshot, &GRAPHENE_POINT_INIT(-creal(self->start[0]), -cimag(self->start[0])));
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
  self->now[finger] = x + I * y;
  if (type == GDK_TOUCH_BEGIN) {
    self->fingers[finger] = sequence;
    memcpy(self->start, self->now, sizeof self->start);
  } else if (type != GDK_TOUCH_UPDATE) {
    self->fingers[finger] = NULL;
  }
  gtk_widget_queue_draw(GTK_WIDGET(self));
  return TRUE;
}

static void pinch_class_init(PinchClass *class) {
  GTK_WIDGET_CLASS(class)->measure = pinch_measure;
  GTK_WIDGET_CLASS(class)->size_allocate = pinch_allocate;
  GTK_WIDGET_CLASS(class)->snapshot = pinch_snapshot;
}

static void pinch_init(Pinch *self) {
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
  self->texture = load(arguments[2], atoi(arguments[1]));
  self->page = make_page(self, arguments + 2);
  gtk_widget_set_parent(self->page, GTK_WIDGET(self));

  GtkWidget *window = adw_application_window_new(application);
  gtk_window_set_default_size(GTK_WINDOW(window), 1000, 720);
  adw_application_window_set_content(ADW_APPLICATION_WINDOW(window), GTK_WIDGET(self));
  gtk_window_present(GTK_WINDOW(window));
}

int main(int argc, char **argv) {
  if (argc < 3) return 2;
  arguments = argv;
  AdwApplication *application = adw_application_new("io.github.aloft_photos.BarePinch", G_APPLICATION_DEFAULT_FLAGS);
  g_signal_connect(application, "activate", G_CALLBACK(activate), NULL);
  return g_application_run(G_APPLICATION(application), 1, argv);
}
