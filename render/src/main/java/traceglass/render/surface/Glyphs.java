package traceglass.render.surface;

import java.util.Map;
import java.util.stream.Stream;

/// Small line icons drawn on the canvas, on a 24 px grid with 1.5 px strokes.
public final class Glyphs {

    private static final Map<String, String> PATHS = Map.ofEntries(
            Map.entry("right", "M9.5 6l6 6-6 6"),
            Map.entry("down", "M6 9.5l6 6 6-6"),
            Map.entry("left", "M14.5 6l-6 6 6 6"),
            Map.entry("pin", "M9 4h6l-.8 6.2 3.3 3.1v1.7h-11v-1.7l3.3-3.1L9 4ZM12 15v5.5"),
            Map.entry("more", "M5.5 11.5h1v1h-1zM11.5 11.5h1v1h-1zM17.5 11.5h1v1h-1z"),
            Map.entry("check", "M5 12.5l4.5 4.5L19 7"),
            Map.entry(
                    "help",
                    "M12 3.5a8.5 8.5 0 1 1 0 17 8.5 8.5 0 0 1 0-17ZM9.5 9.8c0-3.3 5-3.3 5 0 0 1.9-2.5 2-2.5 4M12"
                            + " 16.6v.2"),
            Map.entry("minus", "M6 12h12"),
            Map.entry("x", "M6.5 6.5l11 11M17.5 6.5l-11 11"),
            Map.entry("error", "M8.5 4h7L20 8.5v7L15.5 20h-7L4 15.5v-7L8.5 4ZM12 8v5M12 15.8v.2"),
            Map.entry("filter", "M4 6h16M7 12h10M10 18h4"),
            Map.entry("expand", "M7 9l5-5 5 5M7 15l5 5 5-5"),
            Map.entry("collapse", "M7 4l5 5 5-5M7 20l5-5 5 5"),
            Map.entry("process", "M4 6h16v12H4zM4 9.5h16"),
            Map.entry("thread", "M5 12c2-6 4-6 7 0s5 6 7 0"),
            Map.entry(
                    "cpu",
                    "M7 7h10v10H7zM10 10h4v4h-4zM9.5 4v3M14.5 4v3M9.5 17v3M14.5 17v3M4 9.5h3M4 14.5h3M17 9.5h3M17"
                            + " 14.5h3"),
            Map.entry("memory", "M4 7h16v9H4zM8 10v3M12 10v3M16 10v3M6 16v2.5M10 16v2.5M14 16v2.5M18 16v2.5"),
            Map.entry("gpu", "M4 5.5h16v10H4zM9 19h6M12 15.5V19"),
            Map.entry("battery", "M4 8h13.5v8H4zM20 11v2M7 11v2M10 11v2"),
            Map.entry("network", "M12 4a8 8 0 1 1 0 16 8 8 0 0 1 0-16ZM4 12h16M12 4c5 5 5 11 0 16M12 4c-5 5-5 11 0 16"),
            Map.entry("stack", "M12 4 4 8l8 4 8-4-8-4ZM4 12l8 4 8-4M4 16l8 4 8-4"),
            Map.entry("chart", "M5 19V11M10.5 19V5M16 19v-6M20 19H4"),
            Map.entry("android", "M5 16.5a7 7 0 0 1 14 0H5ZM8.5 10 7 7.5M15.5 10 17 7.5M9.5 13.5v.2M14.5 13.5v.2"));

    private Glyphs() {}

    /// Returns the path of an icon, or of `stack` if the name is unknown.
    public static String path(String name) {
        return PATHS.getOrDefault(name, PATHS.get("stack"));
    }

    /// Names of the icons.
    static Stream<String> names() {
        return PATHS.keySet().stream();
    }

    /// Draws an icon of `size` px with its top left corner at (x, y).
    public static void draw(Pen pen, String name, double x, double y, double size, int argb) {
        pen.stroke(argb, 1.5 * Math.min(1.25, 16 / size));
        pen.path(path(name), pen.snap(x), pen.snap(y), size / 24);
    }
}
