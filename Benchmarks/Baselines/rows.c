// SPDX-License-Identifier: MIT
//
// Changes the text of one of 1,000 labels, once in every frame. Says «start» and «done» on its standard output.

#include <adwaita.h>

// The same in UpdatingRows.
#define ROW_COUNT 1000
#define CHANGING_ROW 10
#define WARM_UP 60

static int updates;
static int frame;
static GtkWidget *changing;

static void say(const char *line) {
  puts(line);
  fflush(stdout);
}

static gboolean tick(GtkWidget *widget, GdkFrameClock *clock, gpointer data) {
  frame++;
  if (frame == WARM_UP) say("start");
  if (frame > WARM_UP) {
    char text[32];
    g_snprintf(text, sizeof text, "Update %d", frame - WARM_UP);
    gtk_label_set_text(GTK_LABEL(changing), text);
  }
  if (frame == WARM_UP + updates) say("done");
  return frame < WARM_UP + updates;
}

static void activate(GtkApplication *application) {
  GtkWidget *window = adw_application_window_new(application);
  GtkWidget *scroll = gtk_scrolled_window_new();
  GtkWidget *box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0);
  for (int row = 0; row < ROW_COUNT; row++) {
    char text[32];
    g_snprintf(text, sizeof text, "Row %d", row);
    GtkWidget *label = gtk_label_new(text);
    gtk_label_set_xalign(GTK_LABEL(label), 0);
    gtk_label_set_ellipsize(GTK_LABEL(label), PANGO_ELLIPSIZE_END);
    gtk_box_append(GTK_BOX(box), label);
    if (row == CHANGING_ROW) changing = label;
  }
  gtk_scrolled_window_set_policy(GTK_SCROLLED_WINDOW(scroll), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_child(GTK_SCROLLED_WINDOW(scroll), box);
  gtk_window_set_title(GTK_WINDOW(window), "Rows");
  gtk_window_set_default_size(GTK_WINDOW(window), 1000, 720);
  adw_application_window_set_content(ADW_APPLICATION_WINDOW(window), scroll);
  gtk_window_present(GTK_WINDOW(window));
  gtk_widget_add_tick_callback(window, tick, NULL, NULL);
}

int main(int argc, char **argv) {
  updates = argc > 1 ? atoi(argv[1]) : 0;
  AdwApplication *application = adw_application_new("io.github.aloft_photos.BareRows", G_APPLICATION_DEFAULT_FLAGS);
  g_signal_connect(application, "activate", G_CALLBACK(activate), NULL);
  return g_application_run(G_APPLICATION(application), 1, argv);
}
