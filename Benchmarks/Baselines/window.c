// SPDX-License-Identifier: MIT
//
// An empty window with a header; EmptyWindow is the same by declarative views.

#include <adwaita.h>

static void activate(GtkApplication *application) {
  GtkWidget *window = adw_application_window_new(application);
  GtkWidget *box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *header = adw_header_bar_new();
  adw_header_bar_set_title_widget(ADW_HEADER_BAR(header), adw_window_title_new("Empty", ""));
  gtk_box_append(GTK_BOX(box), header);
  gtk_window_set_title(GTK_WINDOW(window), "Empty");
  gtk_window_set_default_size(GTK_WINDOW(window), 1000, 720);
  adw_application_window_set_content(ADW_APPLICATION_WINDOW(window), box);
  gtk_window_present(GTK_WINDOW(window));
}

int main(int argc, char **argv) {
  AdwApplication *application = adw_application_new("io.github.aloft_photos.BareWindow", G_APPLICATION_DEFAULT_FLAGS);
  g_signal_connect(application, "activate", G_CALLBACK(activate), NULL);
  return g_application_run(G_APPLICATION(application), argc, argv);
}
