package traceglass.icons;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/// Icons by name, read from `icons.svg`: one symbol per line with one path on a 24 by 24 grid, drawn with a line width
/// of 1.5, round caps and joins, and no fill.
public final class Icons {

    /// Width and height of the grid of the paths.
    public static final double GRID = 24;
    /// Line width in units of the grid.
    public static final double STROKE = 1.5;

    private static final String ID = "<symbol id=\"";
    private static final String PATH = "<path d=\"";
    /// Paths by name. Read from one file, because opening a file for each icon would take 2% of a window's startup
    /// time.
    private static final Map<String, String> PATHS = read();

    private Icons() {}

    /// Returns the path of an icon in SVG path syntax.
    ///
    /// @throws IllegalArgumentException if there is no such icon
    public static String path(String name) {
        String path = PATHS.get(name);
        if (path == null) {
            throw new IllegalArgumentException("no icon " + name);
        }
        return path;
    }

    /// Returns whether there is an icon with this name.
    public static boolean exists(String name) {
        return PATHS.containsKey(name);
    }

    /// Returns the names of all icons.
    public static Set<String> names() {
        return Set.copyOf(PATHS.keySet());
    }

    private static Map<String, String> read() {
        String svg;
        try (InputStream in = Icons.class.getResourceAsStream("icons.svg")) {
            svg = new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Map<String, String> paths = new HashMap<>();
        for (int start = svg.indexOf(ID); start >= 0; start = svg.indexOf(ID, start)) {
            start += ID.length();
            int nameEnd = svg.indexOf('"', start);
            int path = svg.indexOf(PATH, nameEnd) + PATH.length();
            int pathEnd = svg.indexOf('"', path);
            paths.put(svg.substring(start, nameEnd), svg.substring(path, pathEnd));
            start = pathEnd;
        }
        return paths;
    }
}
