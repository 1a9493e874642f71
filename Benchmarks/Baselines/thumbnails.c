// SPDX-License-Identifier: MIT
//
// Makes thumbnails as the thumbnailers of desktops do, by gdk-pixbuf:
//
//   baseline-thumbnails FOLDER FILE…

#include <gdk-pixbuf/gdk-pixbuf.h>

int main(int argc, char **argv) {
  for (int index = 2; index < argc; index++) {
    GdkPixbuf *scaled = gdk_pixbuf_new_from_file_at_size(argv[index], 256, 256, NULL);
    if (!scaled) return 1;
    GdkPixbuf *upright = gdk_pixbuf_apply_embedded_orientation(scaled);
    char *uri = g_filename_to_uri(argv[index], NULL, NULL);
    char *name = g_compute_checksum_for_string(G_CHECKSUM_MD5, uri, -1);
    char *path = g_strdup_printf("%s/%s.png", argv[1], name);
    if (!gdk_pixbuf_save(upright, path, "png", NULL, "tEXt::Thumb::URI", uri, "tEXt::Thumb::MTime", "0", NULL)) return 1;
    g_free(path);
    g_free(name);
    g_free(uri);
    g_object_unref(upright);
    g_object_unref(scaled);
  }
  return 0;
}
