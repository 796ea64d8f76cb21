package traceglass.icons;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The icons, by name: files `svg/NAME.svg`, each with one path on a 24 by 24 grid, to be drawn as a line of 1.5 with round
/// caps and joins and no fill.
public final class Icons {

    /// Width and height of the grid that paths are drawn on.
    public static final double GRID = 24;
    /// Width of the line, in units of the grid.
    public static final double STROKE = 1.5;

    private static final Pattern PATH = Pattern.compile("<path d=\"([^\"]+)\"");
    private static final Map<String, String> PATHS = new ConcurrentHashMap<>();

    private Icons() {}

    /// The path of an icon, in SVG's path syntax.
    ///
    /// @throws IllegalArgumentException when there is no such icon
    public static String path(String name) {
        return PATHS.computeIfAbsent(name, Icons::read);
    }

    /// Whether there is an icon of this name.
    public static boolean exists(String name) {
        return !name.isEmpty() && Icons.class.getResource("svg/" + name + ".svg") != null;
    }

    private static String read(String name) {
        try (InputStream in = Icons.class.getResourceAsStream("svg/" + name + ".svg")) {
            if (in == null) {
                throw new IllegalArgumentException("no icon " + name);
            }
            Matcher m = PATH.matcher(new String(in.readAllBytes(), StandardCharsets.UTF_8));
            if (!m.find()) {
                throw new IllegalArgumentException("the icon " + name + " has no path");
            }
            return m.group(1);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
