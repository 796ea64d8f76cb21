package traceglass.app.cli;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;
import traceglass.app.io.CommandOutput;
import traceglass.app.io.Failure;
import traceglass.app.io.UsageErrors;
import traceglass.app.launch.EventRef;
import traceglass.app.launch.TimeRange;
import traceglass.app.launch.TrackFlags;
import traceglass.app.window.WindowPicture;

/// `screenshot TRACE -o OUT.png`: draws the window to a PNG file, or its timeline to an SVG file.
@Command(
        name = "screenshot",
        description = "Draw the window to a PNG file, or its timeline to an SVG file. Needs no display.",
        mixinStandardHelpOptions = true)
final class ScreenshotCommand implements Callable<Integer> {

    private static final long TIMEOUT_S = 600;
    /// Largest width or height of a picture that JavaFX draws, px.
    private static final int MAX_SIDE_PX = 16_000;

    enum Theme {
        light,
        dark
    }

    /// Width and height in px.
    record Size(int width, int height) {

        static final class Converter implements ITypeConverter<Size> {

            @Override
            public Size convert(String text) {
                Matcher m = Pattern.compile("(\\d{2,5})[x×](\\d{2,5})").matcher(text);
                if (!m.matches()) {
                    throw UsageErrors.ofValue("can't read '" + text + "' as a size; example: 1600x900");
                }
                return new Size(Integer.parseInt(m.group(1)), Integer.parseInt(m.group(2)));
            }
        }
    }

    @ParentCommand
    Root root;

    @Mixin
    TrackFlags tracks;

    @Parameters(arity = "0..1", paramLabel = "TRACE", description = "The trace file (default: draw the start page).")
    Path trace;

    @Option(names = "--beside", paramLabel = "TRACE", description = "A second trace to compare with the first.")
    Path beside;

    @Spec
    CommandSpec spec;

    @Option(
            names = {"-o", "--output"},
            required = true,
            paramLabel = "OUT.png|OUT.svg",
            description = "The file to write: .png for the window, .svg for the timeline.")
    Path output;

    @Option(
            names = "--size",
            paramLabel = "WxH",
            defaultValue = "1600x900",
            converter = Size.Converter.class,
            description = "Size of the window (default: ${DEFAULT-VALUE}).")
    Size size;

    @Option(
            names = "--scale",
            paramLabel = "N",
            defaultValue = "1",
            description = "Picture pixels per window pixel (default: ${DEFAULT-VALUE}).")
    double scale;

    @Option(
            names = "--time",
            paramLabel = "START..END",
            converter = TimeRange.Converter.class,
            description = TimeRange.HELP)
    TimeRange time;

    @Option(
            names = "--expand",
            paramLabel = "PATTERN|all",
            description = "Expand the groups whose name or number contains this text, or all.")
    String expand;

    @Option(
            names = "--theme",
            paramLabel = "light|dark",
            defaultValue = "light",
            description = "Color scheme (default: ${DEFAULT-VALUE}).")
    Theme theme;

    @Option(
            names = "--panel",
            paramLabel = "NAME",
            description = "Page or tab to show: timeline, sql, overview, overview/problems, compare/frames, …")
    String panel;

    @Option(
            names = "--select",
            paramLabel = "TABLE:ID",
            converter = EventRef.Converter.class,
            description = "Select an event, such as slice:4802.")
    EventRef select;

    @Option(
            names = "--area",
            paramLabel = "START..END",
            converter = TimeRange.Converter.class,
            description = "Select this time range on all tracks; format as for --time.")
    TimeRange area;

    @Option(
            names = "--do",
            paramLabel = "COMMAND",
            description = "Run this window command at the end, such as help.keys. May be repeated.")
    List<String> actions = List.of();

    @Option(names = "--sql", paramLabel = "FILE", description = "Run this file's SQL on the SQL page.")
    String sql;

    @Option(names = "--search", paramLabel = "TEXT", description = "Search for this text.")
    String search;

    @Override
    public Integer call() throws Failure {
        String name = output.toString().toLowerCase(Locale.ROOT);
        if (!name.endsWith(".png") && !name.endsWith(".svg")) {
            throw UsageErrors.of(
                    spec, "unknown picture format of '" + output + "'; the name must end with .png or .svg");
        }
        if (scale <= 0 || size.width * scale > MAX_SIDE_PX || size.height * scale > MAX_SIDE_PX) {
            throw new Failure("can't draw a picture of " + Math.round(size.width * scale) + " by "
                    + Math.round(size.height * scale) + " pixels; the maximum is " + MAX_SIDE_PX + " by "
                    + MAX_SIDE_PX);
        }
        if (beside != null && trace == null) {
            throw new Failure("--beside needs a first trace");
        }
        String text = sql == null ? null : QueryRun.read(sql);
        byte[] bytes;
        try {
            WindowPicture.Request request = new WindowPicture.Request(
                    trace,
                    beside,
                    size.width,
                    size.height,
                    scale,
                    time,
                    expand,
                    theme == Theme.dark,
                    panel,
                    select,
                    area,
                    text,
                    search,
                    tracks,
                    actions,
                    root.store.options());
            bytes = name.endsWith(".svg")
                    ? WindowPicture.svg(request, TIMEOUT_S).getBytes(StandardCharsets.UTF_8)
                    : WindowPicture.png(request, TIMEOUT_S);
        } catch (IllegalStateException e) {
            throw new Failure(e.getMessage(), e);
        }
        try {
            Files.write(output, bytes);
        } catch (IOException e) {
            throw new Failure("can't write " + output + ": " + CommandOutput.reason(e), e);
        }
        return 0;
    }
}
