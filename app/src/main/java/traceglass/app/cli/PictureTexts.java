package traceglass.app.cli;

import static traceglass.store.language.Translations.tr;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;

/// Texts about pictures of the window: the command `screenshot`, and the picture that is drawn without a display.
final class PictureTexts {

    private PictureTexts() {}

    // ---- screenshot

    static final String SCREENSHOT = "Draw the window to a PNG file, or its timeline to an SVG file. Needs no display.";
    static final String TRACE = "The trace file (default: draw the start page).";
    static final String OUTPUT = "The file to write: .png for the window, .svg for the timeline.";
    static final String SIZE = "Size of the window (default: ${DEFAULT-VALUE}).";
    static final String SCALE = "Picture pixels per window pixel (default: ${DEFAULT-VALUE}).";
    static final String TEXT_SIZE =
            "Size of text and rows in percent, as in the settings: 90, 100, 110, 125 or 150 (default: ${DEFAULT-VALUE}).";
    static final String EXPAND = "Expand the groups whose name or number contains this text, or all.";
    static final String FILTER = "Show only the tracks that match this text, as the filter of the timeline does.";
    static final String THEME = "Color scheme (default: ${DEFAULT-VALUE}).";
    static final String PANEL = "Page or tab to show: timeline, sql, overview, overview/problems, compare/frames, …";
    static final String AREA = "Select this time range on all tracks; format as for --time.";
    static final String COMMANDS = "Run this window command at the end, such as help.keys. Can be repeated.";
    static final String SQL = "Run this file's SQL on the SQL page.";
    static final String SEARCH = "Search for this text.";
    static final String NEEDS_FIRST_TRACE = tr("--second needs a first trace");

    static String notASize(String text) {
        return tr("can't read '{0}' as a size; example: 1600x900", text);
    }

    static String unknownFormat(Path file) {
        return tr("unknown picture format of '{0}'; the name must end with .png or .svg", file);
    }

    static String unknownTextSize(int percent, List<Long> possible) {
        return tr(
                "unknown text size {0}; possible sizes: {1}",
                percent, possible.stream().map(String::valueOf).collect(Collectors.joining(", ")));
    }

    static String tooLarge(double width, double height, int maxSide) {
        return tr(
                "can't draw a picture of {0} by {1} pixels; the maximum is {2} by {3}",
                Math.round(width), Math.round(height), maxSide, maxSide);
    }

    // ---- Without a display

    /// @param file the picture that is drawn
    static String noDisplay(Path file) {
        return tr("""
                traceglass: can't open a window: DISPLAY and WAYLAND_DISPLAY are not set.
                Drawing the window to %s instead. Commands that work without a display:
                  traceglass screenshot TRACE -o OUT.png   draw the window to a picture
                  traceglass info TRACE                    describe a trace
                  traceglass query SQL TRACE               query a trace with SQL
                  traceglass shell TRACE                   query it line by line
                  traceglass record -o OUT.pftrace         record a trace
                  traceglass bench import|query|render TRACE
                """).formatted(file);
    }

    static String cantDraw(String reason) {
        return tr("can't draw the window to a file: {0}", reason);
    }
}
